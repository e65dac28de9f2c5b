import VirgaJSON
package import VirgaSession

/// What a guided tour has done to the session: it can be undone, and is nobody's work.
package struct TourTrace: Equatable, Sendable {
  /// The session when the tour began.
  let start: Session
  /// The session with only the tour's changes since then.
  package private(set) var session: Session

  /// A tour that has done nothing yet.
  ///
  /// - Parameter now: the session at the start, with texts that are typed and not applied as drafts.
  init(start: Session, now: Session) { (self.start, session) = (start, now) }

  /// Adds what the tour changed between two states of the session.
  mutating func add(from before: Session, to after: Session) {
    var entries: [EntryKey: JSONValue] = [:]
    for key in Set(session.keys + after.keys) {
      entries[key] = after[key] == before[key] ? session[key] : after[key]
    }
    let known = Set(before.operations.map(\.id))
    session = Session(
      entries: entries, operations: session.operations + after.operations.filter { !known.contains($0.id) })
  }
}
