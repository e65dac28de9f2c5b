import Dispatch
import VirgaSDK
import VirgaSession
import VirgaSource

/// Writes to a session's file what an app does, in order, and reads what others do, away from the threads of the app.
///
/// It lives on until all pending calls are written or cannot be.
///
/// `@unchecked Sendable`: the store and `announcedChanges` are used only on `queue`.
final class SessionWriter: @unchecked Sendable {
  /// What is known in memory.
  let state: Locked<LiveState>
  /// What is called after a change.
  let observers = Observers()

  private let store: SessionStore
  /// The store's count of foreign changes that observers have been told of.
  private var announcedChanges: Int
  private let queue = DispatchQueue(label: "virga.session.file")
  /// Observers run here, so that they may wait for `queue`.
  private let announcing = DispatchQueue(label: "virga.session.observers")

  init(_ store: SessionStore) {
    self.store = store
    announcedChanges = store.foreignChanges
    state = Locked(LiveState(store.session, path: store.path, restriction: store.restriction))
  }

  /// Adds to memory what a call did, and writes it in the background; returns whether the session changed.
  func add(_ add: @Sendable (inout LiveState) throws(StoreFailure) -> Bool) throws(StoreFailure) -> Bool {
    let (isChanged, isIdle) = try state.withLock { state throws(StoreFailure) in
      let isChanged = try add(&state)
      return (isChanged, state.startWriting())
    }
    if isIdle { queue.async { self.writePending() } }
    return isChanged
  }

  /// Waits until the file has every call that was added before; tries again while another program writes.
  ///
  /// - Throws: Why the file does not have them.
  func flush(timeout: Duration) throws(StoreFailure) {
    let end = ContinuousClock.now + timeout
    let target = state.withLock { $0.calls.added }
    while state.withLock({ $0.calls.written < target }) {
      guard let failure = queue.sync(execute: { writeNext() }) else { continue }
      guard case .locked = failure, ContinuousClock.now < end else { throw failure }
    }
  }

  /// Reads what others did since the last look, and waits for that.
  func refresh() { queue.sync { refreshNow() } }

  /// Reads what others did since the last look, in the background.
  func refreshSoon() { queue.async { self.refreshNow() } }

  /// Calls the observers in the background.
  func announce() { announcing.async { [observers] in observers.notify() } }
}

// What runs on the queue.
extension SessionWriter {
  private func refreshNow() {
    do {
      _ = try store.refresh()
    } catch {
      return fail(error)
    }
    settle(written: 0)
    if state.withLock({ $0.startWriting() }) { writePending() }
  }

  /// Writes one batch, and schedules the next one: reading gets its turn in between.
  private func writePending() {
    let failure = writeNext()
    guard state.withLock({ $0.continueWriting(after: failure) }) else { return }
    guard let failure else { return queue.async { self.writePending() } }
    queue.asyncAfter(deadline: .now() + Self.pause(after: failure)) { self.writePending() }
  }

  /// How long to wait before the next try; for a lock the try itself has waited for a second.
  private static func pause(after failure: StoreFailure) -> DispatchTimeInterval {
    if case .locked = failure { .milliseconds(10) } else { .seconds(1) }
  }

  /// Writes the oldest pending calls in one transaction; returns why they could not be written.
  private func writeNext() -> StoreFailure? {
    dispatchPrecondition(condition: .onQueue(queue))
    guard let batch = state.withLock({ $0.nextBatch }) else { return nil }
    do {
      try batch.write.write(to: store)
    } catch {
      let failure = error as? StoreFailure ?? .unusable(store.path, reason: "\(error)")
      fail(failure)
      return failure
    }
    settle(written: batch.calls)
    return nil
  }

  /// Takes in what the store has read, now that it also has the oldest `count` pending calls.
  ///
  /// Most of the work is done outside the lock, for callers wait for that one.
  private func settle(written count: Int) {
    let isForeign = announcedChanges != store.foreignChanges
    announcedChanges = store.foreignChanges
    var session = store.session
    let rest = isForeign ? state.withLock { Array($0.pending.dropFirst(count)) } : []
    for write in rest { write.apply(to: &session) }
    let (rebased, isRestored) = (session, state.withLock { $0.failure != nil })
    let isFailing = state.withLock { state in
      state.removeWritten(count)
      if isForeign || state.pending.isEmpty { state.rebase(onto: rebased, including: rest.count) }
      return state.failure != nil
    }
    if isForeign || isRestored && !isFailing { announce() }
  }

  private func fail(_ failure: StoreFailure) {
    if state.withLock({ $0.fail(failure) }) { announce() }
  }
}

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
