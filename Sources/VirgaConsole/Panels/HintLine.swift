import VirgaCanvas

/// The last line: the keys that do something now.
enum HintLine {
  struct Hint {
    var keys: DisplayText
    var title: DisplayText
    var command: String?
    var step: TourStep?
    var columns: Int { keys.columns + 1 + title.columns }
  }

  /// Rows count up from the last line.
  typealias Placed = (hint: Hint, column: Int, row: Int)

  static func draw(_ state: State, on canvas: inout Canvas) {
    let line = state.layout.hints
    let placed = placed(state)
    let rows = (placed.map(\.row).max() ?? 0) + 1
    if rows > 1 {
      // The bottom borders of the panels move up above the hints.
      if rows > 2 { canvas.copy(line: state.layout.status.row - 1, to: line.row - rows) }
      for row in 1..<rows {
        canvas.fill(Rectangle(column: line.column, row: line.row - row, columns: line.columns, rows: 1))
      }
    }
    for (hint, column, row) in placed {
      let position = Point(column: line.column + column, row: line.row - row)
      let used = canvas.draw(hint.keys, at: position, style: .accent.bold())
      canvas.draw(hint.title, at: position.moved(columns: used + 1), style: .dim)
    }
  }

  static func hint(at point: Point, in state: State) -> Hint? {
    let up = state.layout.hints.row - point.row
    return placed(state).first {
      $0.row == up && $0.column <= point.column && point.column < $0.column + $0.hint.columns
    }?.hint
  }

  static func placed(_ state: State) -> [Placed] {
    if !state.input.pendingKeys.isEmpty, state.messages.caption == nil {
      return wrapped(continuations(state), to: state.layout.hints.columns - 1)
    }
    if let caption = state.messages.caption { return fitted(hints(of: caption), [], in: state.layout.hints.columns) }
    let keys = state.input.hintKeys.output
    return fitted(
      (keys?.left ?? []).compactMap { hint($0, in: state) }, (keys?.right ?? []).compactMap { hint($0, in: state) },
      in: state.layout.hints.columns)
  }

  /// How many hints at the left come before the last one at the right.
  private static let firstAtLeft = 4

  /// The hints for which there is room: the first ones, from the start of the line and from its end.
  private static func fitted(_ left: [Hint], _ right: [Hint], in columns: Int) -> [Placed] {
    let ranks = left.indices.map { $0 + 1 } + right.indices.map { $0 == right.count - 1 && $0 > 0 ? firstAtLeft : 0 }
    let parts = zip(left + right, ranks).map { hint, rank in
      Segments.Part(gap: 2, forms: [(rank, hint.columns)])
    }
    let shown = zip(left + right, Segments.fit(parts, in: columns)).map { $1 == nil ? nil : $0 }
    var placed: [Placed] = []
    var column = 1
    for hint in shown.prefix(left.count).compactMap(\.self) {
      placed.append((hint, column, 0))
      column += hint.columns + 2
    }
    column = columns - 1
    for hint in shown.dropFirst(left.count).compactMap(\.self).reversed() {
      column -= hint.columns
      placed.append((hint, column, 0))
      column -= 2
    }
    return placed
  }

  /// Wraps hints to as many lines as needed to show all continuations of a key.
  private static func wrapped(_ hints: [Hint], to width: Int) -> [Placed] {
    var placed: [Placed] = []
    var (column, line) = (1, 0)
    for hint in hints {
      if column > 1, column + hint.columns > width { (column, line) = (1, line + 1) }
      placed.append((hint, column, line))
      column += hint.columns + 2
    }
    return placed.map { ($0.hint, $0.column, line - $0.row) }
  }

  private static func hints(of caption: TourCaption) -> [Hint] {
    [
      Hint(keys: "Space Enter", title: "goes on", step: .goOn), Hint(keys: "←", title: "goes back", step: .goBack),
      Hint(keys: "p", title: caption.isPaused ? "plays" : "pauses", step: .pause),
      Hint(keys: "Esc q", title: "ends the tour", step: .end),
      Hint(keys: "any other key", title: "ends the tour and acts as usual"),
    ]
  }

  private static func continuations(_ state: State) -> [Hint] {
    let pending = state.input.pendingKeys
    let contexts = state.keyContexts
    func keys(of command: Command) -> [ArraySlice<KeyPress>] {
      state.options.keys.keys(of: command).filter { $0.count > pending.count && $0.starts(with: pending) }
        .map { $0.dropFirst(pending.count) }
    }
    let commands = CommandTable.all.filter { command in
      guard contexts.contains(command.context), case .applies = command.availability(in: state) else { return false }
      return !keys(of: command).isEmpty
    }
    guard !commands.isEmpty else { return [Hint(keys: HintKeys.text(pending), title: "does nothing here")] }
    // The verb that most of them begin with, such as `copy`, is clear from the key.
    let verbs = Dictionary(grouping: commands) { $0.title.prefix { $0 != " " } }
    let verb = verbs.first { $0.value.count > commands.count / 2 }?.key
    return [Hint(keys: HintKeys.text(pending), title: "…")]
      + commands.flatMap { command in
        let isShort = verb.map { command.title.hasPrefix("\($0) ") } ?? false
        let title = DisplayText(isShort ? String(command.title.dropFirst((verb?.count ?? 0) + 1)) : command.title)
        return keys(of: command).map { Hint(keys: HintKeys.text($0), title: title, command: command.name) }
      }
  }

  private static func hint(_ entry: HintKeys.Entry, in state: State) -> Hint? {
    guard case .applies = entry.command.availability(in: state), entry.command.isHinted?(state) ?? true else {
      return nil
    }
    let title = DisplayText(entry.command.short ?? entry.command.shownTitle?(state) ?? entry.command.title)
    return Hint(keys: entry.keys, title: title, command: entry.command.name)
  }
}

/// The commands and keys that the hint line can show in the current contexts.
///
/// They depend only on contexts and key map, so moving a cursor does not look them up again.
struct HintKeys: Sendable {
  struct Input: Equatable, Sendable {
    let contexts: [Command.Context]
    let keys: KeyMap
  }

  struct Entry: Sendable {
    let order: Int
    let keys: DisplayText
    let command: Command
  }

  /// Commands from this priority on are on the right, in all contexts.
  private static let firstAtRight = 90
  /// The priority lead of commands for the text being typed over those around it.
  private static let typingLead = 50

  /// Most important first.
  let left: [Entry]
  /// Outermost last.
  let right: [Entry]

  init(_ state: State, in contexts: [Command.Context]) {
    let entries = CommandTable.hinted.compactMap { command -> Entry? in
      guard let order = command.hint(in: contexts),
        let keys = state.keys(of: command, in: contexts).first
      else { return nil }
      let opposite = command.opposite.flatMap { CommandTable.command(named: $0) }
      let other = opposite.flatMap { state.keys(of: $0, in: contexts).first }
      let isNear = if case .typing = command.context { true } else { command.context == .picker }
      return Entry(
        order: isNear ? order - Self.typingLead : order,
        keys: (other.map { Self.text($0) + " " } ?? .empty) + Self.text(keys), command: command)
    }.sorted { $0.order < $1.order }
    left = entries.filter { $0.order < Self.firstAtRight }
    right = entries.filter { $0.order >= Self.firstAtRight }
  }

  static func text(_ keys: some Collection<KeyPress>) -> DisplayText {
    DisplayText(keys.map { arrows[$0.description] ?? $0.description }.joined(separator: " "))
  }

  private static let arrows = ["Up": "↑", "Down": "↓", "Left": "←", "Right": "→"]
}
