import CVirgaSQLite
import VirgaFiles
import VirgaSource

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A value that goes into a statement.
enum SQLValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
  case null
  case integer(Int64)
  case text(String)

  init(stringLiteral text: String) { self = .text(text) }
  init(integerLiteral number: Int64) { self = .integer(number) }
  init(_ text: String?) { self = text.map { .text($0) } ?? .null }
}

/// Why SQLite refused.
struct SQLFailure: Error {
  /// The extended result code.
  var code: Int32
  /// The system's error number behind it, or zero.
  var systemCode: Int32
  /// SQLite's sentence.
  var message: String

  /// The result code without its extension.
  var primaryCode: Int32 { code & 0xFF }
}

/// One connection to an SQLite file, with the statements that it has prepared.
///
/// A connection belongs to whoever made it: nothing here may be called from two threads at once.
final class Database {
  private let handle: OpaquePointer
  private var statements: [String: OpaquePointer] = [:]

  /// How a file is opened.
  enum Access {
    /// For reading and writing; made where there is none.
    case write
    /// For reading and writing a file that is there.
    case writeThere
    /// For reading.
    case read
    /// For reading a file that nobody can change, so that nothing has to be written beside it.
    case frozen
  }

  /// Opens the file at `path`; `:memory:` is a file that nobody else sees.
  ///
  /// - Parameter patience: how many milliseconds to wait for others that are writing.
  init(_ path: String, _ access: Access, patience: Int32) throws(SQLFailure) {
    var opened: OpaquePointer?
    let mode =
      switch access {
      case .write: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
      case .writeThere: SQLITE_OPEN_READWRITE
      case .read, .frozen: SQLITE_OPEN_READONLY
      }
    guard let bytes = try? SystemPath.bytes(of: path) else {
      throw SQLFailure(code: SQLITE_CANTOPEN, systemCode: 0, message: "the path contains a NUL character")
    }
    let name = access == .frozen ? Array("file:\(Self.escaped(bytes))?immutable=1".utf8CString) : bytes
    let uri = access == .frozen ? SQLITE_OPEN_URI : 0
    let code = sqlite3_open_v2(name, &opened, mode | uri | SQLITE_OPEN_NOMUTEX, nil)
    guard let opened else { throw SQLFailure(code: code, systemCode: 0, message: "out of memory") }
    handle = opened
    sqlite3_extended_result_codes(handle, 1)
    guard code == SQLITE_OK else { throw failure(code) }
    _ = virga_sqlite_wait(handle, patience)
    _ = virga_sqlite_defend(handle)
  }

  deinit {
    for statement in statements.values { sqlite3_finalize(statement) }
    sqlite3_close_v2(handle)
  }

  /// Whether the file cannot be written, whatever was asked for.
  var isReadOnly: Bool { sqlite3_db_readonly(handle, "main") == 1 }

  /// The row that was inserted last.
  var lastRow: Int64 { sqlite3_last_insert_rowid(handle) }

  /// Whether a transaction is open.
  var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

  /// Leaves the files as they are when the connection ends: they are another database's by now.
  func abandon() { _ = virga_sqlite_abandon(handle) }

  /// Bytes of the file itself, past SQLite's log and cache; nil if the file ends before them.
  func fileBytes(_ range: Range<Int>) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: range.count)
    let code = virga_sqlite_read_file(handle, &bytes, Int32(range.count), Int64(range.lowerBound))
    return code == SQLITE_OK ? bytes : nil
  }

  /// Waits no longer than that for others that are writing, in milliseconds.
  func wait(atMost milliseconds: Int32) { _ = virga_sqlite_wait(handle, milliseconds) }

  /// Runs statements that take no values and give no rows.
  func execute(_ sql: String) throws(SQLFailure) {
    let code = sqlite3_exec(handle, sql, nil, nil, nil)
    guard code == SQLITE_OK else { throw failure(code) }
  }

  /// Runs one statement to its end.
  func run(_ sql: String, _ values: [SQLValue] = []) throws(SQLFailure) {
    try each(sql, values) { _ in }
  }

  /// The first number of the first row; nil where there is no row.
  func number(_ sql: String, _ values: [SQLValue] = []) throws(SQLFailure) -> Int64? {
    var number: Int64?
    try each(sql, values) { number = number ?? $0.integer(0) }
    return number
  }

  /// What `read` makes of each row.
  ///
  /// - Parameter count: room is made for that many rows.
  func rows<Value>(
    _ sql: String, _ values: [SQLValue] = [], atMost count: Int = 0, _ read: (SQLRow) -> Value
  ) throws(SQLFailure) -> [Value] {
    var found: [Value] = []
    found.reserveCapacity(count)
    try each(sql, values) { found.append(read($0)) }
    return found
  }

  private func each(_ sql: String, _ values: [SQLValue], _ body: (SQLRow) -> Void) throws(SQLFailure) {
    let statement = try prepared(sql)
    defer { sqlite3_reset(statement) }
    for (index, value) in values.enumerated() { try bind(value, Int32(index + 1), statement) }
    while true {
      let code = sqlite3_step(statement)
      if code == SQLITE_DONE { return }
      guard code == SQLITE_ROW else { throw failure(code) }
      body(SQLRow(statement: statement))
    }
  }

  private func prepared(_ sql: String) throws(SQLFailure) -> OpaquePointer {
    if let statement = statements[sql] { return statement }
    var statement: OpaquePointer?
    let code = sqlite3_prepare_v3(handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &statement, nil)
    guard code == SQLITE_OK, let statement else { throw failure(code) }
    statements[sql] = statement
    return statement
  }

  private func bind(_ value: SQLValue, _ index: Int32, _ statement: OpaquePointer) throws(SQLFailure) {
    let code =
      switch value {
      case .null: sqlite3_bind_null(statement, index)
      case .integer(let number): sqlite3_bind_int64(statement, index, number)
      case .text(let text): virga_sqlite_bind_text(statement, index, text, Int32(clamping: text.utf8.count))
      }
    guard code == SQLITE_OK else { throw failure(code) }
  }

  private func failure(_ code: Int32) -> SQLFailure {
    SQLFailure(
      code: code, systemCode: sqlite3_system_errno(handle), message: String(cString: sqlite3_errmsg(handle)))
  }

  /// A path, which a NUL ends, as part of a URI.
  private static func escaped(_ path: [CChar]) -> String {
    PercentEncoding.encoded(path.dropLast().map(UInt8.init(bitPattern:))) { !"%?# ".utf8.contains($0) }
  }
}

/// A row of a result, for as long as it is being read.
struct SQLRow {
  fileprivate let statement: OpaquePointer

  /// The number in a column.
  func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(statement, column) }

  /// The text in a column; nil where it holds nothing.
  func text(_ column: Int32) -> String? {
    guard let bytes = sqlite3_column_text(statement, column) else { return nil }
    let count = Int(sqlite3_column_bytes(statement, column))
    return String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
  }

  /// The bytes of the text in a column, until the next row; nil where it holds nothing.
  fileprivate func bytes(_ column: Int32) -> UnsafeBufferPointer<UInt8>? {
    guard let bytes = sqlite3_column_text(statement, column) else { return nil }
    return UnsafeBufferPointer(start: bytes, count: Int(sqlite3_column_bytes(statement, column)))
  }
}

/// The texts of the row before, by column: many rows have the same ones, which are not made once more.
struct RepeatedTexts {
  private var texts = [String?](repeating: nil, count: 16)

  /// The text in one of the first columns of a row; nil where it holds nothing.
  mutating func text(_ row: SQLRow, _ column: Int32) -> String? {
    guard let bytes = row.bytes(column) else { return nil }
    let isSame = texts[Int(column)]?.utf8.withContiguousStorageIfAvailable { known in
      guard let left = known.baseAddress, let right = bytes.baseAddress else { return false }
      return known.count == bytes.count && memcmp(left, right, bytes.count) == 0
    }
    if isSame != true { texts[Int(column)] = String(decoding: bytes, as: UTF8.self) }
    return texts[Int(column)]
  }
}
