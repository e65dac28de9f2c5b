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
  private let isOpening: Bool
  private let isIDGiven: Bool

  /// Begins with the session before an event, whose time is set.
  init(before event: Event, of model: Model) {
    session = model.session
    operationContext = model.operationContext
    if case .opening(let opening) = event {
      (isOpening, isIDGiven) = (true, opening.context[ClientKey.clientID] != nil)
    } else {
      (isOpening, isIDGiven) = (false, false)
    }
  }

  /// The commands that repeat what effects of the event save.
  ///
  /// - Parameter flags: The flags after the event, if they were needed.
  mutating func commands(for effects: [Effect], flags: SessionFlags?) -> [Invocation] {
    isOpening ? commandsAfterOpening(effects) : effects.flatMap { commands(for: $0, flags: flags) }
  }

  /// The drawn id of the client with the outcomes of recipes; nothing if none was drawn.
  ///
  /// A run of the script with the same options adds the same to the session, but draws another id.
  private mutating func commandsAfterOpening(_ effects: [Effect]) -> [Invocation] {
    let old = session
    var isDrawn = false
    for case .commit(let operation) in effects {
      session.perform(operation)
      isDrawn = isDrawn || operation.changes.contains(where: \.isGeneratedClientID)
    }
    guard isDrawn, !isIDGiven else { return [] }
    let outcomes = session.names(of: .enrollment).map { EntryKey(.enrollment, $0) }
    let keys = [EntryKey(.context, ClientKey.clientID)] + outcomes
    return [RepeatingCommand.perform(change(of: keys, since: old, "set the id of the client"))]
  }

  private mutating func commands(for effect: Effect, flags: SessionFlags?) -> [Invocation] {
    switch effect {
    case .commit(let operation):
      defer { session.perform(operation) }
      let operations = session.operations(in: operationContext)
      return RepeatingCommand.commands(for: operation, on: operations, flags: flags)
    case .undo(let operation):
      _ = session.undo()
      return [Invocation("undo", operation.argumentOfUndo)]
    case .redo(let operation):
      _ = session.redo()
      return [Invocation("redo", operation.argumentOfUndo)]
    case .keepDraft(let text, let feature, let edit):
      let old = session
      session.keepDraft(text, of: feature, over: edit)
      let keys = [EntryKey(.draft, feature), EntryKey(.draftBase, feature)]
      let label = "keep a draft of the edit of \(feature)"
      return [RepeatingCommand.perform(change(of: keys, since: old, label))]
    default: return []
    }
  }

  /// A change of entries that is not an undo step.
  private func change(
    of keys: [EntryKey], since old: Session, _ label: String
  ) -> SessionOperation {
    var operation = SessionOperation(
      label, changes: keys.map { EntryChange($0, from: old[$0], to: session[$0]) },
      time: operationContext.time, process: operationContext.process)
    operation.isStep = false
    return operation
  }
}

extension SessionOperation {
  fileprivate var argumentOfUndo: String { changes.first?.key.argument ?? "" }
}
