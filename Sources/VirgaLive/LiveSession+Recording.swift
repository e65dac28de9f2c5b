public import VirgaExperiments
public import VirgaJSON
public import VirgaSDK
import VirgaSession
import VirgaSource
package import VirgaTargeting

// Changes and events of the app. Nothing here waits for the file.
extension LiveSession {
  /// Sets an entry, which stores a person's choice, or removes it if `value` is nil.
  ///
  /// This is one operation that can be undone; `label` is what the history says about it.
  ///
  /// It evaluates no enrollments: the console and commands do that.
  ///
  /// - Throws: Why the choice is refused: the file cannot store it, or too many calls are pending.
  func set(
    _ kind: EntryKind, _ name: String, to value: JSONValue?, _ label: String
  ) throws(StoreFailure) {
    // The operation is made twice: now for the session in memory, and later for that in the file,
    // which another process may have changed. The value does not depend on the session.
    let makeOperation = operationMaker(kind, name, label, to: { _ in value })
    let hasChangedSession = try writer.add { state throws(StoreFailure) in
      try state.add(choice: makeOperation)
    }
    if hasChangedSession { writer.observers.notify() }
  }

  /// Counts a behavioral event `count` times, at `time` or, if `seconds` is not nil, `seconds`
  /// before it.
  ///
  /// The session shows the count at once, and the file gets it in the background.
  ///
  /// - Throws: Why the event cannot be counted, such as that `seconds` is negative.
  package func count(
    _ event: String, count: UInt64, secondsAgo seconds: Int64?, at time: Instant
  ) throws(EventStore.Failure) {
    let counted = CountedEvent(name: event, count: count, secondsAgo: seconds, time: time)
    // Tried on a copy that is not used, so that an invalid time is thrown here and not lost in the
    // background.
    var trialEvents = session.behavior(of: event)
    try counted.add(to: &trialEvents)
    let times = count == 1 ? "" : " ×\(count)"
    // Added again when the operation is made, because another process may have counted in between.
    let makeOperation = operationMaker(
      .behavior, event, "record \(event)\(times)", to: { session in counted.added(to: session) })
    let hasChangedSession = addWrite(.count(makeOperation))
    if hasChangedSession { writer.observers.notify() }
  }

  /// Stores telemetry events in the session, at the time at which the app recorded them.
  package func record(_ events: [TelemetryEvent]) {
    guard !events.isEmpty else { return }
    record(events.map { SessionEvent($0, time: $0.time, process: process) })
  }

  /// Stores an event that was not sent as telemetry, with the reason, so that the console can show
  /// both.
  package func recordSuppressed(
    _ name: TelemetryEvent.Name, feature: String, slug: String?, reason: String
  ) {
    let event = SessionEvent(time: now, kind: name.rawValue, process: process) {
      $0.suppressed = reason
      $0.feature = feature
      $0.slug = slug
    }
    record([event])
  }

  func record(_ events: [SessionEvent]) { _ = addWrite(.events(events)) }

  /// Applies a write and schedules it; returns whether the session changed.
  private func addWrite(_ write: PendingWrite) -> Bool {
    (try? writer.add { state in state.add(write) }) ?? false
  }

  /// Returns a function that makes the operation that sets one entry to `newValue`, with an event
  /// that records it.
  ///
  /// The function gets the session to change, because another process may change it before the
  /// operation is written; it returns nil if the entry has the value already.
  ///
  /// - Parameters:
  ///   - label: What the history and the event say about the operation.
  ///   - newValue: Returns the value to set, computed from a session; nil removes the entry.
  private func operationMaker(
    _ kind: EntryKind, _ name: String, _ label: String,
    to newValue: @escaping @Sendable (Session) -> JSONValue?
  ) -> PendingWrite.OperationMaker {
    let time = wallTime
    return { [process] session in
      let old = session[kind, name]
      let new = newValue(session)
      guard old != new else { return nil }
      let change = EntryChange(EntryKey(kind, name), from: old, to: new)
      return Self.operation(label, making: change, in: session, at: time, by: process)
    }
  }

  /// The operation that makes one change of a session at the machine's time `time`, with the event
  /// that records it.
  private static func operation(
    _ label: String, making change: EntryChange, in session: Session, at time: Instant,
    by process: String
  ) -> SessionOperation {
    // The event has the client's time, which a console may have moved; the operation has that of
    // the machine.
    let clientTime = session.now(wall: time)
    let event = SessionEvent(
      time: clientTime, kind: SessionEvent.operationKind, process: process
    ) {
      $0.reason = label
    }
    let operation = SessionOperation(label, changes: [change], time: time, process: process)
    return operation.causing([event])
  }
}

/// A behavioral event that has occurred a number of times.
private struct CountedEvent: Sendable {
  let name: String
  let count: UInt64
  /// How long before ``time`` it occurred; nil if it occurred then.
  let secondsAgo: Int64?
  let time: Instant

  /// Counts the event among those that a session has counted.
  func add(to events: inout EventStore) throws(EventStore.Failure) {
    guard let secondsAgo else { return events.record(name, count: count, at: time) }
    try events.recordPast(name, secondsAgo: secondsAgo, count: count, at: time)
  }

  /// The session's entry with the counts of the event, with this count added; nil if there is no
  /// entry and nothing was counted.
  ///
  /// Counters that refuse the time of the event stay as they are.
  func added(to session: Session) -> JSONValue? {
    var events = session.behavior(of: name)
    try? add(to: &events)
    return events.json[name]
  }
}

extension FeatureClient {
  /// Creates a client hosted by a session: the console changes its features, and shows what it
  /// records.
  ///
  /// Recipes, branches and participation come from the session: calls that evaluate recipes have no
  /// effect. Edits override experiments, the session's preferences are the user's, and its clock
  /// tells the time. `context` has attributes for targeting that the session's context does not
  /// have. With `recordsActivation`, handing out a config is recorded too; `record` also receives
  /// every event, first the status of the session's enrollments (`enrollment_status`).
  public convenience init(
    session: LiveSession, context: JSONObject = [:],
    resources: any ResourceLookup = TableResources(),
    recordsActivation: Bool = false, record: @escaping @Sendable (TelemetryEvent) -> Void = { _ in }
  ) {
    var configuration = Configuration(context: context, resources: resources, preferences: session)
    configuration.clientID = session.session.clientID
    configuration.recordsActivation = recordsActivation
    configuration.clock = { session.now }
    configuration.record = record
    self.init(configuration, host: session)
    session.whenChanged { [weak self] in self?.updateFromHost() }
    // The client begins with the session as it is now.
    updateFromHost()
    recordEnrollments()
    // What other processes have committed meanwhile is read in the background.
    session.writer.refreshInBackground()
  }
}
