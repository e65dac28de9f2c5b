package import VirgaSession

/// Events on their way into a list, with what the list has to know of them: found out where nobody waits for it.
package struct EventPage: Sendable {
  /// The events, oldest first.
  package let events: [SessionEvent]
  /// How often each feature has one.
  let tally: EventTally
  /// How often each kind comes.
  let frequency: [String: Int]

  /// A page of these events, oldest first.
  package init(_ events: [SessionEvent]) {
    self.events = events
    var tally = EventTally()
    tally.add(events, at: events.indices)
    self.tally = tally
    frequency = events.reduce(into: [:]) { $0[$1.shownKind, default: 0] += 1 }
  }
}
