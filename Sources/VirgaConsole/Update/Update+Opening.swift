import VirgaCanvas
import VirgaSession
import VirgaWorkbench

extension State {
  /// Takes recipes and attributes into the session; a read-only console shows them, and keeps nothing.
  mutating func take(_ opening: SessionOpening) -> [Effect] {
    let before = status
    let isReadOnly = options.isReadOnly
    if isReadOnly { shownOpening = opening }
    options.isReadOnly = false
    defer { options.isReadOnly = isReadOnly }
    let operations = opening.operations(on: session, in: surroundings)
    let effects = operations.flatMap { operation in
      defer { if opening.isAskedFor, let id = session.undoable?.id { openingOperations.insert(id) } }
      return perform(operation)
    }
    findClientChanges()
    if !opening.isAskedFor || before != nil { status = before }
    note(opening.problems, opening.unread, of: [])
    if let unread = unread(opening.unread.count, opening.problems, after: status?.text.plain) { status = unread }
    return isReadOnly ? [] : effects
  }

  /// Lays what a read-only console took, and nobody keeps, over a session that came from outside.
  mutating func layOpening() {
    guard let opening = shownOpening else { return }
    let before = status
    _ = take(opening)
    status = before
  }
}
