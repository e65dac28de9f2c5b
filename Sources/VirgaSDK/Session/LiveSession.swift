import Dispatch
import Synchronization
import VirgaExperiments
import VirgaJSON
public import VirgaSession
import VirgaSource
public import VirgaTargeting

/// A session that an app shares with a console, with scripts and with other apps while all of them run.
///
/// What another process commits is seen here at once, and what the app does is seen there:
///
/// ```swift
/// let session = try LiveSession("/tmp/try.virga")
/// let client = FeatureClient(session: session)
/// client.connect(CirrusManifest.shared)
/// client.whenApplied { redraw() }
/// ```
///
/// It may be used from any thread. Where the file is lost while it is open, the app goes on with what it knew; see
/// ``failure``.
public final class LiveSession: Sendable {
  private struct State {
    let store: SessionStore
    var failure: String?
    var observers: [@Sendable () -> Void] = []
  }

  /// What events and operations call this app, such as `my-app 4177`.
  public let process: String

  private let state: Mutex<State>
  private let wall: @Sendable () -> Instant

  /// Opens the session at `path`, and makes it where there is none.
  ///
  /// - Throws: `StoreFailure`, with the reason in words.
  public init(
    _ path: String, process: String = ProcessName.own, clock: @escaping @Sendable () -> Instant = SystemClock.now
  ) throws(StoreFailure) {
    let store = try SessionStore(path)
    let file = store.isInMemory ? nil : FileReading.disk().canonical(path)
    self.process = process
    wall = clock
    state = Mutex(State(store: store))
    if let file { watch(file) }
  }

  /// The session as it is now.
  public var session: Session { state.withLock { $0.store.session } }

  /// Why the file is no longer read or written; nil while all is well.
  public var failure: String? { state.withLock { $0.failure } }

  /// The time of the session, which a console may have stopped or moved.
  public var now: Instant { session.now(wall: wall()) }

  /// Calls `action` after every change, on the thread that noticed or caused it.
  public func whenChanged(_ action: @escaping @Sendable () -> Void) { state.withLock { $0.observers.append(action) } }

  /// Sets an entry, or with nil removes it, as one operation that undo takes back.
  ///
  /// Enrollments are not evaluated: that takes the manifest, which the console has.
  ///
  /// - Throws: Why it could not be kept.
  func set(_ kind: EntryKind, _ name: String, to value: JSONValue?, _ label: String) throws {
    let time = wall()
    try write { store in
      _ = try store.perform { session in
        let old = session[kind, name]
        guard old != value else { return nil }
        let event = SessionEvent(
          time: session.now(wall: time), kind: SessionEvent.operationKind, reason: label, process: self.process)
        let change = EntryChange(EntryKey(kind, name), from: old, to: value)
        return Operation(label, changes: [change], events: [event], time: time, process: self.process)
      }
    }
    announce()
  }

  /// Keeps events; where that fails the app goes on, and ``failure`` says why.
  func record(_ events: [SessionEvent]) {
    try? write { store in _ = try store.record(events) }
  }

  /// Counts a behavioural event; where it cannot be kept, ``failure`` says why.
  func count(_ event: String, count: UInt64, at time: Instant) {
    var behavior = session.behavior
    behavior.record(event, count: count, at: time)
    guard let entry = behavior.json[event] else { return }
    try? set(.behavior, event, to: entry, "record \(event)\(count == 1 ? "" : " ×\(count)")")
  }

  /// Keeps events of the SDK.
  func record(_ events: [TelemetryEvent]) {
    guard !events.isEmpty else { return }
    let time = now
    record(events.map { SessionEvent($0, time: time, process: process) })
  }

  /// Keeps an event that telemetry does not hear of, with the reason.
  func recordSuppressed(_ name: TelemetryEvent.Name, feature: String, slug: String?, reason: String) {
    let event = SessionEvent(
      time: now, kind: name.rawValue, suppressed: reason, feature: feature, slug: slug, process: process)
    record([event])
  }

  private func write(_ body: (SessionStore) throws -> Void) throws {
    try state.withLock { state in
      do {
        try body(state.store)
        state.failure = nil
      } catch {
        state.failure = "\(error)"
        throw error
      }
    }
  }

  private func announce() { for observe in state.withLock({ $0.observers }) { observe() } }
}

// What other processes do.
extension LiveSession {
  /// Waits, on a thread of its own, for others to change the file; it ends with the first change after this object.
  private func watch(_ file: String) {
    DispatchQueue(label: "virga.session").async { [weak self] in
      let watcher = FileWatcher()
      watcher.watch([file])
      repeat { self?.takeChanges() } while !watcher.wait().isEmpty && self != nil
    }
  }

  /// Takes in what others did since the last look.
  func takeChanges() {
    let isChanged = state.withLock { state in
      let before = (state.store.foreignChanges, state.failure)
      do {
        _ = try state.store.refresh()
        state.failure = nil
      } catch {
        state.failure = "\(error)"
      }
      return before != (state.store.foreignChanges, state.failure)
    }
    if isChanged { announce() }
  }
}
