import CVirgaSQLite
import VirgaJSON
import VirgaSource
import VirgaTargeting

/// Which events to list: those that meet all of its conditions.
package struct EventFilter: Hashable, Sendable {
  /// The kinds of events; empty for all.
  package var kinds: Set<String>
  /// Text to find in the kind, feature, recipe, branch, reason or process, ignoring case; empty for
  /// anything.
  package var text: String
  /// Whether the events are suppressed; nil for both.
  package var isSuppressed: Bool?

  /// Matches the events of these kinds, or of all if there are none, that contain the text, and are
  /// suppressed or not; nil for `isSuppressed` matches both.
  package init(kinds: Set<String> = [], text: String = "", isSuppressed: Bool? = nil) {
    self.kinds = kinds
    self.text = text
    self.isSuppressed = isSuppressed
  }
}

/// The events of a session, the oldest of which are deleted beyond a limit.
struct EventTable {
  private let database: Database
  /// The maximum number of events, unless the session sets its own.
  private let defaultLimit: Int64

  init(_ database: Database, limit: Int64) {
    self.database = database
    defaultLimit = limit
  }

  /// The latest matching events with ids between `after` and `before`, oldest first.
  func events(
    _ filter: EventFilter, after: Int64, before: Int64, limit: Int
  ) throws(SQLFailure) -> [SessionEvent] {
    let (condition, values) = Self.condition(filter, after: after, before: before)
    let query = "SELECT id, \(Self.columns) FROM event WHERE \(condition) ORDER BY id"
    // Rows often repeat the texts of the row before, which are then not copied.
    var texts = PreviousRowTexts()
    let isLimited = limit < .max
    guard isLimited else {
      let count = try countToReserve(for: filter)
      return try database.rows(query, values, reserving: count) { Self.event($0, &texts) }
    }
    // Latest first, so that the limit keeps the latest events.
    let latestFirst = try database.rows(
      query + " DESC LIMIT ?", values + [.integer(Int64(limit))]
    ) { Self.event($0, &texts) }
    return latestFirst.reversed()
  }

  /// The number of events to reserve memory for at once: all if the filter matches all, or 0 if the
  /// number is not known without a search.
  private func countToReserve(for filter: EventFilter) throws(SQLFailure) -> Int {
    let matchesAll = filter == EventFilter()
    return matchesAll ? Int(try database.number("SELECT count(*) FROM event") ?? 0) : 0
  }

  /// The number of matching events with an id greater than `after`.
  func count(_ filter: EventFilter, after: Int64) throws(SQLFailure) -> Int {
    let (condition, values) = Self.condition(filter, after: after, before: .max)
    return Int(try database.number("SELECT count(*) FROM event WHERE \(condition)", values) ?? 0)
  }

  /// The id of the oldest event; nil if there are none.
  func firstID() throws(SQLFailure) -> Int64? {
    try database.number("SELECT id FROM event ORDER BY id LIMIT 1")
  }

  /// Stores events, deletes the oldest ones if there are too many, and returns the stored ones with
  /// ids.
  ///
  /// `operation` is the id of the operation that caused them, whose undo marks them; nil for events
  /// without one, such as an app's exposures.
  @discardableResult
  func insert(_ events: [SessionEvent], operation: Int64?) throws(SQLFailure) -> [SessionEvent] {
    var inserted: [SessionEvent] = []
    for var event in events {
      event.id = try insertRow(event, operation: operation)
      inserted.append(event)
    }
    if let last = inserted.last { try dropEventsBeyondLimit(latestID: last.id) }
    return inserted
  }

  /// Stores one event, with the id of the operation that caused it, if any; returns the event's id.
  private func insertRow(_ event: SessionEvent, operation: Int64?) throws(SQLFailure) -> Int64 {
    // The values are in the order of ``columns``; the operation is the last one.
    try database.run(
      "INSERT INTO event (\(Self.columns), operation) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
      [
        .integer(event.time.seconds), .integer(Int64(event.time.nanoseconds)), .text(event.kind),
        SQLValue(event.suppressed), SQLValue(event.feature), SQLValue(event.slug),
        SQLValue(event.branch),
        SQLValue(event.reason), .text(event.process), .text(event.extra.description),
        SQLValue(operation),
      ])
    return database.lastInsertedID
  }

  /// Limits the session to its latest `limit` events, now and for all processes.
  func setLimit(_ limit: Int64) throws(SQLFailure) {
    try database.run("INSERT OR REPLACE INTO about VALUES ('event-limit', ?)", [.integer(limit)])
    if let last = try database.number("SELECT max(id) FROM event") {
      try dropEventsBeyondLimit(latestID: last)
    }
  }

  /// Marks the events of an operation as undone, or as counting again.
  func updateUndoneMarks(of operation: SessionOperation) throws(SQLFailure) {
    let new = operation.isUndone ? SessionEvent.undone : nil
    // Events that are suppressed for another reason stay as they are.
    let old = operation.isUndone ? nil : SessionEvent.undone
    try database.run(
      "UPDATE event SET suppressed = ? WHERE operation = ? AND suppressed IS ?",
      [SQLValue(new), .integer(operation.id), SQLValue(old)])
  }

  /// Deletes the oldest events beyond the limit: that of the session, or else the default.
  private func dropEventsBeyondLimit(latestID: Int64) throws(SQLFailure) {
    let limit =
      try database.number("SELECT value FROM about WHERE key = 'event-limit'") ?? defaultLimit
    // Both numbers come from the file and may be invalid: negative ones count as 0.
    let lastDropped = max(latestID, 0) - max(limit, 0)
    try database.run("DELETE FROM event WHERE id <= ?", [.integer(lastDropped)])
  }

  /// The columns that are read after the id, and written.
  private static let columns =
    "seconds, nanoseconds, kind, suppressed, feature, slug, branch, reason, process, extra"

  /// The event in a row; `texts` has the texts of the row before, so that equal ones are not
  /// copied.
  ///
  /// Column 0 is the id, 1 the seconds, 2 the nanoseconds, 3 the kind, 4 why it is suppressed,
  /// 5 the feature, 6 the slug, 7 the branch, 8 the reason, 9 the process, and 10 the extra keys.
  private static func event(_ row: SQLRow, _ texts: inout PreviousRowTexts) -> SessionEvent {
    let time = Instant(clamping: row.integer(1), nanoseconds: row.integer(2))
    let kind = texts.text(row, 3) ?? ""
    let process = texts.text(row, 9) ?? ""
    var event = SessionEvent(time: time, kind: kind, process: process)
    event.id = row.integer(0)
    event.suppressed = texts.text(row, 4)
    event.feature = texts.text(row, 5)
    event.slug = texts.text(row, 6)
    event.branch = texts.text(row, 7)
    event.reason = texts.text(row, 8)
    if let extra = row.text(10), extra != "{}" { event.setExtra(json: extra) }
    return event
  }

  /// The condition of a query for matching events between two ids, and the values of its
  /// parameters.
  private static func condition(
    _ filter: EventFilter, after: Int64, before: Int64
  ) -> (condition: String, values: [SQLValue]) {
    var conditions = ["id > ?", "id < ?"]
    var values: [SQLValue] = [.integer(after), .integer(before)]
    if !filter.kinds.isEmpty {
      let parameters = filter.kinds.map { _ in "?" }.joined(separator: ", ")
      conditions.append("kind IN (\(parameters))")
      values += filter.kinds.sorted().map { .text($0) }
    }
    if let isSuppressed = filter.isSuppressed {
      conditions.append("suppressed IS \(isSuppressed ? "NOT NULL" : "NULL")")
    }
    if !filter.text.isEmpty {
      conditions.append(conditionForPattern)
      // The pattern is a parameter of the condition for each column.
      let pattern = "%\(escapedForPattern(filter.text))%"
      values += searchedColumns.map { _ in .text(pattern) }
    }
    return (conditions.joined(separator: " AND "), values)
  }

  /// The condition that one of the ``searchedColumns`` matches a pattern, which is a parameter for
  /// each of them.
  private static var conditionForPattern: String {
    // One comparison a column: concatenating the columns first takes three times as long.
    let comparisons = searchedColumns.map { #"\#($0) LIKE ? ESCAPE '\'"# }
    return "(\(comparisons.joined(separator: " OR ")))"
  }

  private static let searchedColumns = [
    "feature", "slug", "branch", "reason", "suppressed", "kind", "process",
  ]

  /// The text with the special characters of a `LIKE` pattern escaped: `50%` gives `50\%`.
  private static func escapedForPattern(_ text: String) -> String {
    // The backslash first, because the escapes of `%` and `_` contain one.
    let specialCharacters = [#"\"#, "%", "_"]
    return specialCharacters.reduce(text) { escaped, character in
      escaped.replacing(bytesOf: character, with: #"\"# + character)
    }
  }
}
