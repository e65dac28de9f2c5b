package import VirgaJSON
package import VirgaTargeting

extension SessionStore {
  /// Does an operation that was made from an earlier state of the session, and gives it as it was done.
  ///
  /// Where another process changed the same edit meanwhile, both changes count, this one on top.
  ///
  /// - Throws: ``StoreFailure``; nothing is changed then.
  @discardableResult
  package func perform(_ operation: SessionOperation) throws -> SessionOperation {
    let done = try perform { session in operation.rebased(onto: session) }
    return done ?? operation
  }

  /// Does the operation that `make` makes from the session as it is now; no other process can come in between.
  ///
  /// Gives the operation with its id, and nil where `make` makes none.
  ///
  /// - Throws: ``StoreFailure`` or what `make` throws; nothing is changed then.
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

  /// Takes the last operation back, and gives it; nil where there is none.
  ///
  /// Its events stay, marked as undone, and one more tells of the undo.
  ///
  /// - Parameters:
  ///   - meant: What is to be taken back; nil for whatever is the last in the file.
  ///   - time: The time of the machine.
  ///   - process: Who takes it back.
  /// - Throws: ``StoreFailure``, or a ``Refusal`` where another process has done something since; nothing is changed then.
  @discardableResult
  package func undo(_ meant: SessionOperation? = nil, at time: Instant, by process: String) throws -> SessionOperation?
  {
    try readHistory()
    return try write { session in
      if let meant, session.undoable?.isSame(as: meant) != true {
        throw session.refusal(toUndo: meant)
      }
      guard let undone = session.undo() else { return nil }
      try mark(undone)
      try keep(undone, of: session)
      try database.run(
        "UPDATE event SET suppressed = ? WHERE operation = ? AND suppressed IS NULL",
        [.text(SessionEvent.undone), .integer(undone.id)])
      try tell(SessionEvent.undoKind, of: undone, at: session.now(wall: time), by: process)
      return undone
    }
  }

  /// Does what was undone last again, and gives it; nil where there is none.
  ///
  /// Its events count again, and one more tells of the redo.
  ///
  /// - Parameters:
  ///   - meant: What is to be done again; nil for whatever was undone last in the file.
  ///   - time: The time of the machine.
  ///   - process: Who does it again.
  /// - Throws: ``StoreFailure``, or a ``Refusal`` where another process has done something since; nothing is changed then.
  @discardableResult
  package func redo(_ meant: SessionOperation? = nil, at time: Instant, by process: String) throws -> SessionOperation?
  {
    try readHistory()
    return try write { session in
      if let meant, session.redoable?.isSame(as: meant) != true {
        throw session.refusal(toRedo: meant)
      }
      guard let redone = session.redo() else { return nil }
      try mark(redone)
      try keep(redone, of: session)
      try database.run(
        "UPDATE event SET suppressed = NULL WHERE operation = ? AND suppressed = ?",
        [.integer(redone.id), .text(SessionEvent.undone)])
      // Earlier versions took the events away when they undid an operation.
      if try database.number("SELECT 1 FROM event WHERE operation = ?", [.integer(redone.id)]) == nil {
        try insert(redone.events, operation: redone.id)
      }
      try tell(SessionEvent.redoKind, of: redone, at: session.now(wall: time), by: process)
      return redone
    }
  }

  /// Records that an operation was taken back or done again: what happened stays in the list of events.
  private func tell(
    _ kind: String, of operation: SessionOperation, at time: Instant, by process: String
  ) throws(SQLFailure) {
    let slug = operation.events.first { $0.kind == SessionEvent.operationKind }?.slug
    let event = SessionEvent(time: time, kind: kind, process: process) {
      $0.feature = operation.feature
      $0.slug = slug
      $0.reason = operation.label
    }
    try insert([event], operation: nil)
  }

  /// Writes what the session holds where an operation that was taken back or done again changed something.
  private func keep(_ operation: SessionOperation, of session: Session) throws {
    try keep(operation.changes.map { EntryChange($0.key, from: nil, to: session[$0.key]) })
  }

  /// Keeps the text of the config editor of a feature while it is typed, or none: nothing that undo takes back.
  ///
  /// - Parameter edit: The edit over which the text was begun; nil for none.
  /// - Throws: ``StoreFailure``; nothing is changed then.
  package func keepDraft(_ text: String?, of feature: String, over edit: JSONValue?) throws {
    try write { session in
      let keys = [EntryKey(.draft, feature), EntryKey(.draftBase, feature)]
      let old = keys.map { session[$0] }
      session.keepDraft(text, of: feature, over: edit)
      try keep(zip(keys, old).filter { session[$0] != $1 }.map { EntryChange($0, from: $1, to: session[$0]) })
    }
  }

  /// Runs `body` as one transaction on the session as it is now.
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
      if fileMark == nil { fileMark = try FileMark(in: database) }
      try check()
      known = next
      file?.ring()
      return value
    } catch {
      if database.isInTransaction { try? database.execute("ROLLBACK") }
      throw (error as? SQLFailure).map { StoreFailure($0, path) } ?? error
    }
  }
}

extension SessionStore {
  /// Brings a file of an earlier version to the format of this one, within the transaction under way.
  private func migrate() throws {
    let version = try database.number("PRAGMA user_version") ?? 0
    guard version != StoreSchema.version else { return }
    guard version < StoreSchema.version else {
      throw StoreFailure.readOnly(path, reason: "\(StoreRestriction.tooNew(version: version))")
    }
    try StoreSchema.bring(database, from: version)
    if version < 2 { try storeValuesOnce() }
  }
}

extension SessionOperation {
  /// The operation with changes from what the entries are now.
  func rebased(onto session: Session) -> SessionOperation {
    var operation = self
    operation.changes = changes.map { $0.rebased(onto: session[$0.key]) }
    return operation
  }
}

extension Session {
  /// Why an operation is not the one that undo takes back any more.
  fileprivate func refusal(toUndo meant: SessionOperation) -> Refusal {
    let isUndone = found(meant)?.isUndone == true
    return Refusal("not undone: \(meant.label); \(isUndone ? "another process has taken it back" : whoCameBetween)")
  }

  /// Why an operation is not the one that redo does again any more.
  fileprivate func refusal(toRedo meant: SessionOperation) -> Refusal {
    let reason =
      switch found(meant)?.isUndone {
      case true: "before it comes \(redoable?.label ?? "another one")"
      case false: "another process has done it again"
      default: whoCameBetween
      }
    return Refusal("not done again: \(meant.label); \(reason)")
  }

  private func found(_ operation: SessionOperation) -> SessionOperation? {
    operations.last { $0.isSame(as: operation) }
  }

  private var whoCameBetween: String {
    undoable.map { "\($0.process) came between: \($0.label)" } ?? "another process has changed the session since"
  }
}
