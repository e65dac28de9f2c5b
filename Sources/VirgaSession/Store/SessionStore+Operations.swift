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

  /// Performs what `make` returns for the current session, in one transaction; nil if it returns
  /// nil.
  @discardableResult
  package func perform(_ make: (Session) throws -> SessionOperation?) throws -> SessionOperation? {
    try write { transaction in
      guard let operation = try make(transaction.session) else { return nil }
      let done = transaction.session.perform(operation)
      guard done.canBeUndone else {
        try transaction.keep(done.changes)
        try transaction.tables.events.insert(done.events, operation: nil)
        return done
      }
      try transaction.tables.history.drop(from: done.id)
      try transaction.insert(done)
      try transaction.keep(done.changes)
      try transaction.tables.events.insert(done.events, operation: done.id)
      try transaction.tables.history.trim(to: done.id, in: &transaction.session)
      return done
    }
  }

  /// Undoes the last operation, or `meant`, and returns it; nil if there is none.
  ///
  /// Its events stay, marked as undone, and another event records the undo. Throws a ``Refusal`` if
  /// another process changed the session since.
  @discardableResult
  package func undo(
    _ meant: SessionOperation? = nil, at time: Instant, by process: String
  ) throws -> SessionOperation? {
    try readHistory()
    return try write { transaction in
      let session = transaction.session
      if let meant, session.undoable?.isSame(as: meant) != true {
        throw session.refusal(toUndo: meant)
      }
      let undone = transaction.session.undo()
      if let undone { try transaction.keep(undone, SessionEvent.undoKind, at: time, by: process) }
      return undone
    }
  }

  /// Redoes the last undone operation, as ``undo(_:at:by:)`` undoes one; its events count again.
  @discardableResult
  package func redo(
    _ meant: SessionOperation? = nil, at time: Instant, by process: String
  ) throws -> SessionOperation? {
    try readHistory()
    return try write { transaction in
      let session = transaction.session
      if let meant, session.redoable?.isSame(as: meant) != true {
        throw session.refusal(toRedo: meant)
      }
      let redone = transaction.session.redo()
      if let redone { try transaction.keep(redone, SessionEvent.redoKind, at: time, by: process) }
      return redone
    }
  }

  /// Stores or removes a draft, based on `edit`, of a feature's config; not an undo step.
  package func keepDraft(_ text: String?, of feature: String, over edit: JSONValue?) throws {
    try write { transaction in
      let keys = [EntryKey(.draft, feature), EntryKey(.draftBase, feature)]
      let old = keys.map { transaction.session[$0] }
      transaction.session.keepDraft(text, of: feature, over: edit)
      let session = transaction.session
      try transaction.keep(
        zip(keys, old).filter { session[$0] != $1 }.map {
          EntryChange($0, from: $1, to: session[$0])
        })
    }
  }

  package func export() throws(StoreFailure) -> SessionExport {
    try readHistory()
    return SessionExport(manifest: manifest, session: session, events: try events())
  }

  package func isUntouched() throws(StoreFailure) -> Bool {
    guard session == Session() else { return false }
    return try read { tables throws(SQLFailure) in try tables.areEmpty() }
  }

  /// Fills an untouched session from an export, with history and events.
  package func restore(_ export: SessionExport) throws {
    try write { transaction in
      let session = export.session
      try transaction.keep(session.keys.map { EntryChange($0, from: nil, to: session[$0]) })
      for operation in session.operations { try transaction.insert(operation) }
      let owners = session.owners
      for event in export.events {
        try transaction.tables.events.insert([event], operation: owners[event.unnumbered])
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

  /// The latest matching events with ids between `after` and `before` (a page's first id), oldest
  /// first.
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
  package func keepEvents(_ limit: Int64) throws { try write { try $0.tables.events.keep(limit) } }
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
    return Refusal(
      "not undone: \(meant.label); \(isUndone ? "another process has undone it" : interveningAuthor)"
    )
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
    undoable.map { "\($0.process) has since done: \($0.label)" }
      ?? "another process has changed the session since"
  }

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
