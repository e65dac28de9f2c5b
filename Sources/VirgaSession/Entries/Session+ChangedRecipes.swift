package import VirgaExperiments
package import VirgaJSON

// A changed recipe has two entries: the recipe as clients get it, and what its file has.
extension Session {
  /// Whether a recipe was changed in the session, so that it differs from its file; false if the
  /// session does not have the recipe.
  package func isRecipeChanged(_ slug: String) -> Bool {
    self[.recipeFile, slug] != nil && self[.recipe, slug] != nil
  }

  /// The slugs of the recipes that were changed in the session, sorted.
  package var changedRecipeSlugs: [String] { names(of: .recipeFile).filter(isRecipeChanged) }

  /// The recipe as its file has it, the same as ``recipe(_:)`` if it was not changed; nil if it
  /// cannot be read.
  package func recipeInFile(_ slug: String) -> Recipe? {
    guard let file = self[.recipeFile, slug] else { return recipe(slug) }
    return Recipe(entry: file, slug: slug)
  }

  /// The JSON of a recipe as its file has it; nil if the session does not have the recipe.
  package func recipeJSONInFile(_ slug: String) -> JSONValue? {
    self[.recipeFile, slug] ?? self[.recipe, slug]
  }
}
