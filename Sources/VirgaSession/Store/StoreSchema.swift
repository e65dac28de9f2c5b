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
