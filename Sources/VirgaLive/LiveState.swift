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
  private var lostCount = 0

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
      let counts = [(pending.reduce(0) { $0 + $1.eventCount }, "event"), (choices, "choice")].filter { $0.0 > 0 }
      if !counts.isEmpty {
        parts.append(counts.map { $0.0.pluralizing($0.1) }.joined(separator: " and ") + " not written yet")
      }
    }
    if lostCount > 0 { parts.append("\(lostCount.pluralizing("event")) lost") }
    return parts.isEmpty ? nil : parts.joined(separator: "; ")
  }

  /// Whether nothing can be written, as far as the file said when it was opened.
  var isReadOnly: Bool { restriction != nil }

  // Changes by the app.
  /// Adds a choice, even one that changes nothing, and returns whether it changed the session.
  mutating func add(choice make: @escaping PendingWrite.OperationMaker) throws(StoreFailure) -> Bool {
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
      lostCount += write.eventCount
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
    let events = pending.prefix(Self.batchLimit).lazy.map(\.plainEvents).prefix { $0 != nil }
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
    if count > 0 || pending.isEmpty { failure = nil }
  }

  /// Reapplies the pending calls after the oldest `count`, which the new session already includes.
  mutating func rebase(onto session: Session, including count: Int) {
    self.session = session
    for write in pending.dropFirst(count) { write.apply(to: &self.session) }
  }

  mutating func fail(_ failure: StoreFailure) -> Bool {
    defer { self.failure = failure }
    return failure != self.failure
  }
}

extension StoreFailure {
  /// Whether retrying is pointless until the file is changed from outside.
  var isFinal: Bool {
    switch self {
    case .locked, .full, .unusable: false
    case .notADatabase, .exported, .notASession, .corrupt, .tooNew, .readOnly, .gone, .replaced, .otherManifest: true
    }
  }
}
