import VirgaJSON
import VirgaTargeting

/// The operations of a session, limited in number and size; the latest one is always kept.
///
/// Long values of operations are in a separate table, each stored once: most operations begin with
/// the value that the previous one ended with.
struct HistoryTable {
  private let database: Database
  private let options: SessionStore.Options

  init(_ database: Database, _ options: SessionStore.Options) {
    self.database = database
    self.options = options
  }

  /// The maximum length in bytes of a value stored within its operation.
  private static let maxInlineLength = 4096

  private static let isValid =
    "id BETWEEN \(Database.counting.lowerBound) AND \(Database.counting.upperBound)"

  private static let operationColumns = columns(changes: "changes", events: "events")

  private static func columns(changes: String, events: String) -> String {
    "id, label, feature, \(changes), \(events), seconds, nanoseconds, process, undone"
  }

  /// The columns of outlines, which lack some changes and events.
  private static let outlineColumns = columns(
    changes: "CASE WHEN undone = 0 AND (\(clientKinds)) THEN changes END",
    events: "CASE WHEN undone = 0 AND instr(events, '\"exposure\"') THEN events END")

  private static let clientKinds = EntryKind.allCases.filter(\.isClientEntry)
    .map { "instr(changes, '\"kind\":\"\($0.rawValue)\"')" }.joined(separator: " OR ")

  func insert(_ operation: SessionOperation, at revision: Int64) throws(SQLFailure) {
    let rows = try operation.changes.map { change throws(SQLFailure) in
      try stored(change, of: operation.id)
    }
    let changes = JSONValue.array(rows.map { .object($0) }).compact
    let events =
      operation.events.isEmpty
      ? nil : JSONValue.array(operation.events.map { .object($0.json) }).compact
    let bytes = operation.label.utf8.count + changes.utf8.count + (events?.utf8.count ?? 0)
    try database.run(
      "INSERT OR REPLACE INTO operation (\(Self.operationColumns), revision, bytes) "
        + "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
      [
        .integer(operation.id), .text(operation.label), SQLValue(operation.feature), .text(changes),
        SQLValue(events),
        .integer(operation.time.seconds), .integer(Int64(operation.time.nanoseconds)),
        .text(operation.process),
        .integer(operation.isUndone ? 1 : 0), .integer(revision), .integer(Int64(bytes)),
      ])
    try grow(by: Int64(bytes))
  }

  func mark(_ operation: SessionOperation, at revision: Int64) throws(SQLFailure) {
    try database.run(
      "UPDATE operation SET undone = ?, revision = ? WHERE id = ?",
      [.integer(operation.isUndone ? 1 : 0), .integer(revision), .integer(operation.id)])
  }

  /// Deletes the undone operations from an id on: they can no longer be redone.
  func drop(from id: Int64) throws(SQLFailure) {
    // Their ids are reused by later operations, which have events of their own.
    try database.run("UPDATE event SET operation = NULL WHERE operation >= ?", [.integer(id)])
    try delete("id >= ?", values: "first >= ?", id)
  }

  /// Deletes the oldest operations beyond the limits, but never the latest, `last`.
  func trim(to last: Int64, in session: inout Session) throws(SQLFailure) {
    try forget(through: last - options.operationLimit, in: &session)
    while try database.number("SELECT value FROM about WHERE key = 'history'") ?? 0
      > options.historyLimit,
      let first = try firstOperation(), first < last
    {
      try forget(through: first, in: &session)
    }
  }

  func read(into session: inout Session, after revision: Int64) throws(SQLFailure) {
    let rows = try database.rows(
      "SELECT \(Self.operationColumns) FROM operation WHERE revision > ? AND \(Self.isValid) ORDER BY id",
      [.integer(revision)], Self.operation)
    var values: [Int64: JSONValue] = [:]
    let operations = try rows.map { row throws(SQLFailure) in try whole(row.0, row.changes, &values)
    }
    let ids = try historyIDs()
    if session.needsOutlinesAgain(from: ids.lowerBound) { return try readOutlines(into: &session) }
    session.update(operations: operations, history: ids)
  }

  func readOutlines(into session: inout Session) throws(SQLFailure) {
    let rows = try database.rows(
      "SELECT \(Self.outlineColumns) FROM operation WHERE \(Self.isValid) ORDER BY id", [],
      Self.operation)
    var values: [Int64: JSONValue] = [:]
    var known: Set<EntryKey> = []
    var outlines: [SessionOperation] = []
    for (operation, changes) in rows {
      let first = (changes?.arrayValue ?? []).filter { change in
        guard let change = change.objectValue.flatMap(EntryChange.init(json:)) else { return false }
        return change.key.kind.isClientEntry && !change.isDrawnID
          && known.insert(change.key).inserted
      }
      var outline = try whole(operation, .array(first), &values)
      outline.events.removeAll { !$0.isCountedExposure }
      outline.isOutline = true
      outlines.append(outline)
    }
    session.update(operations: outlines, history: try historyIDs())
  }

  private func historyIDs() throws(SQLFailure) -> ClosedRange<Int64> {
    // Two queries: SQLite looks up a single minimum or maximum in the index, but scans the table
    // for both.
    let query = "SELECT (SELECT min(id) FROM operation), (SELECT max(id) FROM operation)"
    let ids = try database.rows(query) { ($0.integer(0), $0.integer(1)) }
    return ids.first.map { $0...$1 } ?? 0...0
  }

  /// The id of the last operation that was not undone; zero if there is none.
  func lastID() throws(SQLFailure) -> Int64 {
    try database.number(
      "SELECT id FROM operation WHERE undone = 0 AND \(Self.isValid) ORDER BY id DESC LIMIT 1") ?? 0
  }

  private func firstOperation() throws(SQLFailure) -> Int64? {
    try database.number("SELECT id FROM operation WHERE id >= 0 ORDER BY id LIMIT 1")
  }

  private func forget(through id: Int64, in session: inout Session) throws(SQLFailure) {
    guard let first = try firstOperation(), first <= id else { return }
    try delete("id <= ?", values: "last <= ?", id)
    let needsOutlines = session.needsOutlinesAgain(from: id + 1)
    session.forget(through: id)
    if needsOutlines { try readOutlines(into: &session) }
  }

  /// Deletes operations and the values that only they use.
  private func delete(_ operations: String, values: String, _ id: Int64) throws(SQLFailure) {
    var freed: Int64 = 0
    for (table, condition) in [("operation", operations), ("value", values)] {
      freed +=
        try database.number("SELECT sum(bytes) FROM \(table) WHERE \(condition)", [.integer(id)])
        ?? 0
      try database.run("DELETE FROM \(table) WHERE \(condition)", [.integer(id)])
    }
    try grow(by: -freed)
  }

  private func grow(by bytes: Int64) throws(SQLFailure) {
    try database.run("UPDATE about SET value = value + ? WHERE key = 'history'", [.integer(bytes)])
  }

  private static func operation(_ row: SQLRow) -> (SessionOperation, changes: JSONValue?) {
    var operation = SessionOperation(
      row.text(1) ?? "", feature: row.text(2), changes: [],
      time: Instant(clamping: row.integer(5), nanoseconds: row.integer(6)),
      process: row.text(7) ?? ""
    ).causing(SessionOperation.events(row.json(4)))
    operation.id = row.integer(0)
    operation.isUndone = row.integer(8) != 0
    return (operation, row.json(3))
  }

  // Long values. A stored change refers to them by id: `old-value` and `new-value` instead of `old`
  // and `new`.
  private func stored(_ change: EntryChange, of operation: Int64) throws(SQLFailure) -> JSONObject {
    var object = EntryChange(change.key, from: nil, to: nil).json
    for (name, value) in [("old", change.old), ("new", change.new)] {
      guard let value else { continue }
      let text = value.compact
      if text.utf8.count <= Self.maxInlineLength {
        object[name] = value
      } else {
        object["\(name)-value"] = .integer(try storeDeduplicated(text, for: operation))
      }
    }
    return object
  }

  /// Inserts the value if it is new.
  private func storeDeduplicated(_ text: String, for operation: Int64) throws(SQLFailure) -> Int64 {
    let hash = SQLValue.integer(text.fingerprint)
    if let id = try database.number(
      "SELECT id FROM value WHERE hash = ? AND text = ?", [hash, .text(text)])
    {
      try database.run(
        "UPDATE value SET last = max(last, ?) WHERE id = ?", [.integer(operation), .integer(id)])
      return id
    }
    let bytes = Int64(text.utf8.count)
    try database.run(
      "INSERT INTO value (hash, first, last, bytes, text) VALUES (?, ?, ?, ?, ?)",
      [hash, .integer(operation), .integer(operation), .integer(bytes), .text(text)])
    let id = database.lastRow
    try grow(by: bytes)
    return id
  }

  /// Skips changes whose values are missing; `values` are those read so far, by id.
  private func whole(
    _ operation: SessionOperation, _ stored: JSONValue?, _ values: inout [Int64: JSONValue]
  ) throws(SQLFailure) -> SessionOperation {
    var operation = operation
    for case .object(var object) in stored?.arrayValue ?? [] {
      var isWhole = true
      for name in ["old", "new"] {
        guard let id = object["\(name)-value"]?.integerValue else { continue }
        if values[id] == nil { values[id] = try value(id) }
        object[name] = values[id]
        isWhole = isWhole && values[id] != nil
      }
      if isWhole, let change = EntryChange(json: object) { operation.changes.append(change) }
    }
    return operation
  }

  private func value(_ id: Int64) throws(SQLFailure) -> JSONValue? {
    try database.rows("SELECT text FROM value WHERE id = ?", [.integer(id)]) { $0.json(0) }.first
      ?? nil
  }
}

extension String {
  /// The FNV-1a hash of the UTF-8 bytes, for look-ups; equal hashes do not mean equal texts.
  fileprivate var fingerprint: Int64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return Int64(bitPattern: hash)
  }
}
