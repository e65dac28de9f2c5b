package import VirgaSession

extension Operations {
  /// Puts the entries of another session in place of those of this one, and brings events of it along.
  package func adopt(
    _ other: Session, with events: some Sequence<SessionEvent> = [], as label: String
  ) throws(Refusal) -> SessionOperation {
    var draft = try draft()
    for key in Set(session.keys).union(other.keys).sorted() { draft.set(key.kind, key.name, to: other[key]) }
    for event in events { draft.note(event) }
    return try draft.finished(label)
  }
}
