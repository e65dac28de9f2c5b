import Dispatch
package import VirgaExperiments
import VirgaFiles
import VirgaJSON
public import VirgaSDK
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
/// client.connect(CirrusNimbus.shared)
/// client.whenApplied { redraw() }
/// ```
///
/// It may be used from any thread. Where the file is lost while it is open, the app goes on with what it knew; see
/// ``failure``.
public final class LiveSession: Sendable {
  private struct State {
    let store: SessionStore
    /// The store's count of foreign changes that observers have heard of.
    var heardChanges: Int
    /// What the app did and the file does not have yet, oldest first.
    var unwritten: [Unwritten] = []
    /// How many events and counts that is.
    var unwrittenCount = 0
    /// How many events and counts were dropped because too many were unwritten.
    var lostCount = 0

    /// Returns whether another process has committed since observers were last notified, and marks them notified.
    mutating func consumeForeignChanges() -> Bool {
      defer { heardChanges = store.foreignChanges }
      return heardChanges != store.foreignChanges
    }

    /// Adds something to write; the oldest is dropped if there are too many.
    mutating func add(_ change: Unwritten) {
      unwritten.append(change)
      unwrittenCount += change.count
      if unwritten.count > Unwritten.limit { lostCount += removeFirst() }
    }

    /// Writes in order what is unwritten, up to the first that can't be written.
    mutating func writeUnwritten() throws {
      while let change = unwritten.first {
        try change.write(store)
        _ = removeFirst()
      }
    }

    private mutating func removeFirst() -> Int {
      let count = unwritten.removeFirst().count
      unwrittenCount -= count
      return count
    }
  }

  /// Events, or a count, that a call could not return an error for.
  private struct Unwritten: Sendable {
    /// How many calls may be unwritten.
    static let limit = 10_000

    /// How many events it is.
    let count: Int
    let write: @Sendable (SessionStore) throws -> Void
  }

  private struct Known {
    var session: Session
    var failure: String?
    /// Why changes by other processes cannot be detected.
    var watchFailure: String?
    /// How many events are unwritten, and how many were dropped.
    var counts = (unwritten: 0, lost: 0)

    /// What went wrong and is not settled, and what it concerns, in one line.
    var failures: String? {
      var parts = [failure ?? watchFailure].compactMap(\.self)
      if counts.unwritten > 0 { parts.append("\(counts.unwritten.counted("event")) not written yet") }
      if counts.lost > 0 { parts.append("\(counts.lost.counted("event")) lost") }
      return parts.isEmpty ? nil : parts.joined(separator: "; ")
    }
  }

  /// What events and operations call this app, such as `my-app 4177`.
  public let process: String

  private let state: Locked<State>
  /// Apart from the store: who asks must not wait for a file that others are writing.
  private let known: Locked<Known>
  private let observers = Observers()
  private let wall: @Sendable () -> Instant
  /// The watching thread ends when this is released, with this object.
  private let watching: PipeEnd?

  /// Opens the session at `path`, and makes it where there is none.
  ///
  /// - Throws: `StoreFailure`, with the reason in words.
  public convenience init(
    _ path: String, process: String = ProcessName.own, clock: @escaping @Sendable () -> Instant = SystemClock.now
  ) throws(StoreFailure) {
    try self.init(path, process: process, clock: clock) { FileWatcher() }
  }

  /// A session whose file is watched by what `makeWatcher` makes.
  init(
    _ path: String, process: String, clock: @escaping @Sendable () -> Instant,
    makeWatcher: @escaping @Sendable () -> FileWatcher
  ) throws(StoreFailure) {
    let isPlace = path.hasPrefix("/") || path == SessionStore.inMemory
    var options = SessionStore.Options()
    options.history = .unread
    let store = try SessionStore(isPlace ? path : FilePath.joined(FileReading.disk().canonical("."), path), options)
    let file = store.isInMemory ? nil : FileReading.disk().canonical(store.path)
    self.process = process
    wall = clock
    known = Locked(Known(session: store.session))
    state = Locked(State(store: store, heardChanges: store.foreignChanges))
    let pipe = file == nil ? nil : PipeEnd.pair()
    watching = pipe?.writer
    if let file { watch(file, with: makeWatcher, until: pipe?.reader) }
  }

  /// The session as it is now, without its history.
  public var session: Session { known.withLock { $0.session } }

  /// Why the file can't be read or written, or changes by other processes can't be detected, and how many events are not
  /// written yet or lost; nil while all is well.
  ///
  /// Events that can't be written are kept, at most 10,000 calls, and written as soon as that is possible. Those beyond are
  /// lost, and counted here from then on.
  public var failure: String? { known.withLock { $0.failures } }

  /// The time of the session, which a console may have stopped or moved.
  public var now: Instant { session.now(wall: wall()) }

  /// Calls `action` after every change, on the thread that noticed or caused it, until the token is cancelled.
  @discardableResult
  public func whenChanged(_ action: @escaping @Sendable () -> Void) -> ObserverToken { observers.add(action) }

  /// Sets an entry, or with nil removes it, as one operation that undo takes back.
  ///
  /// Enrollments are not evaluated: that takes the manifest, which the console has.
  ///
  /// - Throws: Why it could not be kept.
  func set(_ kind: EntryKind, _ name: String, to value: JSONValue?, _ label: String) throws {
    try change(kind, name, label) { _ in value }
  }

  private func change(
    _ kind: EntryKind, _ name: String, _ label: String, to value: @escaping @Sendable (Session) -> JSONValue?
  ) throws {
    let operation = operation(kind, name, label, to: value)
    _ = try write { store in _ = try store.perform(operation) }
    announce()
  }

  /// What makes the operation that sets an entry; nil if nothing changes.
  private func operation(
    _ kind: EntryKind, _ name: String, _ label: String, to value: @escaping @Sendable (Session) -> JSONValue?
  ) -> @Sendable (Session) -> SessionOperation? {
    let (time, process) = (wall(), process)
    return { session in
      let (old, value) = (session[kind, name], value(session))
      guard old != value else { return nil }
      let event = SessionEvent(
        time: session.now(wall: time), kind: SessionEvent.operationKind, reason: label, process: process)
      let change = EntryChange(EntryKey(kind, name), from: old, to: value)
      return SessionOperation(label, changes: [change], events: [event], time: time, process: process)
    }
  }

  /// Keeps events; if they can't be written now, the app goes on, ``failure`` says why, and they are written later.
  func record(_ events: [SessionEvent]) {
    if keep(Unwritten(count: events.count) { store in _ = try store.record(events) }) { announce() }
  }

  /// Counts a behavioral event that happened `seconds` before `time`, or then if `seconds` is nil.
  ///
  /// If it can't be written now, it is written later, as events are.
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
    let operation = operation(.behavior, event, "record \(event)\(count == 1 ? "" : " ×\(count)")") { session in
      var behavior = session.behavior(of: event)
      try? add(to: &behavior)
      return behavior.json[event]
    }
    _ = keep(Unwritten(count: 1) { store in _ = try store.perform(operation) })
    announce()
  }

  /// Writes a change, or keeps it to be written later; returns whether there is something to announce.
  private func keep(_ change: Unwritten) -> Bool {
    state.withLock { $0.add(change) }
    return (try? write { _ in }) ?? false
  }

  /// Keeps events of the SDK.
  package func record(_ events: [TelemetryEvent]) {
    guard !events.isEmpty else { return }
    let time = now
    record(events.map { SessionEvent($0, time: time, process: process) })
  }

  /// Keeps an event that telemetry does not hear of, with the reason.
  package func recordSuppressed(_ name: TelemetryEvent.Name, feature: String, slug: String?, reason: String) {
    let event = SessionEvent(
      time: now, kind: name.rawValue, suppressed: reason, feature: feature, slug: slug, process: process)
    record([event])
  }

  /// Writes what is unwritten and then what `body` does; returns whether there is something to announce, as a write reads
  /// what other processes did meanwhile.
  private func write(_ body: (SessionStore) throws -> Void) throws -> Bool {
    try state.withLock { state in
      defer { note((state.unwrittenCount, state.lostCount)) }
      do {
        try state.writeUnwritten()
        try body(state.store)
        keep(state.store.session)
        return state.consumeForeignChanges()
      } catch {
        known.withLock { $0.failure = "\(error)" }
        throw error
      }
    }
  }

  private func keep(_ session: Session) { known.withLock { ($0.session, $0.failure) = (session, nil) } }

  private func note(_ counts: (unwritten: Int, lost: Int)) { known.withLock { $0.counts = counts } }

  private func announce() { observers.notify() }
}

// What other processes do.
extension LiveSession {
  /// Waits, on a thread of its own, for others to change the file, until this object is released.
  private func watch(_ file: String, with makeWatcher: @escaping @Sendable () -> FileWatcher, until end: PipeEnd?) {
    DispatchQueue(label: "virga.session").async { [weak self] in
      let watcher = makeWatcher()
      watcher.watch([file])
      self?.note(watcher.failure)
      repeat { self?.takeChanges() } while !watcher.wait(until: end).isEmpty && self != nil
    }
  }

  private func note(_ failure: String?) {
    guard let failure else { return }
    known.withLock { $0.watchFailure = "what others do is seen only with what the app does: \(failure)" }
    announce()
  }

  /// Takes in what others did since the last look, and writes what could not be written then.
  func takeChanges() {
    let isChanged = state.withLock { state in
      let before = failure
      do {
        _ = try state.store.refresh()
        try state.writeUnwritten()
        keep(state.store.session)
      } catch {
        known.withLock { $0.failure = "\(error)" }
      }
      note((state.unwrittenCount, state.lostCount))
      return state.consumeForeignChanges() || before != failure
    }
    if isChanged { announce() }
  }
}
