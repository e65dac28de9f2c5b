package import VirgaExperiments
package import VirgaJSON
package import VirgaManifest
package import VirgaSession
import VirgaSource
package import VirgaTargeting

/// The operations on a session.
///
/// Each function returns an operation to perform, or throws a refusal.
///
/// An operation includes everything that follows from it, such as changed enrollments and events: undo reverts all
/// of it.
package struct Operations: Sendable {
  /// The session to change.
  package let session: Session
  /// What the operations need besides the session.
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
}

extension Session {
  /// The operations on this session.
  package func operations(in operationContext: OperationContext) -> Operations {
    Operations(session: self, operationContext: operationContext)
  }
}

/// What an operation needs besides the session: manifest, time, and the acting process.
package struct OperationContext: Sendable {
  /// The manifest; nil if unknown, so nothing is checked against it.
  package var manifest: Manifest?
  /// The channel on screen; nil for the session's.
  package var channel: String?
  /// The machine's time.
  package var time: Instant
  /// The acting process, such as `virga 4177`.
  package var process: String
  /// Why nothing can be changed; nil if the session is writable.
  package var readOnlyReason: String?
  /// The id for a client that has none yet, a random UUID in lowercase.
  package var newClientID: String

  /// Features that several experiments may use at once, in addition to those of the manifest.
  package var coenrollingFeatures: Set<Name> = []

  /// Creates a context that allows changes; see the properties.
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

extension Operations {
  /// Adds recipes and sets attributes of the client as one operation.
  ///
  /// A recipe with a known slug replaces it.
  package func load(recipes: [Recipe] = [], context: JSONObject = [:]) throws(Refusal) -> SessionOperation {
    var draft = try draft()
    for (name, value) in context { draft.set(.context, name, to: value) }
    draft.add(recipes)
    guard draft.session != session else { throw Refusal("nothing would change: the session has all of it") }
    draft.evolve(reportsAll: draft.changesRecipes)
    let parts = [(recipes.count, "recipe"), (context.count, "attribute")].filter { $0.0 > 0 }
    return try draft.finished("load " + parts.map { $0.0.pluralizing($0.1) }.joined(separator: " and "))
  }
}
