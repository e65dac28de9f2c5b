package import VirgaExperiments
package import VirgaJSON
package import VirgaManifest
package import VirgaSession
import VirgaSource
package import VirgaTargeting

/// Makes the operations on a session, each with all that follows from it, such as events, or a
/// refusal; the session itself is not changed.
package struct Operations: Sendable {
  package let session: Session
  package let operationContext: OperationContext

  /// Why no operation is possible; nil if the session is writable.
  package var refusal: Refusal? {
    operationContext.readOnlyReason.map { Refusal("the session is read-only: \($0)") }
  }

  /// The channel of the operation: that on screen, or else the session's.
  var channel: String? { session.channel(in: operationContext) }

  /// An operation under construction.
  func makeBuilder() throws(Refusal) -> OperationBuilder {
    if let refusal { throw refusal }
    return OperationBuilder(session, in: operationContext)
  }

  /// The feature with an id; nil without a manifest, which allows any id.
  ///
  /// - Throws: That the manifest lacks the feature.
  func feature(_ id: String) throws(Refusal) -> FeatureDefinition? {
    guard let manifest = operationContext.manifest else { return nil }
    guard let feature = manifest.feature(id) else {
      throw Refusal.unknown("feature", id, among: manifest.features.lazy.map(\.id))
    }
    return feature
  }

  /// Adds recipes and sets attributes of the client as one operation; a recipe with a known slug
  /// replaces the known recipe.
  package func load(
    recipes: [Recipe] = [], context attributes: JSONObject = [:]
  ) throws(Refusal) -> SessionOperation {
    try refuseComputedAttributes(attributes.keys)
    var builder = try makeBuilder()
    for (name, value) in attributes { builder.set(.context, name, to: value) }
    builder.add(recipes)
    let hasAll = builder.session == session
    if hasAll { throw .unchanged("the session has all of it") }
    // If there are new recipes, each recipe gets a status event, even if its outcome is the same.
    builder.evaluateRecipes(reportsAllStatuses: builder.changesRecipes)
    return try builder.finished(
      labelOfLoading(recipeCount: recipes.count, attributeCount: attributes.count))
  }

  /// Says what is loaded: `load 3 recipes and 1 attribute`, or one of the two.
  private func labelOfLoading(recipeCount: Int, attributeCount: Int) -> String {
    var parts: [String] = []
    if recipeCount > 0 { parts.append(recipeCount.pluralizing("recipe")) }
    if attributeCount > 0 { parts.append(attributeCount.pluralizing("attribute")) }
    return "load " + parts.joined(separator: " and ")
  }

  /// Replaces the session's entries by those of another session, which is imported, and adds its
  /// events.
  package func importSession(
    _ other: Session, with events: some Sequence<SessionEvent> = [], as label: String
  ) throws(Refusal) -> SessionOperation {
    var builder = try makeBuilder()
    for key in Set(session.keys).union(other.keys).sorted() {
      builder.set(key.kind, key.name, to: other[key])
    }
    for event in events { builder.record(event) }
    return try builder.finished(label)
  }
}

extension Session {
  /// What makes operations on this session.
  package func operations(in operationContext: OperationContext) -> Operations {
    Operations(session: self, operationContext: operationContext)
  }
}

/// What an operation needs besides the session: manifest, time, and the acting process.
package struct OperationContext: Sendable {
  package var manifest: Manifest?
  /// The channel on screen; nil for the session's.
  package var channel: String?
  /// The machine's time.
  package var time: Instant
  /// The acting process, such as `virga 4177`.
  package var process: String
  /// Why the session cannot be changed; nil if it can.
  package var readOnlyReason: String?
  /// The id for a client that has none yet, a random UUID in lowercase.
  package var newClientID: String

  /// Features that several experiments may use at once, in addition to those of the manifest.
  package var addedCoenrollingFeatures: Set<Name> = []

  /// The features that several experiments may use at once.
  var coenrollingFeatures: Set<Name> {
    addedCoenrollingFeatures.union(manifest?.coenrollingFeatures ?? [])
  }

  /// The context of an operation on a session that can be changed; for a session that cannot, set
  /// `readOnlyReason`.
  ///
  /// - Parameters:
  ///   - manifest: The manifest that operations are checked against; nil allows any feature.
  ///   - channel: The channel on screen; nil for the session's.
  ///   - process: The acting process, such as `virga 4177`.
  ///   - newClientID: The id that a client without one gets.
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
