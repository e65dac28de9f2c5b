package import VirgaJSON

/// A session in an SQLite file, shared by the console, subcommands and apps.
///
/// Every change is one transaction, durable when the call returns. Not thread-safe: a store belongs
/// to the thread that created it or to the lock that guards it. It has no callbacks.
package final class SessionStore {
  package static let inMemory = ":memory:"

  /// An absolute path, or `:memory:`.
  package let path: String
  package var session: Session { known.session }
  /// The manifest that it belongs to, an absolute path; nil if it belongs to none yet.
  package private(set) var manifest: String?
  /// Why nothing can be changed; nil if writable.
  package let restriction: StoreRestriction?
  private var isWritable: Bool { restriction == nil }

  private let options: Options
  private let database: Database
  private let tables: StoreTables
  /// The files that are open; nil for a session in memory.
  private let files: StoreFiles?
  /// The session as last read or written.
  private var known: StoredSession
  /// SQLite's number of the last commit of others that was read; -1 before the first reading.
  private var dataVersion: Int64 = -1
  private var fingerprint: DatabaseFingerprint?
  /// Whether the file was overwritten in place; its log was then set aside.
  private var wasOverwritten = false

  /// Opens or creates the session at `path`; a file that cannot be opened is never changed.
  package init(_ path: String, _ options: Options = Options()) throws(StoreFailure) {
    self.path = path
    self.options = options
    known = StoredSession(historyToRead: options.history)
    let opening = try StoreOpening(path, options)
    database = opening.database
    tables = StoreTables(opening.database, options)
    restriction = opening.restriction
    files = opening.files
    try loadForTheFirstTime()
    do {
      try checkOrAssignManifest()
    } catch {
      throw error as? StoreFailure ?? .unusable(path, reason: "\(error)")
    }
  }

  /// Reads the session, and as much of its history as the options say.
  private func loadForTheFirstTime() throws(StoreFailure) {
    do {
      // SQLite's number of the last commit of others. Asked for before loading, so that the next
      // refresh finds what others commit meanwhile.
      dataVersion = try database.number("PRAGMA data_version") ?? 0
      try load()
    } catch {
      // An error of SQLite becomes one that names the file.
      throw StoreFailure(error, path)
    }
  }

  deinit {
    // Closing the last connection copies the log to the file, which must not happen to a lost file.
    if files?.failureIfChanged() != nil { stopWriting() }
  }

  /// A store in memory with a session and events, for a session without a file or whose file was
  /// lost.
  package static func memory(
    _ session: Session = Session(), events: [SessionEvent] = [], manifest: String? = nil
  ) throws -> SessionStore {
    let store = try SessionStore(inMemory, Options(manifest: manifest))
    try store.restore(SessionExport(manifest: manifest, session: session, events: events))
    return store
  }

  /// Increases whenever this store reads a change that it did not write.
  package var foreignChangeCount: Int { known.foreignChangeCount }

  package var isInMemory: Bool { files == nil }

  /// Reads changes committed by other processes, and returns whether there were any.
  package func refresh() throws(StoreFailure) -> Bool {
    try checkFiles()
    do throws(SQLFailure) {
      // SQLite counts the commits of other connections.
      let version = try database.number("PRAGMA data_version") ?? 0
      guard version != dataVersion else { return false }
      try load()
      // Set only now, so that a failed load is tried again; and to the version before loading, so
      // that the next refresh finds what others committed meanwhile.
      dataVersion = version
    } catch {
      // If the file is lost, that is the reason to report.
      try checkFiles()
      throw StoreFailure(error, path)
    }
    // Checked again, because the files may have been replaced while they were read.
    try checkFiles()
    return true
  }

  /// Reads tables; an error of SQLite becomes one that names the file.
  func read<Value>(_ body: (StoreTables) throws(SQLFailure) -> Value) throws(StoreFailure) -> Value
  {
    do {
      return try body(tables)
    } catch {
      throw StoreFailure(error, path)
    }
  }

  /// Reads the whole history into ``session`` unless that has been done.
  package func readHistory() throws(StoreFailure) {
    guard known.historyToRead != .whole else { return }
    let previous = known.historyToRead
    do {
      // From now on, every reading keeps the history complete.
      known.historyToRead = .whole
      // Without `wholeHistory`, `load` only reads the operations that are new in the file.
      try load(wholeHistory: true)
    } catch {
      known.historyToRead = previous
      throw StoreFailure(error, path)
    }
  }

  package static func isEmpty(at path: String) -> Bool { StoreFiles.isEmpty(path) }

  /// Removes the file and SQLite's files next to it, unless another process has it open or has
  /// changed it.
  ///
  /// The store must not be used afterwards.
  package func removeFile() {
    guard !isInMemory, database.lockExclusively() else { return }
    let isUnchanged = (try? refresh()) == false
    guard isUnchanged else { return }
    // Closing the connection later must not touch another file at the path.
    database.leaveFilesOnClose()
    StoreFiles.remove(path)
  }

  /// Sets how long to wait for other writers, in milliseconds.
  package func setWriterTimeout(milliseconds: Int32) {
    database.setWriterTimeout(milliseconds: milliseconds)
  }

  /// The result of SQLite's full integrity check: `ok`, or the errors.
  package func integrityReport() throws(StoreFailure) -> String {
    try read { _ throws(SQLFailure) in
      try database.rows("PRAGMA integrity_check") { $0.text(0) ?? "" }.joined(separator: "; ")
    }
  }

  /// Verifies that the open files are still those at `path`, and that no other file was copied over
  /// them: SQLite would keep writing to deleted files, or mix its log into the other database.
  ///
  /// Otherwise it throws, and this store writes nothing from now on.
  private func checkFiles() throws(StoreFailure) {
    // A session in memory has no files.
    guard let files else { return }
    // Detected twice: another process may be writing the page with the file's mark during the first
    // read.
    if !wasOverwritten, isFileOverwritten(), isFileOverwritten() {
      wasOverwritten = true
      // The log belongs to the overwritten database: SQLite would mix it into the new one. A
      // session that is only read changes no files.
      if isWritable { files.setLogAside() }
    }
    guard let failure = wasOverwritten ? .replaced(path) : files.failureIfChanged() else { return }
    // A file that cannot be reached now may be the same when it is reached again, so the store may
    // write then.
    if case .unreachable = failure { throw failure }
    stopWriting()
    throw failure
  }

  /// Writes nothing from now on.
  ///
  /// If somebody removed the log, its commits are copied to the file first: open connections can
  /// still read them.
  private func stopWriting() {
    if isWritable { copyRemovedLog() }
    database.leaveFilesOnClose()
  }

  /// Copies the log, which this process still has open, to the file if somebody removed the log.
  ///
  /// Does nothing if there is a new log, or if the database or the index was replaced too.
  private func copyRemovedLog() {
    guard let files, files.lacksOnlyLog() else { return }
    guard (try? database.lockForWriting()) != nil else { return }
    defer { database.unlockFile() }
    // Checked again under the lock: now nobody can write to another log.
    if files.lacksOnlyLog() { database.copyLog() }
  }

  /// Verifies after a commit that nobody replaced the session's files meanwhile.
  ///
  /// If the system does not say, as when a network file system does not answer, the commit counts:
  /// the files were verified just before it.
  private func checkFilesAfterCommit() throws(StoreFailure) {
    do {
      try checkFiles()
    } catch .unreachable {}
  }

  /// Runs `body` in one transaction, on the session as other processes have left it.
  func write<Value>(_ body: (inout StoreTransaction) throws -> Value) throws -> Value {
    if let restriction { throw StoreFailure.readOnly(path, reason: restriction.description) }
    let (value, next) = try asOnlyWriter {
      let result = try commit(body)
      // The fingerprint is a mark in the file, by which it is noticed if another file is copied
      // over it. It is looked for again if it was missing before.
      if fingerprint == nil { fingerprint = try DatabaseFingerprint(in: database) }
      return result
    }
    // The session after the transaction.
    known = next
    files?.touchToNotifyWatchers()
    return value
  }

  /// Runs `body`, which commits, as the only writer, with the files verified before and after.
  private func asOnlyWriter<Value>(_ body: () throws -> Value) throws -> Value {
    do {
      try database.lockForWriting()
      defer { database.unlockFile() }
      try checkFiles()
      let value = try body()
      try checkFilesAfterCommit()
      // Still as the only writer, with files that were just verified.
      database.copyLogToFileIfLong()
      return value
    } catch {
      // An error of SQLite becomes one that names the file.
      throw (error as? SQLFailure).map { StoreFailure($0, path) } ?? error
    }
  }

  /// What a console last stored about itself; nil if none did.
  package func consoleState() throws(StoreFailure) -> JSONValue? {
    try read { tables throws(SQLFailure) in try tables.consoleState() }
  }

  /// Stores what a console knows about itself.
  ///
  /// This does not change the session: its revision stays, and no other process is told.
  package func storeConsoleState(_ state: JSONValue) throws {
    if let restriction { throw StoreFailure.readOnly(path, reason: restriction.description) }
    try asOnlyWriter { try tables.storeConsoleState(state) }
  }

  /// Whether the file can be written; commits a transaction that changes nothing but the revision.
  package func canBeWritten() -> Bool { (try? write { _ in }) != nil }

  /// Commits what `body` does, and returns its result with the session that it leaves.
  private func commit<Value>(
    _ body: (inout StoreTransaction) throws -> Value
  ) throws -> (value: Value, next: StoredSession) {
    do {
      let result = try beginTransaction(running: body)
      try database.execute("COMMIT")
      return result
    } catch {
      if database.isInTransaction { try? database.execute("ROLLBACK") }
      throw error
    }
  }

  /// Begins a transaction and runs `body` in it; the caller ends it, even if this throws.
  ///
  /// Returns the result of `body`, with the session that it leaves.
  private func beginTransaction<Value>(
    running body: (inout StoreTransaction) throws -> Value
  ) throws -> (value: Value, next: StoredSession) {
    var next = try beginNextRevision()
    var transaction = StoreTransaction(
      session: next.session, tables: tables, revision: next.revision)
    let value = try body(&transaction)
    next.session = transaction.session
    // A store that does not read the history keeps none of its own operations either: each one
    // would take memory.
    if next.historyToRead == .lastIDOnly {
      next.session.unloadHistory(lastID: next.session.lastID)
    }
    return (value, next)
  }

  /// Begins a transaction, and returns the session as other processes have left it, with the next
  /// revision; the caller ends the transaction, even if this throws.
  private func beginNextRevision() throws -> StoredSession {
    try database.execute("BEGIN IMMEDIATE")
    var next = known
    try tables.readChanges(into: &next)
    next.revision += 1
    try database.run(Self.setRevision, [.integer(next.revision)])
    // Checked in the transaction: no other process can change the format until it ends.
    try checkFormat()
    // An app that crashed cannot remove itself from the list of connected apps.
    try tables.apps.removeEnded()
    return next
  }

  /// Sets the revision of the session, and that in its mark, to the parameter ?1.
  private static let setRevision = """
    UPDATE about
    SET value = CASE key WHEN 'revision' THEN ?1 ELSE \(DatabaseFingerprint.markOfRevision) END
    WHERE key IN ('revision', 'mark')
    """

  /// Verifies that no other version of virga has changed the format since the file was opened.
  private func checkFormat() throws {
    let version = try database.number("PRAGMA user_version") ?? 0
    guard version == StoreSchema.version else {
      throw StoreFailure.otherFormat(path, version: version)
    }
  }

  /// Whether the open file was overwritten: it has another mark than before or, if it had none, is
  /// no longer an SQLite database.
  private func isFileOverwritten() -> Bool {
    fingerprint?.detectOverwrite(in: database) ?? !DatabaseFingerprint.hasSQLiteHeader(database)
  }

  /// Reads the changes since the last reading, and the whole history if asked to.
  private func load(wholeHistory: Bool = false) throws(SQLFailure) {
    // One snapshot: another process may commit between two queries.
    try database.execute("BEGIN")
    defer { try? database.execute("COMMIT") }
    try tables.readChanges(into: &known)
    let beforeFirstRevision: Int64 = -1
    if wholeHistory { try tables.history.read(into: &known.session, after: beforeFirstRevision) }
    // The fingerprint is a mark in the file, by which it is noticed if another file is copied over
    // it. It is looked for again if it was missing before.
    if fingerprint == nil { fingerprint = try DatabaseFingerprint(in: database) }
  }

  /// Checks that the session belongs to the manifest of the options, if they have one.
  ///
  /// A session that belongs to no manifest is assigned to it, unless the session can only be read.
  private func checkOrAssignManifest() throws {
    manifest = try storedManifest()
    guard let wanted = options.manifest else { return }
    if let manifest {
      guard manifest == wanted else {
        throw StoreFailure.otherManifest(path, its: manifest, wanted: wanted)
      }
    } else if isWritable {
      try asOnlyWriter {
        try database.run("INSERT OR REPLACE INTO about VALUES ('manifest', ?)", [.text(wanted)])
      }
      manifest = wanted
    }
  }

  /// The manifest to which the file assigns the session; nil if it is not assigned yet.
  private func storedManifest() throws(StoreFailure) -> String? {
    try read { _ throws(SQLFailure) in
      // Nil without a row, and for a row with null.
      try database.rows("SELECT value FROM about WHERE key = 'manifest'") { $0.text(0) }.first
        ?? nil
    }
  }

  /// How long to wait for other writers unless told otherwise, in milliseconds: a dozen programs
  /// that all write on a slow disk get their turns within it.
  ///
  /// A key of the console waits far less, see `ConsoleSession.keyTimeout`.
  package static let defaultWriterTimeout: Int32 = 5_000

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
    /// The maximum size in bytes of the history, including values; the last operation can always be
    /// undone.
    package var historyLimit: Int64 = 64 << 20
    /// How much of the history to read initially; ``SessionStore/readHistory()`` reads the rest.
    package var history = History.whole
    /// How long to wait for other writers, in milliseconds.
    package var timeout = SessionStore.defaultWriterTimeout

    /// Options for a session, writable by default.
    package init(manifest: String? = nil, isReadOnly: Bool = false) {
      self.manifest = manifest
      self.isReadOnly = isReadOnly
    }
  }

  package enum History: Sendable {
    /// Only the id of its last operation; enough for apps.
    case lastIDOnly
    /// The outlines of its operations, see ``SessionOperation/isOutline``.
    case outlined
    case whole
  }
}
