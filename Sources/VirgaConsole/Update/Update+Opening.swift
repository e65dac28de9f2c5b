import VirgaCanvas
import VirgaSession
import VirgaWorkbench

extension State {
  /// Takes recipes and attributes into the session; a read-only console shows them, and keeps nothing.
  mutating func take(_ opening: SessionOpening) -> Outcome {
    let isReadOnly = options.isReadOnly
    if isReadOnly { start.shown = opening }
    options.isReadOnly = false
    defer { options.isReadOnly = isReadOnly }
    let operations = opening.operations(on: session, in: surroundings)
    var (effects, done): ([Effect], StatusMessage?) = ([], nil)
    for operation in operations {
      let outcome = perform(operation)
      if opening.isAskedFor, let id = session.undoable?.id { start.operations.insert(id) }
      (effects, done) = (effects + outcome.effects, outcome.message)
    }
    findClientChanges()
    note(opening.problems, opening.unread, of: [])
    let said = opening.isAskedFor ? status ?? done : status
    let unread = unread(opening.unread.count, opening.problems, after: said?.text.plain)
    return .done(isReadOnly ? [] : effects, saying: unread ?? said)
  }

  /// Lays what a read-only console took, and nobody keeps, over a session that came from outside.
  mutating func layOpening() {
    guard let opening = start.shown else { return }
    _ = take(opening)
  }
}
