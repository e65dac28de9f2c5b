import VirgaCanvas
import VirgaSession
import VirgaWorkbench

extension State {
  /// Adds recipes and attributes to the session; a read-only console shows them without saving.
  mutating func load(_ opening: SessionOpening) -> Outcome {
    let isReadOnly = options.isReadOnly
    if isReadOnly { start.shown = opening }
    options.isReadOnly = false
    defer { options.isReadOnly = isReadOnly }
    let operations = opening.operations(on: session, in: operationContext)
    var (effects, done): ([Effect], StatusMessage?) = ([], nil)
    for operation in operations {
      let outcome = perform(operation)
      if opening.isAskedFor, let id = session.undoable?.id { start.operations.insert(id) }
      (effects, done) = (effects + outcome.effects, outcome.message)
    }
    findClientChanges()
    recordProblems(opening.problems, opening.unread, of: [])
    let said = opening.isAskedFor ? status ?? done : status
    let unread = unread(opening.unread.count, opening.problems, after: said)
    return .done(isReadOnly ? [] : effects, saying: unread ?? said)
  }

  /// Applies what a read-only console added, and nobody saves, to a session from outside.
  mutating func reloadOpening() {
    guard let opening = start.shown else { return }
    _ = load(opening)
  }
}
