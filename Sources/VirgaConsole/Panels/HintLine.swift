import VirgaCanvas

/// The last line: the keys that do something now.
enum HintLine {
  struct Hint {
    var keys: DisplayText
    var title: DisplayText
    var command: String?
    var step: TourStep?
    /// The width of keys and title with a blank between them.
    var columns: Int { keys.columns + HintLine.blankAfterKeys + title.columns }
  }

  typealias Placed = (hint: Hint, start: Point)

  /// The columns before the first hint and after the last one.
  private static let margin = 1
  /// The columns between two hints.
  private static let gap = 2
  /// The columns between the keys and the title of a hint.
  private static let blankAfterKeys = 1

  /// Draws the hints.
  ///
  /// The hints of a pending sequence may need more than one row: they cover the status line and the
  /// lowest rows of the panels.
  static func draw(_ model: Model, on canvas: inout Canvas) {
    let line = model.layout.hints
    let placed = placedHints(model)
    let topRow = placed.map(\.start.row).min() ?? line.row
    // Clears what is drawn above the line of hints.
    let rowsAbove = line.row - topRow
    canvas.fill(Rectangle(column: 0, row: topRow, columns: line.columns, rows: rowsAbove))
    for (hint, start) in placed {
      let used = canvas.draw(hint.keys, at: start, style: .accent.bold())
      canvas.draw(hint.title, at: start.moved(columns: used + blankAfterKeys), style: .dim)
    }
  }

  /// The hint at a point, for a click; nil if a hint is not there.
  static func hint(at point: Point, in model: Model) -> Hint? {
    placedHints(model).first { hint, start in
      let columns = start.column..<start.column + hint.columns
      return start.row == point.row && columns.contains(point.column)
    }?.hint
  }

  /// The hints with their positions: those of a tour while its caption is shown, or else those of a
  /// pending sequence, or else those of the commands whose keys apply now.
  static func placedHints(_ model: Model) -> [Placed] {
    let line = model.layout.hints
    if let caption = model.messages.caption { return fitted(hints(of: caption), [], in: line) }
    guard model.input.pendingKeys.isEmpty else {
      return wrapped(hintsOfSequence(model), from: margin, lastLine: line)
    }
    // Nil before the first refresh.
    let keys = model.input.hintKeys
    return fitted(hints(keys?.left ?? [], in: model), hints(keys?.right ?? [], in: model), in: line)
  }

  /// The hints for which there is room: some of `left` from the start of the line, some of `right`
  /// up to its end.
  private static func fitted(_ left: [Hint], _ right: [Hint], in line: Rectangle) -> [Placed] {
    // The lowest ranks get their room first: the hints at the right before those at the left. Of
    // several at the right, the last one is less important: its rank is that of the fourth at the
    // left.
    let ranksOfLeft = left.indices.map { index in index + 1 }
    let ranks = ranksOfLeft + ranksOfHintsAtRight(count: right.count)
    let parts: [Segments.Part] = zip(left + right, ranks).map { hint, rank in
      (gap: gap, forms: [(rank: rank, columns: hint.columns)])
    }
    // Each hint counts with a gap before it; that of the first one is as wide as both margins. Its
    // only form is not chosen if there is no room for it.
    let areShown = Segments.chosenForms(of: parts, in: line.columns).map { $0 != nil }
    let shownLeft = zip(left, areShown).compactMap { hint, isShown in isShown ? hint : nil }
    let shownRight = zip(right, areShown.dropFirst(left.count)).compactMap { hint, isShown in
      isShown ? hint : nil
    }
    let widthOfRight = shownRight.reduce(0) { width, hint in width + hint.columns + gap }
    // After the last hint is the margin, not a gap.
    let startOfRight = line.columns - margin + gap - widthOfRight
    // All fit, so none is moved to a line above.
    return wrapped(shownLeft, from: margin, lastLine: line)
      + wrapped(shownRight, from: startOfRight, lastLine: line)
  }

  /// The ranks of the hints at the right: lower ranks get their room first, and the hints at the
  /// left have the ranks 1, 2, and so on.
  ///
  /// The last one of several is less important: the first four at the left get their room before
  /// it. Of two hints with the same rank, the one further left comes first.
  private static func ranksOfHintsAtRight(count: Int) -> [Int] {
    let rankOfLast = 4
    return (0..<count).map { index in
      let isLastOfSeveral = index == count - 1 && count > 1
      return isLastOfSeveral ? rankOfLast : 0
    }
  }

  /// Places hints from a column on; if they do not fit into the last line, the first ones move to
  /// the lines above it.
  private static func wrapped(
    _ hints: [Hint], from start: Int, lastLine line: Rectangle
  ) -> [Placed] {
    var placed: [Placed] = []
    var column = start
    var row = 0
    for hint in hints {
      let fits = column + hint.columns <= line.columns - margin
      if !fits, column > margin {
        column = margin
        row += 1
      }
      placed.append((hint, line.origin.moved(columns: column, rows: row)))
      column += hint.columns + gap
    }
    // The last row is the line itself, so all hints move up by the number of that row.
    return placed.map { hint, start in (hint, start.moved(rows: -row)) }
  }

  /// The keys of a guided tour, whose caption is shown.
  private static func hints(of caption: TourCaption) -> [Hint] {
    [
      Hint(keys: "Space Enter", title: "goes on", step: .goOn),
      Hint(keys: "p", title: caption.isPaused ? "plays" : "pauses", step: .pause),
      Hint(keys: "Esc q", title: "ends the tour", step: .end),
      Hint(keys: "any other key", title: "ends the tour and acts as usual"),
    ]
  }

  /// The pressed keys of a sequence, then the keys that complete it to a command that can be run.
  private static func hintsOfSequence(_ model: Model) -> [Hint] {
    let pending = model.input.pendingKeys
    let found = commandsAfterPendingKeys(in: model)
    guard !found.isEmpty else {
      return [Hint(keys: HintKeys.text(pending), title: "does nothing here")]
    }
    // The verb that most titles begin with is clear from the pressed key, so it is left out: `y`
    // shows `v the value` instead of `v copy the value`.
    let sharedStart = Self.sharedStart(ofTitles: found.map { $0.command.title.text })
    let hints = found.map { command, keysToPress in
      let title = command.title.text
      let shortTitle =
        title.hasPrefix(sharedStart) ? String(title.dropFirst(sharedStart.count)) : title
      return Hint(
        keys: HintKeys.text(keysToPress), title: DisplayText(shortTitle), command: command.name)
    }
    return [Hint(keys: HintKeys.text(pending), title: "…")] + hints
  }

  /// The commands that can be run after more keys, each with these keys.
  private static func commandsAfterPendingKeys(
    in model: Model
  ) -> [(command: Command, keysToPress: ArraySlice<KeyPress>)] {
    let pending = model.input.pendingKeys
    let contexts = model.keyContexts
    return CommandTable.all.flatMap {
      command -> [(command: Command, keysToPress: ArraySlice<KeyPress>)] in
      guard contexts.contains(command.context) else { return [] }
      guard case .applies = command.availability(in: model) else { return [] }
      let longerSequences = model.options.keys.keys(of: command).filter { keys in
        keys.count > pending.count && keys.starts(with: pending)
      }
      return longerSequences.map { keys in (command, keys.dropFirst(pending.count)) }
    }
  }

  /// The verb with which more than half of the titles begin, and a blank, as in `copy `; empty
  /// without such a verb.
  private static func sharedStart(ofTitles titles: [String]) -> String {
    let titlesByVerb = Dictionary(grouping: titles) { title in title.prefix { $0 != " " } }
    let sharedVerb = titlesByVerb.first { $0.value.count > titles.count / 2 }?.key
    return sharedVerb.map { verb in "\(verb) " } ?? ""
  }

  /// The hints of the commands that can be run and are shown in the current state.
  private static func hints(_ entries: [HintKeys.Entry], in model: Model) -> [Hint] {
    entries.compactMap { keys, command in
      guard case .applies = command.availability(in: model) else { return nil }
      // Most hints have no such condition: they are shown whenever the command can be run.
      guard command.hint.isShown?(model) ?? true else { return nil }
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

  /// Finds the commands with a place in the hint line and a key in `contexts`, and sorts them.
  init(_ model: borrowing Model, in contexts: [Command.Context]) {
    let hints = CommandTable.all.compactMap { command in
      command.hintPlace(in: contexts).flatMap { place in
        PlacedHint(command, at: place, model, in: contexts)
      }
    }
    let sorted = hints.sorted { $0.isBefore($1) }
    self.contexts = contexts
    left = sorted.filter { !$0.place.isAtRight }.map(\.entry)
    right = sorted.filter(\.place.isAtRight).map(\.entry)
  }

  /// The names of keys with blanks between them; arrow keys are shown as arrows.
  static func text(_ keys: some Collection<KeyPress>) -> DisplayText {
    let arrows = ["Up": "↑", "Down": "↓", "Left": "←", "Right": "→"]
    return DisplayText(keys.map { arrows[$0.description] ?? $0.description }.joined(separator: " "))
  }
}

private struct PlacedHint {
  let place: HintPlace
  /// Whether it is about the text being typed or the list over the screen; such hints come first.
  let isForTypingOrPicker: Bool
  let entry: HintKeys.Entry

  /// The hint of a command; nil if no key runs the command in `contexts`.
  ///
  /// The key of the opposite command comes first, as in `N n` for `n`.
  ///
  /// - Parameter place: Where the line shows the hint: hints are sorted from left to right by it.
  init?(
    _ command: Command, at place: HintPlace, _ model: borrowing Model,
    in contexts: [Command.Context]
  ) {
    guard let keys = model.keys(of: command, in: contexts).first else { return nil }
    let opposite = command.hint.opposite.flatMap { CommandTable.command(named: $0) }
    let oppositeKeys = opposite.flatMap { model.keys(of: $0, in: contexts).first }
    let oppositeText = oppositeKeys.map { HintKeys.text($0) + " " } ?? .empty
    self.place = place
    // Hints about a typed text or an open list come before those of the screen.
    isForTypingOrPicker =
      if case .typing = command.context { true } else { command.context == .picker }
    entry = (oppositeText + HintKeys.text(keys), command)
  }

  /// Whether it is shown further to the left.
  func isBefore(_ other: PlacedHint) -> Bool {
    let isSameGroup = isForTypingOrPicker == other.isForTypingOrPicker
    return isSameGroup ? place < other.place : isForTypingOrPicker
  }
}
