import VirgaConsole
import VirgaJSON
import VirgaSession
import VirgaTargeting
import VirgaWorkbench

/// The changes of a session by one event, as the commands that repeat them.
struct RecordedChanges {
  /// The session before the next change.
  private var session: Session
  private let operationContext: OperationContext
  /// What the event adds to the session at the start of the console; nil for other events.
  private let opening: SessionOpening?

  /// Begins with the session before an event, whose time is set.
  init(before event: Event, of model: Model) {
    session = model.session
    operationContext = model.operationContext
    if case .opening(let opening) = event { self.opening = opening } else { opening = nil }
  }

  /// The commands that repeat what effects of the event save.
  ///
  /// - Parameter flags: The flags after the event, if they were needed.
  mutating func commands(for effects: [Effect], flags: SessionFlags?) -> [Invocation] {
    if let opening { return commandsRepeatingDrawnID(effects, of: opening) }
    return effects.flatMap { commands(for: $0, flags: flags) }
  }

  /// The command that sets the random id drawn for the client, and the outcomes of recipes with it.
  ///
  /// Nothing else is recorded at the start: a run of the script with the same options adds the same
  /// to the session. It would draw another id, though, unless the options give one.
  private mutating func commandsRepeatingDrawnID(
    _ effects: [Effect], of opening: SessionOpening
  ) -> [Invocation] {
    let old = session
    var isDrawn = false
    for case .commit(let operation) in effects {
      session.perform(operation)
      isDrawn = isDrawn || operation.changes.contains(where: \.isGeneratedClientID)
    }
    let isGiven = opening.context[ClientKey.clientID] != nil
    guard isDrawn, !isGiven else { return [] }
    let outcomes = session.names(of: .enrollment).map { EntryKey(.enrollment, $0) }
    let keys = [EntryKey(.context, ClientKey.clientID)] + outcomes
    return [RepeatingCommand.perform(change(of: keys, since: old, "set the id of the client"))]
  }

  /// The commands that repeat what an effect saves; empty for an effect that saves nothing.
  ///
  /// The effect's change is also made in ``session``, for the commands of the next one.
  private mutating func commands(for effect: Effect, flags: SessionFlags?) -> [Invocation] {
    switch effect {
    case .commit(let operation):
      // Performed afterwards, because the commands are made from the session before.
      defer { session.perform(operation) }
      let operations = session.operations(in: operationContext)
      return RepeatingCommand.commands(for: operation, on: operations, flags: flags)
    case .undo(let operation):
      _ = session.undo()
      return [Invocation("undo", operation.undoArgument)]
    case .redo(let operation):
      _ = session.redo()
      return [Invocation("redo", operation.undoArgument)]
    // No command keeps a draft: `perform` repeats the change itself.
    case .keepDraft(let text, let feature, let edit):
      let old = session
      session.keepDraft(text, of: feature, over: edit)
      let keys = [EntryKey(.draft, feature), EntryKey(.draftBase, feature)]
      let label = "keep a draft of the edit of \(feature)"
      return [RepeatingCommand.perform(change(of: keys, since: old, label))]
    case .keepEntry(let key, let value):
      let old = session
      session.set(key, to: value)
      let label = "keep a \(key.kind.title) of \(key.name)"
      return [RepeatingCommand.perform(change(of: [key], since: old, label))]
    default: return []
    }
  }

  /// The operation that gives the entries with `keys` the values of ``session``, from those of
  /// `old`; undo skips it.
  private func change(
    of keys: [EntryKey], since old: Session, _ label: String
  ) -> SessionOperation {
    var operation = SessionOperation(
      label, changes: keys.map { EntryChange($0, from: old[$0], to: session[$0]) },
      time: operationContext.time, process: operationContext.process)
    operation.isUndoStep = false
    return operation
  }
}

extension SessionOperation {
  /// The first entry that the operation changes, such as `context region`.
  ///
  /// As the argument of `undo`, it has the command refused if another operation is the last one.
  fileprivate var undoArgument: String { changes.first?.key.argument ?? "" }
}
