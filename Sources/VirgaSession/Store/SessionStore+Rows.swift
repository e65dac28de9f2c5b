import CVirgaSQLite
import VirgaJSON

/// The session as it stands in the tables.
extension SessionStore {
  /// Takes in what was committed since.
  func readChanges(into known: inout Known) throws(SQLFailure) {
    let revision = try database.number("SELECT value FROM about WHERE key = 'revision'") ?? 0
    guard Self.counting.contains(revision) else {
      throw SQLFailure(code: SQLITE_CORRUPT, systemCode: 0, message: "its revision is \(revision)")
    }
    guard revision != known.revision else { return }
    // An older revision is another file's: somebody copied one over this one.
    if revision < known.revision { known = Known(history: known.history, foreignChanges: known.foreignChanges) }
    let entries = try database.rows(
      "SELECT kind, name, value FROM entry WHERE revision > ?", [.integer(known.revision)], Self.entry)
    known.session.update(entries: entries.compactMap(\.self))
    switch known.history {
    case .unread: known.session.leaveHistory(at: try lastOperation())
    case .outlined where known.revision < 0: try readOutlines(into: &known.session)
    case .outlined, .whole: try readOperations(into: &known.session, after: known.revision)
    }
    known.revision = revision
    known.foreignChanges += 1
  }

  /// Writes what the entries become.
  func keep(_ changes: [EntryChange]) throws(SQLFailure) { try database.keep(changes, at: writing) }

  /// What revisions and ids can be, far beyond what anybody gets to by counting: whoever wrote the file chose them.
  static let counting: ClosedRange<Int64> = 0...1 << 53

  /// The entry in a row; nil where its kind is not known to this version.
  private static func entry(_ row: SQLRow) -> (EntryKey, JSONValue?)? {
    guard let kind = row.text(0).flatMap(EntryKind.init(rawValue:)) else { return nil }
    return (EntryKey(kind, row.text(1) ?? ""), value(row, 2))
  }

  /// The JSON in a column; nil where it holds nothing that could be read.
  static func value(_ row: SQLRow, _ column: Int32) -> JSONValue? {
    row.text(column).flatMap { try? JSONValue.parse($0) }
  }
}

extension Database {
  /// Writes what the entries of a session become, at a revision of it.
  func keep(_ changes: [EntryChange], at revision: Int64) throws(SQLFailure) {
    for change in changes {
      try run(
        """
        INSERT INTO entry VALUES (?1, ?2, ?3, ?4)
        ON CONFLICT DO UPDATE SET value = ?3, revision = ?4
        """,
        [
          .text(change.key.kind.rawValue), .text(change.key.name), SQLValue(change.new?.compact), .integer(revision),
        ])
    }
  }
}
