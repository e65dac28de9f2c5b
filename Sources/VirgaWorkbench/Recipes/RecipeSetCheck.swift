package import VirgaExperiments
package import VirgaJSON
package import VirgaManifest
package import VirgaSource

/// Checks a set of recipes: each by itself, its configs against manifests, and the recipes against
/// each other.
///
/// Rule: VirgaWorkbench/CheckingRecipes. Rule: VirgaExperiments/CheckingRecipes.
package struct RecipeSetCheck: Sendable {
  /// Versions of the app's manifest, the oldest first.
  private let versions: [CheckedManifest]
  /// Variables whose texts are expressions, such as `messaging.triggers`, in addition to those
  /// whose descriptions say so.
  private let expressionVariables: Set<Name>

  package init(_ versions: [CheckedManifest], expressions: Set<Name> = []) {
    self.versions = versions
    self.expressionVariables = expressions
  }

  /// All problems, recipe by recipe: first those of the recipe alone, then that it loses clients to
  /// an earlier recipe with the same feature.
  package func problems(of recipes: [WrittenRecipe]) -> [RecipeProblem] {
    let problemsWithOthers = Dictionary(grouping: problemsOfCompetingRecipes(recipes)) {
      Name($0.slug)
    }
    return recipes.flatMap { written in
      problems(of: written) + (problemsWithOthers[Name(written.recipe.slug)] ?? [])
    }
  }

  /// The problems of one recipe alone: of its targeting, buckets and configs.
  package func problems(of written: WrittenRecipe) -> [RecipeProblem] {
    let slug = written.recipe.slug
    let audienceProblems = AudienceCheck(written).problems.map { RecipeProblem($0, of: slug) }
    return audienceProblems + configProblems(of: written)
  }

  /// The problems of recipes that lose clients to an earlier recipe with the same feature.
  package func problemsOfCompetingRecipes(_ recipes: [WrittenRecipe]) -> [RecipeProblem] {
    let competing = CompetingRecipes(recipes, coenrolling: coenrolling)
    return competing.losses.map { loss in RecipeProblem(loss.problem, of: loss.slug) }
  }

  /// The features that co-enroll in every version that has them: several recipes can set them at
  /// once.
  ///
  /// If one version does not allow it, recipes compete for the feature there.
  private var coenrolling: Set<Name> {
    let features = versions.flatMap(\.manifest.features)
    let coenrollingInOne = features.filter(\.allowsCoenrollment).map(\.id)
    let exclusiveInOne = features.filter { !$0.allowsCoenrollment }.map(\.id)
    return Set(naming: coenrollingInOne).subtracting(Set(naming: exclusiveInOne))
  }

  /// The problems of the configs of all branches with each version of the manifest of the recipe's
  /// app.
  ///
  /// Without such a version, the hint that the configs were not checked.
  private func configProblems(of written: WrittenRecipe) -> [RecipeProblem] {
    let slug = written.recipe.slug
    // `otherApp(of:)` gives the app of a recipe that is not for the manifest's app, else nil.
    let versionsOfApp = versions.filter { $0.manifest.otherApp(of: written.recipe) == nil }
    guard !versionsOfApp.isEmpty else { return otherAppHint(written) }
    var found = VersionedProblems(versionsOfApp.map(\.file))
    for (index, version) in versionsOfApp.enumerated() {
      let check = RecipeConfigCheck(written, version.manifest, expressionVariables)
      for problem in check.problems { found.add(problem, ofVersion: index) }
    }
    return found.problems.map { RecipeProblem($0, of: slug) }
  }

  /// The hint that the configs of a recipe for another app were not checked; empty without
  /// manifests, or if the recipe names no app.
  ///
  /// It only names the first manifest, the oldest version.
  private func otherAppHint(_ written: WrittenRecipe) -> [RecipeProblem] {
    guard let first = versions.first, let app = written.recipe.appName else { return [] }
    let problem = written.problem(
      .hint, "other-app", at: ["appName"],
      "The recipe is for the app `\(app)`, so its configs are not checked against \(first.file)")
    return [RecipeProblem(problem, of: written.recipe.slug)]
  }
}

/// A manifest of a version of the app, and the name of its file in messages.
package struct CheckedManifest: Sendable {
  package let manifest: Manifest
  package let file: String

  package init(_ manifest: Manifest, file: String) {
    self.manifest = manifest
    self.file = file
  }
}

/// A problem of a recipe.
package struct RecipeProblem: Equatable, Sendable {
  package let slug: String
  package let channelProblem: ChannelProblem

  package init(_ channelProblem: ChannelProblem, of slug: String) {
    self.slug = slug
    self.channelProblem = channelProblem
  }

  /// A problem that belongs to no channel.
  package init(_ problem: Problem, of slug: String) {
    self.init(ChannelProblem(problem), of: slug)
  }

  package var problem: Problem { channelProblem.problem }
}
