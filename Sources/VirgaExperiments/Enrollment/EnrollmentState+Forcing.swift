public import VirgaJSON
import VirgaTargeting

extension EnrollmentState {
  /// Enrolls the client on a branch, and takes its features from the recipes that have them.
  ///
  /// The SDK lets both keep them until the next evaluation, and then the one whose slug comes first loses: who forces a
  /// branch wants to see it. A recipe that loses a feature is one that was kept out for it.
  public mutating func force(_ recipe: Recipe, branch: String, coenrolling: NameSet = []) -> EnrollmentChange {
    if self.recipe(recipe.slug) == nil { self = with(recipe) }
    for rival in rivals(of: recipe, coenrolling: coenrolling) {
      records[rival] = .notEnrolled(.featureConflict(with: recipe.slug))
    }
    return optIn(recipe.slug, branch: branch)
  }

  /// The enrolled recipes that a recipe would take a feature from, sorted by slug.
  ///
  /// Rollouts and experiments take nothing from each other.
  public func rivals(of recipe: Recipe, coenrolling: NameSet = []) -> [String] {
    let needed = NameSet(recipe.featureIDs.filter { !coenrolling.contains($0) })
    return recipes.filter { other in
      !ByteText.areEqual(other.slug, recipe.slug) && other.isRollout == recipe.isRollout
        && records[other.slug]?.activeBranch != nil
        && other.featureIDs.contains(where: needed.contains)
    }.map(\.slug)
  }

  /// Forgets what became of a recipe, so that it is evaluated as if it were new.
  public mutating func forget(_ slug: String) {
    recipes.removeAll { ByteText.areEqual($0.slug, slug) }
    records[slug] = nil
  }

  private func with(_ recipe: Recipe) -> EnrollmentState {
    EnrollmentState(
      recipes: recipes + [recipe], records: records, takesPartInExperiments: takesPartInExperiments,
      takesPartInRollouts: takesPartInRollouts)
  }
}
