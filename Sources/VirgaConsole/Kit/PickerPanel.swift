import VirgaCanvas

/// Draws the list over the screen: filter, lines, and an explanation of the line under the cursor.
struct PickerPanel {
  private let picker: Picker
  private let size: Size
  /// The hint in the filter line while nothing is typed.
  private let hintToType: DisplayText
  /// The text if no line matches.
  private let emptyText: DisplayText
  private let maxWidths: MaxWidths

  /// Nil if no list is open.
  init?(_ model: borrowing Model) {
    guard let picker = model.overlay else { return nil }
    (self.picker, size, maxWidths) = (picker, model.size, MaxWidths(picker))
    // A list of keys that covers another list has the keys of that list, not of the screen.
    let hasKeysOfScreen = picker.kind == .keys && picker.coveredLists.isEmpty
    hintToType =
      hasKeysOfScreen
      ? DisplayText("type to filter; \(model.keyName(of: "command")) has every command")
      : "type to filter"
    emptyText = Self.emptyText(of: picker, hasKeysOfScreen: hasKeysOfScreen, model)
  }

  /// Why no line is listed, and which key helps.
  ///
  /// - Parameter hasKeysOfScreen: Whether the list has the keys of the screen, which are only some
  ///   of the commands. A list of keys over another list has the keys of that list instead.
  private static func emptyText(
    of picker: Picker, hasKeysOfScreen: Bool, _ model: borrowing Model
  ) -> DisplayText {
    // Without a filter, there is nothing to list.
    if picker.field.isEmpty { return "the list is empty" }
    return switch picker.kind {
    case .commandLine: "no command has that name"
    case .keys where hasKeysOfScreen:
      "no key here does that; \(model.keyName(of: "close-list")), then \(model.keyName(of: "command")) has every command"
    case .keys, .choice: "no match; \(model.keyName(of: "close-list")) clears the filter"
    }
  }

  /// The whole list, including its border.
  ///
  /// It is centered as if all lines matched, so that its top stays in place while a person types;
  /// only its bottom moves up to the last matching line.
  var area: Rectangle {
    let otherRows = rowsOfBorderAndFilter + explanationRows
    // A list without lines shows one row of text.
    let rowsOfAllLines = max(picker.list.items.count, 1)
    let rowsOfMatches = max(picker.list.count, 1)
    let wantedRows = rowsOfAllLines + otherRows
    let whole = body.centred(Size(columns: columns, rows: min(body.rows, wantedRows)))
    return whole.top(min(whole.rows, rowsOfMatches + otherRows))
  }

  /// The area of the lines, between the filter and the explanation.
  var rowsArea: Rectangle {
    let borderRows = 2
    // The filter and, if there is room, a blank row.
    let rowsAboveLines = rowsOfBorderAndFilter - borderRows
    return area.inset(by: 1).droppingTop(rowsAboveLines).droppingBottom(explanationRows)
  }

  /// The most rows of the screen besides the lines: its first and last row, the border with the
  /// filter, and the explanation with its rule.
  static let maxRowsBesideLines = 2 + 4 + 1 + maxExplanationRows

  private static let maxExplanationRows = 2

  /// The part of the screen that the list may cover: all but the first and the last row.
  private var body: Rectangle { size.bounds.inset(columns: 0, rows: 1) }

  /// Whether the screen is too low for a blank row below the filter and a rule above the
  /// explanation.
  private var isScreenLow: Bool { body.rows < Self.minRowsWithRule }

  private static let minRowsWithRule = 12

  /// The rows of the rule above the explanation.
  private var rowsOfRule: Int { isScreenLow ? 0 : 1 }

  /// Two rows of the border, the filter and, if there is room, a blank one below it.
  private var rowsOfBorderAndFilter: Int { isScreenLow ? 3 : 4 }

  /// The columns of the upper border besides the title: corners, blanks and the count.
  static let columnsBesideTitle = 16

  /// The width of the list: that of its widest part, or of the whole screen if only narrow strips
  /// of the panels behind it would stay visible.
  private var columns: Int {
    // Lists that need fewer columns are all equally wide.
    let leastColumns = 44
    let neededByTitle = DisplayText(picker.title).columns + Self.columnsBesideTitle
    // Both sides of the border, the signs before a line, and a blank at its end.
    let besidesLine = 2 + PanelSymbols.gutter + 1
    let neededByLines = maxWidths.wholeLine + besidesLine
    let isCommandLine = picker.kind == .commandLine
    // Both sides of the border, the sign `:`, a blank before and after it and the text, the caret.
    let besidesTyped = 7
    let neededByTyped = isCommandLine ? DisplayText(picker.field.text).columns + besidesTyped : 0
    let needed = max(leastColumns, neededByTitle, neededByLines, neededByTyped)
    // Both strips together, one at each side of the list.
    let narrowStrips = 8
    return size.columns - needed <= narrowStrips ? size.columns : needed
  }

  /// Draws the border, the filter, the visible lines and the explanation over the screen.
  func draw(on canvas: inout Canvas) {
    let (area, linesArea, list) = (area, rowsArea, picker.list)
    let window = list.scroll.window(count: list.count, height: linesArea.rows)
    drawBorderAndFilter(in: area, subtitle: subtitle(on: window), on: &canvas)
    // While a filter is typed, its field shows the cursor.
    if !picker.isTyping {
      canvas.cursor = linesArea.line(list.scroll.cursor - window.lowerBound).origin
    }
    guard list.count > 0 else { return canvas.draw([StyledLine(emptyText, .dim)], in: linesArea) }
    drawLines(window, in: linesArea, on: &canvas)
    // The explanation has all rows between the lines and the lower border.
    let borderRow = area.endRow - 1
    let below = area.inset(by: 1).bottom(borderRow - linesArea.endRow)
    drawExplanation(in: below, on: &canvas)
  }

  /// Clears the area of the list and draws its border, and in the first line the filter or the
  /// command line; while nothing is typed there, a hint.
  private func drawBorderAndFilter(
    in area: Rectangle, subtitle: DisplayText, on canvas: inout Canvas
  ) {
    // A blank column on each side separates the border from the panels behind it.
    canvas.fill(
      Rectangle(column: area.column - 1, row: area.row, columns: area.columns + 2, rows: area.rows))
    canvas.drawBorder(
      area, title: DisplayText(picker.title), subtitle: subtitle, hasFocus: true)
    picker.list.filter.draw(
      in: area.inset(by: 1).top(1), sign: picker.kind == .commandLine ? ":" : "/",
      hint: picker.kind == .choice ? "filter" : hintToType, on: &canvas)
  }

  /// Draws the visible lines: a heading as a title, all others in columns.
  private func drawLines(_ window: Range<Int>, in area: Rectangle, on canvas: inout Canvas) {
    let list = picker.list
    let room = area.columns - PanelSymbols.gutter
    // One cell of the row stays blank before the border.
    let columns = columns(in: room - 1, showing: window.compactMap(list.item))
    let rows = ListRows(list: list, columns: PlacedColumn.place(columns, in: room))
    for row in window {
      let rowArea = area.line(row - window.lowerBound)
      if let line = list.item(inRow: row), line.isHeading {
        let start = rowArea.origin.moved(columns: PanelSymbols.gutter)
        canvas.draw(line.title, at: start, style: .title.bold(), within: room)
      } else {
        rows.draw(row, in: rowArea, on: &canvas)
      }
      if row == list.scroll.cursor { canvas.select(rowArea) }
    }
  }

  /// Draws the explanation of the line under the cursor, below a rule if there is room for one.
  private func drawExplanation(in area: Rectangle, on canvas: inout Canvas) {
    if !isScreenLow { canvas.fill(area.top(1), style: .border, glyph: "─") }
    let blanksAtSides = 2  // `draw(_:in:)` leaves a blank at each side.
    // Without a rule, the dim style separates it from the lines of the list.
    let lines = explanation.wrapped(to: area.columns - blanksAtSides).map {
      StyledLine($0, isScreenLow ? .dim : .text)
    }
    canvas.draw(lines, in: area.droppingTop(rowsOfRule))
  }

  /// The number of entries: `12 commands` if all match and are visible, `3 of 12` if three match,
  /// and `1–9 of 12` if only nine of the matching lines fit into the window.
  private func subtitle(on window: Range<Int>) -> DisplayText {
    let (all, matching, lines) = (picker.count, picker.matchCount, picker.lines)
    var count = matching == all ? "\(all)" : "\(matching) of \(all)"
    let countedRows = window.filter { picker.isCountedEntry(lines[$0]) }
    let isScrolled = window.count < lines.count
    if isScrolled, let top = countedRows.first, let bottom = countedRows.last {
      // The number of an entry is the count of the entries up to it.
      let (first, last) = (picker.count(in: lines[...top]), picker.count(in: lines[...bottom]))
      count = (last > first ? "\(first)–" : "") + "\(last) of \(matching)"
    }
    // A text on the command line also lists features and flags, which are not commands.
    let isEmptyCommandLine = picker.kind == .commandLine && picker.field.isEmpty
    let areCommands = picker.kind == .keys || isEmptyCommandLine
    return DisplayText(areCommands ? "\(count) commands" : count)
  }

  /// The widest text of each column, in cells.
  private struct MaxWidths {
    var leading = 0
    var title = 0
    var detail = 0
    var sentence = 0

    /// Measures all lines but the headings, also those that the filter hides, so that the list
    /// keeps its width while a person types.
    init(_ picker: Picker) {
      for line in picker.list.items where !line.isHeading {
        leading = max(leading, line.leading.columns)
        title = max(title, line.title.columns)
        detail = max(detail, line.detail.columns)
        sentence = max(sentence, line.sentence.columns)
      }
    }

    /// The width of a line in which no column is cut, with the blanks after each column.
    var wholeLine: Int {
      PickerPanel.withGap(leading) + title + PickerPanel.withGap(detail) + PickerPanel.gap
    }
  }

  /// The blanks between two columns.
  private static let gap = 2

  /// The cells of a column and the gap after it; 0 for a column without text.
  private static func withGap(_ columns: Int) -> Int { columns > 0 ? columns + gap : 0 }

  /// The first column, the title and the detail, each as wide as its texts if all fit.
  ///
  /// If they do not, the first column gets at most a quarter of the row, the title at least half of
  /// it, and the detail the rest. The command line has a few long keys, all for editing text; they
  /// widen the column only while they are among the visible `lines`.
  private func columns(in room: Int, showing lines: [PickerLine]) -> [Column<PickerLine>] {
    let isCommandLine = picker.kind == .commandLine
    // Of the gap of two cells after a text, one is in its column, the other between two columns.
    let blankInColumn = 1
    let (leadingWidth, titleWidth) = widthsOfLeadingAndTitle(in: room, showing: lines)
    return [
      Column(width: .fixed(leadingWidth > 0 ? leadingWidth + blankInColumn : 0)) { line, width in
        Self.firstColumn(of: line, columns: width - blankInColumn)
      },
      Column(width: .fixed(titleWidth + blankInColumn)) { line, width in
        Self.titleColumn(of: line, columns: width - blankInColumn, keepsEnd: isCommandLine)
      },
      Column(width: .rest) { line, width in
        StyledLine(line.detail.truncated(to: width - blankInColumn), .dim)
      },
    ]
  }

  /// The title of a line, dimmed if the line does not apply: its command cannot be run now, or the
  /// line only informs.
  ///
  /// - Parameter keepsEnd: Whether a title that is too long is cut inside, as for a completion on
  ///   the command line, and not at its end.
  private static func titleColumn(
    of line: PickerLine, columns: Int, keepsEnd: Bool
  ) -> StyledLine {
    // Completions end in an argument; long ones, such as paths, often differ only at the end.
    let title =
      keepsEnd ? line.title.truncatedInside(to: columns) : line.title.truncated(to: columns)
    return StyledLine(title, line.applies ? .text : .dim)
  }

  /// The widths of the texts in the first column and of the titles: those of the widest ones if all
  /// columns fit, else at most a quarter of the row, and at most half of it unless the details
  /// leave more.
  private func widthsOfLeadingAndTitle(
    in room: Int, showing lines: [PickerLine]
  ) -> (leading: Int, title: Int) {
    var maxWidths = maxWidths
    if picker.kind == .commandLine {
      // The long keys on the command line count only while they are visible.
      maxWidths.leading = lines.map(\.leading.columns).max() ?? 0
    }
    // The gap after the last column may be missing.
    let fits = maxWidths.wholeLine <= room + Self.gap
    let (quarter, half) = (room / 4, room / 2)
    let leadingWidth = fits ? maxWidths.leading : min(maxWidths.leading, quarter)
    let afterLeading = room - Self.withGap(leadingWidth)
    // If all fit, the details leave at least the width of the titles; else titles may take more
    // than half of the row only if the details leave it.
    let leftByDetail = afterLeading - Self.withGap(maxWidths.detail)
    return (leadingWidth, min(maxWidths.title, max(half, leftByDetail)))
  }

  /// The first column of a line: keys or a word, dimmed if the line does not apply; if the line has
  /// the style of a sign, a sign in that style and the text after it.
  private static func firstColumn(of line: PickerLine, columns: Int) -> StyledLine {
    let text = line.leading.truncated(to: columns)
    guard let signStyle = line.signStyle else {
      return StyledLine(text, line.applies ? .accent.bold() : .dim)
    }
    let signColumns = 1
    let (sign, rest) = (text.prefix(signColumns), text.dropping(signColumns))
    return StyledLine(of: (sign, signStyle), (rest, .text))
  }

  /// Explains the line under the cursor, as its own columns may be too narrow.
  ///
  /// The text is the line's sentence, or else its title and detail, as in `beta: a channel` and
  /// `enabled = true`.
  private var explanation: DisplayText {
    guard let line = picker.selected else { return .empty }
    if !line.sentence.isEmpty { return line.sentence }
    if line.detail.isEmpty { return line.title }
    let isDetailOfValue = line.detail.plain.hasPrefix("= ")
    return line.title + (isDetailOfValue ? " " : ": ") + line.detail
  }

  /// The number of rows that explain the line under the cursor, with the rule above them; 0 if no
  /// line of the list needs an explanation: none is cut, and none has a sentence.
  ///
  /// Most lines get the same number of rows, so that nothing moves with the cursor; only an
  /// explanation that is longer than the reserved rows takes the rows that it needs.
  private var explanationRows: Int {
    let borderAndBlanks = 4
    let textColumns = columns - borderAndBlanks
    // The widest text of each column with a gap after it; of the last gap, only one cell is needed.
    let columnsOfWidestLine = maxWidths.wholeLine - Self.gap + 1
    let isSomeLineCut = columnsOfWidestLine > textColumns
    let hasSentences = maxWidths.sentence > 0
    guard hasSentences || isSomeLineCut else { return 0 }
    let room = body.rows - rowsOfBorderAndFilter - rowsOfRule
    let reservedRows = reservedExplanationRows(in: room, textColumns: textColumns)
    let neededRows = explanation.wrapped(to: textColumns).count
    // At least one row is left for the lines of the list.
    let allowedRows = max(0, room - 1)
    return rowsOfRule + max(reservedRows, min(neededRows, allowedRows))
  }

  /// The rows for an explanation whatever line the cursor is on: enough for the longest sentence,
  /// or without sentences for the longest title and detail, but at most two, and at most a third of
  /// the room for lines and explanation.
  private func reservedExplanationRows(in room: Int, textColumns: Int) -> Int {
    let hasSentences = maxWidths.sentence > 0
    let separator = 2  // `: ` between title and detail, which explain a line without a sentence.
    let longest = hasSentences ? maxWidths.sentence : maxWidths.title + maxWidths.detail + separator
    let rowsOfLongest = Self.mostRows(forColumns: longest, wrappedTo: textColumns)
    return min(rowsOfLongest, Self.maxExplanationRows, room / 3)
  }

  /// An upper estimate of the rows of a text that is `textColumns` wide, wrapped between words to
  /// `columns`.
  private static func mostRows(forColumns textColumns: Int, wrappedTo columns: Int) -> Int {
    // A row may end about that many cells early, because the next word does not fit.
    let wordColumns = 8
    let usedColumns = max(columns - wordColumns, 1)
    // Rounds up, in narrow lists by more than one row; the caller limits the rows.
    return (textColumns + columns - 1) / usedColumns
  }
}
