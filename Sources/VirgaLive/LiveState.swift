import VirgaSession
import VirgaSource

/// The in-memory state of a live session, including calls not yet in the file.
struct LiveState {
  /// The maximum number of pending calls.
  static let maxPendingCalls = 10_000
  /// The maximum number of event calls written in one transaction.
  static let maxCallsPerBatch = 500

  /// The session as last read from the file, with the pending calls applied.
  private(set) var session: Session
  /// The calls that are not in the file yet, oldest first.
  private(set) var pending: [PendingWrite] = []
  /// The number of calls added so far.
  private(set) var addedCalls = 0
  /// The number of added calls that are in the file, or that it refused.
  private(set) var finishedCalls = 0
  /// Why the last attempt to read or write the file failed.
  private(set) var failure: StoreFailure?
  /// Why changes of the file by others cannot be detected.
  var watchFailure: String?

  private let path: String
  /// Why the file cannot be written, as far as it said when it was opened.
  private let readOnlyFailure: StoreFailure?
  /// Whether a write is scheduled or running.
  private var isWriting = false
  private var lostCalls = LostCalls()
  /// Why the file refused a call since the last flush.
  private var refusal: StoreFailure?
  /// How many of the next calls to write one by one, to find the one that the file refuses.
  private var callsToWriteSingly = 0
  /// The number of failed attempts to write since the last successful one.
  private(set) var failedAttempts = 0

  /// The state of a session as it was read from the file at `path`, without pending calls.
  ///
  /// - Parameter restriction: Why the file cannot be written, so that choices are refused.
  init(_ session: Session, path: String, restriction: StoreRestriction? = nil) {
    self.session = session
    self.path = path
    readOnlyFailure = restriction.map { .readOnly(path, reason: "\($0)") }
  }

  /// What is wrong and how many calls are affected, in one line; nil if nothing is wrong.
  var failureReport: String? {
    var parts: [String] = []
    if let failure {
      parts.append("\(failure)")
      var counts = CallCounts()
      for write in pending { counts.add(write) }
      if let text = counts.description { parts.append(text + " not written yet") }
    } else if let watchFailure {
      // Less important than a failure to read or write, so it is said only without one.
      parts.append(watchFailure)
    }
    if let lost = lostCalls.description { parts.append(lost) }
    return parts.isEmpty ? nil : parts.joined(separator: "; ")
  }

  /// Whether nothing can be written, as far as the file said when it was opened.
  var isReadOnly: Bool { readOnlyFailure != nil }

  // Changes by the app.

  /// Adds a choice, an operation by the user or developer of the app; returns whether it changed
  /// the session.
  ///
  /// A choice that cannot be stored is refused, so that the caller can report it.
  ///
  /// `makeOperation` makes the operation from the session in memory now, and once more from that of
  /// the file when it is written. So a choice that changes nothing here is added too: another
  /// process may have changed the file.
  ///
  /// - Throws: Why the file cannot store it, or that too many calls are pending.
  mutating func add(
    choice makeOperation: @escaping PendingWrite.OperationMaker
  ) throws(StoreFailure) -> Bool {
    if let readOnlyFailure { throw readOnlyFailure }
    // Trying again is pointless until somebody changes the file.
    if let failure, failure.isFinal { throw failure }
    guard pending.count < Self.maxPendingCalls else {
      throw failure ?? .unusable(path, reason: "\(pending.count) calls are not written yet")
    }
    return append(.choice(makeOperation))
  }

  /// Adds events or a count, or counts them as lost if too much is pending; returns whether the
  /// session changed.
  mutating func add(_ write: PendingWrite) -> Bool {
    guard pending.count < Self.maxPendingCalls else {
      lostCalls.add(write)
      return false
    }
    return append(write)
  }

  /// Adds a write to the pending calls, and applies it to the session in memory; returns whether
  /// that changed the session.
  ///
  /// Counts the write too: a flush waits until as many calls are finished as were added before it.
  private mutating func append(_ write: PendingWrite) -> Bool {
    pending.append(write)
    addedCalls += 1
    return write.apply(to: &session)
  }

  // Changes by the writer.

  /// The oldest pending calls to write in one transaction: all leading calls that record events, or
  /// else one call, because the store performs one operation at a time; nil if none is pending.
  ///
  /// After the file has refused a batch, its calls are written one by one.
  var nextBatch: WriteBatch? {
    guard let first = pending.first else { return nil }
    let maxCalls = callsToWriteSingly > 0 ? 1 : Self.maxCallsPerBatch
    var events: [SessionEvent] = []
    var eventCallCount = 0
    for write in pending.prefix(maxCalls) {
      guard case .events(let moreEvents) = write else { break }
      events += moreEvents
      eventCallCount += 1
    }
    if eventCallCount == 0 { return WriteBatch(write: first, callCount: 1) }
    return WriteBatch(write: .events(events), callCount: eventCallCount)
  }

  /// Returns whether the caller must schedule a write, and marks it as scheduled in this case.
  ///
  /// False if a write is scheduled or running already, or if no call is pending.
  mutating func markWriteScheduledIfNeeded() -> Bool {
    guard !isWriting, !pending.isEmpty else { return false }
    isWriting = true
    return true
  }

  /// Returns whether another write must follow the last one, which ended with `failure`, or
  /// succeeded if that is nil.
  ///
  /// If not, writing stops until it is started again, for example after the file was changed.
  mutating func continueWriting(after failure: StoreFailure?) -> Bool {
    let isRetryPointless = failure?.isFinal ?? false
    isWriting = !pending.isEmpty && !isRetryPointless
    return isWriting
  }

  /// Removes the oldest `count` pending calls, which were written or given up; `count` is 0 after
  /// the file was only read.
  ///
  /// Reading does not show that the file can be written, so the failure stays while calls are
  /// pending.
  mutating func removeFinished(_ count: Int) {
    pending.removeFirst(count)
    finishedCalls += count
    // More than 0 only after a batch was refused: its calls are written one by one.
    callsToWriteSingly = max(callsToWriteSingly - count, 0)
    if count > 0 { failedAttempts = 0 }
    if count > 0 || pending.isEmpty { failure = nil }
  }

  /// Gives up the oldest call, which the file refuses although it can be written.
  ///
  /// If the refused batch has several calls, it gives up none and returns false: they are then
  /// written one by one, to find the one that the file refuses.
  mutating func giveUpOldest(ofBatchOf callCount: Int, because failure: StoreFailure) -> Bool {
    guard callCount == 1, let first = pending.first else {
      callsToWriteSingly = callCount
      return false
    }
    // The caller removes the call from the pending ones.
    lostCalls.add(first)
    lostCalls.reason = "\(failure)"
    // The next flush throws it.
    refusal = failure
    return true
  }

  /// Returns why the file has refused a call since the last time; nil if it has not.
  mutating func takeRefusal() -> StoreFailure? {
    defer { refusal = nil }
    return refusal
  }

  /// Replaces the session by a newer one, which already includes the oldest `count` pending calls,
  /// and applies the other pending calls to it.
  mutating func rebase(onto session: Session, including count: Int) {
    self.session = session
    for write in pending.dropFirst(count) { write.apply(to: &self.session) }
  }

  /// Records why the file cannot be read or written; returns whether that is another failure than
  /// before, of which observers must be notified.
  mutating func recordFailure(_ failure: StoreFailure) -> Bool {
    let isNew = failure != self.failure
    self.failure = failure
    failedAttempts += 1
    return isNew
  }
}

extension StoreFailure {
  /// Whether retrying is pointless until the file is changed from outside.
  var isFinal: Bool {
    switch self {
    // Another process can release its lock, a full disk can get space, and so on.
    case .locked, .full, .unreachable, .unusable: false
    case .notADatabase, .exported, .notASession, .corrupt, .otherFormat, .readOnly, .gone,
      .replaced,
      .otherManifest:
      true
    }
  }
}

/// Pending calls to write in one transaction.
struct WriteBatch {
  /// All calls of the batch as one write.
  let write: PendingWrite
  /// The number of pending calls in it.
  let callCount: Int
}

/// The number of events and choices in calls.
private struct CallCounts {
  private var events = 0
  private var choices = 0

  /// Counts a call: its events, or one choice.
  mutating func add(_ write: PendingWrite) {
    events += write.eventCount
    if case .choice = write { choices += 1 }
  }

  /// The numbers as text: `2 events and 1 choice`; nil if both are zero.
  var description: String? {
    var parts: [String] = []
    if events > 0 { parts.append(events.pluralizing("event")) }
    if choices > 0 { parts.append(choices.pluralizing("choice")) }
    return parts.isEmpty ? nil : parts.joined(separator: " and ")
  }
}

/// The calls that were not written and never will be.
private struct LostCalls {
  /// Why the file refused the last one; nil if calls were only lost because too many were pending.
  var reason: String?
  private var counts = CallCounts()

  mutating func add(_ write: PendingWrite) { counts.add(write) }

  /// What was lost, and why: `1 choice lost (…)`; nil if nothing was.
  var description: String? {
    guard let counts = counts.description else { return nil }
    guard let reason else { return "\(counts) lost" }
    return "\(counts) lost (\(reason))"
  }
}
