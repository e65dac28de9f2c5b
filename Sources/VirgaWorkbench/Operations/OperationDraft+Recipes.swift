import VirgaExperiments
import VirgaJSON
import VirgaSession

extension OperationDraft {
  /// Adds recipes in payload order; a recipe with a known slug replaces that one.
  ///
  /// The known ones share their places among each other in the order given, the others come last. Of several with one slug
  /// the first one is added.
  mutating func add(_ recipes: [Recipe]) {
    var slugs: Set<ExactText> = []
    let recipes = recipes.filter { slugs.insert(ExactText($0.slug)).inserted }
    var places = recipes.compactMap { session.recipePlace(of: $0.slug) }.sorted()
    places += (session.nextRecipePlace...).prefix(recipes.count - places.count)
    for (recipe, place) in zip(recipes, places) {
      set(.recipe, recipe.slug, to: .object(recipe.json))
      set(.recipeOrder, recipe.slug, to: .integer(place))
    }
  }

  /// Removes the recipe with its place.
  mutating func removeRecipe(_ slug: String) {
    set(.recipe, slug, to: nil)
    set(.recipeOrder, slug, to: nil)
  }

  /// Whether the recipes or their order changed.
  var changesRecipes: Bool { [.recipe, .recipeOrder].contains { session.all($0) != before.all($0) } }
}
