import CVirgaSQLite

/// The tables of a session file, and the upgrades of older files.
enum StoreSchema {
  /// The application id in the header of every session file: `virg` in ASCII.
  static let application: Int64 = 0x7669_7267

  /// Upgrades a file from an earlier format, within a transaction.
  static func upgrade(_ database: Database, from version: Int64) throws(SQLFailure) {
    for step in steps.dropFirst(Int(version)) { try database.execute(step) }
    try database.execute("PRAGMA application_id = \(application); PRAGMA user_version = \(Self.version)")
  }

  static var version: Int64 { Int64(steps.count) }

  /// The settings of a connection.
  ///
  /// - `synchronous = FULL`: an acknowledged operation survives a power failure. With a write-ahead log that costs one
  ///   flush per operation.
  /// - `fullfsync`: on a Mac a plain flush may stay in the disk's own cache; no effect elsewhere.
  /// - `journal_size_limit`: a burst of writes does not leave a large log behind.
  /// - `cell_size_check`: detects damage when a page is read.
  /// - `temp_store`: sorting creates no files.
  static let settings = """
    PRAGMA synchronous = FULL;
    PRAGMA fullfsync = ON;
    PRAGMA journal_size_limit = 4194304;
    PRAGMA cell_size_check = ON;
    PRAGMA temp_store = MEMORY;
    """

  /// A write-ahead log: readers never wait for writers, and a commit is one flush.
  static let journal = "PRAGMA journal_mode = WAL"

  /// The upgrade from each format to the next; the first turns an empty file into a session.
  ///
  /// `revision` increases with every transaction and is stored in each row that it changes so that other processes
  /// read only changes. An entry without a value was removed; its row stays to tell them.
  static let steps = [
    """
    CREATE TABLE about (key TEXT PRIMARY KEY, value) WITHOUT ROWID;
    INSERT INTO about VALUES ('revision', 0);
    CREATE TABLE entry (
      kind TEXT NOT NULL, name TEXT NOT NULL, value TEXT, revision INTEGER NOT NULL, PRIMARY KEY (kind, name)
    ) WITHOUT ROWID;
    CREATE INDEX entry_revision ON entry (revision);
    CREATE TABLE operation (
      id INTEGER PRIMARY KEY, label TEXT NOT NULL, feature TEXT, changes TEXT NOT NULL, events TEXT,
      seconds INTEGER NOT NULL, nanoseconds INTEGER NOT NULL, process TEXT NOT NULL, undone INTEGER NOT NULL,
      revision INTEGER NOT NULL
    );
    CREATE INDEX operation_revision ON operation (revision);
    CREATE TABLE event (
      id INTEGER PRIMARY KEY AUTOINCREMENT, seconds INTEGER NOT NULL, nanoseconds INTEGER NOT NULL,
      kind TEXT NOT NULL, suppressed TEXT, feature TEXT, slug TEXT, branch TEXT, reason TEXT,
      process TEXT NOT NULL, extra TEXT NOT NULL, operation INTEGER
    );
    CREATE INDEX event_operation ON event (operation) WHERE operation IS NOT NULL;
    """,
    // Long values of operations, each stored once; `first` and `last` are the operations that use it. `history` counts
    // the bytes of all operations and values. `mark` identifies the file, see `DatabaseFingerprint`.
    """
    ALTER TABLE operation ADD COLUMN bytes INTEGER NOT NULL DEFAULT 0;
    CREATE TABLE value (
      id INTEGER PRIMARY KEY, hash INTEGER NOT NULL, first INTEGER NOT NULL, last INTEGER NOT NULL,
      bytes INTEGER NOT NULL, text TEXT NOT NULL
    );
    CREATE INDEX value_hash ON value (hash);
    CREATE INDEX value_first ON value (first);
    CREATE INDEX value_last ON value (last);
    INSERT INTO about VALUES ('history', 0), ('mark', 'virga-mark-' || lower(hex(randomblob(8))) || '-0000000000000000');
    """,
  ]
}

package enum StoreRestriction: Hashable, Sendable, CustomStringConvertible {
  case wanted
  /// A later version wrote it, in a format that this one could damage.
  case tooNew(version: Int64)
  case unwritable
  case full

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
  /// SQLite cannot create its files on a read-only file system, where nobody can change the file, or on a full disk.
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

  /// Initializes an empty file; retries, because SQLite does not wait while the journal mode changes.
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
