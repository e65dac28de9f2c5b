import VirgaSession
import VirgaSource

/// What a live session knows in memory: its answers, and the calls that the file does not have yet.
struct LiveState {
  /// How many calls may be pending.
  static let limit = 10_000
  /// How many calls that record events are written in one transaction.
  static let batchLimit = 500

  /// The file's session as it was last read, with the pending calls applied.
  private(set) var session: Session
  /// The calls that the file does not have yet, oldest first.
  private(set) var pending: [PendingWrite] = []
  /// How many calls were added, and how many of them the file has.
  private(set) var calls = (added: 0, written: 0)
  /// Why the file could not be read or written at the last try.
  private(set) var failure: StoreFailure?
  /// Why changes by other processes cannot be detected.
  var watchFailure: String?

  private let path: String
  /// Why the file can only be read.
  private let restriction: StoreFailure?
  /// Whether the writer has a turn scheduled.
  private var isWriting = false
  private var unwritten = PendingWrite.Counts()
  private var lostCount = 0

  /// What is known of the file at `path` once it was read.
  init(_ session: Session, path: String, restriction: StoreRestriction? = nil) {
    self.session = session
    self.path = path
    self.restriction = restriction.map { .readOnly(path, reason: "\($0)") }
  }

  /// What is wrong and which calls that concerns, in one line.
  var failures: String? {
    var parts = [failure.map { "\($0)" } ?? watchFailure].compactMap(\.self)
    if failure != nil, let counts = Self.text(unwritten) { parts.append("\(counts) not written yet") }
    if lostCount > 0 { parts.append("\(lostCount.counted("event")) lost") }
    return parts.isEmpty ? nil : parts.joined(separator: "; ")
  }

  private static func text(_ counts: PendingWrite.Counts) -> String? {
    var parts: [String] = []
    if counts.events > 0 { parts.append(counts.events.counted("event")) }
    if counts.choices > 0 { parts.append(counts.choices.counted("choice")) }
    return parts.isEmpty ? nil : parts.joined(separator: " and ")
  }
}

// What the app does.
extension LiveState {
  /// Adds a choice; returns whether it changed the session.
  ///
  /// A choice that changes nothing is written too, because another process may just have changed the file.
  ///
  /// - Throws: Why the file cannot keep it, if that is known already.
  mutating func add(choice make: @escaping PendingWrite.OperationMaker) throws(StoreFailure) -> Bool {
    if let restriction { throw restriction }
    if let failure, failure.isFinal { throw failure }
    guard pending.count < Self.limit else {
      throw failure ?? .unusable(path, reason: "\(pending.count) calls are not written yet")
    }
    return append(.choice(make))
  }

  /// Adds events or a count, unless too many calls are pending; returns whether that changed the session.
  mutating func add(_ write: PendingWrite) -> Bool {
    guard pending.count < Self.limit else {
      lostCount += write.counts.events
      return false
    }
    return append(write)
  }

  private mutating func append(_ write: PendingWrite) -> Bool {
    pending.append(write)
    unwritten += write.counts
    calls.added += 1
    return write.apply(to: &session)
  }
}

// What the writer does.
extension LiveState {
  /// The oldest pending calls that one transaction writes, and how many calls that is; nil if none is pending.
  var nextBatch: (write: PendingWrite, calls: Int)? {
    guard let first = pending.first else { return nil }
    let events = pending.prefix(Self.batchLimit).lazy.map(\.plainEvents).prefix { $0 != nil }
    return events.isEmpty ? (first, 1) : (.events(events.flatMap { $0 ?? [] }), events.count)
  }

  /// Returns whether a turn of the writer has to be scheduled, and marks it scheduled.
  mutating func startWriting() -> Bool {
    guard !isWriting, !pending.isEmpty else { return false }
    isWriting = true
    return true
  }

  /// Returns whether another turn has to follow one that failed for a reason, or nil.
  mutating func continueWriting(after failure: StoreFailure?) -> Bool {
    isWriting = !pending.isEmpty && failure?.isFinal != true
    return isWriting
  }

  /// Notes that the file has the oldest `count` pending calls.
  mutating func removeWritten(_ count: Int) {
    for write in pending.prefix(count) { unwritten -= write.counts }
    pending.removeFirst(count)
    calls.written += count
    if count > 0 || pending.isEmpty { failure = nil }
  }

  /// Replaces the session by one that has the oldest `count` pending calls, and applies the later ones.
  mutating func rebase(onto session: Session, including count: Int) {
    self.session = session
    for write in pending.dropFirst(count) { write.apply(to: &self.session) }
  }

  /// Notes why the file could not be read or written; returns whether that is news.
  mutating func fail(_ failure: StoreFailure) -> Bool {
    defer { self.failure = failure }
    return failure != self.failure
  }
}

extension StoreFailure {
  /// Whether another try can succeed only after somebody changed the file.
  var isFinal: Bool {
    switch self {
    case .locked, .full, .unusable: false
    case .notADatabase, .exported, .notASession, .corrupt, .tooNew, .readOnly, .gone, .replaced, .otherManifest: true
    }
  }
}
