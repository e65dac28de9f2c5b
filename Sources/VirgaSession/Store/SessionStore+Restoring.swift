extension SessionStore {
  /// The whole session with its events.
  ///
  /// - Throws: ``StoreFailure``.
  public func export() throws(StoreFailure) -> SessionExport {
    SessionExport(manifest: manifest, session: session, events: try events())
  }

  /// Whether nothing was ever done or recorded.
  ///
  /// - Throws: ``StoreFailure``.
  public func isUntouched() throws(StoreFailure) -> Bool {
    let count = try eventCount()
    return session == Session() && count == 0
  }

  /// Makes an untouched session what an export holds, with history and events.
  ///
  /// - Throws: ``StoreFailure``; nothing is changed then.
  public func restore(_ export: SessionExport) throws {
    try write { session in
      try fill(export.session)
      session = export.session
      for event in export.events { try insert([event], operation: owner(of: event, in: export.session)) }
    }
  }

  /// Writes a session into tables that are empty.
  func fill(_ session: Session) throws(SQLFailure) {
    try keep(session.keys.map { EntryChange($0, from: nil, to: session[$0]) })
    for operation in session.operations { try insert(operation) }
  }

  /// The operation that an event goes with when it is undone; nil where there is none.
  private func owner(of event: SessionEvent, in session: Session) -> Int64? {
    session.operations.last { operation in
      !operation.isUndone && operation.events.contains { $0.isSame(as: event) }
    }?.id
  }
}

extension SessionEvent {
  /// Whether both are one event, whatever their ids.
  fileprivate func isSame(as other: SessionEvent) -> Bool {
    var copy = other
    copy.id = id
    return self == copy
  }
}
