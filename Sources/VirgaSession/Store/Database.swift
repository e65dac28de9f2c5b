import CVirgaPlatform
import CVirgaSQLite
import VirgaFiles
import VirgaJSON
import VirgaSource

/// A value to bind to a parameter of a statement.
enum SQLValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
  case null
  case integer(Int64)
  case text(String)

  init(stringLiteral text: String) { self = .text(text) }
  init(integerLiteral number: Int64) { self = .integer(number) }
  init(_ text: String?) { self = text.map { .text($0) } ?? .null }
  init(_ number: Int64?) { self = number.map { .integer($0) } ?? .null }
}

/// An error of SQLite.
struct SQLFailure: Error {
  /// The extended result code.
  var code: Int32
  /// The system's error number; zero if none.
  var systemCode: Int32
  var message: String

  /// The kind of error, which is the lowest byte of the extended code.
  var primaryCode: Int32 {
    let lowestByte: Int32 = 0xFF
    return code & lowestByte
  }
}

/// A connection to an SQLite database.
///
/// Not thread-safe: use a connection from one thread at a time.
final class Database {
  /// The numbers that revisions, ids and positions can have; a damaged file may
  /// contain others, such as negative ones.
  static let validIDsAndRevisions: ClosedRange<Int64> = 0...1 << 53

  private let handle: OpaquePointer
  private var preparedStatements: [String: OpaquePointer] = [:]
  /// How long to wait for other writers, in milliseconds.
  private var timeout: Int32
  /// The number of pages in the log after the last commit.
  private var logLength: Int32 = 0

  enum Access {
    /// Read and write; the file is created if missing.
    case write
    /// Read and write an existing file.
    case writeExisting
    case read
    /// Read a file that nobody can change; needs no files next to it. SQLite reads this from a URI.
    case immutable

    /// The flags with which SQLite opens the file.
    fileprivate var flags: Int32 {
      switch self {
      case .write: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
      case .writeExisting: SQLITE_OPEN_READWRITE
      case .read: SQLITE_OPEN_READONLY
      // The URI of the file says that it is immutable.
      case .immutable: SQLITE_OPEN_READONLY | SQLITE_OPEN_URI
      }
    }
  }

  /// Opens the file at `path`, or with `:memory:` a database of this connection alone; waits
  /// `timeout` milliseconds for other writers.
  init(_ path: String, _ access: Access, timeout: Int32) throws(SQLFailure) {
    let pathOrURI = try Self.pathOrURI(of: path, access)
    var opened: OpaquePointer?
    // Without a lock around each call, because only one thread at a time uses a connection.
    let code = sqlite3_open_v2(pathOrURI, &opened, access.flags | SQLITE_OPEN_NOMUTEX, nil)
    guard let opened else { throw SQLFailure(code: code, systemCode: 0, message: "out of memory") }
    handle = opened
    self.timeout = timeout
    // With these codes, errors that need different messages can be told apart.
    sqlite3_extended_result_codes(handle, 1)
    guard code == SQLITE_OK else { throw failure(code) }
    _ = virga_sqlite_wait(handle, timeout)
    // Refuses SQL that could damage the file, because its schema may be somebody else's.
    _ = virga_sqlite_defend(handle)
    // Also turns SQLite's automatic checkpoints off: the store copies the log itself.
    followLogLength()
  }

  /// What SQLite opens for a path, ending in NUL: the path itself, or for an immutable file a URI
  /// that says so.
  private static func pathOrURI(of path: String, _ access: Access) throws(SQLFailure) -> [CChar] {
    guard let bytes = try? SystemPath.bytes(of: path) else {
      throw SQLFailure(
        code: SQLITE_CANTOPEN, systemCode: 0, message: "the path contains a NUL character")
    }
    guard access == .immutable else { return bytes }
    // Without the NUL at the end.
    let pathBytes = bytes.dropLast().map(UInt8.init(bitPattern:))
    let specialInURI = "%?# ".utf8
    let escaped = PercentEncoding.encoded(pathBytes, keeping: { !specialInURI.contains($0) })
    return Array("file:\(escaped)?immutable=1".utf8CString)
  }

  /// Keeps ``logLength`` current, in place of SQLite's own action after a commit, which copies a
  /// long log without verifying the files; the store verifies them and copies the log itself.
  private func followLogLength() {
    // The hook is a C function, which finds this object by its address. It is not called after the
    // connection is closed, which happens when this object ends.
    let context = Unmanaged.passUnretained(self).toOpaque()
    sqlite3_wal_hook(
      handle,
      { context, _, _, pages in
        if let context {
          Unmanaged<Database>.fromOpaque(context).takeUnretainedValue().logLength = pages
        }
        return SQLITE_OK
      }, context)
  }

  deinit {
    for statement in preparedStatements.values { sqlite3_finalize(statement) }
    sqlite3_close_v2(handle)
  }

  /// Whether the file cannot be written, regardless of the requested access.
  var isReadOnly: Bool { sqlite3_db_readonly(handle, "main") == 1 }

  var lastInsertedID: Int64 { sqlite3_last_insert_rowid(handle) }

  var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

  /// Whether the database has a log; it has none on a file system where processes cannot share an
  /// index.
  func hasLog() throws(SQLFailure) -> Bool {
    try rows("PRAGMA journal_mode") { $0.text(0) } == ["wal"]
  }

  /// Prevents the connection from changing the files when it closes, because they may belong to
  /// another database by then.
  func leaveFilesOnClose() { _ = virga_sqlite_abandon(handle) }

  /// Bytes of the file itself; nil if the file is too short.
  ///
  /// SQLite's log and cache are bypassed: they do not show if another file was copied over it.
  func fileBytes(_ range: Range<Int>) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: range.count)
    let code = virga_sqlite_read_file(handle, &bytes, Int32(range.count), Int64(range.lowerBound))
    return code == SQLITE_OK ? bytes : nil
  }

  /// Sets how long to wait for other writers, in milliseconds.
  func setWriterTimeout(milliseconds: Int32) {
    timeout = milliseconds
    _ = virga_sqlite_wait(handle, milliseconds)
  }

  /// Runs statements separated by semicolons, which have neither parameters nor results.
  func execute(_ sql: String) throws(SQLFailure) {
    let code = sqlite3_exec(handle, sql, nil, nil, nil)
    guard code == SQLITE_OK else { throw failure(code) }
  }

  /// Runs a statement, ignoring the rows of its result.
  func run(_ sql: String, _ values: [SQLValue] = []) throws(SQLFailure) {
    try forEachRow(sql, values) { _ in }
  }

  /// The number in the first column of the first row; nil if there are no rows.
  func number(_ sql: String, _ values: [SQLValue] = []) throws(SQLFailure) -> Int64? {
    var number: Int64?
    try forEachRow(sql, values) { number = number ?? $0.integer(0) }
    return number
  }

  /// Reads all rows of a query.
  ///
  /// - Parameter count: The number of rows to reserve memory for.
  func rows<Value>(
    _ sql: String, _ values: [SQLValue] = [], reserving count: Int = 0, _ read: (SQLRow) -> Value
  ) throws(SQLFailure) -> [Value] {
    var found: [Value] = []
    found.reserveCapacity(count)
    try forEachRow(sql, values) { found.append(read($0)) }
    return found
  }

  /// Runs a statement, and calls `body` for each row of its result.
  private func forEachRow(
    _ sql: String, _ values: [SQLValue], _ body: (SQLRow) -> Void
  ) throws(SQLFailure) {
    let statement = try prepared(sql)
    defer { sqlite3_reset(statement) }
    // Parameters are counted from 1.
    for (index, value) in values.enumerated() { try bind(value, Int32(index + 1), statement) }
    while true {
      let code = sqlite3_step(statement)
      if code == SQLITE_DONE { return }
      guard code == SQLITE_ROW else { throw failure(code) }
      body(SQLRow(statement: statement))
    }
  }

  /// The compiled statement, cached by its text.
  private func prepared(_ sql: String) throws(SQLFailure) -> OpaquePointer {
    if let statement = preparedStatements[sql] { return statement }
    var statement: OpaquePointer?
    let lengthUpToNUL: Int32 = -1
    let code = sqlite3_prepare_v3(
      handle, sql, lengthUpToNUL, UInt32(SQLITE_PREPARE_PERSISTENT), &statement, nil)
    guard code == SQLITE_OK, let statement else { throw failure(code) }
    preparedStatements[sql] = statement
    return statement
  }

  /// Gives a value to the parameter number `index`, counted from 1.
  private func bind(
    _ value: SQLValue, _ index: Int32, _ statement: OpaquePointer
  ) throws(SQLFailure) {
    let code =
      switch value {
      case .null: sqlite3_bind_null(statement, index)
      case .integer(let number): sqlite3_bind_int64(statement, index, number)
      case .text(let text):
        // Binds a copy, in C, because Swift cannot use the macro that asks SQLite for one.
        virga_sqlite_bind_text(statement, index, text, Int32(clamping: text.utf8.count))
      }
    guard code == SQLITE_OK else { throw failure(code) }
  }

  /// The error with this code, with what the connection knows about it.
  private func failure(_ code: Int32) -> SQLFailure {
    SQLFailure(
      code: code, systemCode: sqlite3_system_errno(handle),
      message: String(cString: sqlite3_errmsg(handle)))
  }
}

// Locks that hold even for processes that do not share an index. Rule: VirgaSession/LostFiles.
extension Database {
  /// Becomes the only writer until ``unlockFile()``; waits for others as long as the timeout
  /// allows.
  ///
  /// The timeout counts attempts, one a millisecond, as in `virga_sqlite_wait`: on a busy machine,
  /// where each attempt takes longer, a program still has as many attempts.
  func lockForWriting() throws(SQLFailure) {
    var attempts: Int32 = 0
    while true {
      let code = virga_sqlite_lock_file(handle, SQLITE_LOCK_RESERVED)
      if code == SQLITE_OK { return }
      let failure = SQLFailure(
        code: code, systemCode: 0, message: String(cString: sqlite3_errstr(code)))
      guard failure.primaryCode == SQLITE_BUSY, attempts < timeout else { throw failure }
      attempts += 1
      let millisecond: Int32 = 1
      sqlite3_sleep(millisecond)
    }
  }

  /// Keeps everybody else from opening the file; false if somebody has it open.
  func lockExclusively() -> Bool {
    let isLocked = virga_sqlite_lock_file(handle, SQLITE_LOCK_EXCLUSIVE) == SQLITE_OK
    // A failed attempt may have taken the locks that come before the exclusive one.
    if !isLocked { unlockFile() }
    return isLocked
  }

  func unlockFile() { virga_sqlite_unlock_file(handle) }

  /// Copies a long log to the file, as far as readers allow.
  ///
  /// Only a writer that has verified its files may do this.
  func copyLogToFileIfLong() {
    guard logLength >= Self.longLogLength else { return }
    _ = sqlite3_wal_checkpoint_v2(handle, nil, SQLITE_CHECKPOINT_PASSIVE, nil, nil)
  }

  /// Copies the whole log to the file, and waits for readers as long as the timeout allows.
  func copyLog() { _ = sqlite3_wal_checkpoint_v2(handle, nil, SQLITE_CHECKPOINT_FULL, nil, nil) }

  /// The length in pages from which a log is long; SQLite has the same default.
  private static var longLogLength: Int32 { 1000 }
}

/// A row of a result, valid only while it is being read.
struct SQLRow {
  fileprivate let statement: OpaquePointer

  func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(statement, column) }

  /// The value of a column of JSON; nil if it is null or not JSON.
  func json(_ column: Int32) -> JSONValue? { text(column).flatMap { try? JSONValue.parse($0) } }

  /// The text of a column; nil if it is null.
  func text(_ column: Int32) -> String? {
    guard let bytes = sqlite3_column_text(statement, column) else { return nil }
    let count = Int(sqlite3_column_bytes(statement, column))
    return String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
  }

  /// The UTF-8 bytes of a column, valid until the next row; nil if it is null.
  fileprivate func bytes(_ column: Int32) -> UnsafeBufferPointer<UInt8>? {
    guard let bytes = sqlite3_column_text(statement, column) else { return nil }
    return UnsafeBufferPointer(start: bytes, count: Int(sqlite3_column_bytes(statement, column)))
  }
}

/// Caches the previous row's texts by column, because rows often repeat them.
struct PreviousRowTexts {
  private static let maxColumns = 16
  private var texts = [String?](repeating: nil, count: maxColumns)

  /// The text in one of the first ``maxColumns`` columns of a row; nil if it is null.
  ///
  /// If the column has the same bytes as in the previous row, the cached text saves a copy.
  mutating func text(_ row: SQLRow, _ column: Int32) -> String? {
    guard let bytes = row.bytes(column) else { return nil }
    let isSame = texts[Int(column)]?.utf8.withContiguousStorageIfAvailable { previous in
      guard let left = previous.baseAddress, let right = bytes.baseAddress else { return false }
      return previous.count == bytes.count && memcmp(left, right, bytes.count) == 0
    }
    if isSame != true { texts[Int(column)] = String(decoding: bytes, as: UTF8.self) }
    return texts[Int(column)]
  }
}
