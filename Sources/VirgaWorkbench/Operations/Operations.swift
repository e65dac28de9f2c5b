import VirgaManifest
package import VirgaSession

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
