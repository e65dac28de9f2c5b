public import VirgaJSON
public import VirgaSource

/// The source of a value.
///
/// Later layers override earlier ones.
public indirect enum Layer: Hashable, Sendable {
  /// The `default` of a variable, or of a field of an object type.
  case variableDefault
  /// A default block of the feature; no channels means every channel.
  case manifestDefault(channels: [String])
  /// A default block of a module that imports the feature.
  case importDefault(channels: [String])
  /// A branch of a rollout.
  case rollout(slug: String, branch: String)
  /// A branch of an experiment.
  case experiment(slug: String, branch: String)
  /// The partial config typed in the console.
  case edit
  /// The user's choice stored under the variable's `pref-key`.
  case appSetting(key: String)
}

extension Layer {
  /// The layer as text: `variable default`, `manifest default nightly`, `edit`.
  public var title: String {
    switch self {
    case .manifestDefault(let channels), .importDefault(let channels):
      channels.isEmpty ? name : "\(name) \(channels.joined(separator: ", "))"
    case .rollout(let slug, let branch), .experiment(let slug, let branch): "\(name) \(slug)/\(branch)"
    case .variableDefault, .edit, .appSetting: name
    }
  }

  /// The stable name of the kind of layer: `manifest default`, `experiment`.
  public var name: String {
    switch self {
    case .variableDefault: "variable default"
    case .manifestDefault: "manifest default"
    case .importDefault: "import default"
    case .rollout: "rollout"
    case .experiment: "experiment"
    case .edit: "edit"
    case .appSetting: "app setting"
    }
  }
}

/// A value from a layer, with its location.
public struct LayerEntry: Hashable, Sendable {
  /// What became of what a layer gave.
  public enum State: Hashable, Sendable {
    /// It is the value.
    case effective
    /// A higher layer gave another value.
    case overridden
    /// A null of this or a higher layer took it away, and a lower layer decides.
    case removed
  }

  /// The layer.
  public let layer: Layer
  /// The value.
  public let value: JSONValue
  /// Where the value was written; nil if it is not from a file.
  public let location: SourceLocation?

  /// What became of it.
  public let state: State

  /// Creates an entry.
  public init(layer: Layer, value: JSONValue, location: SourceLocation?, state: State = .effective) {
    self.layer = layer
    self.value = value
    self.location = location
    self.state = state
  }
}

extension [LayerEntry] {
  /// What the value overrides, lowest layer first.
  package var overridden: [LayerEntry] { filter { $0.state == .overridden } }

  /// What higher layers said until a null took it away, lowest first; that null is the last.
  package var removed: [LayerEntry] { filter { $0.state == .removed } }
}
