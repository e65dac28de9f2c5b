import VirgaExperiments
package import VirgaJSON
package import VirgaSession

/// A branch of a recipe, by their slugs.
package struct BranchChoice: Hashable, Sendable {
  /// The recipe.
  package let slug: String
  /// The branch.
  package let branch: String

  /// The branch `branch` of the recipe `slug`.
  package init(_ branch: String, of slug: String) {
    self.slug = slug
    self.branch = branch
  }
}

extension Operations {
  /// Forces branches of other recipes and sets attributes so that the client enrolls in a recipe: all of it, or nothing.
  ///
  /// - Parameter changes: What is changed, in the words of the label.
  /// - Throws: A refusal if a branch cannot be forced, or if the client would still not be enrolled.
  package func fit(
    _ slug: String, forcing branches: [BranchChoice], setting attributes: JSONObject, as changes: String
  ) throws(Refusal) -> SessionOperation {
    let recipe = try recipe(slug)
    var draft = try draft()
    var forced: [(recipe: Recipe, branch: String)] = []
    for choice in branches { forced.append((try choose(choice, in: &draft), choice.branch)) }
    for (name, value) in attributes { draft.set(.context, name, to: value) }
    draft.evolve { [coenrollingFeatures] state in
      forced.map { state.force($0.recipe, branch: $0.branch, coenrolling: coenrollingFeatures) }
    }
    let reason = draft.session.enrollments.reason(for: recipe, client: draft.session.client(in: surroundings))
    guard reason.status?.activeBranch != nil else {
      let left = reason.gates.first { !$0.passes }?.sentence ?? reason.sentence
      throw Refusal("even with \(changes) the client would not be enrolled in \(slug): \(left)")
    }
    return try draft.finished("fit the client to \(slug): \(changes)")
  }
}
