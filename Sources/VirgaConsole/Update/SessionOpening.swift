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
  /// Whether a person named them; else nothing is said, and what the session has or once had of them stays as it is.
  package var isAskedFor: Bool

  /// An opening with all its parts; see the properties.
  package init(
    recipes: [Recipe] = [], context: JSONObject = [:], ended: [String] = [], isAskedFor: Bool = true
  ) {
    self.recipes = recipes
    self.context = context
    self.ended = ended
    self.isAskedFor = isAskedFor
  }

  /// Whether there is nothing to take.
  package var isEmpty: Bool { recipes.isEmpty && context.isEmpty }

  /// What of it a session has never had: a recipe that was removed left a record of how the client fared.
  fileprivate func missing(in session: Session) -> SessionOpening {
    let unknown = recipes.filter { session[.recipe, $0.slug] == nil && session[.enrollment, $0.slug] == nil }
    var missing = self
    missing.recipes = unknown
    for (name, _) in context where session[.context, name] != nil { missing.context.remove(name) }
    missing.ended.removeAll { slug in !unknown.contains { $0.slug == slug } }
    return missing
  }
}

extension State {
  /// Takes recipes and attributes into the session; a read-only console shows them, and keeps nothing.
  mutating func take(_ opening: SessionOpening) -> [Effect] {
    let opening = opening.isAskedFor ? opening : opening.missing(in: session)
    guard !opening.isEmpty else { return [] }
    let before = status
    let isReadOnly = options.isReadOnly
    options.isReadOnly = false
    defer { options.isReadOnly = isReadOnly }
    var effects = load(opening)
    for slug in opening.ended where session[.recipe, slug] != nil {
      effects += perform { (operations) throws(Refusal) in try operations.removeRecipe(slug) }
    }
    if !opening.isAskedFor || before != nil { status = before }
    return isReadOnly ? [] : effects
  }

  /// What is known already is no reason to complain.
  private mutating func load(_ opening: SessionOpening) -> [Effect] {
    guard let operation = try? operations.load(recipes: opening.recipes, context: opening.context) else { return [] }
    return perform(operation)
  }
}
