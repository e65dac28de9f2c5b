public import VirgaJSON
public import VirgaSource

extension FeatureClient {
  /// What an app reads for a variable of a feature, and why.
  ///
  /// ```swift
  /// let details = CirrusNimbus.shared.features.homescreen.details(of: ["greeting"])
  /// print(details.value ?? "", details.reason.rawValue, details.recipe ?? "")
  /// ```
  public struct VariableDetails: Hashable, Sendable {
    /// The value that the app reads, complete with defaults; nil if there is none at the path.
    public let value: JSONValue?
    /// The layer that the value comes from: of an object, the highest that sets a part of it.
    ///
    /// Nil for a default, because generated code does not know which block of the manifest has it,
    /// for an SDK without layers, such as ``HardcodedNimbusFeatures``, and after an error.
    public let layer: Layer?
    /// Why the app reads this value, in the words of OpenFeature.
    public let reason: Reason
    /// The layer whose value the app cannot use, so that it reads its default; nil without an
    /// error.
    public let ignored: Layer?
    /// What is wrong, as a sentence without a final period; nil without an error.
    public let errorMessage: String?

    /// The recipe of the value, or of a value that the app cannot use; nil if no recipe sets it.
    public var recipe: String? { (layer ?? ignored)?.recipeBranch?.slug }

    /// The client's branch in ``recipe``.
    public var branch: String? { (layer ?? ignored)?.recipeBranch?.branch }

    /// Creates the details from their parts.
    ///
    /// `value` is nil if there is none at the path, and `layer` if no layer is known to set it, as
    /// for a default.
    ///
    /// For the reason `error` only: an `errorMessage`, and in `ignored` the layer whose value the
    /// app cannot use.
    init(
      _ value: JSONValue?, layer: Layer? = nil, _ reason: Reason, ignored: Layer? = nil,
      errorMessage: String? = nil
    ) {
      self.value = value
      self.layer = layer
      self.reason = reason
      self.ignored = ignored
      self.errorMessage = errorMessage
    }

    /// The reasons; the raw value is OpenFeature's word.
    public enum Reason: String, Sendable, CaseIterable {
      /// Nothing sets the variable: it has its default.
      case `default` = "DEFAULT"
      /// A recipe sets it that enrolls every client that its targeting matches, in its only branch.
      case targetingMatch = "TARGETING_MATCH"
      /// A recipe sets it that enrolls a share of the clients, or that draws a branch.
      case split = "SPLIT"
      /// A person decided: an edit in the console, a forced branch, an opt-in in Labs, the app's
      /// user, or a test.
      case override = "OVERRIDE"
      /// The feature has no such variable, or the app cannot use the value that is set, and reads
      /// its default.
      case error = "ERROR"
    }
  }
}

extension Layer {
  /// The recipe and the branch of a rollout or an experiment; nil for other layers.
  fileprivate var recipeBranch: (slug: String, branch: String)? {
    switch self {
    case .rollout(let slug, let branch), .experiment(let slug, let branch): (slug, branch)
    case .objectDefault, .variableDefault, .manifestDefault, .importDefault, .edit, .appSetting: nil
    }
  }
}
