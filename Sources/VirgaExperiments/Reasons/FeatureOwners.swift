import VirgaJSON
import VirgaTargeting

/// Which enrolled recipes have which features, found once so that no recipe has to be held against all others.
package struct FeatureOwners: Equatable, Sendable {
  private let rollouts: NameTable<[String]>
  private let experiments: NameTable<[String]>

  /// The owners among the recipes that were evaluated.
  package init(_ state: EnrollmentState) {
    let enrolled = state.recipes.filter { state.activeBranch(of: $0.slug) != nil }
    rollouts = Self.owners(among: enrolled.filter(\.isRollout))
    experiments = Self.owners(among: enrolled.filter { !$0.isRollout })
  }

  /// The first feature, by id, that a recipe needs and another one of its kind has, and that recipe.
  func taken(from recipe: Recipe, coenrolling: NameSet) -> (feature: String, owner: String)? {
    let owners = recipe.isRollout ? rollouts : experiments
    guard !owners.isEmpty else { return nil }
    for id in recipe.featureIDs where !coenrolling.contains(id) {
      let owner = owners[id]?.first { !ByteText.areEqual($0, recipe.slug) }
      if let owner { return (id, owner) }
    }
    return nil
  }

  /// The slugs of the first two recipes that have each feature: one of them is another than the recipe that asks.
  private static func owners(among recipes: [Recipe]) -> NameTable<[String]> {
    recipes.reduce(into: [:]) { owners, recipe in
      for branch in recipe.branches {
        for feature in branch.features {
          let known = owners[feature.featureID] ?? []
          guard known.count < 2, known.last.map({ !ByteText.areEqual($0, recipe.slug) }) ?? true else { continue }
          owners[feature.featureID] = known + [recipe.slug]
        }
      }
    }
  }
}
