import VirgaExperiments
import VirgaJSON
package import VirgaSession

extension Operations {
  /// Puts the client on a branch of a recipe, with its whole config, whatever targeting and buckets say.
  ///
  /// Recipes that have one of its features lose it, those whose branch was forced too.
  package func forceBranch(_ branch: String, of slug: String) throws(Refusal) -> SessionOperation {
    var draft = try draft()
    let recipe = try choose(BranchChoice(branch, of: slug), in: &draft)
    draft.evolve { [$0.force(recipe, branch: branch, coenrolling: coenrollingFeatures)] }
    return try draft.finished("force \(branch) of \(slug)", slug: slug)
  }

  /// Notes a forced branch, and drops those of recipes that lose a feature to it; gives the recipe, which is not evaluated.
  func choose(_ choice: BranchChoice, in draft: inout OperationDraft) throws(Refusal) -> Recipe {
    let recipe = try recipe(choice.slug)
    guard recipe.branch(choice.branch) != nil else {
      throw Refusal.unknown("branch of \(choice.slug)", choice.branch, among: recipe.branches.map(\.slug))
    }
    let kind: Participation = recipe.isRollout ? .rollouts : .experiments
    guard session.takesPart(in: kind) else { throw Refusal("the client takes no part in \(kind.rawValue)") }
    for rival in session.enrollments.rivals(of: recipe, coenrolling: coenrollingFeatures)
    where session[.branch, rival]?.stringValue != nil {
      draft.set(.branch, rival, to: nil)
    }
    draft.set(.branch, choice.slug, to: .string(choice.branch))
    return recipe
  }

  /// The features that several recipes may configure at once.
  var coenrollingFeatures: NameSet { surroundings.manifest?.coenrollingFeatures ?? [] }

  /// Takes the client out of a recipe, for good.
  package func optOut(of slug: String) throws(Refusal) -> SessionOperation {
    _ = try recipe(slug)
    guard session.enrollments.activeBranch(of: slug) != nil else {
      throw Refusal("the client is not enrolled in `\(slug)`", changesNothing: true)
    }
    var draft = try draft()
    draft.set(.branch, slug, to: .null)
    draft.evolve { [$0.optOut(slug)].compactMap(\.self) }
    return try draft.finished("opt out of \(slug)", slug: slug)
  }

  /// Lets the recipe be evaluated again as if the client had never seen it, nothing forced.
  package func dropBranch(of slug: String) throws(Refusal) -> SessionOperation { try drop(EntryKey(.branch, slug)) }

  /// Forgets what became of all recipes, and evaluates them as for a client that sees them for the first time.
  ///
  /// Forced branches stay. Nobody hears of what was forgotten (SDK: Explicit calls, `resetEnrollments`).
  package func evaluateAnew() throws(Refusal) -> SessionOperation {
    var draft = try draft()
    draft.evolve(tellsAll: true) { state in
      for slug in state.slugs { state.forget(slug) }
      return []
    }
    return try draft.finished("evaluate all recipes anew")
  }

  func recipe(_ slug: String) throws(Refusal) -> Recipe {
    guard session[.recipe, slug] != nil else {
      throw Refusal.unknown("recipe", slug, among: session.names(of: .recipe))
    }
    guard let recipe = session.recipe(slug) else { throw Refusal("the recipe `\(slug)` can't be read") }
    return recipe
  }
}

extension OperationDraft {
  /// Evaluates recipes as if the client had never seen those in `slugs`.
  ///
  /// Who stays on the same branch neither left nor entered.
  mutating func evolve(forgetting slugs: [String]) {
    evolve { state in
      slugs.compactMap { slug in
        defer { state.forget(slug) }
        return state.activeBranch(of: slug).flatMap { _ in state.optOut(slug) }
      }
    }
  }
}
