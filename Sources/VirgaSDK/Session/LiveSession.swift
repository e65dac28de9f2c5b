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
    /// The store's count of foreign changes that observers have heard of.
    var heardChanges: Int
    var observers: [@Sendable () -> Void] = []

    /// Whether there is something of others that observers have not heard of; from now on they have.
    mutating func hears() -> Bool {
      defer { heardChanges = store.foreignChanges }
      return heardChanges != store.foreignChanges
    }
  }

  private struct Known {
    var session: Session
    var failure: String?
    /// Why what others do is not noticed.
    var deafness: String?
  }

  /// What events and operations call this app, such as `my-app 4177`.
  public let process: String

  private let state: Mutex<State>
  /// Apart from the store: who asks must not wait for a file that others are writing.
  private let known: Mutex<Known>
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
    let store = try SessionStore(isPlace ? path : FilePath.joined(FileReading.disk().canonical("."), path))
    let file = store.isInMemory ? nil : FileReading.disk().canonical(store.path)
    self.process = process
    wall = clock
    known = Mutex(Known(session: store.session))
    state = Mutex(State(store: store, heardChanges: store.foreignChanges))
    let pipe = file == nil ? nil : PipeEnd.pair()
    watching = pipe?.writer
    if let file { watch(file, with: makeWatcher, until: pipe?.reader) }
  }

  /// The session as it is now.
  public var session: Session { known.withLock { $0.session } }

  /// Why the file is no longer read or written, or what others do there not noticed; nil while all is well.
  public var failure: String? { known.withLock { $0.failure ?? $0.deafness } }

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
    try change(kind, name, label) { _ in value }
  }

  private func change(
    _ kind: EntryKind, _ name: String, _ label: String, to value: (Session) -> JSONValue?
  ) throws {
    let time = wall()
    _ = try write { store in
      _ = try store.perform { session in
        let (old, value) = (session[kind, name], value(session))
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
    if (try? write { store in _ = try store.record(events) }) == true { announce() }
  }

  /// Counts a behavioural event; where it cannot be kept, ``failure`` says why.
  func count(_ event: String, count: UInt64, at time: Instant) {
    try? change(.behavior, event, "record \(event)\(count == 1 ? "" : " ×\(count)")") { session in
      var behavior = session.behavior(of: event)
      behavior.record(event, count: count, at: time)
      return behavior.json[event]
    }
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

  /// Writes, and says whether there is something to announce: a write takes in what others did meanwhile.
  private func write(_ body: (SessionStore) throws -> Void) throws -> Bool {
    try state.withLock { state in
      do {
        try body(state.store)
        keep(state.store.session)
        return state.hears()
      } catch {
        known.withLock { $0.failure = "\(error)" }
        throw error
      }
    }
  }

  private func keep(_ session: Session) { known.withLock { $0 = Known(session: session, deafness: $0.deafness) } }

  private func announce() { for observe in state.withLock({ $0.observers }) { observe() } }
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
    known.withLock { $0.deafness = "what others do is seen only with what the app does: \(failure)" }
    announce()
  }

  /// Takes in what others did since the last look.
  func takeChanges() {
    let isChanged = state.withLock { state in
      let before = failure
      do {
        _ = try state.store.refresh()
        keep(state.store.session)
      } catch {
        known.withLock { $0.failure = "\(error)" }
      }
      return state.hears() || before != failure
    }
    if isChanged { announce() }
  }
}
