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

  /// Begins with the session before an event, whose time is set.
  init(before event: Event, of model: Model) {
    session = model.session
    operationContext = model.operationContext
    isOpening = if case .opening = event { true } else { false }
  }

  /// The commands that repeat what effects of the event save.
  ///
  /// - Parameter flags: The flags after the event, if they were needed.
  mutating func commands(for effects: [Effect], flags: SessionFlags?) -> [Invocation] {
    effects.flatMap { commands(for: $0, flags: flags) }
  }

  private mutating func commands(for effect: Effect, flags: SessionFlags?) -> [Invocation] {
    switch effect {
    case .commit(let operation):
      defer { session.perform(operation) }
      if isOpening { return operation.drawnClient.map { [RepeatingCommand.perform($0)] } ?? [] }
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
      return [RepeatingCommand.perform(draft(of: feature, since: old))]
    default: return []
    }
  }

  /// A change of a draft as an operation, which it is not in the session.
  private func draft(of feature: String, since old: Session) -> SessionOperation {
    let keys = [EntryKey(.draft, feature), EntryKey(.draftBase, feature)]
    var operation = SessionOperation(
      "keep a draft of the edit of \(feature)", feature: feature,
      changes: keys.map { EntryChange($0, from: old[$0], to: session[$0]) },
      time: operationContext.time, process: operationContext.process)
    operation.isStep = false
    return operation
  }
}

extension SessionOperation {
  fileprivate var argumentOfUndo: String { changes.first?.key.argument ?? "" }

  /// The drawn id of the client with the resulting outcomes of recipes; nil if none was drawn.
  ///
  /// A run of the script with the same options loads the same recipes, but draws another id.
  fileprivate var drawnClient: SessionOperation? {
    guard changes.contains(where: \.isDrawnID) else { return nil }
    var client = self
    client.changes.removeAll { !$0.isDrawnID && $0.key.kind != .enrollment }
    client.events = []
    client.isStep = false
    return client
  }
}
