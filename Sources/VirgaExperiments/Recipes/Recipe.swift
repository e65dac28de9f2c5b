public import VirgaJSON
public import VirgaTargeting

/// The JSON description of one experiment or rollout.
public struct Recipe: Hashable, Sendable {
  /// The recipe's identity; branch choice draws by it.
  public var slug: String
  /// The version of the format; stored, never compared.
  public var schemaVersion: String
  /// The name for people.
  public var userFacingName: String
  /// What it is about, for people.
  public var userFacingDescription: String
  /// Whether nobody new is enrolled.
  public var isEnrollmentPaused: Bool
  /// Which share of all clients it selects.
  public var bucketConfig: BucketConfig
  /// The treatments, in the order in which branch choice walks them.
  public var branches: [Branch]
  /// How long people are to be enrolled, in days.
  public var proposedEnrollment: UInt32
  /// The application it is for; nil for any.
  public var appName: String?
  /// The id of the application; stored, never compared.
  public var appID: String?
  /// The channel it is for; nil for any.
  public var channel: String?
  /// The expression that a client has to match; nil for everyone.
  public var targeting: String?
  /// The features that the recipe declares.
  ///
  /// What it configures is in `featureIDs`.
  public var declaredFeatureIDs: [String]
  /// Whether it is a rollout rather than an experiment.
  public var isRollout: Bool
  /// When it was published; recipes are evaluated in this order, those without a date first.
  public var publishedDate: Instant?
  /// When it starts, as written; for display.
  public var startDate: String?
  /// When it ends, as written; for display.
  public var endDate: String?
  /// How long it is to run, in days.
  public var proposedDuration: UInt32?
  /// The branch that the others are compared with.
  public var referenceBranch: String?
  /// Whether only a user's choice in Labs enrolls.
  public var isLabsOptIn: Bool
  /// The title in Labs.
  public var labsTitle: String?
  /// The description in Labs.
  public var labsDescription: String?
  /// Links in the Labs description, by name.
  public var labsDescriptionLinks: [String: String]?
  /// Whether the app has to be restarted, for Labs.
  public var requiresRestart: Bool
  /// Texts by locale and id for `$l10n` objects, which only the desktop client fills in; nil where there are none.
  public var localizations: [String: [String: String]]?
  /// The recipe as it was read, with what is not understood.
  public var json: JSONObject

  /// A recipe with the parts that every recipe has; the others are absent.
  public init(slug: String, bucketConfig: BucketConfig, branches: [Branch], json: JSONObject = [:]) {
    self.slug = slug
    self.bucketConfig = bucketConfig
    self.branches = branches
    self.json = json
    schemaVersion = ""
    userFacingName = slug
    userFacingDescription = ""
    isEnrollmentPaused = false
    proposedEnrollment = 0
    declaredFeatureIDs = []
    isRollout = false
    isLabsOptIn = false
    requiresRestart = false
  }
}

extension Recipe {
  /// The features that any branch configures, sorted by bytes.
  ///
  /// They decide conflicts and stand in events.
  public var featureIDs: [String] {
    Set(naming: branches.flatMap { $0.features.map(\.featureID) }).sorted().map(\.text)
  }

  /// Whether any branch configures the feature called `id`.
  public func configures(_ id: String) -> Bool {
    branches.contains { branch in branch.features.contains { $0.featureID.isSameName(as: id) } }
  }

  /// The branch called `slug`; nil where there is none.
  public func branch(_ slug: String) -> Branch? { branches.first { $0.isCalled(slug) } }

  /// The share of each branch among those enrolled, 0 to 1, in the order of the branches.
  public var branchShares: [Double] {
    let total = branches.reduce(0) { $0 + Double($1.ratio) }
    return branches.map { total > 0 ? Double($0.ratio) / total : 0 }
  }

  /// Whether a user can opt in to it in Labs.
  public var isValidForLabs: Bool {
    isLabsOptIn && isRollout && branches.count == 1 && labsTitle != nil && labsDescription != nil
  }
}

/// One treatment of a recipe.
public struct Branch: Hashable, Sendable {
  /// Its name within the recipe.
  public var slug: String
  /// Its share among the ratios of all branches.
  public var ratio: UInt32
  /// The partial configs that it carries, each for a feature.
  public var features: [FeatureConfig]

  /// A branch with all its parts; see the properties.
  public init(slug: String, ratio: UInt32 = 1, features: [FeatureConfig] = []) {
    self.slug = slug
    self.ratio = ratio
    self.features = features
  }

  /// Whether it has that very slug: two that only look alike are two.
  package func isCalled(_ slug: String?) -> Bool { slug.map { self.slug.isSameName(as: $0) } ?? false }
}

/// A partial config for a feature.
public struct FeatureConfig: Hashable, Sendable {
  /// The feature.
  public var featureID: String
  /// The values of some of its variables.
  public var value: JSONObject

  /// The config `value` for a feature.
  public init(featureID: String, value: JSONObject = [:]) {
    self.featureID = featureID
    self.value = value
  }
}

extension Recipe {
  /// A config of the recipe for people to read: with a text in place of each `$l10n` object.
  ///
  /// The text is that of the recipe's `localizations` for the locale, such as `de-AT`, else the one in the object itself.
  /// Only desktop clients fill it in; mobile ones hand the objects on as they are. Rule: VirgaExperiments/Localizing.
  public func localized(_ config: JSONObject, for locale: String?) -> JSONObject {
    let texts = locale.flatMap { localizations?[$0] } ?? [:]
    return Self.filled(.object(config), from: texts).objectValue ?? config
  }

  private static func filled(_ value: JSONValue, from texts: [String: String]) -> JSONValue {
    switch value {
    case .array(let elements): return .array(elements.map { filled($0, from: texts) })
    case .object(let members):
      guard let body = members["$l10n"], let id = body["id"]?.stringValue else {
        return .object(JSONObject(members.map { ($0.key, filled($0.value, from: texts)) }))
      }
      return (texts[id] ?? body["text"]?.stringValue).map(JSONValue.string) ?? value
    default: return value
    }
  }
}
