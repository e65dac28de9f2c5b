import CVirgaSQLite

/// Why a session can be read but not changed.
public enum StoreRestriction: Hashable, Sendable, CustomStringConvertible {
  /// It was opened that way.
  case wanted
  /// A later version of the program wrote it, in a format that this one could damage.
  case tooNew(version: Int64)
  /// The system does not let the file be written.
  case unwritable

  /// The reason, as the end of a sentence.
  public var description: String {
    switch self {
    case .wanted: "it was opened read-only"
    case .tooNew(let version): "it was written by a later virga (format \(version))"
    case .unwritable: "the file or its folder is read-only"
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
    if !isInMemory, makesFile { try OpenFile.make(path, makesFolders: options.makesFolders) }
    do {
      var connection = try Self.connection(path, options, isInMemory: isInMemory)
      let version = try Self.format(of: connection, path)
      let isTooNew = version > StoreSchema.version
      if isTooNew { connection = try Database(path, .read, patience: options.patience) }
      if !isInMemory, options.isReadOnly {
        restriction = .wanted
      } else if isTooNew {
        restriction = .tooNew(version: version)
      } else {
        restriction = connection.isReadOnly ? .unwritable : nil
      }
      self.version = version
      database = connection
      try connection.execute(StoreSchema.settings)
      if restriction == nil { try Self.prepare(connection, patience: options.patience) }
    } catch let failure as SQLFailure {
      if failure.primaryCode == SQLITE_NOTADB, SessionExport.isOne(at: path) { throw .exported(path) }
      throw StoreFailure(failure, path)
    } catch {
      throw error as? StoreFailure ?? .unusable(path, reason: "\(error)")
    }
  }

  /// A connection through which the file can be read.
  ///
  /// A read-only file system has no room for what SQLite keeps beside a file, but nobody can change the file there
  /// either.
  private static func connection(
    _ path: String, _ options: SessionStore.Options, isInMemory: Bool
  ) throws(SQLFailure) -> Database {
    if isInMemory { return try Database(SessionStore.inMemory, .write, patience: options.patience) }
    let connection = try Database(path, options.isReadOnly ? .read : .write, patience: options.patience)
    do {
      _ = try connection.number("PRAGMA schema_version")
      return connection
    } catch {
      let isUnwritable = [SQLITE_CANTOPEN, SQLITE_READONLY].contains(error.primaryCode)
      guard isUnwritable, connection.isReadOnly else { throw error }
      return try Database(path, .frozen, patience: options.patience)
    }
  }

  /// The format of the file, zero where it is empty; a file of another program is refused.
  private static func format(of connection: Database, _ path: String) throws -> Int64 {
    let application = try connection.number("PRAGMA application_id") ?? 0
    if application == StoreSchema.application { return try connection.number("PRAGMA user_version") ?? 0 }
    let tables = try connection.number("SELECT count(*) FROM sqlite_schema") ?? 0
    guard application == 0, tables == 0 else { throw StoreFailure.notASession(path) }
    return 0
  }

  /// Brings the file to the format of this program.
  ///
  /// Two processes may begin a session at the same time; SQLite does not wait by itself while the journal is changed.
  private static func prepare(_ connection: Database, patience: Int32) throws(SQLFailure) {
    let pause: Int32 = 5
    var waited: Int32 = 0
    while true {
      do {
        try connection.run(StoreSchema.journal)
        try migrate(connection)
        return
      } catch {
        guard error.primaryCode == SQLITE_BUSY, waited < patience else { throw error }
        sqlite3_sleep(pause)
        waited += pause
      }
    }
  }

  private static func migrate(_ connection: Database) throws(SQLFailure) {
    guard try connection.number("PRAGMA user_version") ?? 0 < StoreSchema.version else { return }
    try connection.execute("BEGIN IMMEDIATE")
    do {
      let version = try connection.number("PRAGMA user_version") ?? 0
      for step in StoreSchema.steps.dropFirst(Int(version)) { try connection.execute(step) }
      try connection.execute(
        "PRAGMA application_id = \(StoreSchema.application); PRAGMA user_version = \(StoreSchema.version); COMMIT")
    } catch {
      try? connection.execute("ROLLBACK")
      throw error
    }
  }
}
