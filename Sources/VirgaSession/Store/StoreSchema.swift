/// The tables of a session file.
enum StoreSchema {
  /// The application id in the header of every session file: `virg` in ASCII.
  static let applicationID: Int64 = 0x7669_7267

  /// The number of the format, in the header of every session file.
  ///
  /// Change it with the tables: files with another number are refused.
  static let version: Int64 = 2

  /// Turns an empty file into a session, within a transaction.
  static func create(in database: Database) throws(SQLFailure) {
    try database.execute(tables)
    try database.execute(
      "PRAGMA application_id = \(applicationID); PRAGMA user_version = \(version)")
  }

  /// The settings of a connection.
  ///
  /// - `synchronous = FULL`: an acknowledged operation survives a power failure. With a write-ahead
  ///   log that costs one flush per operation.
  /// - `fullfsync`: on a Mac a plain flush may stay in the disk's own cache; no effect elsewhere.
  /// - `journal_size_limit`: a burst of writes does not leave a large log behind.
  /// - `cell_size_check`: detects damage when a page is read.
  /// - `temp_store`: sorting creates no files.
  static let connectionSettings = """
    PRAGMA synchronous = FULL;
    PRAGMA fullfsync = ON;
    PRAGMA journal_size_limit = 4194304;
    PRAGMA cell_size_check = ON;
    PRAGMA temp_store = MEMORY;
    """

  /// A write-ahead log: readers never wait for writers, and a commit is one flush.
  static let useWriteAheadLog = "PRAGMA journal_mode = WAL"

  /// The tables of an empty session.
  ///
  /// - `revision` increases with every transaction and is stored in each row that it changes so
  ///   that other processes read only changes. An entry without a value was removed; its row stays
  ///   to tell them.
  /// - `value` has the long values of operations, each stored once; `first` and `last` are the
  ///   operations that use it.
  /// - In `about`, `history` counts the bytes of all operations and values, `mark` identifies the
  ///   file, see `DatabaseFingerprint`, and `console` is what a console stored about itself.
  static let tables = """
    CREATE TABLE about (key TEXT PRIMARY KEY, value) WITHOUT ROWID;
    INSERT INTO about VALUES
      ('revision', 0), ('history', 0),
      ('mark', \(DatabaseFingerprint.newMark));
    CREATE TABLE entry (
      kind TEXT NOT NULL, name TEXT NOT NULL, value TEXT, revision INTEGER NOT NULL, PRIMARY KEY (kind, name)
    ) WITHOUT ROWID;
    CREATE INDEX entry_revision ON entry (revision);
    CREATE TABLE operation (
      id INTEGER PRIMARY KEY, label TEXT NOT NULL, feature TEXT, changes TEXT NOT NULL, events TEXT,
      seconds INTEGER NOT NULL, nanoseconds INTEGER NOT NULL, process TEXT NOT NULL, undone INTEGER NOT NULL,
      revision INTEGER NOT NULL, bytes INTEGER NOT NULL
    );
    CREATE INDEX operation_revision ON operation (revision);
    CREATE TABLE value (
      id INTEGER PRIMARY KEY, hash INTEGER NOT NULL, first INTEGER NOT NULL, last INTEGER NOT NULL,
      bytes INTEGER NOT NULL, text TEXT NOT NULL
    );
    CREATE INDEX value_hash ON value (hash);
    CREATE INDEX value_first ON value (first);
    CREATE INDEX value_last ON value (last);
    CREATE TABLE event (
      id INTEGER PRIMARY KEY AUTOINCREMENT, seconds INTEGER NOT NULL, nanoseconds INTEGER NOT NULL,
      kind TEXT NOT NULL, suppressed TEXT, feature TEXT, slug TEXT, branch TEXT, reason TEXT,
      process TEXT NOT NULL, extra TEXT NOT NULL, operation INTEGER
    );
    CREATE INDEX event_operation ON event (operation) WHERE operation IS NOT NULL;
    """
}

/// Why a session that is open cannot be changed.
package enum StoreRestriction: Hashable, Sendable, CustomStringConvertible {
  /// It was asked for.
  case readOnlyRequested
  /// The file or its folder cannot be written.
  case unwritable
  /// The disk is full.
  case full

  /// The reason, a clause such as "the disk is full".
  package var description: String {
    switch self {
    case .readOnlyRequested: "it was opened read-only"
    case .unwritable: "the file or its folder is read-only"
    case .full: "the disk is full"
    }
  }
}
