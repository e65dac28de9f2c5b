/// Tells the file of a session from another one that was copied over it while it is open.
///
/// SQLite goes on with its log and cache then. The table `about` has a mark: a random name of the file, then the revision
/// in 16 hexadecimal digits. Checkpoints bring it from the log to the file itself, where it can only rise.
///
/// A log that a killed program left behind is not told from that of an earlier state of the same session that was copied
/// over the file while nobody had it open: the file is older than its log in both cases.
struct FileMark {
  private static let prefix = Array("virga-mark-".utf8)
  private static let nameLength = prefix.count + 16
  private static let length = nameLength + 17

  private let name: [UInt8]
  /// Where the page of the table is in the file.
  private let page: Range<Int>
  /// The mark that the file itself had at the last look; nil as long as all is in the log.
  private var last: [UInt8]?

  /// The mark of the session that a connection has open; nil if an earlier version wrote it.
  init?(in database: Database) throws(SQLFailure) {
    let texts = try database.rows("SELECT value FROM about WHERE key = 'mark'") { $0.text(0) }
    guard let text = texts.first ?? nil,
      let number = try database.number("SELECT rootpage FROM sqlite_schema WHERE name = 'about'"),
      let size = try database.number("PRAGMA page_size"), number > 0, number < 1 << 31
    else { return nil }
    name = Array(text.utf8.prefix(Self.nameLength))
    page = Int(number - 1) * Int(size)..<Int(number) * Int(size)
  }

  /// Whether the file that a connection has open holds something else than at the last look, or an earlier state.
  mutating func isOverwritten(in database: Database) -> Bool {
    guard Self.isDatabase(database) else { return true }
    let bytes = database.fileBytes(page) ?? []
    // A page may hold earlier texts of the mark as well.
    let marks = bytes.ranges(of: Self.prefix).map { Array(bytes[$0.lowerBound...].prefix(Self.length)) }
    guard let found = marks.filter({ $0.starts(with: name) }).max(by: { $0.lexicographicallyPrecedes($1) }) else {
      return last != nil || !marks.isEmpty
    }
    if let last, found.lexicographicallyPrecedes(last) { return true }
    last = found
    return false
  }

  /// Whether the file that a connection has open begins as every SQLite file does.
  static func isDatabase(_ database: Database) -> Bool {
    let magic = Array("SQLite format 3\0".utf8)
    return database.fileBytes(0..<magic.count) == magic
  }
}
