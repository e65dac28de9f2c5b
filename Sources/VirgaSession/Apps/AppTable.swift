import VirgaTargeting

/// The apps that have the session open.
///
/// They are neither entries nor part of the history or of exports. The table is created for the
/// first app.
struct AppTable {
  private let database: Database

  init(_ database: Database) { self.database = database }

  /// The apps that are running, in the order in which they connected.
  func apps() throws(SQLFailure) -> [ConnectedApp] {
    try rows().filter(\.process.isRunning).map(\.app)
  }

  /// Adds an app, or replaces what its connection reported before about the same manifest; the
  /// values are in the order of ``Row/columns``.
  func insert(_ app: ConnectedApp, connection: Int64, of process: RunningProcess) throws(SQLFailure)
  {
    // Most sessions have no apps, so the table is created for the first one.
    try database.execute(Self.createTable)
    try database.run(
      "INSERT OR REPLACE INTO app VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
      [
        .integer(connection), .text(app.manifest), SQLValue(app.channel), .text(app.hash),
        .text(app.process),
        .text(process.host), .integer(Int64(process.id)), SQLValue(process.start),
        .integer(app.since.seconds),
      ])
  }

  /// Removes the app of a connection, with all manifests that it reported.
  func remove(connection: Int64) throws(SQLFailure) {
    guard try tableExists() else { return }
    try database.run("DELETE FROM app WHERE connection = ?", [.integer(connection)])
  }

  /// Removes the apps of this machine that ended without saying so.
  func removeEnded() throws(SQLFailure) {
    for row in try rows() {
      // Whether a process of another machine is running is unknown here.
      let isOfThisMachine = row.process.host == RunningProcess.own.host
      if isOfThisMachine, !row.process.isRunning { try remove(connection: row.connection) }
    }
  }

  private struct Row {
    let connection: Int64
    let app: ConnectedApp
    let process: RunningProcess

    static let columns =
      "connection, manifest, channel, hash, process, host, pid, started, seconds"

    /// Reads a row of ``columns``: 0 is the connection, 1 the manifest, 2 the channel, 3 the hash,
    /// 4 the process's name, 5 its host, 6 its id, 7 when it started, and 8 when the app connected.
    init(_ row: SQLRow) {
      connection = row.integer(0)
      app = ConnectedApp(
        process: row.text(4) ?? "", manifest: row.text(1) ?? "", channel: row.text(2),
        hash: row.text(3) ?? "", since: Instant(clamping: row.integer(8), nanoseconds: 0))
      // The start is read as a text, because an integer would be 0 if it is null.
      process = RunningProcess(
        host: row.text(5) ?? "", id: Int32(clamping: row.integer(6)),
        start: row.text(7).flatMap { Int64($0) })
    }
  }

  /// The apps in the order in which they connected, even those that have ended; the table does not
  /// exist before the first one has connected.
  private func rows() throws(SQLFailure) -> [Row] {
    guard try tableExists() else { return [] }
    let query = "SELECT \(Row.columns) FROM app ORDER BY seconds, connection, manifest"
    return try database.rows(query, [], Row.init)
  }

  /// Whether the table was created.
  private func tableExists() throws(SQLFailure) -> Bool {
    try database.number("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'app'") != nil
  }

  private static let createTable = """
    CREATE TABLE IF NOT EXISTS app (
      connection INTEGER NOT NULL, manifest TEXT NOT NULL, channel TEXT, hash TEXT NOT NULL, process TEXT NOT NULL,
      host TEXT NOT NULL, pid INTEGER NOT NULL, started INTEGER, seconds INTEGER NOT NULL,
      PRIMARY KEY (connection, manifest)
    ) WITHOUT ROWID
    """
}
