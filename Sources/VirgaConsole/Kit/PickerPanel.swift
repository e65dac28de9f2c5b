import VirgaCanvas

/// Draws the list that lies over the screen.
struct PickerPanel {
  private let picker: Picker
  private let size: Size
  /// What is shown in the line of the filter while nothing is typed.
  private let hint: DisplayText
  /// What is said if no line matches.
  private let nothing: DisplayText
  private let widest: Widest

  /// The list that lies over the screen; nil if none does.
  init?(_ state: State) {
    guard let picker = state.overlay else { return nil }
    (self.picker, size, widest) = (picker, state.size, Widest(picker))
    let ownKeys = picker.kind == .keys && picker.covered == nil
    hint = ownKeys ? DisplayText("type to filter; \(state.keyName(of: "command")) has every command") : "type to filter"
    nothing =
      if picker.field.isEmpty {
        "nothing is listed"
      } else if picker.kind == .commandLine {
        "no command is called so"
      } else if ownKeys {
        DisplayText(
          "no key here does that; \(state.keyName(of: "close-list")), then \(state.keyName(of: "command")) has every command"
        )
      } else {
        "no match"
      }
  }

  /// The whole list, border included.
  ///
  /// Typing keeps its first line in place and shrinks it to the rows that match.
  var area: Rectangle {
    let beside = besides + explanationRows
    let rows = min(body.rows, max(picker.list.items.count, 1) + beside)
    let whole = body.centred(Size(columns: columns, rows: rows))
    return whole.top(min(whole.rows, max(picker.list.count, 1) + beside))
  }

  /// Where its lines are.
  var rowsArea: Rectangle {
    area.inset(by: 1).droppingTop(besides - 2).droppingBottom(explanationRows)
  }

  /// The rows besides the lines of a list of commands, those of the screen included that it leaves alone.
  static let mostBesides = 2 + 4 + 1 + mostExplained

  private static let mostExplained = 2

  private var body: Rectangle { Rectangle(column: 0, row: 1, columns: size.columns, rows: max(0, size.rows - 2)) }

  private var isTight: Bool { body.rows < 12 }

  /// The rows that a list has besides its lines: its border, what is typed, and a blank one if there is room.
  private var besides: Int { isTight ? 3 : 4 }

  /// The columns that its border has besides the title: corners, blanks, and which of its lines are seen.
  static let besidesTitle = 16

  private var columns: Int {
    let head = DisplayText(picker.title).columns + Self.besidesTitle
    let columns = min(size.columns - 2, max(44, head, widest.columns + 5))
    // Slivers of panels beside a list only disturb: it takes them.
    return size.columns - columns <= 8 ? size.columns : columns
  }

  func draw(on canvas: inout Canvas) {
    let (area, rows, list) = (area, rowsArea, picker.list)
    let window = list.scroll.window(count: list.count, height: rows.rows)
    canvas.fill(Rectangle(column: area.column - 1, row: area.row, columns: area.columns + 2, rows: area.rows))
    canvas.drawBorder(area, title: DisplayText(picker.title), note: note(on: window), hasFocus: true)
    let isTyped = picker.kind != .choice
    list.filter.draw(
      in: area.inset(by: 1).top(1), sign: picker.kind == .commandLine ? ":" : "/", hint: isTyped ? hint : "filter",
      on: &canvas)
    if !picker.isTyping { canvas.cursor = rows.line(list.scroll.cursor - window.lowerBound).origin }
    guard list.count > 0 else {
      canvas.draw(nothing, at: rows.origin.moved(columns: 1), style: .dim, within: rows.columns - 2)
      return
    }
    let seen = window.compactMap(list.item)
    let columns = PlacedColumn.place(columns(in: rows.columns - 3, seen: seen), in: rows.columns - 2, showing: seen)
    for (row, line) in seen.enumerated() {
      draw(line, columns, in: rows.line(row), on: &canvas)
      guard window.lowerBound + row == list.scroll.cursor else { continue }
      canvas.draw(Marks.cursor, at: rows.line(row).origin, style: .accent.bold())
      canvas.select(rows.line(row))
    }
    drawExplanation(in: area.inset(by: 1).bottom(area.endRow - 1 - rows.endRow), on: &canvas)
  }

  /// How many there are, how many of them match, and which of those are seen.
  private func note(on window: Range<Int>) -> DisplayText {
    let (all, shown, lines) = (picker.count, picker.shownCount, picker.lines)
    var count = shown == all ? "\(all)" : "\(shown) of \(all)"
    if window.count < lines.count {
      let showsSigns = lines[window].contains(where: picker.isSign)
      let seen = picker.numbers(of: lines)[window].compactMap(\.self)
      guard let first = seen.min(), let last = seen.max() else { return showsSigns ? "signs" : DisplayText("\(shown)") }
      count = (last > first ? "\(first)–" : "") + "\(last) of \(shown)"
      if showsSigns { return DisplayText("\(count) commands, then signs") }
    }
    // What was typed may be found in names of features and flags as well.
    let areCommands = picker.kind == .keys || picker.kind == .commandLine && picker.field.isEmpty
    return DisplayText(areCommands ? "\(count) commands" : count)
  }

  private func draw(
    _ line: PickerLine, _ columns: [PlacedColumn<PickerLine>], in row: Rectangle, on canvas: inout Canvas
  ) {
    let start = row.origin.moved(columns: Marks.gutter)
    guard !line.isHeading else {
      return _ = canvas.draw(line.title, at: start, style: .title.bold(), within: row.columns - 2)
    }
    for placed in columns {
      let width = placed.width - 1
      canvas.draw(placed.column.cell(line, width), at: start.moved(columns: placed.start), within: width)
    }
  }
}

// The columns of a list, and what explains the line under its cursor.
extension PickerPanel {
  /// The columns that the widest texts of a list need.
  private struct Widest {
    var keys, title, detail, sentence: Int

    init(_ picker: Picker) {
      let lines = picker.list.items.filter { !$0.isHeading }
      func widest(_ text: (PickerLine) -> DisplayText) -> Int { lines.map { text($0).columns }.max() ?? 0 }
      (keys, title) = (widest(\.keys), widest(\.title))
      (detail, sentence) = (widest(\.detail), widest(\.sentence))
    }

    /// With a blank on both sides and two between.
    var columns: Int { (keys > 0 ? keys + 2 : 0) + title + (detail > 0 ? detail + 2 : 0) + 2 }
  }

  /// Keys, title and detail: as wide as the texts are if all have room, else the detail gets what is left.
  ///
  /// The few long keys of the command line, all for editing a text, take no room from the others while they are out of
  /// sight. The last cell of each stays blank.
  private func columns(in room: Int, seen: [PickerLine]) -> [Column<PickerLine>] {
    var widest = widest
    let isTyped = picker.kind == .commandLine
    if isTyped { widest.keys = seen.map(\.keys.columns).max() ?? 0 }
    let keys = widest.columns <= room + 2 ? widest.keys : min(widest.keys, room / 4)
    let left = room - (keys > 0 ? keys + 2 : 0)
    let title = min(widest.title, max(room / 2, widest.detail > 0 ? left - widest.detail - 2 : left))
    return [
      Column(width: .fixed(keys > 0 ? keys + 1 : 0)) { line, _ in
        StyledLine(line.keys, line.applies ? .accent.bold() : .dim)
      },
      Column(width: .fixed(title + 1)) { line, width in
        // What may be typed ends in an argument, and two long ones, such as paths, are told apart by their ends.
        StyledLine(isTyped ? line.title.truncatedInside(to: width) : line.title, line.applies ? .text : .dim)
      },
      Column(width: .rest) { line, _ in StyledLine(line.detail, .dim) },
    ]
  }

  /// What the line under the cursor is for, as its own columns may not have room to say.
  private var explanation: DisplayText {
    guard let line = picker.selected else { return .empty }
    if !line.sentence.isEmpty { return line.sentence }
    if line.detail.isEmpty { return line.title }
    return line.title + (line.detail.plain.hasPrefix("= ") ? " " : ": ") + line.detail
  }

  /// How many rows explain the line under the cursor, with the rule above them; none if every line is whole.
  ///
  /// There are as many as the longest needs, so that nothing moves with the cursor, but for one that needs more than usual.
  private var explanationRows: Int {
    let columns = columns - 4
    guard widest.sentence > 0 || widest.columns > columns + 1 else { return 0 }
    let longest = max(widest.sentence, widest.sentence > 0 ? 0 : widest.title + widest.detail + 2)
    let rule = isTight ? 0 : 1
    let room = body.rows - besides - rule
    let usual = min((longest + columns - 1) / max(columns - 8, 1), Self.mostExplained, room / 3)
    let needed = explanation.wrapped(to: columns).count
    return rule + max(0, needed <= usual ? usual : min(needed, room - 1))
  }

  private func drawExplanation(in area: Rectangle, on canvas: inout Canvas) {
    if !isTight, area.rows > 0 {
      canvas.draw(DisplayText(String(repeating: "─", count: area.columns)), at: area.origin, style: .border)
    }
    let text = area.droppingTop(isTight ? 0 : 1)
    for (row, line) in explanation.wrapped(to: text.columns - 2).prefix(text.rows).enumerated() {
      canvas.draw(line, at: text.origin.moved(columns: 1, rows: row), style: isTight ? .dim : .text)
    }
  }
}
