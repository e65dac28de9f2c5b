import Dispatch
import VirgaSDK
import VirgaSession
import VirgaSource

/// Writes the app's changes to the file in order, off the app's threads, and reads other processes'
/// changes.
///
/// It stays alive until all pending calls are written or have failed for good.
///
/// `@unchecked Sendable`: the store and `announcedChanges` are used only on `queue`.
final class SessionWriter: @unchecked Sendable {
  let state: Locked<LiveState>
  let observers = Observers()

  private let store: SessionStore
  /// The number of foreign changes that observers were notified of.
  private var announcedChanges: Int
  private let queue = DispatchQueue(label: "virga.session.file")
  /// Observers run here, so that they can wait for `queue`.
  private let announcing = DispatchQueue(label: "virga.session.observers")

  init(_ store: SessionStore) {
    self.store = store
    announcedChanges = store.foreignChanges
    state = Locked(LiveState(store.session, path: store.path, restriction: store.restriction))
  }

  /// Applies a call and writes it in the background; returns whether the session changed.
  func add(
    _ add: @Sendable (inout LiveState) throws(StoreFailure) -> Bool
  ) throws(StoreFailure) -> Bool {
    let (isChanged, isIdle) = try state.withLock { state throws(StoreFailure) in
      let isChanged = try add(&state)
      return (isChanged, state.startWriting())
    }
    if isIdle { queue.async { self.writePending() } }
    return isChanged
  }

  /// Waits until all earlier calls are in the file; retries while another program writes.
  ///
  /// - Throws: Why they are not in the file, or why one was refused since the last flush.
  func flush(timeout: Duration) throws(StoreFailure) {
    let end = ContinuousClock.now + timeout
    let target = state.withLock { $0.calls.added }
    while state.withLock({ $0.calls.written < target }) {
      guard let failure = queue.sync(execute: { writeNext() }) else { continue }
      guard case .locked = failure, ContinuousClock.now < end else { throw failure }
    }
    if let refusal = state.withLock({ $0.takeRefusal() }) { throw refusal }
  }

  func refresh() { queue.sync { refreshNow() } }

  func refreshSoon() { queue.async { self.refreshNow() } }

  func announce() { announcing.async { [observers] in observers.notify() } }

  // Runs on `queue`.
  private func refreshNow() {
    do {
      _ = try store.refresh()
    } catch {
      return fail(error)
    }
    finishWrite(written: 0)
    if state.withLock({ $0.startWriting() }) { writePending() }
  }

  /// Writes one batch and schedules the next one, so that reads can run in between.
  private func writePending() {
    let failure = writeNext()
    guard state.withLock({ $0.continueWriting(after: failure) }) else { return }
    guard let failure else { return queue.async { self.writePending() } }
    queue.asyncAfter(deadline: .now() + pause(after: failure)) { self.writePending() }
  }

  /// Short for a lock, because the attempt itself already waited for a second; else longer after
  /// each attempt.
  private func pause(after failure: StoreFailure) -> DispatchTimeInterval {
    if case .locked = failure { return .milliseconds(10) }
    return .seconds(RetryPause.seconds(after: state.withLock { $0.failedAttempts }))
  }

  /// Writes the oldest pending calls in one transaction; returns why that failed.
  private func writeNext() -> StoreFailure? {
    dispatchPrecondition(condition: .onQueue(queue))
    guard let batch = state.withLock({ $0.nextBatch }) else { return nil }
    guard let failure = write(batch.write) else {
      finishWrite(written: batch.calls)
      return nil
    }
    if case .unusable = failure, store.canBeWritten() { return writeAgain(batch) }
    fail(failure)
    return failure
  }

  private func write(_ write: PendingWrite) -> StoreFailure? {
    do {
      try write.write(to: store)
      return nil
    } catch {
      return error as? StoreFailure ?? .unusable(store.path, reason: "\(error)")
    }
  }

  /// Writes once more what failed although the file can be written; if it fails again, it would
  /// block all later calls for good, and is given up.
  private func writeAgain(_ batch: (write: PendingWrite, calls: Int)) -> StoreFailure? {
    guard let failure = write(batch.write) else {
      finishWrite(written: batch.calls)
      return nil
    }
    guard case .unusable = failure else {
      fail(failure)
      return failure
    }
    if state.withLock({ $0.refuse(batch.calls, because: failure) }) {
      finishWrite(written: 1, isRefused: true)
      announce()
    }
    return nil
  }

  /// Applies the store's session, which now includes the oldest `count` pending calls, unless they
  /// are refused.
  ///
  /// Most of the work happens outside the lock, because callers wait for the lock.
  private func finishWrite(written count: Int, isRefused: Bool = false) {
    let isForeign = announcedChanges != store.foreignChanges
    announcedChanges = store.foreignChanges
    var session = store.session
    let isRebased = isForeign || isRefused
    let rest = isRebased ? state.withLock { Array($0.pending.dropFirst(count)) } : []
    for write in rest { write.apply(to: &session) }
    let (rebased, isRestored) = (session, state.withLock { $0.failure != nil })
    let isFailing = state.withLock { state in
      state.removeWritten(count)
      if isRebased || state.pending.isEmpty { state.rebase(onto: rebased, including: rest.count) }
      return state.failure != nil
    }
    if isForeign || isRestored && !isFailing { announce() }
  }

  private func fail(_ failure: StoreFailure) {
    if state.withLock({ $0.fail(failure) }) { announce() }
  }
}

/// A change by one call that is not in the file yet.
enum PendingWrite: Sendable {
  /// Makes an operation from the current session; nil if nothing changes.
  typealias OperationMaker = @Sendable (Session) -> SessionOperation?

  case events([SessionEvent])
  case count(OperationMaker)
  case choice(OperationMaker)
  case connection(ConnectedApp, number: Int64)
  case disconnection(number: Int64)

  var eventCount: Int {
    switch self {
    case .events(let events): events.count
    case .count: 1
    case .choice, .connection, .disconnection: 0
    }
  }

  var plainEvents: [SessionEvent]? {
    if case .events(let events) = self { events } else { nil }
  }

  /// Applies it to a session in memory; returns whether the session changed.
  @discardableResult
  func apply(to session: inout Session) -> Bool {
    switch self {
    case .events, .connection, .disconnection: return false
    case .count(let make), .choice(let make):
      guard let operation = make(session) else { return false }
      session.apply(operation.changes)
      return true
    }
  }

  func write(to store: SessionStore) throws {
    switch self {
    case .events(let events): try store.record(events)
    case .count(let make), .choice(let make): try store.perform(make)
    case .connection(let app, let number): try store.connect(app, as: number)
    case .disconnection(let number): try store.disconnect(number)
    }
  }
}
