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

  /// The condition for operations with a valid id.
  private static let hasValidID =
    "id BETWEEN \(Database.validIDsAndRevisions.lowerBound) AND \(Database.validIDsAndRevisions.upperBound)"

  private static let operationColumns = columns(changes: "changes", events: "events")

  /// The columns of a ``Row``, with expressions for its changes and events.
  private static func columns(changes: String, events: String) -> String {
    "id, label, feature, \(changes), \(events), seconds, nanoseconds, process, undone"
  }

  /// The columns of outlines, without changes and events that outlines do not need.
  private static let outlineColumns = columns(
    changes: "CASE WHEN undone = 0 AND (\(mayChangeClientEntry)) THEN changes END",
    events: "CASE WHEN undone = 0 AND instr(events, '\"exposure\"') THEN events END")

  /// The condition for operations that may change client entries, from the text of their changes.
  private static let mayChangeClientEntry = EntryKind.allCases.filter(\.isClientEntry)
    .map { "instr(changes, '\"kind\":\"\($0.rawValue)\"')" }.joined(separator: " OR ")

  /// An operation as it is stored.
  private struct Row {
    /// The operation without its changes.
    let operationWithoutChanges: SessionOperation
    /// The changes as an array, in which long values are ids; nil if they were not read.
    let changes: JSONValue?

    /// Reads a row of `columns(changes:events:)`.
    ///
    /// Column 0 is the id, 1 the label, 2 the feature, 3 the changes, 4 the events, 5 the seconds,
    /// 6 the nanoseconds, 7 the process, and 8 whether it was undone.
    init(_ row: SQLRow) {
      var operation = SessionOperation(
        row.text(1) ?? "", feature: row.text(2), changes: [],
        time: Instant(clamping: row.integer(5), nanoseconds: row.integer(6)),
        process: row.text(7) ?? ""
      )
      operation.id = row.integer(0)
      operation.events = SessionOperation.events(row.json(4))
      operation.isUndone = row.integer(8) != 0
      operationWithoutChanges = operation
      changes = row.json(3)
    }
  }

  /// Stores an operation at a revision.
  ///
  /// Its size in bytes is stored too, and counts towards the limit of the history. The caller has
  /// deleted any undone operation with the same id, and subtracted its size: `REPLACE` is only a
  /// safeguard, and would leave that size in the sum.
  func insert(_ operation: SessionOperation, at revision: Int64) throws(SQLFailure) {
    // Long values are stored in another table, which adds their size; the text has their ids.
    let changes = try changesTextStoringLongValues(of: operation)
    var events: String?
    if !operation.events.isEmpty {
      events = JSONValue.array(operation.events.map { .object($0.json) }).compact
    }
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
    try changeStoredSize(by: Int64(bytes))
  }

  /// The text of an operation's changes as it is stored: long values are stored apart, and the text
  /// refers to them by id.
  private func changesTextStoringLongValues(
    of operation: SessionOperation
  ) throws(SQLFailure) -> String {
    let changes = try operation.changes.map { change throws(SQLFailure) in
      try jsonStoringLongValues(of: change, for: operation.id)
    }
    return JSONValue.array(changes.map { .object($0) }).compact
  }

  /// Marks an operation as undone, or as done again; other processes notice it by the revision.
  func storeUndoneState(of operation: SessionOperation, at revision: Int64) throws(SQLFailure) {
    try database.run(
      "UPDATE operation SET undone = ?, revision = ? WHERE id = ?",
      [.integer(operation.isUndone ? 1 : 0), .integer(revision), .integer(operation.id)])
  }

  /// Deletes the undone operations from an id on: they can no longer be redone.
  func dropUndone(from id: Int64) throws(SQLFailure) {
    // Their ids are reused by later operations, which have events of their own.
    try database.run("UPDATE event SET operation = NULL WHERE operation >= ?", [.integer(id)])
    // No operation that stays uses a long value whose first operation is deleted.
    try delete(operationsWhere: "id >= ?", valuesWhere: "first >= ?", id)
  }

  /// Deletes the oldest operations beyond the limits of number and size, but never the latest one,
  /// whose id is `latestID`.
  func trimToLimits(latestID: Int64, in session: inout Session) throws(SQLFailure) {
    // At most `operationLimit` operations have greater ids.
    let lastBeyondLimit = latestID - options.operationLimit
    try deleteOperations(through: lastBeyondLimit, in: &session)
    while try storedBytes() > options.historyLimit, let first = try firstID(), first < latestID {
      try deleteOperations(through: first, in: &session)
    }
  }

  /// Reads the operations that were performed, undone or redone after `revision`, and removes those
  /// that the file no longer has.
  func read(into session: inout Session, after revision: Int64) throws(SQLFailure) {
    let operations = try operations(changedAfter: revision)
    let idRange = try historyIDRange()
    // An outline is an operation that is not read in full: of its changes, it has only those that
    // are the first to change a client entry, such as the client's attributes. If such an operation
    // was deleted, a later change is the first one now, which no outline in memory has. Then all
    // outlines are read again.
    if session.mustReadOutlinesAgain(ifHistoryBeginsAt: idRange.lowerBound) {
      return try readOutlines(into: &session)
    }
    session.update(operations: operations, historyIDRange: idRange)
  }

  /// The complete operations that were performed, undone or redone after `revision`.
  private func operations(changedAfter revision: Int64) throws(SQLFailure) -> [SessionOperation] {
    let rows = try database.rows(
      """
      SELECT \(Self.operationColumns) FROM operation
      WHERE revision > ? AND \(Self.hasValidID) ORDER BY id
      """, [.integer(revision)], Row.init)
    // Values that are stored apart, because they are long, by id: each is read once.
    var longValues: [Int64: JSONValue] = [:]
    return try rows.map { row throws(SQLFailure) in
      try operation(row.operationWithoutChanges, with: row.changes, &longValues)
    }
  }

  /// Replaces the session's operations by outlines: operations whose changes were not read, except
  /// the first change of each client entry, such as the client's attributes: it has the entry's
  /// initial value.
  ///
  /// Operations that the file no longer has are removed from the session.
  ///
  /// See ``SessionOperation/isOutline``.
  func readOutlines(into session: inout Session) throws(SQLFailure) {
    let rows = try database.rows(
      "SELECT \(Self.outlineColumns) FROM operation WHERE \(Self.hasValidID) ORDER BY id", [],
      Row.init)
    // Values that are stored apart, because they are long, by id: each is read once.
    var longValues: [Int64: JSONValue] = [:]
    // The entries of the client that the operations up to now have changed.
    var changedKeys: Set<EntryKey> = []
    let outlines = try rows.map { row throws(SQLFailure) in
      try outline(of: row, &changedKeys, &longValues)
    }
    session.update(operations: outlines, historyIDRange: try historyIDRange())
  }

  /// The outline of an operation: of its changes, it has only those that are the first to change a
  /// client entry, such as the client's attributes.
  ///
  /// They tell what the client was before the session changed it.
  ///
  /// - Parameters:
  ///   - changedKeys: The client entries that earlier operations have changed; those that this one
  ///     changes are added.
  ///   - longValues: The long values read so far, by id; those that are read are added.
  private func outline(
    of row: Row, _ changedKeys: inout Set<EntryKey>, _ longValues: inout [Int64: JSONValue]
  ) throws(SQLFailure) -> SessionOperation {
    let firstChanges = Self.firstClientChanges(in: row.changes, &changedKeys)
    var outline = try operation(
      row.operationWithoutChanges, with: .array(firstChanges), &longValues)
    // Until the console has read the whole history, it needs only the events of exposures that were
    // not suppressed.
    outline.events.removeAll { !$0.isCountedExposure }
    outline.isOutline = true
    return outline
  }

  /// The changes of an operation that are the first to change a client entry, which describes the
  /// client, such as its attributes; their old value is the entry's initial one.
  ///
  /// - Parameter changedKeys: The keys of the client entries that earlier operations changed; those
  ///   of the returned changes are added.
  private static func firstClientChanges(
    in changes: JSONValue?, _ changedKeys: inout Set<EntryKey>
  ) -> [JSONValue] {
    var first: [JSONValue] = []
    for json in changes?.arrayValue ?? [] {
      guard let change = json.objectValue.flatMap(EntryChange.init(json:)) else { continue }
      // Nobody chose the generated client id, so it does not count as a change.
      guard change.key.kind.isClientEntry, !change.isGeneratedClientID else { continue }
      let isFirst = changedKeys.insert(change.key).inserted
      if isFirst { first.append(json) }
    }
    return first
  }

  /// The first and last id of the history; 0 for both if it is empty.
  private func historyIDRange() throws(SQLFailure) -> ClosedRange<Int64> {
    // Two subqueries: SQLite looks up a single minimum or maximum in the index, but scans the table
    // if one query asks for both.
    let query = "SELECT (SELECT min(id) FROM operation), (SELECT max(id) FROM operation)"
    // An empty table has null for both, which is read as 0; ids begin at 1.
    let ranges = try database.rows(query) { $0.integer(0)...$0.integer(1) }
    return ranges.first ?? 0...0
  }

  /// The id of the last operation that was not undone; zero if there is none.
  ///
  /// The next operation gets the id after it. If an undone one has that id, it is replaced, because
  /// it can no longer be redone then.
  func lastID() throws(SQLFailure) -> Int64 {
    try database.number(
      "SELECT id FROM operation WHERE undone = 0 AND \(Self.hasValidID) ORDER BY id DESC LIMIT 1")
      ?? 0
  }

  /// The id of the first operation, even if it was undone; nil if there is none.
  private func firstID() throws(SQLFailure) -> Int64? {
    try database.number("SELECT id FROM operation WHERE id >= 0 ORDER BY id LIMIT 1")
  }

  /// Deletes the operations up to an id, and removes them from `session`.
  ///
  /// An outline, an operation that is not read in full, has only those of its changes that are the
  /// first to change a client entry, such as the client's attributes. If such a change is deleted,
  /// all outlines are read again, to find the changes that are the first now.
  private func deleteOperations(through id: Int64, in session: inout Session) throws(SQLFailure) {
    guard let first = try firstID(), first <= id else { return }
    // No operation that stays uses a long value whose last operation is deleted.
    try delete(operationsWhere: "id <= ?", valuesWhere: "last <= ?", id)
    // Asked before the outlines with these changes are removed.
    let needsOutlines = session.mustReadOutlinesAgain(ifHistoryBeginsAt: id + 1)
    session.removeOperations(through: id)
    if needsOutlines { try readOutlines(into: &session) }
  }

  /// Deletes operations and the values that only they use, and subtracts them from the size of the
  /// history, which is limited.
  ///
  /// - Parameters:
  ///   - operationCondition: Selects the operations, with `id` as its parameter.
  ///   - valueCondition: Selects the values, also with `id` as its parameter.
  private func delete(
    operationsWhere operationCondition: String, valuesWhere valueCondition: String, _ id: Int64
  ) throws(SQLFailure) {
    var freed: Int64 = 0
    // The operations first: only then nothing uses the values.
    for (table, condition) in [("operation", operationCondition), ("value", valueCondition)] {
      let sum = "SELECT sum(bytes) FROM \(table) WHERE \(condition)"
      freed += try database.number(sum, [.integer(id)]) ?? 0
      try database.run("DELETE FROM \(table) WHERE \(condition)", [.integer(id)])
    }
    try changeStoredSize(by: -freed)
  }

  /// The size of all operations and values.
  private func storedBytes() throws(SQLFailure) -> Int64 {
    try database.number("SELECT value FROM about WHERE key = 'history'") ?? 0
  }

  /// Adds to the stored size of all operations and values; `bytes` is negative after a deletion.
  private func changeStoredSize(by bytes: Int64) throws(SQLFailure) {
    try database.run("UPDATE about SET value = value + ? WHERE key = 'history'", [.integer(bytes)])
  }

  /// The JSON of a change to store with an operation; it refers to long values by id, with the
  /// members `old-value` and `new-value` in place of `old` and `new`.
  private func jsonStoringLongValues(
    of change: EntryChange, for operationID: Int64
  ) throws(SQLFailure) -> JSONObject {
    // Begins with the kind and the name of the entry only.
    var object = EntryChange(change.key, from: nil, to: nil).json
    for (name, value) in [("old", change.old), ("new", change.new)] {
      guard let value else { continue }
      let text = value.compact
      if text.utf8.count <= Self.maxInlineLength {
        object[name] = value
      } else {
        object["\(name)-value"] = .integer(try storeLongValue(text, for: operationID))
      }
    }
    return object
  }

  /// Stores a long value for an operation, unless it is stored already; returns the value's id.
  private func storeLongValue(
    _ text: String, for operationID: Int64
  ) throws(SQLFailure) -> Int64 {
    // The index is on hashes, and different texts may have the same one.
    let hash = SQLValue.integer(text.fingerprint)
    if let id = try database.number(
      "SELECT id FROM value WHERE hash = ? AND text = ?", [hash, .text(text)])
    {
      try database.run(
        // A value is deleted with the operation `last`, the latest one that has it. `max`, because
        // the stored id may be that of a later operation that was undone and deleted.
        "UPDATE value SET last = max(last, ?) WHERE id = ?", [.integer(operationID), .integer(id)])
      return id
    }
    return try insertLongValue(text, hash: hash, for: operationID)
  }

  /// Inserts a long value that no operation had before this one, and adds it to the size of the
  /// history; returns the value's id.
  private func insertLongValue(
    _ text: String, hash: SQLValue, for operationID: Int64
  ) throws(SQLFailure) -> Int64 {
    let bytes = Int64(text.utf8.count)
    // `first` and `last` are the ids of the first and the last operation with the value; they tell
    // when none of these operations is left.
    try database.run(
      "INSERT INTO value (hash, first, last, bytes, text) VALUES (?, ?, ?, ?, ?)",
      [hash, .integer(operationID), .integer(operationID), .integer(bytes), .text(text)])
    let id = database.lastInsertedID
    try changeStoredSize(by: bytes)
    return id
  }

  /// The operation with its stored changes; `changes` is nil if no changes were read.
  ///
  /// A long value is stored in another table, and the change has its id. If that value is missing,
  /// as in a damaged file, the change is left out.
  ///
  /// - Parameter longValues: The long values read so far, by id; those that are read are added.
  private func operation(
    _ operationWithoutChanges: SessionOperation, with changes: JSONValue?,
    _ longValues: inout [Int64: JSONValue]
  ) throws(SQLFailure) -> SessionOperation {
    var operation = operationWithoutChanges
    for case .object(let stored) in changes?.arrayValue ?? [] {
      if let json = try jsonWithLongValues(of: stored, &longValues),
        let change = EntryChange(json: json)
      {
        operation.changes.append(change)
      }
    }
    return operation
  }

  /// The JSON of a stored change with its long values; nil if one is missing.
  ///
  /// In place of a long value of `old` or `new`, its id is stored as `old-value` or `new-value`.
  ///
  /// - Parameter longValues: The long values read so far, by id; those that are read are added.
  private func jsonWithLongValues(
    of storedChange: JSONObject, _ longValues: inout [Int64: JSONValue]
  ) throws(SQLFailure) -> JSONObject? {
    var change = storedChange
    for name in ["old", "new"] {
      guard let id = storedChange["\(name)-value"]?.integerValue else { continue }
      if longValues[id] == nil { longValues[id] = try longValue(id) }
      guard let value = longValues[id] else { return nil }
      change[name] = value
    }
    return change
  }

  /// The long value with an id; nil if it is missing or not JSON.
  private func longValue(_ id: Int64) throws(SQLFailure) -> JSONValue? {
    let query = "SELECT text FROM value WHERE id = ?"
    let values = try database.rows(query, [.integer(id)]) { $0.json(0) }
    // Nil without a row, and for a row without JSON.
    return values.first ?? nil
  }
}

extension String {
  /// The FNV-1a hash of the UTF-8 bytes, for look-ups; equal hashes do not mean equal texts.
  fileprivate var fingerprint: Int64 {
    let offsetBasis: UInt64 = 0xCBF2_9CE4_8422_2325
    let prime: UInt64 = 0x100_0000_01B3
    var hash = offsetBasis
    for byte in utf8 { hash = (hash ^ UInt64(byte)) &* prime }
    return Int64(bitPattern: hash)
  }
}
