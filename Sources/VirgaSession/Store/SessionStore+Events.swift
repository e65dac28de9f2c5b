import CVirgaSQLite
import VirgaJSON
import VirgaSource
import VirgaTargeting

package struct EventFilter: Hashable, Sendable {
  package var kinds: Set<String>
  /// Text to find in the kind, feature, recipe, branch, reason or process, ignoring case; empty for anything.
  package var text: String
  package var isSuppressed: Bool?

  package init(kinds: Set<String> = [], text: String = "", isSuppressed: Bool? = nil) {
    self.kinds = kinds
    self.text = text
    self.isSuppressed = isSuppressed
  }
}

extension SessionStore {
  /// Records events without an operation, such as an app's exposures, and returns them with ids.
  @discardableResult
  package func record(_ events: [SessionEvent]) throws -> [SessionEvent] {
    guard !events.isEmpty else { return [] }
    return try write { _ in try insert(events, operation: nil) }
  }

  /// The latest matching events with ids between `after` and `before` (a page's first id), oldest first.
  package func events(
    _ filter: EventFilter = EventFilter(), after: Int64 = 0, before: Int64 = .max, limit: Int = .max
  ) throws(StoreFailure) -> [SessionEvent] {
    let (condition, values) = Self.condition(filter, after, before)
    return try reading { () throws(SQLFailure) in
      let query = "SELECT id, \(Self.eventColumns) FROM event WHERE \(condition) ORDER BY id"
      var texts = InternedStrings()
      guard limit < .max else {
        let most = filter == EventFilter() ? try database.number("SELECT count(*) FROM event") ?? 0 : 0
        return try database.rows(query, values, atMost: Int(most)) { Self.event($0, &texts) }
      }
      return try database.rows(query + " DESC LIMIT ?", values + [.integer(Int64(limit))]) { Self.event($0, &texts) }
        .reversed()
    }
  }

  /// The number of matching events with an id greater than `after`.
  package func eventCount(_ filter: EventFilter = EventFilter(), after: Int64 = 0) throws(StoreFailure) -> Int {
    let (condition, values) = Self.condition(filter, after, .max)
    return try reading { () throws(SQLFailure) in
      Int(try database.number("SELECT count(*) FROM event WHERE \(condition)", values) ?? 0)
    }
  }

  /// The id of the oldest event; nil if there are none.
  package func firstEventID() throws(StoreFailure) -> Int64? {
    try reading { () throws(SQLFailure) in try database.number("SELECT id FROM event ORDER BY id LIMIT 1") }
  }

  /// Deletes the oldest events if there are too many.
  @discardableResult
  func insert(_ events: [SessionEvent], operation: Int64?) throws(SQLFailure) -> [SessionEvent] {
    var inserted: [SessionEvent] = []
    for var event in events {
      try database.run(
        "INSERT INTO event (\(Self.eventColumns), operation) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        [
          .integer(event.time.seconds), .integer(Int64(event.time.nanoseconds)), .text(event.kind),
          SQLValue(event.suppressed), SQLValue(event.feature), SQLValue(event.slug), SQLValue(event.branch),
          SQLValue(event.reason), .text(event.process), .text(event.extra.description),
          SQLValue(operation),
        ])
      event.id = database.lastRow
      inserted.append(event)
    }
    if let last = inserted.last { try forgetEvents(through: last.id) }
    return inserted
  }

  /// Limits the session to its latest `limit` events, now and for all processes.
  package func keepEvents(_ limit: Int64) throws {
    try write { _ in
      try database.run("INSERT OR REPLACE INTO about VALUES ('event-limit', ?)", [.integer(limit)])
      if let last = try database.number("SELECT max(id) FROM event") { try forgetEvents(through: last) }
    }
  }

  private func forgetEvents(through last: Int64) throws(SQLFailure) {
    let limit = try database.number("SELECT value FROM about WHERE key = 'event-limit'") ?? options.eventLimit
    // Both numbers come from the file and may be invalid: negative ones must not delete anything.
    try database.run("DELETE FROM event WHERE id <= ?", [.integer(max(last, 0) - max(limit, 0))])
  }

  private static let eventColumns =
    "seconds, nanoseconds, kind, suppressed, feature, slug, branch, reason, process, extra"

  private static func event(_ row: SQLRow, _ texts: inout InternedStrings) -> SessionEvent {
    var event = SessionEvent(
      time: Instant(clamping: row.integer(1), nanoseconds: row.integer(2)),
      kind: texts.text(row, 3) ?? "",
      process: texts.text(row, 9) ?? ""
    ) {
      $0.suppressed = texts.text(row, 4)
      $0.feature = texts.text(row, 5)
      $0.slug = texts.text(row, 6)
      $0.branch = texts.text(row, 7)
      $0.reason = texts.text(row, 8)
    }
    if let extra = row.text(10), extra != "{}" { event.setExtra(extra) }
    event.id = row.integer(0)
    return event
  }

  private static func condition(_ filter: EventFilter, _ after: Int64, _ before: Int64) -> (String, [SQLValue]) {
    var conditions = ["id > ?", "id < ?"]
    var values: [SQLValue] = [.integer(after), .integer(before)]
    if !filter.kinds.isEmpty {
      conditions.append("kind IN (\(filter.kinds.map { _ in "?" }.joined(separator: ", ")))")
      values += filter.kinds.sorted().map { .text($0) }
    }
    if let isSuppressed = filter.isSuppressed {
      conditions.append("suppressed IS \(isSuppressed ? "NOT NULL" : "NULL")")
    }
    if !filter.text.isEmpty {
      // One comparison a column: concatenating the columns first takes three times as long.
      conditions.append("(\(searched.map { #"\#($0) LIKE ? ESCAPE '\'"# }.joined(separator: " OR ")))")
      values += searched.map { _ in .text("%\(escaped(filter.text))%") }
    }
    return (conditions.joined(separator: " AND "), values)
  }

  private static let searched = ["feature", "slug", "branch", "reason", "suppressed", "kind", "process"]

  /// The text with the special characters of a pattern escaped.
  private static func escaped(_ text: String) -> String {
    [#"\"#, "%", "_"].reduce(text) { $0.replacing(bytesOf: $1, with: #"\"# + $1) }
  }

  func readChanges(into known: inout Known) throws(SQLFailure) {
    let revision = try database.number("SELECT value FROM about WHERE key = 'revision'") ?? 0
    guard Self.counting.contains(revision) else {
      throw SQLFailure(code: SQLITE_CORRUPT, systemCode: 0, message: "its revision is \(revision)")
    }
    guard revision != known.revision else { return }
    // A lower revision means that another file was copied over this one.
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

  func keep(_ changes: [EntryChange]) throws(SQLFailure) { try database.keep(changes, at: writing) }

  /// The valid range of revisions and ids, because the file may contain any.
  static let counting: ClosedRange<Int64> = 0...1 << 53

  /// Nil if this version does not know its kind.
  private static func entry(_ row: SQLRow) -> (EntryKey, JSONValue?)? {
    guard let kind = row.text(0).flatMap(EntryKind.init(rawValue:)) else { return nil }
    return (EntryKey(kind, row.text(1) ?? ""), value(row, 2))
  }

  static func value(_ row: SQLRow, _ column: Int32) -> JSONValue? {
    row.text(column).flatMap { try? JSONValue.parse($0) }
  }
}

extension Database {
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
