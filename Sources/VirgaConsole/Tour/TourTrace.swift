import VirgaJSON
package import VirgaSession

/// The changes that a guided tour made; they can be undone and are not the person's work.
package struct TourTrace: Equatable, Sendable {
  let start: Session
  /// The session with only the tour's changes since then.
  package private(set) var session: Session

  /// Creates a trace without changes.
  ///
  /// - Parameter now: The session at the start, with unapplied texts as drafts.
  init(start: Session, now: Session) { (self.start, session) = (start, now) }

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
