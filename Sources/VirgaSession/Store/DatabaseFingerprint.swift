/// Detects that another file was copied over an open session file.
///
/// SQLite would continue with its log and cache. So the table `about` has a mark: a random name of
/// the file, then the revision in 16 hexadecimal digits, such as
/// `virga-mark-0123456789abcdef-000000000000002a` at revision 42. Checkpoints copy it from the log
/// to the file, where it can only increase.
///
/// Not detected: an earlier state of the same session, copied over the file while a killed
/// program's log was left and nobody had the file open. In both cases the file is older than its
/// log.
struct DatabaseFingerprint {
  private static let prefix = "virga-mark-"
  private static let randomNameLength = prefix.utf8.count + 16
  /// The length of a mark before its revision, in bytes.
  private static let lengthBeforeRevision = randomNameLength + 1
  private static let markLength = lengthBeforeRevision + 16

  /// An SQL expression for the mark of a new file, at revision 0.
  static let newMark =
    "'\(prefix)' || lower(hex(randomblob(8))) || '-\(String(repeating: "0", count: 16))'"

  /// An SQL expression for the mark in the column `value` at the revision in the parameter ?1.
  static let markOfRevision =
    "substr(value, 1, \(lengthBeforeRevision)) || printf('%016x', ?1)"

  /// The random name of the file: the mark without its revision, which changes.
  private let randomName: [UInt8]
  /// The bytes of the file that are the table's page, which is read without SQLite and its cache.
  private let pageRange: Range<Int>
  /// The mark in the file at the last check; nil while everything is in the log.
  private var lastMark: [UInt8]?

  /// Remembers the file's random name, and which bytes of the file to search for it at each check.
  ///
  /// Nil if the mark was removed or the file is damaged.
  init?(in database: Database) throws(SQLFailure) {
    let marks = try database.rows("SELECT value FROM about WHERE key = 'mark'") { $0.text(0) }
    // Neither a missing row nor a row with null has a mark.
    guard let mark = marks.compactMap(\.self).first else { return nil }
    guard
      let number = try database.number("SELECT rootpage FROM sqlite_schema WHERE name = 'about'"),
      let size = try database.number("PRAGMA page_size")
    else { return nil }
    // A damaged file may say anything; SQLite numbers pages from 1 with 31 bits.
    let isPageNumber = number > 0 && number < 1 << 31
    guard isPageNumber else { return nil }
    // After the name, the mark has the revision, which changes.
    randomName = Array(mark.utf8.prefix(Self.randomNameLength))
    // The table is so small that its first page, the root, has all of its rows.
    pageRange = Int(number - 1) * Int(size)..<Int(number) * Int(size)
  }

  /// Whether the open file was overwritten, possibly by an earlier state, since the last check.
  ///
  /// A mark is the file's random name and the revision of the session. This remembers the latest
  /// one in the file, for the next check.
  mutating func detectOverwrite(in database: Database) -> Bool {
    guard Self.hasSQLiteHeader(database) else { return true }
    let marks = marksInPage(of: database)
    // The page of the table `about` is read as bytes. SQLite may leave the bytes of a row that it
    // replaced, so the page can also contain earlier marks.
    let ownMarks = marks.filter { $0.starts(with: randomName) }
    // Marks of one file are in the order of their revisions, which all have 16 digits.
    guard let latest = ownMarks.max(by: { $0.lexicographicallyPrecedes($1) }) else {
      // Without any mark, the first commits may still be in the log. Other marks are those of
      // another file.
      let hadMark = lastMark != nil
      return hadMark || !marks.isEmpty
    }
    // Revisions only increase, so a lower one is that of an earlier state.
    if let lastMark, latest.lexicographicallyPrecedes(lastMark) { return true }
    lastMark = latest
    return false
  }

  /// All marks in the file's page of the table `about`: the bytes from each ``prefix`` on; empty if
  /// the file is too short to have that page.
  ///
  /// A mark is the file's random name and a revision:
  /// `virga-mark-0123456789abcdef-000000000000002a`.
  ///
  /// Compares bytes itself, because this runs several times for each key that is pressed, and
  /// `ranges(of:)` takes a millisecond for a page.
  private func marksInPage(of database: Database) -> [[UInt8]] {
    let bytes = database.fileBytes(pageRange) ?? []
    let prefix = Array(Self.prefix.utf8)
    let starts = bytes.indices.filter { start in
      bytes[start] == prefix[0] && bytes[start...].starts(with: prefix)
    }
    return starts.map { Array(bytes[$0...].prefix(Self.markLength)) }
  }

  /// Whether the open file still begins as an SQLite database.
  static func hasSQLiteHeader(_ database: Database) -> Bool {
    let magic = Array("SQLite format 3\0".utf8)
    return database.fileBytes(0..<magic.count) == magic
  }
}
