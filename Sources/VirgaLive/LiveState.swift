import VirgaSession
import VirgaSource

/// The in-memory state of a live session, including calls not yet in the file.
struct LiveState {
  static let limit = 10_000
  /// The maximum number of event calls written in one transaction.
  static let batchLimit = 500

  /// The session as last read from the file, with the pending calls applied.
  private(set) var session: Session
  /// The calls that are not in the file yet, oldest first.
  private(set) var pending: [PendingWrite] = []
  /// The number of calls added so far, and of those already in the file.
  private(set) var calls = (added: 0, written: 0)
  /// Why the last attempt to read or write the file failed.
  private(set) var failure: StoreFailure?
  var watchFailure: String?

  private let path: String
  private let restriction: StoreFailure?
  private var isWriting = false
  private var lost = LostCalls()
  private var refusal: StoreFailure?
  /// How many of the next calls to write one by one, to find the one that the file refuses.
  private var singleCalls = 0
  /// The number of attempts to write that failed since the last one that did not.
  private(set) var failedAttempts = 0

  init(_ session: Session, path: String, restriction: StoreRestriction? = nil) {
    self.session = session
    self.path = path
    self.restriction = restriction.map { .readOnly(path, reason: "\($0)") }
  }

  /// What is wrong and how many calls are affected, in one line.
  var failures: String? {
    var parts = [failure.map { "\($0)" } ?? watchFailure].compactMap(\.self)
    if failure != nil {
      let choices = pending.count { if case .choice = $0 { true } else { false } }
      let counts = [(pending.reduce(0) { $0 + $1.eventCount }, "event"), (choices, "choice")].filter
      { $0.0 > 0 }
      if !counts.isEmpty {
        parts.append(
          counts.map { $0.0.pluralizing($0.1) }.joined(separator: " and ") + " not written yet")
      }
    }
    if let lost = lost.description { parts.append(lost) }
    return parts.isEmpty ? nil : parts.joined(separator: "; ")
  }

  /// Whether nothing can be written, as far as the file said when it was opened.
  var isReadOnly: Bool { restriction != nil }

  // Changes by the app.
  /// Adds a choice, even one that changes nothing, and returns whether it changed the session.
  mutating func add(choice make: @escaping PendingWrite.OperationMaker) throws(StoreFailure) -> Bool
  {
    if let restriction { throw restriction }
    if let failure, failure.isFinal { throw failure }
    guard pending.count < Self.limit else {
      throw failure ?? .unusable(path, reason: "\(pending.count) calls are not written yet")
    }
    return append(.choice(make))
  }

  /// Adds events or a count unless too much is pending; returns whether the session changed.
  mutating func add(_ write: PendingWrite) -> Bool {
    guard pending.count < Self.limit else {
      lost.add(write)
      return false
    }
    return append(write)
  }

  private mutating func append(_ write: PendingWrite) -> Bool {
    pending.append(write)
    calls.added += 1
    return write.apply(to: &session)
  }

  // Changes by the writer.
  /// The oldest pending calls to write in one transaction; nil if none is pending.
  var nextBatch: (write: PendingWrite, calls: Int)? {
    guard let first = pending.first else { return nil }
    let limit = singleCalls > 0 ? 1 : Self.batchLimit
    let events = pending.prefix(limit).lazy.map(\.plainEvents).prefix { $0 != nil }
    return events.isEmpty ? (first, 1) : (.events(events.flatMap { $0 ?? [] }), events.count)
  }

  /// Returns whether a write must be scheduled, and marks it scheduled.
  mutating func startWriting() -> Bool {
    guard !isWriting, !pending.isEmpty else { return false }
    isWriting = true
    return true
  }

  /// Returns whether another write must follow; `failure` is why the last one failed.
  mutating func continueWriting(after failure: StoreFailure?) -> Bool {
    isWriting = !pending.isEmpty && failure?.isFinal != true
    return isWriting
  }

  mutating func removeWritten(_ count: Int) {
    pending.removeFirst(count)
    calls.written += count
    singleCalls = max(singleCalls - count, 0)
    if count > 0 { failedAttempts = 0 }
    if count > 0 || pending.isEmpty { failure = nil }
  }

  /// Gives up the oldest call, which the file refuses although it can be written.
  ///
  /// - Returns: False for several calls, which are written one by one first.
  mutating func refuse(_ count: Int, because failure: StoreFailure) -> Bool {
    guard count == 1, let first = pending.first else {
      singleCalls = count
      return false
    }
    lost.add(first)
    lost.reason = "\(failure)"
    refusal = failure
    return true
  }

  /// Returns why the file has refused a call since the last time; nil if it has not.
  mutating func takeRefusal() -> StoreFailure? {
    defer { refusal = nil }
    return refusal
  }

  /// Reapplies the pending calls after the oldest `count`, which the new session already includes.
  mutating func rebase(onto session: Session, including count: Int) {
    self.session = session
    for write in pending.dropFirst(count) { write.apply(to: &self.session) }
  }

  mutating func fail(_ failure: StoreFailure) -> Bool {
    defer { self.failure = failure }
    failedAttempts += 1
    return failure != self.failure
  }
}

extension StoreFailure {
  /// Whether retrying is pointless until the file is changed from outside.
  var isFinal: Bool {
    switch self {
    case .locked, .full, .unreachable, .unusable: false
    case .notADatabase, .exported, .notASession, .corrupt, .otherFormat, .readOnly, .gone,
      .replaced,
      .otherManifest:
      true
    }
  }
}

/// What was not written and never will be.
private struct LostCalls {
  /// Why the file refused the last one; nil if there were only too many.
  var reason: String?
  private var events = 0
  private var choices = 0

  mutating func add(_ write: PendingWrite) {
    events += write.eventCount
    if case .choice = write { choices += 1 }
  }

  /// Nil if nothing was lost.
  var description: String? {
    let counts = [(events, "event"), (choices, "choice")].filter { $0.0 > 0 }.map {
      $0.0.pluralizing($0.1)
    }
    guard !counts.isEmpty else { return nil }
    return counts.joined(separator: " and ") + " lost" + (reason.map { " (\($0))" } ?? "")
  }
}
