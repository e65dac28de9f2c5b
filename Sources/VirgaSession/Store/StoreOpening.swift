import CVirgaSQLite
import VirgaFiles

/// Opens a session file, checks its format, and initializes an empty one.
struct StoreOpening {
  let database: Database
  /// The files that are open; nil for a session in memory.
  let files: StoreFiles?
  /// Why nothing can be changed; nil if the session is writable.
  let restriction: StoreRestriction?

  /// Opens the session at `path`; creates the file first if it is missing and the options ask for
  /// it.
  init(_ path: String, _ options: SessionStore.Options) throws(StoreFailure) {
    let hasPath = path != SessionStore.inMemory
    if hasPath {
      try StoreFiles.refuseUnusable(path)
      // A program may have been killed while it turned an empty file into a session. Undoing that
      // may empty the file, so it comes before this opening locks it and asks whether it is empty.
      Self.undoUnfinishedCreation(of: path, timeout: options.timeout)
    }
    let mayCreateFile = options.makesFile && !options.isReadOnly
    // A session that has no file, and must not create one, is in memory.
    let usesFile = hasPath && (mayCreateFile || !StoreFiles.isEmpty(path))
    // Whether this opening has created the file, and removes it again if it fails.
    var isNew = false
    if usesFile, mayCreateFile {
      isNew = try StoreFiles.create(path, makesFolders: options.makesFolders)
    }
    do {
      self = try usesFile ? Self.fromFile(path, options) : Self(inMemory: options)
    } catch {
      if isNew { StoreFiles.removeUnused(path) }
      throw Self.failure(error, path)
    }
  }

  /// Makes SQLite undo the change of a program that was killed while it turned an empty file into a
  /// session, and that left the journal of this change.
  ///
  /// Called before ``SharedIndex`` takes the lock for writing: SQLite ignores a journal while a
  /// program has that lock. The session would be opened with the unfinished change; other programs
  /// would wait to undo it, and its commits would be lost when they do.
  private static func undoUnfinishedCreation(of path: String, timeout: Int32) {
    guard !StoreFiles.isEmpty(StoreFiles.journalPath(of: path)) else { return }
    // If that fails, opening the session fails too, and says why.
    guard let database = try? Database(path, .writeExisting, timeout: timeout) else { return }
    // Closing the connection later changes no files.
    database.leaveFilesOnClose()
    // Reading the file makes SQLite look at the journal.
    _ = try? database.number("PRAGMA schema_version")
  }

  /// What went wrong when a file was opened; says so if it is an exported session.
  private static func failure(_ error: any Error, _ path: String) -> StoreFailure {
    guard let failure = error as? SQLFailure else {
      return error as? StoreFailure ?? .unusable(path, reason: "\(error)")
    }
    if failure.primaryCode == SQLITE_NOTADB, SessionExport.isExport(at: path) {
      return .exported(path)
    }
    return StoreFailure(failure, path)
  }

  /// Opens a new session in memory.
  ///
  /// It has no files, and it can always be changed, so its ``restriction`` is nil.
  private init(inMemory options: SessionStore.Options) throws {
    database = try Database(SessionStore.inMemory, .write, timeout: options.timeout)
    files = nil
    restriction = nil
    try database.execute(StoreSchema.connectionSettings)
    // Creates the tables.
    try Self.prepareForWriting(database, isEmpty: true, timeout: options.timeout)
  }

  /// Opens a file with the index of its log that all other processes use.
  ///
  /// With another index, they would not find what this process writes, so it tries again if the
  /// index was replaced meanwhile.
  ///
  /// SQLite keeps log and index in files beside the database: the log has the latest changes, the
  /// index says where they are in it.
  private static func fromFile(
    _ path: String, _ options: SessionStore.Options
  ) throws -> StoreOpening {
    for _ in 1...maxAttempts {
      // SQLite would mix the log of another session into this one.
      if !options.isReadOnly { try setForeignLogAside(path, timeout: options.timeout) }
      let index = try SharedIndex(of: path, timeout: options.timeout)
      let opening = try StoreOpening(path: path, options)
      if try index.isUnchanged() { return opening }
      // Closed without touching the files, which others may be using with another index.
      opening.database.leaveFilesOnClose()
    }
    throw StoreFailure.replaced(StoreFiles.indexPath(of: path))
  }

  private static let maxAttempts = 10

  /// Opens an existing file.
  ///
  /// A writable one is switched to a write-ahead log, and gets its tables if it is empty. If the
  /// disk is full, SQLite cannot create its log and index, and the session can only be read.
  private init(path: String, _ options: SessionStore.Options) throws {
    let (connection, isDiskFull) = try Self.readableConnection(path, options)
    let isEmpty = try Self.isEmpty(checkingFormatOf: connection, path)
    restriction = Self.restriction(of: connection, isDiskFull: isDiskFull, options)
    database = connection
    try connection.execute(StoreSchema.connectionSettings)
    let isWritable = restriction == nil
    if isWritable {
      try Self.prepareForWriting(connection, isEmpty: isEmpty, timeout: options.timeout)
    }
    // A log and its index exist now, unless the file can only be read. On a file system where
    // processes cannot share an index, there is neither.
    files = try StoreFiles(path, needsAll: isWritable && connection.hasLog())
  }

  /// Why the session can only be read; nil if it can be changed.
  ///
  /// With `isDiskFull`, the connection was opened for a full disk, and only reads.
  private static func restriction(
    of connection: Database, isDiskFull: Bool, _ options: SessionStore.Options
  ) -> StoreRestriction? {
    if options.isReadOnly { return .readOnlyRequested }
    if isDiskFull { return .full }
    return connection.isReadOnly ? .unwritable : nil
  }

  /// Sets aside the log of a killed program if another session was copied over the file since then:
  /// SQLite would mix the two.
  private static func setForeignLogAside(_ path: String, timeout: Int32) throws {
    let hasLog = !StoreFiles.isEmpty(StoreFiles.logPath(of: path))
    guard hasLog, !StoreFiles.isEmpty(path) else { return }
    // The marks of the file and of its log show whether both are of one session. SQLite needs an
    // index to find the mark in the log: `SharedIndex` creates a missing one. It is released before
    // the log is set aside, because the index must be gone then.
    let isForeign = try withExtendedLifetime(SharedIndex(of: path, timeout: timeout)) { _ in
      hasForeignLog(path, timeout: timeout)
    }
    if isForeign { StoreFiles.setLogAside(of: path) }
  }

  /// Whether the file and its log are of different sessions: each has a mark with the random name
  /// of its session.
  ///
  /// False if the file cannot be opened or has no mark.
  private static func hasForeignLog(_ path: String, timeout: Int32) -> Bool {
    guard let database = try? Database(path, .writeExisting, timeout: timeout) else { return false }
    // Closing the connection must not copy the log to the file of another session.
    database.leaveFilesOnClose()
    // SQLite reads the mark from the log, so this is the random name of the log's session.
    guard var fingerprint = (try? DatabaseFingerprint(in: database)) ?? nil else { return false }
    // Searches the file itself, without the log: true if it has marks, but only of other sessions.
    let isFileOfOtherSession = fingerprint.detectOverwrite(in: database)
    return isFileOfOtherSession
  }

  /// A connection that can read the file, and whether the disk is full.
  ///
  /// To read, SQLite creates a log and an index. It cannot on a read-only file system, where nobody
  /// can change the file, or on a full disk: then the file is read without them.
  private static func readableConnection(
    _ path: String, _ options: SessionStore.Options
  ) throws(SQLFailure) -> (connection: Database, isDiskFull: Bool) {
    let connection = try Database(
      path, options.isReadOnly ? .read : .write, timeout: options.timeout)
    do {
      // The first statement that reads the file shows whether it can be read.
      _ = try connection.number("PRAGMA schema_version")
      return (connection, false)
    } catch {
      // A file that a full disk left empty has nothing to read.
      if case .full = StoreFailure(error, path), !StoreFiles.isEmpty(path) {
        return (try connectionOnFullDisk(path, timeout: options.timeout), true)
      }
      guard isUnwritable(connection, error) else { throw error }
      return (try Database(path, .immutable, timeout: options.timeout), false)
    }
  }

  /// Whether a connection could not read because it can only read: SQLite could not create the log
  /// or its index.
  ///
  /// A connection that was opened to write is read-only too, if SQLite found that it cannot write.
  private static func isUnwritable(_ connection: Database, _ failure: SQLFailure) -> Bool {
    let isAboutWriting = [SQLITE_CANTOPEN, SQLITE_READONLY].contains(failure.primaryCode)
    return isAboutWriting && connection.isReadOnly
  }

  /// A connection that creates no files; it reads a remaining log with an index in memory, which
  /// requires exclusive access to the file.
  private static func connectionOnFullDisk(
    _ path: String, timeout: Int32
  ) throws(SQLFailure) -> Database {
    if StoreFiles.isEmpty(StoreFiles.logPath(of: path)) {
      // Opened as a file that nobody can change, for which SQLite needs no files next to it.
      return try Database(path, .immutable, timeout: timeout)
    }
    let connection = try Database(path, .writeExisting, timeout: timeout)
    try connection.execute("PRAGMA locking_mode = EXCLUSIVE")
    // Otherwise closing the connection would copy the log to the file, although this session is
    // only read.
    connection.leaveFilesOnClose()
    return connection
  }

  /// Refuses a file of another program or in another format; returns whether the file is empty.
  private static func isEmpty(checkingFormatOf connection: Database, _ path: String) throws -> Bool
  {
    // One snapshot: another process may be turning the empty file into a session.
    try connection.execute("BEGIN")
    defer { try? connection.execute("COMMIT") }
    let applicationID = try connection.number("PRAGMA application_id") ?? 0
    if applicationID == StoreSchema.applicationID {
      let version = try connection.number("PRAGMA user_version") ?? 0
      guard version == StoreSchema.version else {
        throw StoreFailure.otherFormat(path, version: version)
      }
      return false
    }
    let tableCount = try connection.number("SELECT count(*) FROM sqlite_schema") ?? 0
    let isUnused = applicationID == 0 && tableCount == 0
    guard isUnused else { throw StoreFailure.notASession(path) }
    return true
  }

  /// Switches to a write-ahead log, and creates the tables in an empty file; retries, because
  /// SQLite does not wait while the journal mode changes.
  ///
  /// The timeout in milliseconds is counted in attempts, with a pause of a millisecond after each,
  /// as in ``Database/lockForWriting()``.
  private static func prepareForWriting(
    _ connection: Database, isEmpty: Bool, timeout: Int32
  ) throws(SQLFailure) {
    var attempts: Int32 = 0
    while true {
      do {
        try connection.run(StoreSchema.useWriteAheadLog)
        if isEmpty { try createTables(in: connection) }
        return
      } catch {
        guard error.primaryCode == SQLITE_BUSY, attempts < timeout else { throw error }
        attempts += 1
        let millisecond: Int32 = 1
        sqlite3_sleep(millisecond)
      }
    }
  }

  /// Turns an empty file into a session, unless another process has just done so.
  private static func createTables(in connection: Database) throws(SQLFailure) {
    try connection.execute("BEGIN IMMEDIATE")
    do {
      // The version of the format, which is 0 until the tables are created.
      if try connection.number("PRAGMA user_version") == 0 {
        try StoreSchema.create(in: connection)
      }
      try connection.execute("COMMIT")
    } catch {
      try? connection.execute("ROLLBACK")
      throw error
    }
  }
}

/// Ensures that a new connection uses the index that all other processes use.
///
/// If there is none, a connection that has locked the file creates it. Nobody who still has a
/// removed index is writing then, and none of them writes afterwards, because they notice.
/// Rule: VirgaSession/LostFiles.
private struct SharedIndex {
  private let path: String
  /// The index that existed before; nil if there was none.
  private let existingIdentity: FileIdentity?
  /// The connection that created the index, which is the only writer until it is released; nil if
  /// the index existed, or could not be created.
  private let creatingConnection: Database?

  /// Finds the index of the log of the session at `path`.
  ///
  /// If there is none, a connection creates it. That connection keeps other writers out until this
  /// object is released, so that no two processes create an index each. An empty file needs no
  /// index: it is not a session yet, and has no log.
  init(of path: String, timeout: Int32) throws(StoreFailure) {
    self.path = StoreFiles.indexPath(of: path)
    existingIdentity = try StoreFiles.identity(of: self.path)
    let isMissing = existingIdentity == nil && !StoreFiles.isEmpty(path)
    creatingConnection = isMissing ? Self.connectionThatCreatesIndex(path, timeout: timeout) : nil
  }

  /// Whether the connections opened after this object was made use the index that all others use.
  ///
  /// Without an index at that time, they use the one that ``creatingConnection`` or they themselves
  /// made.
  func isUnchanged() throws(StoreFailure) -> Bool {
    guard let existingIdentity else { return true }
    return try StoreFiles.identity(of: path) == existingIdentity
  }

  /// A connection that has locked the file and created the index of its log; nil if the file cannot
  /// be written, which is not an error: it can be read.
  private static func connectionThatCreatesIndex(_ path: String, timeout: Int32) -> Database? {
    do throws(SQLFailure) {
      let database = try Database(path, .writeExisting, timeout: timeout)
      // Closing the connection later changes no files.
      database.leaveFilesOnClose()
      // The lock lasts as long as the connection.
      try database.lockForWriting()
      // Reading makes SQLite create the index.
      _ = try database.number("PRAGMA schema_version")
      return database
    } catch {
      return nil
    }
  }
}
