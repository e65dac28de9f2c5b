package import VirgaExperiments
package import VirgaJSON
import VirgaSession

/// What the console is to take into its session when it opens.
package struct SessionOpening: Equatable, Sendable {
  /// Recipes to add.
  package var recipes: [Recipe]
  /// Attributes of the client to set.
  package var context: JSONObject
  /// Recipes to end again, so that the client has been in them.
  package var ended: [String]
  /// Whether to say what was loaded.
  package var isSaid: Bool

  /// An opening with all its parts; see the properties.
  package init(
    recipes: [Recipe] = [], context: JSONObject = [:], ended: [String] = [], isSaid: Bool = true
  ) {
    self.recipes = recipes
    self.context = context
    self.ended = ended
    self.isSaid = isSaid
  }

  /// Whether there is nothing to take.
  package var isEmpty: Bool { recipes.isEmpty && context.isEmpty }
}

extension State {
  /// Takes recipes and attributes into the session; a read-only console shows them, and keeps nothing.
  mutating func take(_ opening: SessionOpening) -> [Effect] {
    guard !opening.isEmpty else { return [] }
    let before = status
    let isReadOnly = options.isReadOnly
    options.isReadOnly = false
    defer { options.isReadOnly = isReadOnly }
    var effects = load(opening)
    for slug in opening.ended where session[.recipe, slug] != nil {
      effects += perform { (operations) throws(Refusal) in try operations.removeRecipe(slug) }
    }
    if !opening.isSaid || before != nil { status = before }
    return isReadOnly ? [] : effects
  }

  /// What is known already is no reason to complain.
  private mutating func load(_ opening: SessionOpening) -> [Effect] {
    guard let operation = try? operations.load(recipes: opening.recipes, context: opening.context) else { return [] }
    return perform(operation)
  }
}
