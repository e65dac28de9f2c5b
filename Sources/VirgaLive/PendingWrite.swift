import VirgaSession

/// What one call did to a session and the file does not have yet.
enum PendingWrite: Sendable {
  /// Makes an operation from the session as it is then; nil if nothing changes.
  typealias OperationMaker = @Sendable (Session) -> SessionOperation?

  /// Events that no operation caused.
  case events([SessionEvent])
  /// A behavioral event, which is counted in the session.
  case count(OperationMaker)
  /// What the user of the app or a developer chose.
  case choice(OperationMaker)

  /// How many events it adds, and how many choices.
  var counts: Counts {
    switch self {
    case .events(let events): Counts(events: events.count)
    case .count: Counts(events: 1)
    case .choice: Counts(choices: 1)
    }
  }

  /// The events, if no operation caused them.
  var plainEvents: [SessionEvent]? {
    if case .events(let events) = self { events } else { nil }
  }

  /// Applies it to a session in memory; returns whether that changed the session.
  @discardableResult
  func apply(to session: inout Session) -> Bool {
    switch self {
    case .events: return false
    case .count(let make), .choice(let make):
      guard let operation = make(session) else { return false }
      session.apply(operation.changes)
      return true
    }
  }

  /// Writes it to the file in one transaction.
  func write(to store: SessionStore) throws {
    switch self {
    case .events(let events): try store.record(events)
    case .count(let make), .choice(let make): try store.perform(make)
    }
  }

  /// How many events and choices there are.
  struct Counts {
    var events = 0
    var choices = 0

    static func += (left: inout Counts, right: Counts) {
      left.events += right.events
      left.choices += right.choices
    }

    static func -= (left: inout Counts, right: Counts) {
      left.events -= right.events
      left.choices -= right.choices
    }
  }
}
