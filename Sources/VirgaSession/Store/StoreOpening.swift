import CVirgaSQLite
import VirgaFiles

/// Opens a session file, checks its format, and initializes an empty one.
struct StoreOpening {
  let database: Database
  /// Nil in memory.
  let file: OpenFile?
  let restriction: StoreRestriction?

  init(_ path: String, _ options: SessionStore.Options) throws(StoreFailure) {
    let makesFile = options.makesFile && !options.isReadOnly
    if path != SessionStore.inMemory { try OpenFile.refuseForeign(path) }
    let isInMemory = path == SessionStore.inMemory || !makesFile && OpenFile.isEmpty(path)
    let isNew =
      !isInMemory && makesFile ? try OpenFile.make(path, makesFolders: options.makesFolders) : false
    do {
      self = try isInMemory ? Self(inMemory: options) : Self.shared(path, options)
    } catch {
      if isNew { OpenFile.removeUnused(path) }
      throw Self.failure(error, path)
    }
  }

  private static func failure(_ error: any Error, _ path: String) -> StoreFailure {
    guard let failure = error as? SQLFailure else {
      return error as? StoreFailure ?? .unusable(path, reason: "\(error)")
    }
    if failure.primaryCode == SQLITE_NOTADB, SessionExport.isOne(at: path) {
      return .exported(path)
    }
    return StoreFailure(failure, path)
  }

  private init(inMemory options: SessionStore.Options) throws {
    database = try Database(SessionStore.inMemory, .write, timeout: options.timeout)
    (file, restriction) = (nil, nil)
    try database.execute(StoreSchema.settings)
    try Self.prepare(database, isEmpty: true, timeout: options.timeout)
  }

  /// Opens a file with the index that all others use; again if somebody removed the index
  /// meanwhile.
  private static func shared(_ path: String, _ options: SessionStore.Options) throws -> StoreOpening
  {
    for _ in 1...attempts {
      if !options.isReadOnly { try setForeignLogAside(path, timeout: options.timeout) }
      let index = try SharedIndex(of: path, timeout: options.timeout)
      let opening = try StoreOpening(path: path, options)
      if try index.isUnchanged() { return opening }
      opening.database.abandon()
    }
    throw StoreFailure.replaced(OpenFile.index(of: path))
  }

  private static let attempts = 10

  private init(path: String, _ options: SessionStore.Options) throws {
    let (connection, isFull) = try Self.connection(path, options)
    let isEmpty = try Self.isEmpty(connection, path)
    if options.isReadOnly {
      restriction = .wanted
    } else if isFull {
      restriction = .full
    } else {
      restriction = connection.isReadOnly ? .unwritable : nil
    }
    database = connection
    try connection.execute(StoreSchema.settings)
    if restriction == nil {
      try Self.prepare(connection, isEmpty: isEmpty, timeout: options.timeout)
    }
    file = try OpenFile(path, needsAll: restriction == nil && connection.hasLog())
  }

  /// Sets aside a killed program's log if another session was copied over the file since.
  private static func setForeignLogAside(_ path: String, timeout: Int32) throws {
    guard !OpenFile.isEmpty(path), !OpenFile.isEmpty(OpenFile.log(of: path)) else { return }
    // Released before the log is set aside: a process has one index for each file.
    let isForeign = try withExtendedLifetime(SharedIndex(of: path, timeout: timeout)) { _ in
      hasForeignLog(path, timeout: timeout)
    }
    if isForeign { OpenFile.setLogAside(of: path) }
  }

  /// Whether file and log have marks of different sessions; closes its connection so that nothing
  /// is cached.
  private static func hasForeignLog(_ path: String, timeout: Int32) -> Bool {
    guard let database = try? Database(path, .writeExisting, timeout: timeout) else { return false }
    database.abandon()
    guard var mark = (try? DatabaseFingerprint(in: database)) ?? nil else { return false }
    return mark.isOverwritten(in: database)
  }

  /// A connection that can read the file.
  ///
  /// SQLite cannot create its files on a read-only file system, where nobody can change the file,
  /// or on a full disk.
  private static func connection(
    _ path: String, _ options: SessionStore.Options
  ) throws(SQLFailure) -> (Database, isFull: Bool) {
    let connection = try Database(
      path, options.isReadOnly ? .read : .write, timeout: options.timeout)
    do {
      _ = try connection.number("PRAGMA schema_version")
      return (connection, false)
    } catch {
      if case .full = StoreFailure(error, path), !OpenFile.isEmpty(path) {
        return (try onFullDisk(path, timeout: options.timeout), true)
      }
      let isUnwritable = [SQLITE_CANTOPEN, SQLITE_READONLY].contains(error.primaryCode)
      guard isUnwritable, connection.isReadOnly else { throw error }
      return (try Database(path, .frozen, timeout: options.timeout), false)
    }
  }

  /// A remaining log is read with an index in memory, which requires exclusive access to the file.
  private static func onFullDisk(_ path: String, timeout: Int32) throws(SQLFailure) -> Database {
    if OpenFile.isEmpty(OpenFile.log(of: path)) {
      return try Database(path, .frozen, timeout: timeout)
    }
    let connection = try Database(path, .writeExisting, timeout: timeout)
    try connection.execute("PRAGMA locking_mode = EXCLUSIVE")
    connection.abandon()
    return connection
  }

  /// Whether the file is empty; files of other programs and in other formats are refused.
  private static func isEmpty(_ connection: Database, _ path: String) throws -> Bool {
    // One snapshot: another process may be turning the empty file into a session.
    try connection.execute("BEGIN")
    defer { try? connection.execute("COMMIT") }
    let application = try connection.number("PRAGMA application_id") ?? 0
    guard application != StoreSchema.application else {
      let version = try connection.number("PRAGMA user_version") ?? 0
      guard version == StoreSchema.version else {
        throw StoreFailure.otherFormat(path, version: version)
      }
      return false
    }
    let tables = try connection.number("SELECT count(*) FROM sqlite_schema") ?? 0
    guard application == 0, tables == 0 else { throw StoreFailure.notASession(path) }
    return true
  }

  /// Initializes an empty file; retries, because SQLite does not wait while the journal mode
  /// changes.
  ///
  /// The timeout counts attempts, as in ``Database/lockForWriting()``.
  private static func prepare(
    _ connection: Database, isEmpty: Bool, timeout: Int32
  ) throws(SQLFailure) {
    var attempts: Int32 = 0
    while true {
      do {
        try connection.run(StoreSchema.journal)
        if isEmpty { try begin(connection) }
        return
      } catch {
        guard error.primaryCode == SQLITE_BUSY, attempts < timeout else { throw error }
        attempts += 1
        sqlite3_sleep(1)
      }
    }
  }

  private static func begin(_ connection: Database) throws(SQLFailure) {
    try connection.execute("BEGIN IMMEDIATE")
    do {
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
/// A missing index is made by the only writer there is: nobody who still has a removed one is
/// writing then, and none of them writes afterwards, because they notice. Rule:
/// VirgaSession/LostFiles.
private struct SharedIndex {
  private let path: String
  /// The index that was there; nil if it was made.
  private let found: FileIdentity?
  /// The connection that made it, which is the only writer until it is released.
  private let maker: Database?

  init(of path: String, timeout: Int32) throws(StoreFailure) {
    self.path = OpenFile.index(of: path)
    found = try OpenFile.identity(of: self.path)
    maker = found == nil && !OpenFile.isEmpty(path) ? Self.maker(path, timeout: timeout) : nil
  }

  /// Whether the connections opened since then use it.
  func isUnchanged() throws(StoreFailure) -> Bool {
    guard let found else { return true }
    return try OpenFile.identity(of: path) == found
  }

  /// Nil if the file cannot be written; then nobody is refused what can be read.
  private static func maker(_ path: String, timeout: Int32) -> Database? {
    do throws(SQLFailure) {
      let database = try Database(path, .writeExisting, timeout: timeout)
      database.abandon()
      try database.lockForWriting()
      _ = try database.number("PRAGMA schema_version")
      return database
    } catch {
      return nil
    }
  }
}
