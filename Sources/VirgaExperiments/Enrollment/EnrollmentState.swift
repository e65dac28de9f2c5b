public import VirgaJSON
import VirgaTargeting

/// What is kept of a client's enrollments from one evaluation to the next: a value that goes in and comes out.
public struct EnrollmentState: Equatable, Sendable {
  /// The recipes that were evaluated last and have a record, sorted by slug.
  public internal(set) var recipes: [Recipe]
  /// What became of each recipe, by slug; also of some that are gone.
  public internal(set) var records: NameTable<EnrollmentStatus>
  /// Whether the user takes part in experiments.
  public internal(set) var takesPartInExperiments: Bool
  /// Whether the user takes part in rollouts.
  public internal(set) var takesPartInRollouts: Bool

  /// The state of a client that saw no recipe yet, or one that was kept.
  public init(
    recipes: [Recipe] = [], records: NameTable<EnrollmentStatus> = [:], takesPartInExperiments: Bool = true,
    takesPartInRollouts: Bool = true
  ) {
    self.recipes = recipes.sorted { ByteText.isLess($0.slug, $1.slug) }
    self.records = records
    self.takesPartInExperiments = takesPartInExperiments
    self.takesPartInRollouts = takesPartInRollouts
  }

  /// The recipe called `slug`; nil where there is none.
  public func recipe(_ slug: String) -> Recipe? { recipes.first { ByteText.areEqual($0.slug, slug) } }

  /// The slugs of all records, sorted by bytes.
  public var slugs: [String] { records.keys.sorted(by: ByteText.isLess) }

  /// Whether the user takes part in recipes of this kind.
  func takesPart(inRollouts: Bool) -> Bool { inRollouts ? takesPartInRollouts : takesPartInExperiments }
}

extension EnrollmentState {
  /// Puts new recipes in place of the old ones, and evaluates them for a client.
  ///
  /// An empty list ends every recipe. Gives what happened, rollouts first (SDK: One pass).
  ///
  /// - Parameter left: The slugs of recipes that the client left for good. The SDK lets one that then loses a feature
  ///   to another recipe forget that, so that it comes back as soon as the feature is free.
  public mutating func apply(
    _ recipes: [Recipe], for client: Client, left: [String] = []
  ) -> [EnrollmentChange] {
    var evolution = Evolution(from: self, to: recipes, for: client, left: left)
    evolution.run()
    records = evolution.records
    self.recipes = Self.stored(recipes.filter { records[$0.slug] != nil })
    return evolution.changes
  }

  /// Lets the user take part in experiments or not, and evaluates the recipes anew.
  public mutating func setExperimentParticipation(_ takesPart: Bool, for client: Client) -> [EnrollmentChange] {
    takesPartInExperiments = takesPart
    return apply(recipes, for: client)
  }

  /// Lets the user take part in rollouts or not, and evaluates the recipes anew.
  public mutating func setRolloutParticipation(_ takesPart: Bool, for client: Client) -> [EnrollmentChange] {
    takesPartInRollouts = takesPart
    return apply(recipes, for: client)
  }

  /// Of several recipes with one slug the first is kept; the reader reports the others.
  private static func stored(_ recipes: [Recipe]) -> [Recipe] {
    var seen: Set<ExactText> = []
    return recipes.filter { seen.insert(ExactText($0.slug)).inserted }.sorted { ByteText.isLess($0.slug, $1.slug) }
  }
}
