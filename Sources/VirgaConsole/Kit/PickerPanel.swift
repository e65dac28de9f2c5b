import VirgaCanvas

/// Draws the list over the screen: filter, lines, and an explanation of the line under the cursor.
struct PickerPanel {
  private let picker: Picker
  private let size: Size
  /// The hint in the filter line while nothing is typed.
  private let hint: DisplayText
  /// The text if no line matches.
  private let nothing: DisplayText
  private let widest: Widest

  init?(_ model: borrowing Model) {
    guard let picker = model.overlay else { return nil }
    (self.picker, size, widest) = (picker, model.size, Widest(picker))
    let ownKeys = picker.kind == .keys && picker.covered.isEmpty
    hint =
      ownKeys
      ? DisplayText("type to filter; \(model.keyName(of: "command")) has every command")
      : "type to filter"
    nothing =
      switch picker.kind {
      case _ where picker.field.isEmpty: "the list is empty"
      case .commandLine: "no command has that name"
      case .keys where ownKeys:
        "no key here does that; \(model.keyName(of: "close-list")), then \(model.keyName(of: "command")) has every command"
      case .keys, .choice: "no match"
      }
  }

  /// The whole list, including its border.
  ///
  /// Typing keeps its top in place and shrinks it to the matching rows.
  var area: Rectangle {
    let otherRows = rowsAroundLines + explanationRows
    let wantedRows = max(picker.list.items.count, 1) + otherRows
    let whole = body.centred(Size(columns: columns, rows: min(body.rows, wantedRows)))
    return whole.top(min(whole.rows, max(picker.list.count, 1) + otherRows))
  }

  /// The area of the lines.
  var rowsArea: Rectangle {
    let borderRows = 2
    return area.inset(by: 1).droppingTop(rowsAroundLines - borderRows).droppingBottom(
      explanationRows)
  }

  /// The most rows of the screen besides the lines: the first and last row of the screen, those
  /// around the lines, and the explanation with its rule.
  static let maxSideRows = 2 + 4 + 1 + maxExplanationRows

  private static let maxExplanationRows = 2

  /// The part of the screen that the list may cover: all but the first and the last row.
  private var body: Rectangle { size.bounds.inset(columns: 0, rows: 1) }

  /// Whether the screen is too low for a blank row and a rule.
  private var isTight: Bool { body.rows < 12 }

  /// The rows besides the lines: border, filter and, if there is room, a blank one.
  private var rowsAroundLines: Int { isTight ? 3 : 4 }

  /// The columns of the upper border besides the title: corners, blanks and the count.
  static let besidesTitle = 16

  /// The width of the list: that of its widest part, within the screen.
  private var columns: Int {
    let minimum = 44
    let border = DisplayText(picker.title).columns + Self.besidesTitle
    let lines = widest.columns + 5
    let isCommandLine = picker.kind == .commandLine
    let typed = isCommandLine ? DisplayText(picker.field.text).columns + 7 : 0
    let columns = min(size.columns - 2, max(minimum, border, lines, typed))
    // Strips of panels at its sides are useless if they are narrow: the list covers them.
    let narrowStrips = 8
    return size.columns - columns <= narrowStrips ? size.columns : columns
  }

  func draw(on canvas: inout Canvas) {
    let (area, rows, list) = (area, rowsArea, picker.list)
    let window = list.scroll.window(count: list.count, height: rows.rows)
    canvas.fill(
      Rectangle(column: area.column - 1, row: area.row, columns: area.columns + 2, rows: area.rows))
    canvas.drawBorder(
      area, title: DisplayText(picker.title), subtitle: subtitle(on: window), hasFocus: true)
    list.filter.draw(
      in: area.inset(by: 1).top(1), sign: picker.kind == .commandLine ? ":" : "/",
      hint: picker.kind == .choice ? "filter" : hint, on: &canvas)
    if !picker.isTyping { canvas.cursor = rows.line(list.scroll.cursor - window.lowerBound).origin }
    guard list.count > 0 else { return canvas.draw([StyledLine(nothing, .dim)], in: rows) }
    let seen = window.compactMap(list.item)
    let columns = PlacedColumn.place(
      columns(in: rows.columns - 3, seen: seen), in: rows.columns - 2)
    let drawn = ListRows(list: list, columns: columns)
    for row in window {
      let area = rows.line(row - window.lowerBound)
      if let line = list.item(inRow: row), line.isHeading {
        let start = area.origin.moved(columns: PanelSymbols.gutter)
        canvas.draw(line.title, at: start, style: .title.bold(), within: area.columns - 2)
      } else {
        drawn.draw(row, in: area, on: &canvas)
      }
      if row == list.scroll.cursor { canvas.select(area) }
    }
    let below = area.inset(by: 1).bottom(area.endRow - 1 - rows.endRow)
    if !isTight { canvas.fill(below.top(1), style: .border, glyph: "─") }
    let lines = explanation.wrapped(to: below.columns - 2).map {
      StyledLine($0, isTight ? .dim : .text)
    }
    canvas.draw(lines, in: below.droppingTop(isTight ? 0 : 1))
  }

  /// The number of entries, as in `12 commands`, `3 of 12`, or `1–9 of 12` for the visible ones.
  private func subtitle(on window: Range<Int>) -> DisplayText {
    let (all, shown, lines) = (picker.count, picker.shownCount, picker.lines)
    var count = shown == all ? "\(all)" : "\(shown) of \(all)"
    let counted = window.filter { picker.isCounted(lines[$0]) }
    if window.count < lines.count, let top = counted.first, let bottom = counted.last {
      let (first, last) = (picker.count(in: lines[...top]), picker.count(in: lines[...bottom]))
      count = (last > first ? "\(first)–" : "") + "\(last) of \(shown)"
    }
    // What was typed may also match names of features and flags.
    let areCommands = picker.kind == .keys || picker.kind == .commandLine && picker.field.isEmpty
    return DisplayText(areCommands ? "\(count) commands" : count)
  }

  /// The widest text of each column, in cells.
  private struct Widest {
    var keys, title, detail, sentence: Int

    init(_ picker: Picker) {
      let lines = picker.list.items.filter { !$0.isHeading }
      func widest(_ text: (PickerLine) -> DisplayText) -> Int {
        lines.map { text($0).columns }.max() ?? 0
      }
      (keys, title) = (widest(\.keys), widest(\.title))
      (detail, sentence) = (widest(\.detail), widest(\.sentence))
    }

    var columns: Int { (keys > 0 ? keys + 2 : 0) + title + (detail > 0 ? detail + 2 : 0) + 2 }
  }

  /// Keys, title and detail, each as wide as its texts; without room, the detail gets the rest.
  ///
  /// Without room, the keys get at most a quarter of the row, and the title at least half of it.
  /// The command line has a few long keys, all for editing text; they widen the column only while
  /// they are visible. The last cell of each column stays blank.
  private func columns(in room: Int, seen: [PickerLine]) -> [Column<PickerLine>] {
    var widest = widest
    let isTyped = picker.kind == .commandLine
    if isTyped { widest.keys = seen.map(\.keys.columns).max() ?? 0 }
    let keys = widest.columns <= room + 2 ? widest.keys : min(widest.keys, room / 4)
    let left = room - (keys > 0 ? keys + 2 : 0)
    let title = min(
      widest.title, max(room / 2, widest.detail > 0 ? left - widest.detail - 2 : left))
    return [
      Column(width: .fixed(keys > 0 ? keys + 1 : 0)) { line, width in
        StyledLine(line.keys.truncated(to: width - 1), line.applies ? .accent.bold() : .dim)
      },
      Column(width: .fixed(title + 1)) { line, width in
        // Completions end in an argument; long ones, such as paths, often differ only at the end.
        let title =
          isTyped ? line.title.truncatedInside(to: width - 1) : line.title.truncated(to: width - 1)
        return StyledLine(title, line.applies ? .text : .dim)
      },
      Column(width: .rest) { line, width in StyledLine(line.detail.truncated(to: width - 1), .dim)
      },
    ]
  }

  /// Explains the line under the cursor, as its own columns may be too narrow.
  private var explanation: DisplayText {
    guard let line = picker.selected else { return .empty }
    if !line.sentence.isEmpty { return line.sentence }
    if line.detail.isEmpty { return line.title }
    return line.title + (line.detail.plain.hasPrefix("= ") ? " " : ": ") + line.detail
  }

  /// The number of rows that explain the line under the cursor, with a rule; 0 if no line is cut.
  ///
  /// Enough for the longest explanation, so that nothing moves with the cursor; limited for
  /// unusually long ones.
  private var explanationRows: Int {
    let columns = columns - 4
    guard widest.sentence > 0 || widest.columns > columns + 1 else { return 0 }
    let longest = widest.sentence > 0 ? widest.sentence : widest.title + widest.detail + 2
    let rule = isTight ? 0 : 1
    let room = body.rows - rowsAroundLines - rule
    // Wrapped lines end up to a word earlier, about 8 cells.
    let longestRows = (longest + columns - 1) / max(columns - 8, 1)
    let usual = min(longestRows, Self.maxExplanationRows, room / 3)
    let needed = explanation.wrapped(to: columns).count
    let rows = needed <= usual ? usual : min(needed, room - 1)
    return rule + max(0, rows)
  }
}
