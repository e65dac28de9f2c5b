package import VirgaExperiments
package import VirgaSession

extension Operations {
  /// Adds recipes to those that the session knows; one with a known slug replaces it.
  package func addRecipes(_ recipes: [Recipe]) throws(Refusal) -> SessionOperation {
    guard let first = recipes.first else { throw Refusal("there is no recipe to add") }
    var draft = try draft()
    draft.add(recipes)
    let isKnown = session[.recipe, first.slug] != nil
    let one = "\(isKnown ? "replace" : "add") recipe \(first.slug)"
    return try draft.applied(recipes.count == 1 ? one : "add \(recipes.count) recipes")
  }

  /// Ends a recipe.
  package func removeRecipe(_ slug: String) throws(Refusal) -> SessionOperation {
    guard session[.recipe, slug] != nil else {
      var refusal = Refusal.unknown("recipe", slug, among: session.names(of: .recipe))
      refusal.changesNothing = true
      throw refusal
    }
    var draft = try draft()
    draft.removeRecipe(slug)
    return try draft.applied("remove recipe \(slug)")
  }
}

extension OperationDraft {
  /// The operation that changed the recipes, once they are evaluated.
  fileprivate mutating func applied(_ label: String) throws(Refusal) -> SessionOperation {
    if changesRecipes { evolve(tellsAll: true) }
    return try finished(label)
  }
}
