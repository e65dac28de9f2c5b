import CVirgaSQLite
import VirgaJSON
import VirgaTargeting

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
    if revision < known.revision { known = Known(foreignChanges: known.foreignChanges) }
    let entries = try database.rows(
      "SELECT kind, name, value FROM entry WHERE revision > ?", [.integer(known.revision)], Self.entry)
    let operations = try database.rows(
      "SELECT \(Self.operationColumns) FROM operation WHERE revision > ? AND id BETWEEN ? AND ? ORDER BY id",
      [.integer(known.revision), .integer(Self.counting.lowerBound), .integer(Self.counting.upperBound)], Self.operation
    )
    let ids = try database.rows("SELECT min(id), max(id) FROM operation") { ($0.integer(0), $0.integer(1)) }.first
    known.session.take(
      entries: entries.compactMap(\.self), operations: operations, history: (ids?.0 ?? 0)...(ids?.1 ?? 0))
    known.revision = revision
    known.foreignChanges += 1
  }

  /// Writes what the entries become.
  func keep(_ changes: [EntryChange]) throws(SQLFailure) { try database.keep(changes, at: writing) }

  /// Writes an operation into the history.
  func insert(_ operation: Operation) throws(SQLFailure) {
    let changes = JSONValue.array(operation.changes.map { .object($0.json) }).compact
    let events = operation.events.isEmpty ? nil : JSONValue.array(operation.events.map { .object($0.json) }).compact
    try database.run(
      "INSERT INTO operation (\(Self.operationColumns), revision) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
      [
        .integer(operation.id), .text(operation.label), SQLValue(operation.feature), .text(changes), SQLValue(events),
        .integer(operation.time.seconds), .integer(Int64(operation.time.nanoseconds)), .text(operation.process),
        .integer(operation.isUndone ? 1 : 0), .integer(writing),
      ])
  }

  /// Writes whether an operation is taken back.
  func mark(_ operation: Operation) throws(SQLFailure) {
    try database.run(
      "UPDATE operation SET undone = ?, revision = ? WHERE id = ?",
      [.integer(operation.isUndone ? 1 : 0), .integer(writing), .integer(operation.id)])
  }

  /// Forgets the operations up to one, so that they cannot be undone any more.
  func forget(through id: Int64, in session: inout Session) throws(SQLFailure) {
    guard let first = session.operations.first?.id, first <= id else { return }
    try database.run("DELETE FROM operation WHERE id <= ?", [.integer(id)])
    session.forget(through: id)
  }

  /// What revisions and ids can be, far beyond what anybody gets to by counting: whoever wrote the file chose them.
  private static let counting: ClosedRange<Int64> = 0...1 << 53

  private static let operationColumns =
    "id, label, feature, changes, events, seconds, nanoseconds, process, undone"

  /// The entry in a row; nil where its kind is not known to this version.
  private static func entry(_ row: SQLRow) -> (EntryKey, JSONValue?)? {
    guard let kind = row.text(0).flatMap(EntryKind.init(rawValue:)) else { return nil }
    return (EntryKey(kind, row.text(1) ?? ""), value(row, 2))
  }

  private static func operation(_ row: SQLRow) -> Operation {
    var operation = Operation(
      row.text(1) ?? "", feature: row.text(2), changes: Operation.changes(value(row, 3)),
      events: Operation.events(value(row, 4)),
      time: Instant(clamping: row.integer(5), nanoseconds: row.integer(6)), process: row.text(7) ?? "")
    operation.id = row.integer(0)
    operation.isUndone = row.integer(8) != 0
    return operation
  }

  /// The JSON in a column; nil where it holds nothing that could be read.
  private static func value(_ row: SQLRow, _ column: Int32) -> JSONValue? {
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
