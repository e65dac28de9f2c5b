package import VirgaExperiments
package import VirgaJSON
package import VirgaSession
package import VirgaSource

/// What is to be taken into a session when it is opened.
package struct SessionOpening: Equatable, Sendable {
  /// Recipes to add.
  package var recipes: [Recipe]
  /// Attributes of the client to set.
  package var context: JSONObject
  /// Recipes to end again, so that the client has been in them.
  package var ended: [String]
  /// What is wrong with the files of recipes.
  package var problems: [Problem] = []
  /// The recipes that could not be read.
  package var unread: [UnreadRecipe] = []
  /// Whether a person named them; else nothing is said, and what the session has or once had of them stays as it is.
  package var isAskedFor: Bool

  /// An opening with all its parts; see the properties.
  package init(recipes: [Recipe] = [], context: JSONObject = [:], ended: [String] = [], isAskedFor: Bool = true) {
    self.recipes = recipes
    self.context = context
    self.ended = ended
    self.isAskedFor = isAskedFor
  }

  /// The operations that take it into a session, one after the other; none where the session has all of it.
  ///
  /// Undo takes back only what a person asked for.
  package func operations(on session: Session, in surroundings: Surroundings) -> [SessionOperation] {
    let wanted = isAskedFor ? self : missing(in: session)
    guard !wanted.recipes.isEmpty || !wanted.context.isEmpty else { return [] }
    var session = session
    var performed: [SessionOperation] = []
    // What is known already is no reason to complain.
    func perform(_ make: (Operations) throws(Refusal) -> SessionOperation) {
      guard var operation = try? make(session.operations(in: surroundings)) else { return }
      operation.isStep = isAskedFor
      performed.append(session.perform(operation))
    }
    perform { operations throws(Refusal) in
      try operations.load(recipes: wanted.recipes, context: wanted.context)
    }
    for slug in wanted.ended where session[.recipe, slug] != nil {
      perform { operations throws(Refusal) in try operations.removeRecipe(slug) }
    }
    return performed
  }

  /// What of it a session has never had: a recipe that was removed left a record of how the client fared.
  private func missing(in session: Session) -> SessionOpening {
    let unknown = recipes.filter { session[.recipe, $0.slug] == nil && session[.enrollment, $0.slug] == nil }
    var missing = self
    missing.recipes = unknown
    for (name, _) in context where session[.context, name] != nil { missing.context.remove(name) }
    missing.ended.removeAll { slug in !unknown.contains { $0.slug.isSameName(as: slug) } }
    return missing
  }
}
