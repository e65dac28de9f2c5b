package import VirgaExperiments
package import VirgaJSON
package import VirgaManifest
package import VirgaSession
package import VirgaSource
package import VirgaTargeting

/// The operations on a session, each with all that follows from it, such as events; or a refusal.
package struct Operations: Sendable {
  package let session: Session
  package let operationContext: OperationContext

  /// Why no operation is possible; nil if the session is writable.
  package var refusal: Refusal? {
    operationContext.readOnlyReason.map { Refusal("the session is read-only: \($0)") }
  }

  var channel: String? { session.channel(in: operationContext) }

  func draft() throws(Refusal) -> OperationBuilder {
    if let refusal { throw refusal }
    return OperationBuilder(session, in: operationContext)
  }

  /// Nil without a manifest.
  func feature(_ id: String) throws(Refusal) -> FeatureDefinition? {
    guard let manifest = operationContext.manifest else { return nil }
    guard let feature = manifest.feature(id) else {
      throw Refusal.unknown("feature", id, among: manifest.features.lazy.map(\.id))
    }
    return feature
  }

  /// Adds recipes and sets attributes of the client as one operation; a recipe with a known slug
  /// replaces it.
  package func load(
    recipes: [Recipe] = [], context: JSONObject = [:]
  ) throws(Refusal) -> SessionOperation {
    try refuseComputed(context.keys)
    var draft = try draft()
    for (name, value) in context { draft.set(.context, name, to: value) }
    draft.add(recipes)
    guard draft.session != session else { throw .unchanged("the session has all of it") }
    draft.evolve(reportsAll: draft.changesRecipes)
    let parts = [(recipes.count, "recipe"), (context.count, "attribute")].filter { $0.0 > 0 }
    return try draft.finished(
      "load " + parts.map { $0.0.pluralizing($0.1) }.joined(separator: " and "))
  }
}

extension Session {
  package func operations(in operationContext: OperationContext) -> Operations {
    Operations(session: self, operationContext: operationContext)
  }
}

/// What an operation needs besides the session: manifest, time, and the acting process.
package struct OperationContext: Sendable {
  package var manifest: Manifest?
  package var channel: String?
  package var time: Instant
  /// The acting process, such as `virga 4177`.
  package var process: String
  package var readOnlyReason: String?
  /// The id for a client that has none yet, a random UUID in lowercase.
  package var newClientID: String

  /// Features that several experiments may use at once, in addition to those of the manifest.
  package var coenrollingFeatures: Set<Name> = []

  package init(
    manifest: Manifest?, channel: String? = nil, time: Instant, process: String, newClientID: String
  ) {
    self.manifest = manifest
    self.channel = channel
    self.time = time
    self.process = process
    self.newClientID = newClientID
  }
}

/// Data to load into a session when it is opened.
package struct SessionOpening: Equatable, Sendable {
  package var recipes: [Recipe]
  package var context: JSONObject
  /// Recipes to add and then end so that the client has been enrolled in them.
  package var ended: [String]
  package var problems: [Problem] = []
  package var unread: [UnreadRecipe] = []
  /// Whether a person asked for them; if not, they are loaded silently, and only what the session
  /// never had.
  package var isAskedFor: Bool

  package init(
    recipes: [Recipe] = [], context: JSONObject = [:], ended: [String] = [], isAskedFor: Bool = true
  ) {
    self.recipes = recipes
    self.context = context
    self.ended = ended
    self.isAskedFor = isAskedFor
  }

  /// The operations that load what the session lacks; they are undo steps only if a person asked
  /// for them.
  package func operations(
    on session: Session, in operationContext: OperationContext
  ) -> [SessionOperation] {
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
    let unknown = recipes.filter {
      session[.recipe, $0.slug] == nil && session[.enrollment, $0.slug] == nil
    }
    var missing = self
    missing.recipes = unknown
    for (name, _) in context where session[.context, name] != nil { missing.context.remove(name) }
    missing.ended.removeAll { slug in !unknown.contains { $0.slug.isSameName(as: slug) } }
    return missing
  }
}
