package import VirgaExperiments
package import VirgaJSON
package import VirgaSession
package import VirgaSource

/// Data to load into a session when it is opened.
package struct SessionOpening: Equatable, Sendable {
  package var recipes: [Recipe]
  package var context: JSONObject
  /// The recipes to add and then end so that the client has been enrolled in them.
  package var endedSlugs: [String]
  /// The problems of the file that the data come from.
  package var problems: [Problem] = []
  /// The entries of that file that could not be read as recipes.
  package var unread: [UnreadRecipe] = []
  /// Whether a person asked for them; if not, they are loaded silently, and only what the session
  /// never had.
  package var isAskedFor: Bool

  /// Creates data to load.
  ///
  /// The `recipes` with `endedSlugs` are added, which may enroll the client, and then removed, so
  /// that the session shows an enrollment that has ended.
  ///
  /// Unless a person asked for the data (`isAskedFor`), they are loaded without an undo step.
  package init(
    recipes: [Recipe] = [], context: JSONObject = [:], endedSlugs: [String] = [],
    isAskedFor: Bool = true
  ) {
    self.recipes = recipes
    self.context = context
    self.endedSlugs = endedSlugs
    self.isAskedFor = isAskedFor
  }

  /// The operations that load the data; they are undo steps only if a person asked for the data.
  ///
  /// Unless a person asked for the data, only what the session never had is loaded.
  package func operations(
    on session: Session, in operationContext: OperationContext
  ) -> [SessionOperation] {
    let wanted = isAskedFor ? self : partsMissing(in: session)
    let isNothingWanted = wanted.recipes.isEmpty && wanted.context.isEmpty
    return isNothingWanted ? [] : wanted.operationsLoadingAll(on: session, in: operationContext)
  }

  /// The operations that load all of the data, whether the session had them or not, and then remove
  /// the ended recipes.
  ///
  /// Loading may enroll the client in an ended recipe. Removing it ends that enrollment, which the
  /// session then shows.
  ///
  /// Each operation is for the session that the one before gives. One that is refused is left out,
  /// for example because the session has all that it would load. The operations are undo steps only
  /// if a person asked for the data (`isAskedFor`).
  private func operationsLoadingAll(
    on session: Session, in operationContext: OperationContext
  ) -> [SessionOperation] {
    var session = session
    var performed: [SessionOperation] = []
    /// Performs the operation that `make` returns on the session so far, unless it is refused.
    func perform(_ make: (Operations) throws(Refusal) -> SessionOperation) {
      guard var operation = try? make(session.operations(in: operationContext)) else { return }
      operation.isUndoStep = isAskedFor
      performed.append(session.perform(operation))
    }
    perform { operations throws(Refusal) in
      try operations.load(recipes: recipes, context: context)
    }
    for slug in endedSlugs where session[.recipe, slug] != nil {
      perform { operations throws(Refusal) in try operations.removeRecipe(slug) }
    }
    return performed
  }

  /// The recipes that the session never had, and the attributes that it does not have now.
  ///
  /// A recipe that was removed from the session left an enrollment, by which it is known; a removed
  /// attribute leaves nothing.
  private func partsMissing(in session: Session) -> SessionOpening {
    let newRecipes = recipes.filter {
      session[.recipe, $0.slug] == nil && session[.enrollment, $0.slug] == nil
    }
    var missing = self
    missing.recipes = newRecipes
    for (name, _) in context where session[.context, name] != nil { missing.context.remove(name) }
    // Only recipes that are added now are ended, that is, removed again at once.
    missing.endedSlugs.removeAll { slug in !newRecipes.contains { $0.slug.isSameName(as: slug) } }
    return missing
  }
}
