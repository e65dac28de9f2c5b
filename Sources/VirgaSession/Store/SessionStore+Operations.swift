package import VirgaJSON
package import VirgaTargeting

extension SessionStore {
  /// Performs an operation, possibly based on an earlier state, and returns it as performed.
  ///
  /// If another process changed the same edit in the meantime, both changes apply, this one last.
  @discardableResult
  package func perform(_ operation: SessionOperation) throws -> SessionOperation {
    let performed = try perform { session in operation.rebased(onto: session) }
    // Never nil, because the closure always returns an operation.
    return performed ?? operation
  }

  /// Performs the operation that `make` returns for the current session, in one transaction; does
  /// nothing if `make` returns nil.
  @discardableResult
  package func perform(_ make: (Session) throws -> SessionOperation?) throws -> SessionOperation? {
    try write { transaction in
      guard let operation = try make(transaction.session) else { return nil }
      let performed = transaction.session.perform(operation)
      if performed.canBeUndone {
        try transaction.storeInHistory(performed)
      } else {
        // For example, it saved a draft: undo does not reach it.
        try transaction.storeOutsideHistory(performed)
      }
      return performed
    }
  }

  /// Undoes the last operation and returns it; nil if there is none.
  ///
  /// Its events stay, marked as undone, and another event records the undo.
  ///
  /// - Parameter expected: The operation that the caller takes for the last one; nil for any.
  /// - Throws: A ``Refusal`` if another operation than the expected one is the last.
  @discardableResult
  package func undo(
    _ expected: SessionOperation? = nil, at time: Instant, by process: String
  ) throws -> SessionOperation? {
    try readHistory()
    return try write { transaction in
      if let expected {
        let isLast = transaction.session.undoable?.isSameAction(as: expected) == true
        guard isLast else { throw transaction.session.refusal(toUndo: expected) }
      }
      let undone = transaction.session.undo()
      if let undone {
        try transaction.storeReversal(of: undone, SessionEvent.undoKind, at: time, by: process)
      }
      return undone
    }
  }

  /// Redoes the last undone operation and returns it; nil if no operation is undone.
  ///
  /// Its events count again. `expected` is the operation that the caller takes for the next one to
  /// redo; nil for any.
  ///
  /// - Throws: A ``Refusal`` if another operation than the expected one is next.
  @discardableResult
  package func redo(
    _ expected: SessionOperation? = nil, at time: Instant, by process: String
  ) throws -> SessionOperation? {
    try readHistory()
    return try write { transaction in
      if let expected {
        let isNext = transaction.session.redoable?.isSameAction(as: expected) == true
        guard isNext else { throw transaction.session.refusal(toRedo: expected) }
      }
      let redone = transaction.session.redo()
      if let redone {
        try transaction.storeReversal(of: redone, SessionEvent.redoKind, at: time, by: process)
      }
      return redone
    }
  }

  /// Stores a draft of a feature's config, or removes it if `text` is nil; not an undo step.
  ///
  /// The draft was started from `appliedEdit`, the feature's edit at that time; nil if it had none.
  /// That edit is stored too, to notice if it changes.
  package func keepDraft(
    _ text: String?, of feature: String, over appliedEdit: JSONValue?
  ) throws {
    try write { transaction in
      let keys = [EntryKey(.draft, feature), EntryKey(.draftBase, feature)]
      let before = transaction.session
      transaction.session.keepDraft(text, of: feature, over: appliedEdit)
      let after = transaction.session
      let changed = keys.filter { before[$0] != after[$0] }
      try transaction.store(changed.map { EntryChange($0, from: before[$0], to: after[$0]) })
    }
  }

  /// Stores an entry, or removes it if `value` is nil, without an operation: not an undo step.
  package func storeWithoutUndo(_ value: JSONValue?, as key: EntryKey) throws {
    try write { transaction in
      let old = transaction.session[key]
      guard old != value else { return }
      transaction.session.set(key, to: value)
      try transaction.store([EntryChange(key, from: old, to: value)])
    }
  }

  /// The whole session, with its history and events.
  package func export() throws(StoreFailure) -> SessionExport {
    try readHistory()
    return SessionExport(manifest: manifest, session: session, events: try events())
  }

  /// Whether the session is as a new one: it has no entries, operations or events.
  package func isUntouched() throws(StoreFailure) -> Bool {
    guard session == Session() else { return false }
    return try read { tables throws(SQLFailure) in try tables.haveNoEventsOrOperations() }
  }

  /// Fills an untouched session from an export, with history and events.
  package func restore(_ export: SessionExport) throws {
    try write { transaction in
      let session = export.session
      try transaction.store(session.keys.map { EntryChange($0, from: nil, to: session[$0]) })
      for operation in session.operations { try transaction.insert(operation) }
      // Each event is stored with the id of its operation, so that undo can mark the event. The
      // operation has an equal event, but without the event's own id.
      let operationIDs = session.operationIDsOfEvents
      for event in export.events {
        try transaction.tables.events.insert([event], operation: operationIDs[event.withoutID])
      }
      transaction.session = session
    }
  }

  /// Records events without an operation, such as an app's exposures, and returns them with ids.
  @discardableResult
  package func record(_ events: [SessionEvent]) throws -> [SessionEvent] {
    guard !events.isEmpty else { return [] }
    return try write { try $0.tables.events.insert(events, operation: nil) }
  }

  /// The latest matching events with ids between `after` and `before`, oldest first, at most
  /// `limit`.
  ///
  /// For the page before one that is listed already, `before` is the first id of that page.
  package func events(
    _ filter: EventFilter = EventFilter(), after: Int64 = 0, before: Int64 = .max, limit: Int = .max
  ) throws(StoreFailure) -> [SessionEvent] {
    try read { tables throws(SQLFailure) in
      try tables.events.events(filter, after: after, before: before, limit: limit)
    }
  }

  /// The number of matching events with an id greater than `after`.
  package func eventCount(
    _ filter: EventFilter = EventFilter(), after: Int64 = 0
  ) throws(StoreFailure) -> Int {
    try read { tables throws(SQLFailure) in try tables.events.count(filter, after: after) }
  }

  /// The id of the oldest event; nil if there are none.
  package func firstEventID() throws(StoreFailure) -> Int64? {
    try read { tables throws(SQLFailure) in try tables.events.firstID() }
  }

  /// Limits the session to its latest `limit` events, now and for all processes.
  package func limitEvents(to limit: Int64) throws {
    try write { try $0.tables.events.setLimit(limit) }
  }
}

extension StoreTransaction {
  /// Stores an operation that was performed and can be undone.
  fileprivate mutating func storeInHistory(_ operation: SessionOperation) throws(SQLFailure) {
    // The undone operations, whose ids are reused, can no longer be redone.
    try tables.history.dropUndone(from: operation.id)
    try insert(operation)
    try store(operation.changes)
    try tables.events.insert(operation.events, operation: operation.id)
    // Deletes the oldest operations beyond the limits of the history.
    try tables.history.trimToLimits(latestID: operation.id, in: &session)
  }

  /// Stores what an operation did that cannot be undone, such as saving a draft.
  fileprivate func storeOutsideHistory(_ operation: SessionOperation) throws(SQLFailure) {
    try store(operation.changes)
    try tables.events.insert(operation.events, operation: nil)
  }
}

extension SessionOperation {
  /// The operation with each change applied to the current value of its entry, which another
  /// process may have changed since the operation was made.
  func rebased(onto session: Session) -> SessionOperation {
    var operation = self
    operation.changes = changes.map { $0.rebased(onto: session[$0.key]) }
    return operation
  }
}

extension Session {
  /// Why an operation is not the one to undo: another process has undone it, or has performed
  /// others since.
  fileprivate func refusal(toUndo operation: SessionOperation) -> Refusal {
    // The state is nil if later operations removed this one from the history.
    let isUndone = currentState(of: operation)?.isUndone == true
    let reason = isUndone ? "another process has undone it" : interveningChangeText
    return Refusal("not undone: \(operation.label); \(reason)")
  }

  /// Why an operation is not the one to redo: another one has to be redone first, or another
  /// process has redone it or has performed others since.
  fileprivate func refusal(toRedo operation: SessionOperation) -> Refusal {
    let reason =
      switch currentState(of: operation)?.isUndone {
      // An undone operation is in the history, so there is one to redo.
      case true: "first comes \(redoable?.label ?? "another one")"
      case false: "another process has redone it"
      // Operations that were done since have removed it from the history.
      case nil: interveningChangeText
      }
    return Refusal("not redone: \(operation.label); \(reason)")
  }

  /// The operation as it is in the history now; nil if it is not there any longer.
  private func currentState(of operation: SessionOperation) -> SessionOperation? {
    operations.last { $0.isSameAction(as: operation) }
  }

  /// Says who has changed the session.
  private var interveningChangeText: String {
    guard let undoable else { return "another process has changed the session since" }
    return "\(Author.name(of: undoable.process)) has since done: \(undoable.label)"
  }

  /// The id of the operation that caused each event, by the event without its own id.
  ///
  /// An import needs it, because an exported event does not name its operation.
  ///
  /// An operation keeps its events as they were when it was performed. In the event list, undoing
  /// the operation has marked them as undone, so they are marked here too. An event that was
  /// suppressed for another reason keeps that reason. Of equal events, the last operation counts.
  fileprivate var operationIDsOfEvents: [SessionEvent: Int64] {
    var ids: [SessionEvent: Int64] = [:]
    for operation in operations {
      for var event in operation.events {
        if operation.isUndone { event.suppressed = event.suppressed ?? SessionEvent.undone }
        ids[event.withoutID] = operation.id
      }
    }
    return ids
  }
}

extension SessionEvent {
  /// The event without its id, so that it equals the same event in the list of another file, which
  /// numbers its events itself.
  fileprivate var withoutID: SessionEvent {
    var event = self
    event.id = 0
    return event
  }
}
