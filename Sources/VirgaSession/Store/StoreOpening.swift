import CVirgaSQLite

/// Why a session can be read but not changed.
package enum StoreRestriction: Hashable, Sendable, CustomStringConvertible {
  /// It was opened that way.
  case wanted
  /// A later version of the program wrote it, in a format that this one could damage.
  case tooNew(version: Int64)
  /// The system does not let the file be written.
  case unwritable
  /// There is no space left on the disk.
  case full

  /// The reason, as the end of a sentence.
  package var description: String {
    switch self {
    case .wanted: "it was opened read-only"
    case .tooNew(let version): "it was written by a later virga (format \(version))"
    case .unwritable: "the file or its folder is read-only"
    case .full: "there is no space left on the disk"
    }
  }
}

/// Opens a session file, finds out what it is, and makes it one where it is empty.
struct StoreOpening {
  let database: Database
  let restriction: StoreRestriction?
  let isInMemory: Bool
  let version: Int64

  /// Whether a later version wrote the file.
  var isTooNew: Bool { version > StoreSchema.version }

  init(_ path: String, _ options: SessionStore.Options) throws(StoreFailure) {
    let makesFile = options.makesFile && !options.isReadOnly
    if path != SessionStore.inMemory { try OpenFile.refuseForeign(path) }
    isInMemory = path == SessionStore.inMemory || !makesFile && OpenFile.isEmpty(path)
    let isNew = !isInMemory && makesFile ? try OpenFile.make(path, makesFolders: options.makesFolders) : false
    if !isInMemory, !options.isReadOnly { Self.setForeignLogAside(path, patience: options.patience) }
    do {
      let (opened, isFull) = try Self.connection(path, options, isInMemory: isInMemory)
      var connection = opened
      let version = try Self.format(of: connection, path)
      let isTooNew = version > StoreSchema.version
      if isTooNew { connection = try Database(path, .read, patience: options.patience) }
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
      if restriction == nil { try Self.prepare(connection, version, patience: options.patience) }
    } catch let failure as SQLFailure {
      if isNew { OpenFile.remove(path) }
      if failure.primaryCode == SQLITE_NOTADB, SessionExport.isOne(at: path) { throw .exported(path) }
      throw StoreFailure(failure, path)
    } catch {
      if isNew { OpenFile.remove(path) }
      throw error as? StoreFailure ?? .unusable(path, reason: "\(error)")
    }
  }

  /// Sets the log aside that a killed program left behind, if another session was copied over the file since.
  private static func setForeignLogAside(_ path: String, patience: Int32) {
    guard !OpenFile.isEmpty(path), !OpenFile.isEmpty(OpenFile.log(of: path)) else { return }
    if hasForeignLog(path, patience: patience) { OpenFile.setLogAside(of: path) }
  }

  /// Whether file and log have the marks of two sessions; its connection is closed again, so that nothing of it is kept.
  private static func hasForeignLog(_ path: String, patience: Int32) -> Bool {
    guard let database = try? Database(path, .writeThere, patience: patience) else { return false }
    database.abandon()
    guard var mark = (try? FileMark(in: database)) ?? nil else { return false }
    return mark.isOverwritten(in: database)
  }

  /// A connection through which the file can be read.
  ///
  /// A read-only file system has no room for what SQLite keeps beside a file, but nobody can change the file there
  /// either. Nor has a full disk.
  private static func connection(
    _ path: String, _ options: SessionStore.Options, isInMemory: Bool
  ) throws(SQLFailure) -> (Database, isFull: Bool) {
    if isInMemory { return (try Database(SessionStore.inMemory, .write, patience: options.patience), false) }
    let connection = try Database(path, options.isReadOnly ? .read : .write, patience: options.patience)
    do {
      _ = try connection.number("PRAGMA schema_version")
      return (connection, false)
    } catch {
      if case .full = StoreFailure(error, path), !OpenFile.isEmpty(path) {
        return (try onFullDisk(path, patience: options.patience), true)
      }
      let isUnwritable = [SQLITE_CANTOPEN, SQLITE_READONLY].contains(error.primaryCode)
      guard isUnwritable, connection.isReadOnly else { throw error }
      return (try Database(path, .frozen, patience: options.patience), false)
    }
  }

  /// A connection for reading that needs no space on the disk.
  ///
  /// What a writer left in the log is read with an index in memory, which takes the file for this connection alone.
  private static func onFullDisk(_ path: String, patience: Int32) throws(SQLFailure) -> Database {
    if OpenFile.isEmpty(OpenFile.log(of: path)) { return try Database(path, .frozen, patience: patience) }
    let connection = try Database(path, .writeThere, patience: patience)
    try connection.execute("PRAGMA locking_mode = EXCLUSIVE")
    connection.abandon()
    return connection
  }

  /// The format of the file, zero where it is empty; a file of another program is refused.
  private static func format(of connection: Database, _ path: String) throws -> Int64 {
    let application = try connection.number("PRAGMA application_id") ?? 0
    if application == StoreSchema.application { return try connection.number("PRAGMA user_version") ?? 0 }
    let tables = try connection.number("SELECT count(*) FROM sqlite_schema") ?? 0
    guard application == 0, tables == 0 else { throw StoreFailure.notASession(path) }
    return 0
  }

  /// Makes an empty file a session; one of an earlier version is brought to the format of this one by the first write.
  ///
  /// Two processes may begin a session at the same time; SQLite does not wait by itself while the journal is changed.
  private static func prepare(_ connection: Database, _ version: Int64, patience: Int32) throws(SQLFailure) {
    let end = ContinuousClock.now + .milliseconds(Int(patience))
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
      if try connection.number("PRAGMA user_version") == 0 { try StoreSchema.bring(connection, from: 0) }
      try connection.execute("COMMIT")
    } catch {
      try? connection.execute("ROLLBACK")
      throw error
    }
  }
}
