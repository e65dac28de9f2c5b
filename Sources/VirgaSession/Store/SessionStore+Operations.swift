package import VirgaJSON
package import VirgaTargeting

extension SessionStore {
  /// Performs an operation, possibly based on an earlier state, and returns it as performed.
  ///
  /// If another process changed the same edit in the meantime, both changes apply, this one last.
  @discardableResult
  package func perform(_ operation: SessionOperation) throws -> SessionOperation {
    let done = try perform { session in operation.rebased(onto: session) }
    return done ?? operation
  }

  /// Performs what `make` returns for the current session, in one transaction; nil if it returns nil.
  @discardableResult
  package func perform(_ make: (Session) throws -> SessionOperation?) throws -> SessionOperation? {
    try write { session in
      guard let operation = try make(session) else { return nil }
      let done = session.perform(operation)
      guard done.canBeUndone else {
        try keep(done.changes)
        try insert(done.events, operation: nil)
        return done
      }
      try dropOperations(from: done.id)
      try insert(done)
      try keep(done.changes)
      try insert(done.events, operation: done.id)
      try trimHistory(to: done.id, in: &session)
      return done
    }
  }

  /// Undoes the last operation, or `meant`, and returns it; nil if there is none.
  ///
  /// Its events stay, marked as undone, and another event records the undo. Throws a ``Refusal`` if another process changed the session since.
  @discardableResult
  package func undo(_ meant: SessionOperation? = nil, at time: Instant, by process: String) throws -> SessionOperation?
  {
    try readHistory()
    return try write { session in
      if let meant, session.undoable?.isSame(as: meant) != true { throw session.refusal(toUndo: meant) }
      let undone = session.undo()
      if let undone { try keep(undone, SessionEvent.undoKind, in: session, at: time, by: process) }
      return undone
    }
  }

  /// Redoes the last undone operation, as ``undo(_:at:by:)`` undoes one; its events count again.
  @discardableResult
  package func redo(_ meant: SessionOperation? = nil, at time: Instant, by process: String) throws -> SessionOperation?
  {
    try readHistory()
    return try write { session in
      if let meant, session.redoable?.isSame(as: meant) != true { throw session.refusal(toRedo: meant) }
      let redone = session.redo()
      if let redone { try keep(redone, SessionEvent.redoKind, in: session, at: time, by: process) }
      return redone
    }
  }

  /// Stores what an undo or redo did, and records it as an event so that the event list stays complete.
  private func keep(
    _ operation: SessionOperation, _ kind: String, in session: Session, at time: Instant, by process: String
  ) throws(SQLFailure) {
    try mark(operation)
    try keep(operation.changes.map { EntryChange($0.key, from: nil, to: session[$0.key]) })
    let (old, new) = operation.isUndone ? (nil, SessionEvent.undone) : (SessionEvent.undone, nil)
    try database.run(
      "UPDATE event SET suppressed = ? WHERE operation = ? AND suppressed IS ?",
      [SQLValue(new), .integer(operation.id), SQLValue(old)])
    // Earlier versions deleted the events of an undone operation.
    if !operation.isUndone,
      try database.number("SELECT 1 FROM event WHERE operation = ?", [.integer(operation.id)]) == nil
    {
      try insert(operation.events, operation: operation.id)
    }
    let slug = operation.events.first { $0.kind == SessionEvent.operationKind }?.slug
    let event = SessionEvent(time: session.now(wall: time), kind: kind, process: process) {
      $0.feature = operation.feature
      $0.slug = slug
      $0.reason = operation.label
    }
    try insert([event], operation: nil)
  }

  /// Stores or removes a draft, based on `edit`, of a feature's config; not an undo step.
  package func keepDraft(_ text: String?, of feature: String, over edit: JSONValue?) throws {
    try write { session in
      let keys = [EntryKey(.draft, feature), EntryKey(.draftBase, feature)]
      let old = keys.map { session[$0] }
      session.keepDraft(text, of: feature, over: edit)
      try keep(zip(keys, old).filter { session[$0] != $1 }.map { EntryChange($0, from: $1, to: session[$0]) })
    }
  }

  /// Runs `body` on the current session in one transaction.
  func write<Value>(_ body: (inout Session) throws -> Value) throws -> Value {
    if let restriction { throw StoreFailure.readOnly(path, reason: restriction.description) }
    try check()
    do {
      try database.execute("BEGIN IMMEDIATE")
      var next = known
      try readChanges(into: &next)
      next.revision += 1
      writing = next.revision
      try database.run(
        """
        UPDATE about SET value = CASE key WHEN 'revision' THEN ?1 ELSE substr(value, 1, 28) || printf('%016x', ?1) END
        WHERE key IN ('revision', 'mark')
        """, [.integer(next.revision)])
      try migrate()
      let value = try body(&next.session)
      if next.history == .unread { next.session.leaveHistory(at: next.session.lastID) }
      try database.execute("COMMIT")
      if fileMark == nil { fileMark = try DatabaseFingerprint(in: database) }
      try check()
      known = next
      file?.notifyWatchers()
      return value
    } catch {
      if database.isInTransaction { try? database.execute("ROLLBACK") }
      throw (error as? SQLFailure).map { StoreFailure($0, path) } ?? error
    }
  }

  /// Upgrades a file of an earlier version, within the current transaction.
  private func migrate() throws {
    let version = try database.number("PRAGMA user_version") ?? 0
    guard version != StoreSchema.version else { return }
    guard version < StoreSchema.version else {
      throw StoreFailure.readOnly(path, reason: "\(StoreRestriction.tooNew(version: version))")
    }
    try StoreSchema.upgrade(database, from: version)
    if version < 2 { try deduplicateValues() }
  }
}

extension SessionOperation {
  func rebased(onto session: Session) -> SessionOperation {
    var operation = self
    operation.changes = changes.map { $0.rebased(onto: session[$0.key]) }
    return operation
  }
}

extension Session {
  fileprivate func refusal(toUndo meant: SessionOperation) -> Refusal {
    let isUndone = found(meant)?.isUndone == true
    return Refusal("not undone: \(meant.label); \(isUndone ? "another process has undone it" : interveningAuthor)")
  }

  fileprivate func refusal(toRedo meant: SessionOperation) -> Refusal {
    let reason =
      switch found(meant)?.isUndone {
      case true: "first comes \(redoable?.label ?? "another one")"
      case false: "another process has redone it"
      default: interveningAuthor
      }
    return Refusal("not redone: \(meant.label); \(reason)")
  }

  private func found(_ operation: SessionOperation) -> SessionOperation? {
    operations.last { $0.isSame(as: operation) }
  }

  private var interveningAuthor: String {
    undoable.map { "\($0.process) has since done: \($0.label)" } ?? "another process has changed the session since"
  }
}

extension SessionStore {
  package func export() throws(StoreFailure) -> SessionExport {
    try readHistory()
    return SessionExport(manifest: manifest, session: session, events: try events())
  }

  package func isUntouched() throws(StoreFailure) -> Bool {
    let rows = try reading { () throws(SQLFailure) in
      try database.number("SELECT EXISTS (SELECT 1 FROM event) OR EXISTS (SELECT 1 FROM operation)")
    }
    return session == Session() && rows == 0
  }

  /// Fills an untouched session from an export, with history and events.
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
