/// A session in an SQLite file, shared by the console, subcommands and apps.
///
/// Every change is one transaction, durable when the call returns. Not thread-safe: a store belongs to the thread that
/// created it or to the lock that guards it. It has no callbacks.
package final class SessionStore {
  package struct Options: Sendable {
    /// The manifest that the session must belong to, an absolute path; nil for any.
    package var manifest: String?
    package var isReadOnly = false
    /// Whether to create a missing file; if not, a session without a file is in memory only.
    package var makesFile = true
    package var makesFolders = false
    /// The maximum number of events, unless the session sets its own; the oldest are deleted first.
    package var eventLimit: Int64 = 100_000
    package var operationLimit: Int64 = 10_000
    /// The maximum size in bytes of the history, including values; the last operation can always be undone.
    package var historyLimit: Int64 = 64 << 20
    /// How much of the history to read initially; ``SessionStore/readHistory()`` reads the rest.
    package var history = History.whole
    /// The timeout for other writers, in milliseconds.
    package var timeout: Int32 = 1_000

    /// Options for a session, writable by default.
    package init(manifest: String? = nil, isReadOnly: Bool = false) {
      self.manifest = manifest
      self.isReadOnly = isReadOnly
    }
  }

  package enum History: Sendable {
    /// None of it; enough for apps.
    case unread
    /// The outlines of its operations, see ``SessionOperation/isOutline``.
    case outlined
    case whole
  }

  package static let inMemory = ":memory:"

  /// An absolute path, or `:memory:`.
  package let path: String
  package var session: Session { known.session }
  /// The manifest that it belongs to, an absolute path; nil if it belongs to none yet.
  package internal(set) var manifest: String?
  /// Why nothing can be changed; nil if writable.
  package let restriction: StoreRestriction?

  let options: Options
  let database: Database
  let file: OpenFile?
  var known: Known
  /// The revision of the current transaction.
  var writing: Int64 = 0
  private var dataVersion: Int64 = -1
  var fileMark: DatabaseFingerprint?
  /// Whether the file was overwritten in place; its log was then set aside.
  private var wasOverwritten = false

  struct Known {
    var session = Session()
    var history: History
    var revision: Int64 = -1
    var foreignChanges = 0
  }

  /// Opens or creates the session at `path`; a file that cannot be opened is never changed.
  package init(_ path: String, _ options: Options = Options()) throws(StoreFailure) {
    self.path = path
    self.options = options
    known = Known(history: options.history)
    let opening = try StoreOpening(path, options)
    database = opening.database
    restriction = opening.restriction
    file = opening.isInMemory ? nil : OpenFile(path)
    do {
      dataVersion = try database.number("PRAGMA data_version") ?? 0
      try load()
    } catch {
      throw opening.isTooNew ? .tooNew(path, version: opening.version) : StoreFailure(error, path)
    }
    try bind()
  }

  package static func memory(
    _ session: Session = Session(), events: [SessionEvent] = [], manifest: String? = nil
  ) throws -> SessionStore {
    let store = try SessionStore(inMemory, Options(manifest: manifest))
    try store.restore(SessionExport(manifest: manifest, session: session, events: events))
    return store
  }

  /// Increases whenever this store reads a change that it did not write.
  package var foreignChanges: Int { known.foreignChanges }

  package var isInMemory: Bool { file == nil }

  /// Reads changes committed by other processes, and returns whether there were any.
  package func refresh() throws(StoreFailure) -> Bool {
    try check()
    return try reading { () throws(SQLFailure) in
      let version = try database.number("PRAGMA data_version") ?? 0
      guard version != dataVersion else { return false }
      dataVersion = version
      try load()
      return true
    }
  }

  /// Names the file in what goes wrong in `body`.
  func reading<Value>(_ body: () throws(SQLFailure) -> Value) throws(StoreFailure) -> Value {
    do {
      return try body()
    } catch {
      throw StoreFailure(error, path)
    }
  }

  /// Reads the whole history into ``session`` unless that has been done.
  package func readHistory() throws(StoreFailure) {
    guard known.history != .whole else { return }
    let before = known.history
    do {
      known.history = .whole
      try load(wholeHistory: true)
    } catch {
      known.history = before
      throw StoreFailure(error, path)
    }
  }

  package static func isEmpty(at path: String) -> Bool { OpenFile.isEmpty(path) }

  /// Removes the file and SQLite's files next to it; the store must not be used afterwards.
  package func removeFile() {
    guard !isInMemory else { return }
    database.abandon()
    OpenFile.remove(path)
  }

  /// Sets how long to wait for other writers, in milliseconds.
  package func wait(atMost milliseconds: Int32) { database.wait(atMost: milliseconds) }

  /// The result of SQLite's full integrity check: `ok`, or the errors.
  package func integrity() throws(StoreFailure) -> String {
    try reading { () throws(SQLFailure) in
      try database.rows("PRAGMA integrity_check") { $0.text(0) ?? "" }.joined(separator: "; ")
    }
  }

  /// Verifies that the open file is still the one at `path`: SQLite would keep writing to a deleted one.
  func check() throws(StoreFailure) {
    guard let file else { return }
    // Checked twice: another process may be writing the page during the first read.
    if !wasOverwritten, isOverwritten(), isOverwritten() {
      wasOverwritten = true
      if restriction == nil { file.setLogAside() }
    }
    guard let failure = wasOverwritten ? .replaced(path) : file.failure() else { return }
    database.abandon()
    throw failure
  }

  private func isOverwritten() -> Bool {
    fileMark?.isOverwritten(in: database) ?? !DatabaseFingerprint.isDatabase(database)
  }

  private func load(wholeHistory: Bool = false) throws(SQLFailure) {
    try database.execute("BEGIN")
    defer { try? database.execute("COMMIT") }
    try readChanges(into: &known)
    if wholeHistory { try readOperations(into: &known.session, after: -1) }
    if fileMark == nil { fileMark = try DatabaseFingerprint(in: database) }
  }

  /// Checks that the session belongs to the manifest of the options, or assigns it.
  private func bind() throws(StoreFailure) {
    manifest = try reading { () throws(SQLFailure) in
      try database.rows("SELECT value FROM about WHERE key = 'manifest'") { $0.text(0) }.first ?? nil
    }
    guard let wanted = options.manifest else { return }
    if let manifest {
      guard manifest == wanted else { throw .otherManifest(path, its: manifest, wanted: wanted) }
    } else if restriction == nil {
      try reading { () throws(SQLFailure) in
        try database.run("INSERT OR REPLACE INTO about VALUES ('manifest', ?)", [.text(wanted)])
      }
      manifest = wanted
    }
  }
}

/// Finds out whether a session file can be written, by waiting for other writers.
package struct WriteLockWait: Sendable {
  /// False only if another process kept the file locked; also true if waiting is pointless.
  package let isLockFree: Bool

  /// Waits up to `timeout` milliseconds for the write lock of the session at `path`; changes nothing.
  package init(at path: String, atMost timeout: Int32 = 1_000) {
    do throws(SQLFailure) {
      let database = try Database(path, .writeExisting, timeout: timeout)
      database.abandon()
      try database.execute("BEGIN IMMEDIATE")
      try database.execute("ROLLBACK")
      isLockFree = true
    } catch {
      if case .locked = StoreFailure(error, path) { isLockFree = false } else { isLockFree = true }
    }
  }
}
