import CVirgaSQLite

/// Why a session is read-only.
package enum StoreRestriction: Hashable, Sendable, CustomStringConvertible {
  /// It was opened read-only.
  case wanted
  /// A later version wrote it, in a format that this one could damage.
  case tooNew(version: Int64)
  /// The system does not allow writing the file.
  case unwritable
  /// The disk is full.
  case full

  /// The reason, to end a sentence.
  package var description: String {
    switch self {
    case .wanted: "it was opened read-only"
    case .tooNew(let version): "it was written by a later virga (format \(version))"
    case .unwritable: "the file or its folder is read-only"
    case .full: "the disk is full"
    }
  }
}

/// Opens a session file, checks its format, and initializes an empty one.
struct StoreOpening {
  let database: Database
  let restriction: StoreRestriction?
  let isInMemory: Bool
  let version: Int64

  var isTooNew: Bool { version > StoreSchema.version }

  init(_ path: String, _ options: SessionStore.Options) throws(StoreFailure) {
    let makesFile = options.makesFile && !options.isReadOnly
    if path != SessionStore.inMemory { try OpenFile.refuseForeign(path) }
    isInMemory = path == SessionStore.inMemory || !makesFile && OpenFile.isEmpty(path)
    let isNew = !isInMemory && makesFile ? try OpenFile.make(path, makesFolders: options.makesFolders) : false
    if !isInMemory, !options.isReadOnly { Self.setForeignLogAside(path, timeout: options.timeout) }
    do {
      let (opened, isFull) = try Self.connection(path, options, isInMemory: isInMemory)
      var connection = opened
      let version = try Self.format(of: connection, path)
      let isTooNew = version > StoreSchema.version
      if isTooNew { connection = try Database(path, .read, timeout: options.timeout) }
      if !isInMemory, options.isReadOnly {
        restriction = .wanted
      } else if isTooNew {
        restriction = .tooNew(version: version)
      } else {
        restriction = isFull ? .full : connection.isReadOnly ? .unwritable : nil
      }
      self.version = version
      database = connection
      try connection.execute(StoreSchema.settings)
      if restriction == nil { try Self.prepare(connection, version, timeout: options.timeout) }
    } catch let failure as SQLFailure {
      if isNew { OpenFile.remove(path) }
      if failure.primaryCode == SQLITE_NOTADB, SessionExport.isOne(at: path) { throw .exported(path) }
      throw StoreFailure(failure, path)
    } catch {
      if isNew { OpenFile.remove(path) }
      throw error as? StoreFailure ?? .unusable(path, reason: "\(error)")
    }
  }

  /// Sets aside a killed program's log if another session was copied over the file since.
  private static func setForeignLogAside(_ path: String, timeout: Int32) {
    guard !OpenFile.isEmpty(path), !OpenFile.isEmpty(OpenFile.log(of: path)) else { return }
    if hasForeignLog(path, timeout: timeout) { OpenFile.setLogAside(of: path) }
  }

  /// Whether file and log have marks of different sessions; closes its connection so that nothing is cached.
  private static func hasForeignLog(_ path: String, timeout: Int32) -> Bool {
    guard let database = try? Database(path, .writeExisting, timeout: timeout) else { return false }
    database.abandon()
    guard var mark = (try? DatabaseFingerprint(in: database)) ?? nil else { return false }
    return mark.isOverwritten(in: database)
  }

  /// A connection that can read the file.
  ///
  /// On a read-only file system or a full disk SQLite cannot create its files next to it. On the former nobody can
  /// change the file, so they are not needed.
  private static func connection(
    _ path: String, _ options: SessionStore.Options, isInMemory: Bool
  ) throws(SQLFailure) -> (Database, isFull: Bool) {
    if isInMemory { return (try Database(SessionStore.inMemory, .write, timeout: options.timeout), false) }
    let connection = try Database(path, options.isReadOnly ? .read : .write, timeout: options.timeout)
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
    if OpenFile.isEmpty(OpenFile.log(of: path)) { return try Database(path, .frozen, timeout: timeout) }
    let connection = try Database(path, .writeExisting, timeout: timeout)
    try connection.execute("PRAGMA locking_mode = EXCLUSIVE")
    connection.abandon()
    return connection
  }

  /// The format of the file, zero if empty; files of other programs are refused.
  private static func format(of connection: Database, _ path: String) throws -> Int64 {
    let application = try connection.number("PRAGMA application_id") ?? 0
    if application == StoreSchema.application { return try connection.number("PRAGMA user_version") ?? 0 }
    let tables = try connection.number("SELECT count(*) FROM sqlite_schema") ?? 0
    guard application == 0, tables == 0 else { throw StoreFailure.notASession(path) }
    return 0
  }

  /// Initializes an empty file; a file of an earlier version is upgraded by the first write.
  ///
  /// Retries, because two processes may create a session at once and SQLite does not wait while the journal mode
  /// changes.
  private static func prepare(_ connection: Database, _ version: Int64, timeout: Int32) throws(SQLFailure) {
    let end = ContinuousClock.now + .milliseconds(Int(timeout))
    while true {
      do {
        try connection.run(StoreSchema.journal)
        if version == 0 { try begin(connection) }
        return
      } catch {
        guard error.primaryCode == SQLITE_BUSY, ContinuousClock.now < end else { throw error }
        sqlite3_sleep(5)
      }
    }
  }

  private static func begin(_ connection: Database) throws(SQLFailure) {
    try connection.execute("BEGIN IMMEDIATE")
    do {
      if try connection.number("PRAGMA user_version") == 0 { try StoreSchema.upgrade(connection, from: 0) }
      try connection.execute("COMMIT")
    } catch {
      try? connection.execute("ROLLBACK")
      throw error
    }
  }
}
