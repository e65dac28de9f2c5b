package import VirgaExperiments
package import VirgaJSON
package import VirgaSession
package import VirgaSource

/// Data to load into a session when it is opened.
package struct SessionOpening: Equatable, Sendable {
  /// Recipes to add.
  package var recipes: [Recipe]
  /// Attributes of the client to set.
  package var context: JSONObject
  /// Recipes to add and then end so that the client has been enrolled in them.
  package var ended: [String]
  /// The problems of the recipe files.
  package var problems: [Problem] = []
  /// The recipes that could not be read.
  package var unread: [UnreadRecipe] = []
  /// Whether a person asked for them.
  ///
  /// If not, they are loaded silently, and only what the session never had.
  package var isAskedFor: Bool

  /// An opening; see the properties.
  package init(recipes: [Recipe] = [], context: JSONObject = [:], ended: [String] = [], isAskedFor: Bool = true) {
    self.recipes = recipes
    self.context = context
    self.ended = ended
    self.isAskedFor = isAskedFor
  }

  /// The operations that load it into a session, in order; empty if the session already has all of it.
  ///
  /// They are undo steps only if a person asked for them.
  package func operations(on session: Session, in operationContext: OperationContext) -> [SessionOperation] {
    let wanted = isAskedFor ? self : missing(in: session)
    guard !wanted.recipes.isEmpty || !wanted.context.isEmpty else { return [] }
    var session = session
    var performed: [SessionOperation] = []
    // Refusals are ignored: they only mean that something is already loaded.
    func perform(_ make: (Operations) throws(Refusal) -> SessionOperation) {
      guard var operation = try? make(session.operations(in: operationContext)) else { return }
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

  /// The parts that the session never had: a removed recipe leaves an enrollment record.
  private func missing(in session: Session) -> SessionOpening {
    let unknown = recipes.filter { session[.recipe, $0.slug] == nil && session[.enrollment, $0.slug] == nil }
    var missing = self
    missing.recipes = unknown
    for (name, _) in context where session[.context, name] != nil { missing.context.remove(name) }
    missing.ended.removeAll { slug in !unknown.contains { $0.slug.isSameName(as: slug) } }
    return missing
  }
}
