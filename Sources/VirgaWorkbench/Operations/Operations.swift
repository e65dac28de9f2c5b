package import VirgaExperiments
package import VirgaJSON
package import VirgaManifest
package import VirgaSession
import VirgaSource
package import VirgaTargeting

/// What can be done to a session: each function gives an operation that is not performed yet, or throws why it is refused.
///
/// An operation holds all that follows from it, changed enrollments and events included, so that undoing it takes everything
/// back.
package struct Operations: Sendable {
  /// The session to be changed.
  package let session: Session
  /// What stands around it.
  package let surroundings: Surroundings

  /// Why nothing can be done at all; nil where something can.
  package var refusal: Refusal? {
    surroundings.readOnlyReason.map { Refusal("the session is read-only: \($0)") }
  }

  /// The channel whose defaults apply.
  var channel: String? { session.channel(in: surroundings) }

  func draft() throws(Refusal) -> OperationDraft {
    if let refusal { throw refusal }
    return OperationDraft(session, in: surroundings)
  }

  /// The feature called `id`; nil where there is no manifest.
  func feature(_ id: String) throws(Refusal) -> FeatureDefinition? {
    guard let manifest = surroundings.manifest else { return nil }
    guard let feature = manifest.feature(id) else {
      throw Refusal.unknown("feature", id, among: manifest.features.lazy.map(\.id))
    }
    return feature
  }
}

extension Session {
  /// What can be done to this session.
  package func operations(in surroundings: Surroundings) -> Operations {
    Operations(session: self, surroundings: surroundings)
  }
}

/// What stands around a session while something is done to it: the manifest, the time, who does it.
package struct Surroundings: Sendable {
  /// The manifest; nil where nobody has one, so that nothing is checked against it.
  package var manifest: Manifest?
  /// The channel that is looked at; nil for that of the session.
  package var channel: String?
  /// The time of the wall.
  package var time: Instant
  /// What does it, such as `virga 4177`.
  package var process: String
  /// Why nothing may be changed; nil where it may.
  package var readOnlyReason: String?
  /// The id of the client where the session has none yet, a random UUID in lower case.
  package var newClientID: String

  /// Features that several experiments may use at once, beside those of which the manifest says so.
  package var coenrollingFeatures: Set<Name> = []

  /// Surroundings in which things may be changed; see the properties.
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
  /// Adds recipes, and sets attributes of the client, as one operation.
  ///
  /// A recipe with a known slug replaces it.
  package func load(recipes: [Recipe] = [], context: JSONObject = [:]) throws(Refusal) -> SessionOperation {
    var draft = try draft()
    for (name, value) in context { draft.set(.context, name, to: value) }
    draft.add(recipes)
    guard draft.session != session else { throw Refusal("nothing would change: all of this is known") }
    draft.evolve(tellsAll: draft.changesRecipes)
    let parts = [(recipes.count, "recipe"), (context.count, "attribute")].filter { $0.0 > 0 }
    return try draft.finished("load " + parts.map { $0.0.counted($0.1) }.joined(separator: " and "))
  }
}
