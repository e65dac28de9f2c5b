package import VirgaSession

/// Events on their way into a list, with what the list has to know of them: found out where nobody waits for it.
package struct EventPage: Equatable, Sendable {
  /// The events, oldest first.
  package let events: [SessionEvent]
  /// What a filter looks into, of each event.
  let texts: [String]
  /// How often each kind comes.
  let frequency: [String: Int]

  /// A page of these events, oldest first.
  package init(_ events: [SessionEvent]) {
    self.events = events
    texts = events.map(\.searchText)
    frequency = events.reduce(into: [:]) { $0[$1.shownKind, default: 0] += 1 }
  }
}
