import VirgaCanvas

/// The last line: the keys that mean something now.
enum HintLine {
  private struct Hint {
    var keys: DisplayText
    var title: DisplayText
    var command: String?
    var columns: Int { keys.columns + 1 + title.columns }
  }

  static func draw(_ state: State, on canvas: inout Canvas) {
    let line = state.layout.hints
    for (hint, column) in placed(state) {
      let place = Point(column: line.column + column, row: line.row)
      let used = canvas.draw(hint.keys, at: place, style: .accent.bold())
      canvas.draw(hint.title, at: place.moved(columns: used + 1), style: .dim)
    }
  }

  /// The command whose hint stands at a column, for the mouse.
  static func command(at column: Int, in state: State) -> String? {
    placed(state).first { $0.column <= column && column < $0.column + $0.hint.columns }?.hint.command
  }

  private static func placed(_ state: State) -> [(hint: Hint, column: Int)] {
    let width = state.layout.hints.columns - 1
    var placed: [(Hint, Int)] = []
    let hints = isTyping(state) || !state.pendingKeys.isEmpty ? [] : commandHints(state)
    let right = hints.filter { $0.order >= 90 }.map(\.hint)
    var end = width
    for hint in right.reversed() {
      guard end - hint.columns >= 1 else { break }
      end -= hint.columns
      placed.append((hint, end))
      end -= 2
    }
    var column = 1
    for hint in leftHints(state, hints) {
      guard column + hint.columns <= end else { break }
      placed.append((hint, column))
      column += hint.columns + 2
    }
    return placed
  }

  private static func leftHints(_ state: State, _ hints: [(order: Int, hint: Hint)]) -> [Hint] {
    if let overlay = state.overlay {
      let verb: DisplayText = overlay.kind == .help || overlay.kind == .palette ? "run" : "choose"
      var hints = [plain("Enter", verb), plain("Esc", "close"), plain("↑ ↓", "move"), plain("type", "to narrow")]
      if overlay.kind == .palette { hints.append(plain("Tab", "complete")) }
      return hints
    }
    if state.search.field.isTyping { return [plain("Enter", "then n N"), plain("Esc", "clear"), plain("↑ ↓", "move")] }
    if state.parts.isTyping(in: state) { return state.parts.typingHints(in: state).map { plain($0.keys, $0.title) } }
    if !state.pendingKeys.isEmpty { return continuations(state) }
    return hints.filter { $0.order < 90 }.map(\.hint)
  }

  private static func continuations(_ state: State) -> [Hint] {
    let pending = state.pendingKeys
    let start = DisplayText(pending.map(\.description).joined(separator: " "))
    return [plain(start, "…")]
      + CommandTable.continuations(of: pending, focus: state.focus, keys: state.options.keys).flatMap { command in
        state.options.keys.keys(of: command).filter { $0.starts(with: pending) }.map { keys in
          Hint(
            keys: DisplayText(keys.dropFirst(pending.count).map(\.description).joined(separator: " ")),
            title: DisplayText(command.title), command: command.name)
        }
      }
  }

  private static func commandHints(_ state: State) -> [(order: Int, hint: Hint)] {
    CommandTable.all.compactMap { command -> (Int, Hint)? in
      guard let order = command.hint, let keys = state.options.keys.keys(of: command).first,
        CommandTable.contexts(of: state.focus).contains(command.context),
        case .applies = command.availability(in: state)
      else { return nil }
      let text = DisplayText(keys.map(\.description).joined(separator: " "))
      let title = DisplayText(command.shownTitle?(state) ?? command.title)
      return (order, Hint(keys: text, title: title, command: command.name))
    }.sorted { $0.0 < $1.0 }
  }

  private static func isTyping(_ state: State) -> Bool {
    state.overlay != nil || state.search.field.isTyping || state.parts.isTyping(in: state)
  }

  private static func plain(_ keys: DisplayText, _ title: DisplayText) -> Hint { Hint(keys: keys, title: title) }
}
