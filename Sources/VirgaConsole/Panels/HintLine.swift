import VirgaCanvas

/// The last line: the keys that mean something now.
enum HintLine {
  struct Hint {
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

  static func placed(_ state: State) -> [(hint: Hint, column: Int)] {
    let width = state.layout.hints.columns - 1
    var placed: [(Hint, Int)] = []
    let hints = state.pendingKeys.isEmpty && state.caption == nil ? commandHints(state) : []
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
    if let caption = state.caption {
      return [
        Hint(keys: "Space", title: "goes on"), Hint(keys: "←", title: "goes back"),
        Hint(keys: "p", title: caption.isPaused ? "goes on by itself" : "pauses"),
        Hint(keys: "any other key", title: "ends the tour"),
      ]
    }
    if !state.pendingKeys.isEmpty { return continuations(state) }
    return hints.filter { $0.order < 90 }.map(\.hint)
  }

  private static func continuations(_ state: State) -> [Hint] {
    let pending = state.pendingKeys
    let contexts = state.keyContexts
    let commands = CommandTable.all.filter { command in
      guard contexts.contains(command.context), case .applies = command.availability(in: state) else { return false }
      return state.options.keys.keys(of: command).contains { $0.count > pending.count && $0.starts(with: pending) }
    }
    guard !commands.isEmpty else { return [Hint(keys: text(pending), title: "does nothing here")] }
    // What most of them begin with, such as `copy`, was said by the key.
    let verbs = Dictionary(grouping: commands) { $0.title.prefix { $0 != " " } }
    let verb = verbs.first { $0.value.count > commands.count / 2 }?.key
    return [Hint(keys: text(pending), title: "…")]
      + commands.flatMap { command in
        let isShort = verb.map { command.title.hasPrefix("\($0) ") } ?? false
        let title = DisplayText(isShort ? String(command.title.dropFirst((verb?.count ?? 0) + 1)) : command.title)
        return state.options.keys.keys(of: command).filter { $0.count > pending.count && $0.starts(with: pending) }.map
        {
          Hint(keys: text($0.dropFirst(pending.count)), title: title, command: command.name)
        }
      }
  }

  private static func commandHints(_ state: State) -> [(order: Int, hint: Hint)] {
    let contexts = state.keyContexts
    return CommandTable.hinted.compactMap { command -> (Int, Hint)? in
      guard let order = command.hint(in: contexts),
        case .applies = command.availability(in: state), let keys = state.keys(of: command, in: contexts).first
      else { return nil }
      let opposite = command.opposite.flatMap { CommandTable.command(named: $0) }
      let other = opposite.flatMap { state.keys(of: $0, in: contexts).first }
      let shown = (other.map { text($0) + " " } ?? .empty) + text(keys)
      let title = DisplayText(command.shownTitle?(state) ?? command.title)
      // What is typed into comes before what lies around it.
      let isNear = if case .typing = command.context { true } else { false }
      return (isNear ? order - 50 : order, Hint(keys: shown, title: title, command: command.name))
    }.sorted { $0.0 < $1.0 }
  }

  private static func text(_ keys: some Collection<KeyPress>) -> DisplayText {
    DisplayText(keys.map { arrows[$0.description] ?? $0.description }.joined(separator: " "))
  }

  private static let arrows = ["Up": "↑", "Down": "↓", "Left": "←", "Right": "→"]
}
