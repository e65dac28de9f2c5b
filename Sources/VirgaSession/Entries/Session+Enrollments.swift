package import VirgaExperiments
package import VirgaJSON
import VirgaTargeting

extension Session {
  /// The recipes that the session knows, in payload order; what can no longer be read is left out.
  package var recipes: [Recipe] { recipeSlugs.compactMap { readRecipes[$0] } }

  /// The slugs of all recipes in payload order: that of the files that they came from.
  ///
  /// Sessions of earlier versions keep no order: their recipes come first, sorted by slug.
  package var recipeSlugs: [String] {
    names(of: .recipe).map { ($0, recipePlace(of: $0) ?? -1) }.enumerated().sorted {
      ($0.element.1, $0.offset) < ($1.element.1, $1.offset)
    }.map(\.element.0)
  }

  /// The place of a recipe in the payload order; nil if the session keeps none for it.
  package func recipePlace(of slug: String) -> Int64? {
    self[.recipeOrder, slug]?.integerValue.flatMap { Self.recipePlaces.contains($0) ? $0 : nil }
  }

  /// The first place after those of all recipes.
  package var nextRecipePlace: Int64 { (names(of: .recipeOrder).compactMap(recipePlace).max() ?? -1) + 1 }

  /// A session file can hold any number; counting never gets beyond these.
  private static let recipePlaces: ClosedRange<Int64> = 0...1 << 53

  /// The recipe called `slug`; nil where there is none, or where it can no longer be read.
  package func recipe(_ slug: String) -> Recipe? { readRecipes[slug] }

  /// The branches that the person forced, sorted by slug.
  package var forcedBranches: [(slug: String, branch: String)] {
    names(of: .branch).compactMap { slug in self[.branch, slug]?.stringValue.map { (slug, $0) } }
  }

  /// The slugs of the recipes that the person took the client out of, sorted.
  package var optedOut: [String] { names(of: .branch).filter { self[.branch, $0]?.stringValue == nil } }

  /// What became of the recipes, as it was evaluated last.
  package var enrollments: EnrollmentState {
    let records = all(.enrollment).compactMapValues { EnrollmentStatus($0) }
    return EnrollmentState(
      recipes: readRecipes.values.filter { records[$0.slug] != nil }, records: records,
      takesPartInExperiments: takesPart(in: .experiments), takesPartInRollouts: takesPart(in: .rollouts))
  }

  /// Whether the client takes part in recipes of a kind; it does until somebody says otherwise.
  package func takesPart(in kind: Participation) -> Bool { self[.participation, kind.rawValue]?.booleanValue ?? true }

  /// What the user of the app chose, by preference key.
  package var preferences: NameTable<JSONValue> { all(.preference) }
}

/// The kinds of recipes in which a client takes part or not.
package enum Participation: String, CaseIterable, Sendable {
  /// Those that compare branches.
  case experiments
  /// Those that bring one branch to ever more clients.
  case rollouts
}

extension Recipe {
  /// The recipe that an entry keeps; nil where it is none.
  package init?(entry: JSONValue) {
    guard let recipe = RecipeBatch(.array([entry]), locate: { _ in nil }).recipes.first else { return nil }
    self = recipe
  }

  /// The recipe that an entry called `slug` keeps; nil where it is none.
  ///
  /// One that calls itself otherwise than its entry does is not read: two entries could hold the same slug.
  init?(entry: JSONValue, slug: String) {
    self.init(entry: entry)
    guard ByteText.areEqual(self.slug, slug) else { return nil }
  }
}
