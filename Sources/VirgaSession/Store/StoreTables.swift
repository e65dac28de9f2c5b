import CVirgaSQLite
import VirgaJSON
import VirgaSource
import VirgaTargeting

/// What a store has read of its file.
struct StoredSession {
  var session = Session()
  /// How much of the history is read.
  var historyToRead: SessionStore.History
  /// The revision that was read; -1 if nothing was read yet.
  var revision: Int64 = -1
  /// The number of times that a newer revision was read.
  var foreignChangeCount = 0
}

/// The tables of a session file.
struct StoreTables {
  let history: HistoryTable
  let events: EventTable
  let apps: AppTable
  private let database: Database

  /// The tables of an open database; `options` limit the history and the events.
  init(_ database: Database, _ options: SessionStore.Options) {
    self.database = database
    history = HistoryTable(database, options)
    events = EventTable(database, limit: options.eventLimit)
    apps = AppTable(database)
  }

  /// Reads what was committed since the revision of `known`.
  ///
  /// Of the history it reads as much as `known` says: only its last id, the outlines of its
  /// operations, or the whole.
  func readChanges(into known: inout StoredSession) throws(SQLFailure) {
    let revision = try revision()
    guard revision != known.revision else { return }
    // A lower revision means that another file was copied over this one: all of it is read.
    if revision < known.revision {
      known = StoredSession(
        historyToRead: known.historyToRead, foreignChangeCount: known.foreignChangeCount)
    }
    let entries = try database.rows(
      "SELECT kind, name, value FROM entry WHERE revision > ?", [.integer(known.revision)],
      Self.entry)
    // Nil for an entry of a kind that this version does not know.
    known.session.update(entries: entries.compactMap(\.self))
    try readHistory(into: &known)
    known.revision = revision
    // A store knows the revisions that it writes itself, so another process has written this one.
    // The first reading counts too: callers only compare the count with one that they took
    // after opening.
    known.foreignChangeCount += 1
  }

  /// The revision of the session in the file; 0 if the row that stores it is missing.
  ///
  /// - Throws: That the file is corrupt if the revision is negative, or too large to be increased.
  private func revision() throws(SQLFailure) -> Int64 {
    let revision = try database.number("SELECT value FROM about WHERE key = 'revision'") ?? 0
    guard Database.validIDsAndRevisions.contains(revision) else {
      throw SQLFailure(code: SQLITE_CORRUPT, systemCode: 0, message: "its revision is \(revision)")
    }
    return revision
  }

  /// Reads the operations since the revision of `known`.
  ///
  /// With `lastIDOnly`, `known` gets no operations, only the last id: the next operation gets the
  /// id after it.
  private func readHistory(into known: inout StoredSession) throws(SQLFailure) {
    // Later, only the few operations that were added since are read, and these as a whole.
    let isFirstReading = known.revision < 0
    switch known.historyToRead {
    case .lastIDOnly: known.session.unloadHistory(lastID: try history.lastID())
    case .outlined where isFirstReading: try history.readOutlines(into: &known.session)
    case .outlined, .whole: try history.read(into: &known.session, after: known.revision)
    }
  }

  /// Stores changes of entries; a removed entry keeps its row, without a value, so that other
  /// processes find the removal by its revision.
  func store(_ changes: [EntryChange], at revision: Int64) throws(SQLFailure) {
    for change in changes {
      // Nil, which becomes a null in the row, for a removed entry.
      let jsonText = change.new?.compact
      try database.run(
        """
        INSERT INTO entry VALUES (?1, ?2, ?3, ?4)
        ON CONFLICT DO UPDATE SET value = ?3, revision = ?4
        """,
        [
          .text(change.key.kind.rawValue), .text(change.key.name), SQLValue(jsonText),
          .integer(revision),
        ])
    }
  }

  /// What a console stored about itself; nil if none did.
  func consoleState() throws(SQLFailure) -> JSONValue? {
    let states = try database.rows("SELECT value FROM about WHERE key = 'console'") { $0.json(0) }
    // Nil without a row, and for a row without JSON.
    return states.first ?? nil
  }

  /// Stores what a console knows about itself, instead of what an earlier one did.
  func storeConsoleState(_ state: JSONValue) throws(SQLFailure) {
    try database.run("INSERT OR REPLACE INTO about VALUES ('console', ?)", [.text(state.compact)])
  }

  /// Whether there are neither events nor operations.
  func haveNoEventsOrOperations() throws(SQLFailure) -> Bool {
    try database.number("SELECT EXISTS (SELECT 1 FROM event) OR EXISTS (SELECT 1 FROM operation)")
      == 0
  }

  /// The key and value of an entry in a row of kind, name and value; nil for an unknown kind.
  ///
  /// The value is nil if the entry was removed.
  private static func entry(_ row: SQLRow) -> (key: EntryKey, value: JSONValue?)? {
    guard let kind = row.text(0).flatMap(EntryKind.init(rawValue:)) else { return nil }
    return (EntryKey(kind, row.text(1) ?? ""), row.json(2))
  }
}

/// A transaction of a store: the session that it leaves, and the tables that must agree with it.
struct StoreTransaction {
  var session: Session
  let tables: StoreTables
  let revision: Int64

  /// Stores changes of entries, as part of this transaction's revision.
  func store(_ changes: [EntryChange]) throws(SQLFailure) {
    try tables.store(changes, at: revision)
  }

  /// Stores an operation in the history, as part of this transaction's revision.
  func insert(_ operation: SessionOperation) throws(SQLFailure) {
    try tables.history.insert(operation, at: revision)
  }

  /// Stores that an operation was undone or redone, and records an event of that `kind`, so that
  /// the event list stays complete.
  ///
  /// The event has the client's time, which differs from the machine's, `time`, if the session's
  /// clock was stopped or moved.
  func storeReversal(
    of operation: SessionOperation, _ kind: String, at time: Instant, by process: String
  ) throws(SQLFailure) {
    try tables.history.storeUndoneState(of: operation, at: revision)
    // Only the values after the undo or redo are stored. They need not be those of the operation: a
    // draft that was stored since stays.
    try store(operation.changes.map { EntryChange($0.key, from: nil, to: session[$0.key]) })
    try tables.events.updateUndoneMarks(of: operation)
    // The operation's own event names its recipe, if it is about one.
    let slug = operation.events.first { $0.kind == SessionEvent.operationKind }?.slug
    let event = SessionEvent(time: session.now(wall: time), kind: kind, process: process) {
      $0.feature = operation.feature
      $0.slug = slug
      $0.reason = operation.label
    }
    try tables.events.insert([event], operation: nil)
  }
}
