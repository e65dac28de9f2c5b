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

  typealias Placed = (hint: Hint, start: Point)

  static func draw(_ model: Model, on canvas: inout Canvas) {
    let line = model.layout.hints
    let placed = placed(model)
    let top = placed.map(\.start.row).min() ?? line.row
    if top < line.row - 1 { canvas.copy(line: model.layout.status.row - 1, to: top - 1) }
    canvas.fill(Rectangle(column: 0, row: top, columns: line.columns, rows: line.row - top))
    for (hint, start) in placed {
      let used = canvas.draw(hint.keys, at: start, style: .accent.bold())
      canvas.draw(hint.title, at: start.moved(columns: used + 1), style: .dim)
    }
  }

  static func hint(at point: Point, in model: Model) -> Hint? {
    placed(model).first { hint, start in
      start.row == point.row && (start.column..<start.column + hint.columns).contains(point.column)
    }?.hint
  }

  /// The hints with their positions: those of a tour, of a pending sequence, or of the contexts.
  static func placed(_ model: Model) -> [Placed] {
    let line = model.layout.hints
    if let caption = model.messages.caption { return fitted(hints(of: caption), [], in: line) }
    guard model.input.pendingKeys.isEmpty else {
      return wrapped(continuations(model), upFrom: line)
    }
    let keys = model.input.hintKeys
    return fitted(hints(keys?.left ?? [], in: model), hints(keys?.right ?? [], in: model), in: line)
  }

  /// The hints for which there is room: the first ones, from the start of the line and from its
  /// end.
  private static func fitted(_ left: [Hint], _ right: [Hint], in line: Rectangle) -> [Placed] {
    // Four hints at the left come before the last one at the right.
    let ranks =
      left.indices.map { $0 + 1 } + right.indices.map { $0 == right.count - 1 && $0 > 0 ? 4 : 0 }
    let parts: [Segments.Part] = zip(left + right, ranks).map { hint, rank in
      (2, [(rank, hint.columns)])
    }
    let isShown = Segments.fit(parts, in: line.columns).map { $0 != nil }
    let first = zip(left, isShown).filter(\.1).map(\.0)
    let last = zip(right, isShown.dropFirst(left.count)).filter(\.1).map(\.0)
    let end = last.reduce(line.columns + 1) { $0 - $1.columns - 2 }
    return wrapped(first, upFrom: line) + wrapped(last, from: end, upFrom: line)
  }

  /// Places hints from a column on; if they do not fit, earlier ones move to the lines above.
  private static func wrapped(
    _ hints: [Hint], from start: Int = 1, upFrom line: Rectangle
  ) -> [Placed] {
    var placed: [Placed] = []
    var column = start
    var row = 0
    for hint in hints {
      if column > 1, column + hint.columns >= line.columns {
        column = 1
        row += 1
      }
      placed.append((hint, line.origin.moved(columns: column, rows: row)))
      column += hint.columns + 2
    }
    // The last row is the line itself.
    return placed.map { ($0.hint, $0.start.moved(rows: -row)) }
  }

  private static func hints(of caption: TourCaption) -> [Hint] {
    [
      Hint(keys: "Space Enter", title: "goes on", step: .goOn),
      Hint(keys: "p", title: caption.isPaused ? "plays" : "pauses", step: .pause),
      Hint(keys: "Esc q", title: "ends the tour", step: .end),
      Hint(keys: "any other key", title: "ends the tour and acts as usual"),
    ]
  }

  private static func continuations(_ model: Model) -> [Hint] {
    let pending = model.input.pendingKeys
    let contexts = model.keyContexts
    let found = CommandTable.all.flatMap {
      command -> [(command: Command, keys: ArraySlice<KeyPress>)] in
      guard contexts.contains(command.context), case .applies = command.availability(in: model)
      else { return [] }
      return model.options.keys.keys(of: command).filter {
        $0.count > pending.count && $0.starts(with: pending)
      }
      .map { (command, $0.dropFirst(pending.count)) }
    }
    guard !found.isEmpty else {
      return [Hint(keys: HintKeys.text(pending), title: "does nothing here")]
    }
    // The verb that most of them begin with, such as `copy`, is clear from the key.
    let verbs = Dictionary(grouping: found) { $0.command.title.text.prefix { $0 != " " } }
    let verb = verbs.first { $0.value.count > found.count / 2 }.map { "\($0.key) " } ?? ""
    return [Hint(keys: HintKeys.text(pending), title: "…")]
      + found.map { command, keys in
        let title = command.title.text
        let rest = title.hasPrefix(verb) ? String(title.dropFirst(verb.count)) : title
        return Hint(keys: HintKeys.text(keys), title: DisplayText(rest), command: command.name)
      }
  }

  private static func hints(_ entries: [HintKeys.Entry], in model: Model) -> [Hint] {
    entries.compactMap { keys, command in
      guard case .applies = command.availability(in: model),
        command.hint.isShown?(model) ?? true
      else { return nil }
      let title = command.hint.title ?? command.title(in: model)
      return Hint(keys: keys, title: DisplayText(title), command: command.name)
    }
  }
}

/// The commands and keys that the hint line can show in the current contexts.
///
/// They depend only on contexts and key map, so moving a cursor does not look them up again.
struct HintKeys: Sendable {
  typealias Entry = (keys: DisplayText, command: Command)

  let contexts: [Command.Context]
  /// Most important first.
  let left: [Entry]
  /// Outermost last.
  let right: [Entry]

  init(_ model: borrowing Model, in contexts: [Command.Context]) {
    let placed = CommandTable.all.compactMap { command in
      command.hintPlace(in: contexts).flatMap { PlacedHint(command, at: $0, model, in: contexts) }
    }
    let sorted = placed.sorted { $0.isBefore($1) }
    self.contexts = contexts
    left = sorted.filter { !$0.place.isAtRight }.map(\.entry)
    right = sorted.filter(\.place.isAtRight).map(\.entry)
  }

  static func text(_ keys: some Collection<KeyPress>) -> DisplayText {
    let arrows = ["Up": "↑", "Down": "↓", "Left": "←", "Right": "→"]
    return DisplayText(keys.map { arrows[$0.description] ?? $0.description }.joined(separator: " "))
  }
}

private struct PlacedHint {
  let place: HintPlace
  /// Whether it is about the text being typed or the list over the screen, which come first.
  let isNear: Bool
  let entry: HintKeys.Entry

  /// Nil if no key runs the command in `contexts`.
  init?(
    _ command: Command, at place: HintPlace, _ model: borrowing Model,
    in contexts: [Command.Context]
  ) {
    guard let keys = model.keys(of: command, in: contexts).first else { return nil }
    let opposite = command.hint.opposite.flatMap { CommandTable.command(named: $0) }
    let otherKeys = opposite.flatMap { model.keys(of: $0, in: contexts).first }
    let other = otherKeys.map { HintKeys.text($0) + " " } ?? .empty
    self.place = place
    isNear = if case .typing = command.context { true } else { command.context == .picker }
    entry = (other + HintKeys.text(keys), command)
  }

  func isBefore(_ other: PlacedHint) -> Bool {
    isNear == other.isNear ? place < other.place : isNear
  }
}
