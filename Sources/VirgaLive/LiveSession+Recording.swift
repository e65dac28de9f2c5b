package import VirgaExperiments
import VirgaJSON
import VirgaSDK
import VirgaSession
package import VirgaTargeting

// Changes and events of the app. Nothing here waits for the file.
extension LiveSession {
  /// Sets an entry, or removes it if nil, as one operation that can be undone.
  ///
  /// Does not evaluate enrollments: that needs the manifest, which the console has.
  ///
  /// - Throws: `StoreFailure` if the file is known to be lost or read-only, or too many calls are pending.
  func set(_ kind: EntryKind, _ name: String, to value: JSONValue?, _ label: String) throws(StoreFailure) {
    let make = operation(kind, name, label) { _ in value }
    if try writer.add({ state throws(StoreFailure) in try state.add(choice: make) }) { writer.observers.notify() }
  }

  /// Counts a behavioral event.
  ///
  /// It happened `seconds` before `time`, or at `time` if `seconds` is nil.
  ///
  /// - Throws: If `seconds` is negative, or longer ago than events are kept.
  package func count(
    _ event: String, count: UInt64, secondsAgo seconds: Int64?, at time: Instant
  ) throws(EventStore.Failure) {
    @Sendable func add(to behavior: inout EventStore) throws(EventStore.Failure) {
      guard let seconds else { return behavior.record(event, count: count, at: time) }
      try behavior.recordPast(event, secondsAgo: seconds, count: count, at: time)
    }
    var probe = session.behavior(of: event)
    try add(to: &probe)
    let make = operation(.behavior, event, "record \(event)\(count == 1 ? "" : " ×\(count)")") { session in
      var behavior = session.behavior(of: event)
      try? add(to: &behavior)
      return behavior.json[event]
    }
    if keep(.count(make)) { writer.observers.notify() }
  }

  /// Stores events of the SDK.
  package func record(_ events: [TelemetryEvent]) {
    guard !events.isEmpty else { return }
    let time = now
    record(events.map { SessionEvent($0, time: time, process: process) })
  }

  /// Stores an event that is not sent as telemetry, with the reason.
  package func recordSuppressed(_ name: TelemetryEvent.Name, feature: String, slug: String?, reason: String) {
    let event = SessionEvent(time: now, kind: name.rawValue, process: process) {
      $0.suppressed = reason
      $0.feature = feature
      $0.slug = slug
    }
    record([event])
  }

  func record(_ events: [SessionEvent]) { _ = keep(.events(events)) }

  /// Stores events or a count; returns whether the session changed.
  private func keep(_ write: PendingWrite) -> Bool {
    (try? writer.add { state in state.add(write) }) ?? false
  }

  /// The closure returns nil if nothing changes.
  private func operation(
    _ kind: EntryKind, _ name: String, _ label: String, to value: @escaping @Sendable (Session) -> JSONValue?
  ) -> PendingWrite.OperationMaker {
    let (time, process) = (wallTime, process)
    return { session in
      let (old, value) = (session[kind, name], value(session))
      guard old != value else { return nil }
      let event = SessionEvent(time: session.now(wall: time), kind: SessionEvent.operationKind, process: process) {
        $0.reason = label
      }
      let change = EntryChange(EntryKey(kind, name), from: old, to: value)
      return SessionOperation(label, changes: [change], time: time, process: process).causing([event])
    }
  }
}
