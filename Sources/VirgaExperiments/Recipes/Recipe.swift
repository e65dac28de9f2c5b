public import VirgaJSON
package import VirgaTargeting

/// The JSON description of one experiment or rollout.
public struct Recipe: Hashable, Sendable {
  /// The identity of the recipe; also part of the hash that chooses the branch.
  public var slug: String
  package var schemaVersion: String
  /// The display name.
  public var userFacingName: String
  /// The description for users.
  public var userFacingDescription: String
  /// Whether no new clients are enrolled.
  public var isEnrollmentPaused: Bool
  package var bucketConfig: BucketConfig
  /// The treatments, in the order in which a branch is chosen.
  public var branches: [Branch]
  /// The planned enrollment period, in days.
  package var proposedEnrollment: UInt32
  package var appName: String?
  package var appID: String?
  package var channel: String?
  package var targeting: String?
  /// The features that the recipe declares; those that it actually configures are in `featureIDs`.
  package var declaredFeatureIDs: [String]
  /// Whether it is a rollout rather than an experiment.
  public var isRollout: Bool
  /// The publication date; recipes are evaluated in this order, those without a date first.
  package var publishedDate: Instant?
  package var startDate: String?
  package var endDate: String?
  /// The planned duration, in days.
  package var proposedDuration: UInt32?
  package var referenceBranch: String?
  /// Whether clients only enroll if the user chooses the recipe in Labs.
  public var isLabsOptIn: Bool
  /// The title in Labs.
  public var labsTitle: String?
  /// The description in Labs.
  public var labsDescription: String?
  /// Links in the Labs description, by name.
  public var labsDescriptionLinks: [String: String]?
  /// Whether Labs says that the app must be restarted.
  public var requiresRestart: Bool
  /// Texts by locale and id for `$l10n` objects, which only the desktop client uses.
  package var localizations: [String: [String: String]]?
  /// The recipe as read, including unknown members.
  public var json: JSONObject

  /// Creates a recipe with the members that every recipe has; the others are absent.
  package init(slug: String, bucketConfig: BucketConfig, branches: [Branch], json: JSONObject = [:])
  {
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

  /// The features that any branch configures, sorted by bytes; they decide conflicts and appear in
  /// events.
  public var featureIDs: [String] {
    Set(naming: branches.flatMap { $0.features.map(\.featureID) }).sorted().map(\.text)
  }

  /// Whether any branch configures the feature.
  package func configures(_ id: String) -> Bool {
    branches.contains { branch in branch.features.contains { $0.featureID.isSameName(as: id) } }
  }

  /// The branch called `slug`; nil if there is none.
  public func branch(_ slug: String) -> Branch? { branches.first { $0.hasName(slug) } }

  /// Each branch's share of the enrolled clients, 0 to 1, in branch order.
  package var branchShares: [Double] {
    let total = branches.reduce(0) { sum, branch in sum + Double(branch.ratio) }
    return branches.map { branch in total > 0 ? Double(branch.ratio) / total : 0 }
  }

  /// Whether the recipe has all that a client needs to offer it in Labs.
  package var isValidForLabs: Bool {
    isLabsOptIn && isRollout && branches.count == 1 && labsTitle != nil && labsDescription != nil
  }

  /// A config of the recipe for display, with texts in place of `$l10n` objects.
  ///
  /// The text is from the recipe's `localizations` for the locale, such as `de-AT`, or else from
  /// the object itself. Only desktop clients replace the objects; mobile ones pass them on
  /// unchanged. Rule: VirgaExperiments/Localizing.
  package func localized(_ config: JSONObject, for locale: String?) -> JSONObject {
    let texts = locale.flatMap { localizations?[$0] } ?? [:]
    return Self.filled(.object(config), from: texts).objectValue ?? config
  }

  /// A value with texts in place of the `$l10n` objects in it, at any depth; one without a text
  /// stays.
  private static func filled(_ value: JSONValue, from texts: [String: String]) -> JSONValue {
    switch value {
    case .array(let elements): return .array(elements.map { filled($0, from: texts) })
    case .object(let members):
      guard let body = members["$l10n"], let id = body["id"]?.stringValue else {
        return .object(JSONObject(members.map { ($0.key, filled($0.value, from: texts)) }))
      }
      let text = texts[id] ?? body["text"]?.stringValue
      return text.map(JSONValue.string) ?? value
    default: return value
    }
  }
}

extension Sequence<Recipe> {
  /// The first recipe of each slug; the reader reports the others.
  package var firstOfEachSlug: [Recipe] {
    var slugs: Set<Name> = []
    return filter { slugs.insert($0.slug) }
  }

  var sortedBySlug: [Recipe] { sorted { Name($0.slug) < Name($1.slug) } }
}

/// One treatment of a recipe.
public struct Branch: Hashable, Sendable {
  /// The name within the recipe.
  public var slug: String
  /// The weight relative to the ratios of all branches.
  public var ratio: UInt32
  package var features: [FeatureConfig]

  /// Creates a branch; branches with the default ratio get equal shares of the clients.
  package init(slug: String, ratio: UInt32 = 1, features: [FeatureConfig] = []) {
    self.slug = slug
    self.ratio = ratio
    self.features = features
  }

  /// Whether the slug is equal by bytes; slugs that merely look the same are different.
  package func hasName(_ slug: String?) -> Bool {
    slug.map { self.slug.isSameName(as: $0) } ?? false
  }
}

/// The partial config of a feature in a branch.
package struct FeatureConfig: Hashable, Sendable {
  package var featureID: String
  package var value: JSONObject

  package init(featureID: String, value: JSONObject = [:]) {
    self.featureID = featureID
    self.value = value
  }
}
