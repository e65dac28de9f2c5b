extension SessionStore {
  /// The whole session with its events.
  ///
  /// - Throws: ``StoreFailure``.
  package func export() throws(StoreFailure) -> SessionExport {
    try readHistory()
    return SessionExport(manifest: manifest, session: session, events: try events())
  }

  /// Whether nothing was ever done or recorded.
  ///
  /// - Throws: ``StoreFailure``.
  package func isUntouched() throws(StoreFailure) -> Bool {
    do {
      let rows = try database.number("SELECT EXISTS (SELECT 1 FROM event) OR EXISTS (SELECT 1 FROM operation)")
      return session == Session() && rows == 0
    } catch {
      throw StoreFailure(error, path)
    }
  }

  /// Makes an untouched session what an export holds, with history and events.
  ///
  /// - Throws: ``StoreFailure``; nothing is changed then.
  package func restore(_ export: SessionExport) throws {
    try write { session in
      try fill(export.session)
      session = export.session
      let owners = export.session.owners
      for event in export.events { try insert([event], operation: owners[event.unnumbered]) }
    }
  }

  /// Writes a session into tables that are empty.
  func fill(_ session: Session) throws(SQLFailure) {
    try keep(session.keys.map { EntryChange($0, from: nil, to: session[$0]) })
    for operation in session.operations { try insert(operation) }
  }
}

extension Session {
  /// The operations that events are marked with when they are undone.
  fileprivate var owners: [SessionEvent: Int64] {
    var owners: [SessionEvent: Int64] = [:]
    for operation in operations {
      for var event in operation.events {
        if operation.isUndone { event.suppressed = event.suppressed ?? SessionEvent.undone }
        owners[event.unnumbered] = operation.id
      }
    }
    return owners
  }
}

extension SessionEvent {
  /// The event without its id, which it has in a file alone.
  fileprivate var unnumbered: SessionEvent {
    var event = self
    event.id = 0
    return event
  }
}
