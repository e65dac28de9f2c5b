import Dispatch
import VirgaSDK
import VirgaSession
import VirgaSource

/// Writes the app's changes to the file in order, off the app's threads, and reads other processes'
/// changes.
///
/// It stays alive until all pending calls are written or have failed for good.
///
/// `@unchecked Sendable`: the store and `announcedForeignChanges` are used only on `queue`.
final class SessionWriter: @unchecked Sendable {
  let state: Locked<LiveState>
  let observers = Observers()

  private let store: SessionStore
  /// The number of foreign changes that observers were notified of.
  private var announcedForeignChanges: Int
  private let queue = DispatchQueue(label: "virga.session.file")
  /// Observers run here, so that they can wait for `queue`.
  private let observerQueue = DispatchQueue(label: "virga.session.observers")

  /// Begins with the session as `store` has read it; observers are only notified of later changes.
  init(_ store: SessionStore) {
    self.store = store
    announcedForeignChanges = store.foreignChangeCount
    state = Locked(LiveState(store.session, path: store.path, restriction: store.restriction))
  }

  /// Adds a call by the app, such as the recording of an event, and writes it in the background;
  /// returns whether the session changed.
  func add(
    _ addCall: @Sendable (inout LiveState) throws(StoreFailure) -> Bool
  ) throws(StoreFailure) -> Bool {
    let (isChanged, mustSchedule) = try state.withLock { state throws(StoreFailure) in
      let isChanged = try addCall(&state)
      // Calls that are added while a write is scheduled belong to that write or a following one.
      return (isChanged, state.markWriteScheduledIfNeeded())
    }
    if mustSchedule { queue.async { self.writePending() } }
    return isChanged
  }

  /// Waits until all earlier calls by the app are written to the file; retries while another
  /// program writes.
  ///
  /// - Throws: Why they are not in the file, or why one was refused since the last flush.
  func flush(timeout: Duration) throws(StoreFailure) {
    let end = ContinuousClock.now + timeout
    let target = state.withLock { $0.addedCalls }
    while state.withLock({ $0.finishedCalls < target }) {
      // Nil if a batch was written, or a call that the file refuses was given up.
      guard let failure = queue.sync(execute: { writeNextBatch() }) else { continue }
      // Only another program that writes is worth waiting for. SQLite has waited for its lock
      // within the attempt, so the next one follows without a pause.
      guard case .locked = failure else { throw failure }
      guard ContinuousClock.now < end else { throw failure }
    }
    // A call that the file refused was given up, and is finished too.
    if let refusal = state.withLock({ $0.takeRefusal() }) { throw refusal }
  }

  /// Reads changes by other processes and retries failed writes; waits for both.
  func refreshAndWait() { queue.sync { refreshOnQueue() } }

  /// Reads changes by other processes and retries failed writes, in the background.
  func refreshInBackground() { queue.async { self.refreshOnQueue() } }

  /// Calls the observers in the background.
  func notifyObservers() { observerQueue.async { [observers] in observers.notify() } }

  /// Reads changes by other processes, and writes pending changes by this app unless that is
  /// scheduled.
  ///
  /// Runs on `queue`.
  private func refreshOnQueue() {
    do {
      _ = try store.refresh()
    } catch {
      return recordFailure(error)
    }
    // Nothing was written, but the session in memory gets the changes by other processes.
    finishWrite(removing: 0)
    // False if a write is scheduled already or no call waits for one.
    if state.withLock({ $0.markWriteScheduledIfNeeded() }) { writePending() }
  }

  /// Writes one batch and schedules the next one, so that reads can run in between: at once after
  /// a success, after a pause if the batch must be tried again.
  ///
  /// Stops if nothing is pending, or if no retry can help.
  private func writePending() {
    let failure = writeNextBatch()
    guard state.withLock({ $0.continueWriting(after: failure) }) else { return }
    guard let failure else { return queue.async { self.writePending() } }
    queue.asyncAfter(deadline: .now() + pause(after: failure)) { self.writePending() }
  }

  /// The pause before the next attempt: short for a file that another program has locked, because
  /// the attempt itself waited for that program; else longer after each attempt.
  private func pause(after failure: StoreFailure) -> DispatchTimeInterval {
    let pauseWhileLocked = DispatchTimeInterval.milliseconds(10)
    if case .locked = failure { return pauseWhileLocked }
    return .seconds(RetryPause.seconds(after: state.withLock { $0.failedAttempts }))
  }

  /// Writes the oldest pending calls in one transaction; returns why that failed.
  ///
  /// Nil if they were written, or if none is pending. Also nil if the file refuses one of them: it
  /// is given up, or the calls are written one by one to find it.
  private func writeNextBatch() -> StoreFailure? {
    dispatchPrecondition(condition: .onQueue(queue))
    guard let batch = state.withLock({ $0.nextBatch }) else { return nil }
    guard let failure = write(batch.write) else {
      finishWrite(removing: batch.callCount)
      return nil
    }
    // `unusable` can mean that nothing can be written. If the file can be written, it refuses this
    // batch in particular.
    if case .unusable = failure, store.canBeWritten() { return writeAgain(batch) }
    recordFailure(failure)
    return failure
  }

  /// Writes to the file; returns why that failed, or nil.
  private func write(_ write: PendingWrite) -> StoreFailure? {
    do {
      try write.write(to: store)
      return nil
    } catch {
      return error as? StoreFailure ?? .unusable(store.path, reason: "\(error)")
    }
  }

  /// Writes a batch again that failed although the file can be written.
  ///
  /// If it fails again, the call that the file refuses is given up, because it would block all
  /// later calls for good.
  ///
  /// Returns why the next attempt must wait, such as for a lock; nil to go on with the next batch.
  private func writeAgain(_ batch: WriteBatch) -> StoreFailure? {
    guard let failure = write(batch.write) else {
      finishWrite(removing: batch.callCount)
      return nil
    }
    // Another failure, such as a lock, is not about this batch: it is tried again later.
    guard case .unusable = failure else {
      recordFailure(failure)
      return failure
    }
    // Of several calls none is given up: they are written one by one from now on, to find the one
    // that the file refuses.
    let isGivenUp = state.withLock { $0.giveUpOldest(ofBatchOf: batch.callCount, because: failure) }
    if isGivenUp {
      finishWrite(removing: 1, isGivenUp: true)
      // The call is lost, so the session in memory no longer has its change.
      notifyObservers()
    }
    return nil
  }

  /// Removes the oldest `count` pending calls, which were written or, with `isGivenUp`, given up.
  ///
  /// The session in memory is that of the store with all pending calls applied. After changes by
  /// other processes, and after a call was given up, it is rebuilt in this way.
  ///
  /// Observers are told of changes by other processes, and that a failure is over; they heard of
  /// the app's own calls when these were added.
  private func finishWrite(removing count: Int, isGivenUp: Bool = false) {
    let hasForeignChanges = announcedForeignChanges != store.foreignChangeCount
    announcedForeignChanges = store.foreignChangeCount
    let mustRebase = hasForeignChanges || isGivenUp
    var session = store.session
    let appliedCount = mustRebase ? applyPendingCalls(after: count, to: &session) : 0
    let hadFailure = state.withLock { $0.failure != nil }
    let hasFailure = state.withLock { [session] state in
      // Clears the failure of an earlier attempt if a call is removed, or none is pending.
      state.removeFinished(count)
      // Without pending calls, the session in memory is exactly that of the store. With some, it is
      // only replaced if it must be: `session` has the first `appliedCount` of them already, and
      // `rebase` applies those that the app has added since.
      if mustRebase || state.pending.isEmpty {
        state.rebase(onto: session, including: appliedCount)
      }
      return state.failure != nil
    }
    let isFailureOver = hadFailure && !hasFailure
    if hasForeignChanges || isFailureOver { notifyObservers() }
  }

  /// Applies the pending calls to a session, except the oldest `count`; returns how many it
  /// applied.
  ///
  /// The oldest ones were already written or given up.
  ///
  /// Applies them outside the lock, because the app's calls wait for the lock. The caller applies
  /// those that the app adds meanwhile.
  private func applyPendingCalls(after count: Int, to session: inout Session) -> Int {
    let calls = state.withLock { Array($0.pending.dropFirst(count)) }
    for call in calls { call.apply(to: &session) }
    return calls.count
  }

  /// Records why the file cannot be read or written, and notifies observers of a new failure.
  private func recordFailure(_ failure: StoreFailure) {
    let isNew = state.withLock { $0.recordFailure(failure) }
    if isNew { notifyObservers() }
  }
}

/// A change by one call that is not in the file yet.
enum PendingWrite: Sendable {
  /// Makes an operation from the current session; nil if nothing changes.
  typealias OperationMaker = @Sendable (Session) -> SessionOperation?

  /// Records events.
  case events([SessionEvent])
  /// Counts a behavioral event.
  case count(OperationMaker)
  /// Sets or clears an entry that a person chose.
  case choice(OperationMaker)
  /// Adds the app to the connected apps, under a number.
  case connection(ConnectedApp, number: Int64)
  /// Removes the app with a number from the connected apps.
  case disconnection(number: Int64)

  /// The number of events that the call records, for messages; a count is of a single event,
  /// however often that occurred.
  var eventCount: Int {
    switch self {
    case .events(let events): events.count
    case .count: 1
    case .choice, .connection, .disconnection: 0
    }
  }

  /// Applies the call to a session in memory; returns whether the session changed.
  ///
  /// A count and a choice change the session, unless it has the value already: then `makeOperation`
  /// returns nil. Recorded events and connected apps are only in the file.
  @discardableResult
  func apply(to session: inout Session) -> Bool {
    switch self {
    case .events, .connection, .disconnection: return false
    case .count(let makeOperation), .choice(let makeOperation):
      guard let operation = makeOperation(session) else { return false }
      session.apply(operation.changes)
      return true
    }
  }

  /// Writes this call of the app to the session's file, in one transaction.
  ///
  /// A count and a choice are operations, made from the session in the file. A connection adds the
  /// app to the list of connected apps, under the number by which a disconnection removes it.
  func write(to store: SessionStore) throws {
    switch self {
    case .events(let events): try store.record(events)
    case .count(let makeOperation), .choice(let makeOperation): try store.perform(makeOperation)
    case .connection(let app, let number): try store.connect(app, as: number)
    case .disconnection(let number): try store.disconnect(number)
    }
  }
}
