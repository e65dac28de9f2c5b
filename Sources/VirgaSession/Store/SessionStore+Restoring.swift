extension SessionStore {
  /// The complete session with its events.
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
    let rows = try reading { () throws(SQLFailure) in
      try database.number("SELECT EXISTS (SELECT 1 FROM event) OR EXISTS (SELECT 1 FROM operation)")
    }
    return session == Session() && rows == 0
  }

  /// Fills an untouched session from an export, with history and events.
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

  /// Writes a session into empty tables.
  func fill(_ session: Session) throws(SQLFailure) {
    try keep(session.keys.map { EntryChange($0, from: nil, to: session[$0]) })
    for operation in session.operations { try insert(operation) }
  }
}

extension Session {
  /// The ids of the operations that own events, to mark the events on undo.
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
  /// The event without its id, which is specific to a file.
  fileprivate var unnumbered: SessionEvent {
    var event = self
    event.id = 0
    return event
  }
}
