extension SessionStore {
  /// The apps that have the session open, in the order in which they connected.
  package func connectedApps() throws(StoreFailure) -> [ConnectedApp] {
    try read { tables throws(SQLFailure) in try tables.apps.apps() }
  }

  /// Lists this process as a connected app until ``disconnect(_:)``, or until it ends.
  ///
  /// - Parameters:
  ///   - app: The app's manifest and process, as it reports them.
  ///   - connection: A number that the caller chooses, with which it may report several manifests.
  package func connect(_ app: ConnectedApp, as connection: Int64) throws {
    try connect(app, as: connection, of: .own)
  }

  /// Lists an app as connected, for as long as `process` runs.
  func connect(_ app: ConnectedApp, as connection: Int64, of process: RunningProcess) throws {
    try write { try $0.tables.apps.insert(app, connection: connection, of: process) }
  }

  /// Removes what was listed with a number by ``connect(_:as:)``.
  package func disconnect(_ connection: Int64) throws {
    try write { try $0.tables.apps.remove(connection: connection) }
  }
}
