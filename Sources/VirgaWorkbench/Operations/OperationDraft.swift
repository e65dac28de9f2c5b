import VirgaExperiments
import VirgaJSON
import VirgaSession
import VirgaTargeting

/// An operation while it is put together: the session as it would be, and what happened on the way.
struct OperationDraft {
  let before: Session
  var surroundings: Surroundings
  /// The session with all changes so far.
  private(set) var session: Session
  private var keys: [EntryKey] = []
  private var touched: Set<EntryKey> = []
  private var events: [SessionEvent] = []

  init(_ session: Session, in surroundings: Surroundings) {
    before = session
    self.session = session
    self.surroundings = surroundings
  }

  /// Sets an entry; nil removes it.
  mutating func set(_ kind: EntryKind, _ name: String = "", to value: JSONValue?) {
    let key = EntryKey(kind, name)
    session.set(key, to: value)
    touch(key)
    if kind == .draft { touch(EntryKey(.draftBase, name)) }
  }

  private mutating func touch(_ key: EntryKey) {
    if touched.insert(key).inserted { keys.append(key) }
  }

  /// Notes something that happened.
  mutating func note(_ event: SessionEvent) { events.append(event) }

  /// Notes an event of the SDK; `suppressed` says why telemetry does not hear of it.
  mutating func note(_ event: TelemetryEvent, reason: String? = nil, suppressed: String? = nil) {
    note(SessionEvent(event, time: time, reason: reason, suppressed: suppressed, process: surroundings.process))
  }

  /// The time of the session.
  var time: Instant { session.now(wall: surroundings.time) }

  /// The operation; it is refused where nothing changes and nothing happens.
  ///
  /// The event that tells of the operation itself comes before those that it caused.
  func finished(_ label: String, feature: String? = nil, slug: String? = nil) throws(Refusal) -> SessionOperation {
    let changes = keys.filter(isChanged).map { EntryChange($0, from: before[$0], to: session[$0]) }
    var events = events
    if !changes.isEmpty {
      let set = SessionEvent(
        time: time, kind: SessionEvent.operationKind, feature: feature, slug: slug, reason: label,
        process: surroundings.process)
      events.insert(set, at: 0)
    }
    guard !events.isEmpty else { throw Refusal("nothing would change", changesNothing: true) }
    return SessionOperation(
      label, feature: feature, changes: changes, events: events, time: surroundings.time, process: surroundings.process)
  }

  /// Whether an entry changes, or the draft that lies over it.
  ///
  /// A draft that comes back brings along what it lay over, which may be another edit by then.
  private func isChanged(_ key: EntryKey) -> Bool {
    if key.kind == .draftBase, isChanged(EntryKey(.draft, key.name)) { return true }
    return !Self.isSame(before[key], session[key])
  }

  /// Also in spelling and order: a person who puts keys in another order wants to find them so.
  private static func isSame(_ old: JSONValue?, _ new: JSONValue?) -> Bool {
    guard let old, let new else { return old == nil && new == nil }
    return old.isIdentical(to: new)
  }
}
