import VirgaJSON
package import VirgaSession
import VirgaSource

/// The changes to the client since the beginning of a session's history.
///
/// The client is its attributes, clock, participation and behavioral events. Reverted changes and
/// the generated client id are left out.
package struct ClientChanges: Equatable, Sendable {
  /// The changes, each from the initial value to the current one; sorted.
  package private(set) var all: [EntryChange] = []

  /// An entry's first change: the value before it, and the operation that made it.
  private struct FirstChange: Equatable {
    let operation: Int64
    let old: JSONValue?
  }

  private var firstChanges: [EntryKey: FirstChange] = [:]
  /// The ids of the operations that the command line asked for, which are initial state.
  private let startupOperations: Set<Int64>

  /// The changes in the history of `session`, except those by `startupOperations`, such as loading
  /// recipes when the console starts.
  ///
  /// An entry that has its initial value again counts as unchanged.
  package init(in session: Session = Session(), besides startupOperations: Set<Int64> = []) {
    self.startupOperations = startupOperations
    for operation in session.operations where !operation.isUndone {
      recordFirstChanges(of: operation)
    }
    all = firstChanges.keys.compactMap { change(of: $0, in: session) }.sorted { $0.key < $1.key }
  }

  /// Updates ``all`` after `operation` was performed, undone or redone.
  ///
  /// The first change of each entry is remembered, because it tells the entry's initial value.
  ///
  /// Looks only at the operation, so that a long history does not make this slow.
  package mutating func update(after operation: SessionOperation, in session: Session) {
    if operation.isUndone {
      forgetFirstChanges(of: operation)
    } else {
      recordFirstChanges(of: operation)
    }
    for key in operation.changes.map(\.key) where key.kind.isClientEntry {
      updateChange(of: key, in: session)
    }
  }

  /// Records the changes that an operation makes to entries which no earlier operation changed:
  /// only the first change of an entry tells its initial value.
  ///
  /// Skips `startupOperations`, operations that cannot be undone, and a generated client id, which
  /// nobody chose.
  private mutating func recordFirstChanges(of operation: SessionOperation) {
    let isInitialState = startupOperations.contains(operation.id)
    guard operation.canBeUndone, !isInitialState else { return }
    for change in operation.changes where change.key.kind.isClientEntry {
      let wasChangedBefore = firstChanges[change.key] != nil
      if change.isGeneratedClientID || wasChangedBefore { continue }
      firstChanges[change.key] = FirstChange(operation: operation.id, old: change.old)
    }
  }

  /// Forgets the changes of an undone operation that were the first ones of their entries in the
  /// history: these entries have their initial values again.
  ///
  /// No later operation has changed these entries, because only the last operation can be undone.
  private mutating func forgetFirstChanges(of operation: SessionOperation) {
    for key in operation.changes.map(\.key) where firstChanges[key]?.operation == operation.id {
      firstChanges[key] = nil
    }
  }

  /// Updates the change of one entry of the client, such as an attribute, in ``all``, which stays
  /// sorted; an entry that has its initial value again is removed.
  private mutating func updateChange(of key: EntryKey, in session: Session) {
    let index = all.partitioningIndex { $0.key >= key }
    let isListed = index < all.count && all[index].key == key
    if isListed { all.remove(at: index) }
    if let change = change(of: key, in: session) { all.insert(change, at: index) }
  }

  /// The change of an entry from its initial value; nil if it was not changed or has that value
  /// again.
  private func change(of key: EntryKey, in session: Session) -> EntryChange? {
    guard let first = firstChanges[key], first.old != session[key] else { return nil }
    return EntryChange(key, from: first.old, to: session[key])
  }
}

extension Operations {
  /// One operation that makes all these changes of the client, from the initial values to the
  /// current ones; nil without changes.
  ///
  /// A script that recreates the session gives it this history, so that the changes are visible and
  /// can be undone there too.
  package func clientChange(_ changes: [EntryChange]) -> SessionOperation? {
    // It is the inverse of reverting the changes. Nothing is performed here, so the session may be
    // read-only. Only a lack of changes is refused.
    var writableContext = operationContext
    writableContext.readOnlyReason = nil
    guard var operation = try? session.operations(in: writableContext).revert(changes) else {
      return nil
    }
    let isOne = changes.count == 1
    operation.label = "change the client" + (isOne ? "" : ", \(changes.count) changes")
    // Reverting the client changes its enrollments too. All these changes are turned around; the
    // events are dropped, because they are those of reverting.
    operation.changes = operation.changes.map(\.inverse)
    operation.events = []
    return operation
  }

  /// Sets the changed entries of the client to their initial values.
  package func revert(_ changes: [EntryChange]) throws(Refusal) -> SessionOperation {
    guard let first = changes.first else { throw Refusal("the client was not changed") }
    var builder = try makeBuilder()
    for change in changes { builder.set(change.key.kind, change.key.name, to: change.old) }
    // An operation that sets participation gives each recipe a status event, so this does too.
    let changesParticipation = changes.contains { $0.key.kind == .participation }
    builder.evaluateRecipes(reportsAllStatuses: changesParticipation)
    // The clock has no name.
    let kindAndName = [first.key.kind.title, first.key.name].filter { !$0.isEmpty }
    let isOne = changes.count == 1
    let what = isOne ? kindAndName.joined(separator: " ") : "the client, \(changes.count) changes"
    return try builder.finished("reset \(what)")
  }
}
