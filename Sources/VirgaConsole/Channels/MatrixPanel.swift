import VirgaCanvas
import VirgaJSON
import VirgaManifest

/// The matrix: a line per value, a column per channel; what equals the column before is dim.
enum MatrixPanel {
  /// The widths of the columns, and how many channels are seen at once.
  struct Widths: Equatable {
    var name: Int
    var channel: Int
    var shown: Int
  }

  /// Where the lines are: below filter, heads and rule.
  static func rowsArea(of state: State) -> Rectangle { state.layout.inside(.matrix).droppingTop(3) }

  /// Shares a width: names get what they need up to two fifths, channels the rest evenly, down to a least width.
  static func widths(of matrix: ChannelMatrix, in columns: Int) -> Widths {
    let count = max(matrix.columns.count, 1)
    let name = min(max(min(max(matrix.widestName, 18), columns * 2 / 5) + matrix.growth, 12), max(12, columns - 14))
    let titles = matrix.columns.map { DisplayText($0.title).columns }.max() ?? 8
    let least = min(max(titles, 10), 18)
    let shown = min(count, max(1, (columns - name) / (least + 3)))
    return Widths(name: name, channel: max(4, min(40, (columns - name) / shown - 3)), shown: shown)
  }

  static func draw(_ state: State, on canvas: inout Canvas) {
    guard let area = state.layout.panels[.matrix] else { return }
    let matrix = state.channels
    let inside = area.inset(by: 1)
    let widths = widths(of: matrix, in: inside.columns - 2)
    let range = matrix.firstColumn..<min(matrix.firstColumn + widths.shown, matrix.columns.count)
    canvas.drawBorder(area, title: "Channels", note: note(matrix, range), hasFocus: state.focus == .matrix)
    drawSummary(matrix, in: inside.top(1), on: &canvas)
    drawHeads(matrix, widths, range, in: inside, on: &canvas)
    let rows = rowsArea(of: state)
    guard matrix.lineCount > 0 else {
      canvas.draw(empty(state), at: rows.origin.moved(columns: 1), style: .dim, within: rows.columns - 2)
      return
    }
    for (line, place) in matrix.scroll.window(count: matrix.lineCount, height: rows.rows).enumerated() {
      draw(matrix.line(place), widths, range, matrix, in: rows.line(line), on: &canvas)
      if place == matrix.scroll.cursor { select(rows.line(line), widths, range, state, on: &canvas) }
    }
  }

  /// The column of the matrix that stands at a column of the terminal, for the mouse.
  static func column(at column: Int, in state: State) -> Int? {
    let inside = state.layout.inside(.matrix)
    let widths = widths(of: state.channels, in: inside.columns - 2)
    let offset = column - inside.column - 1 - widths.name
    guard offset >= 0, offset / (widths.channel + 3) < widths.shown else { return nil }
    return state.channels.firstColumn + offset / (widths.channel + 3)
  }

  private static func note(_ matrix: ChannelMatrix, _ range: Range<Int>) -> DisplayText {
    let all = matrix.columns.count
    return range.count == all
      ? HeaderLine.counted(all, "column") : DisplayText("columns \(range.lowerBound + 1)–\(range.upperBound) of \(all)")
  }

  private static func empty(_ state: State) -> DisplayText {
    let matrix = state.channels
    if state.workspace.manifest == nil { return "reading …" }
    if matrix.columns.isEmpty { return "comparing …" }
    if !matrix.filter.field.isEmpty { return "no value fits; Esc clears the filter" }
    if !matrix.showsOnlyDifferences { return "the manifest has no values" }
    return matrix.columns.count < 2
      ? "one column alone differs from nothing: = shows its values, a adds a column"
      : "all columns are alike: = shows every value"
  }

  private static func drawSummary(_ matrix: ChannelMatrix, in line: Rectangle, on canvas: inout Canvas) {
    matrix.filter.draw(in: line, on: &canvas)
    let used = 6 + max(6, DisplayText(matrix.filter.text).columns)
    canvas.draw(
      summary(matrix), at: line.origin.moved(columns: used), style: .dim, within: line.columns - used - 1)
  }

  private static func summary(_ matrix: ChannelMatrix) -> DisplayText {
    if matrix.isComparing { return "comparing …" }
    let counts = matrix.counts
    var words =
      matrix.showsOnlyDifferences
      ? "only differences: \(counts.differing) of \(counts.rows) values in \(counts.features) features"
      : "every value: \(counts.rows), of which \(counts.differing) differ"
    if !matrix.filter.field.isEmpty {
      words = (counts.matching == 1 ? "1 fits" : "\(counts.matching) fit") + " · " + words
    }
    return DisplayText(words + (matrix.includesSession ? "" : " · without this session's layers"))
  }

  private static func drawHeads(
    _ matrix: ChannelMatrix, _ widths: Widths, _ range: Range<Int>, in inside: Rectangle, on canvas: inout Canvas
  ) {
    let line = inside.line(1)
    canvas.draw(
      "Feature ▸ variable", at: line.origin.moved(columns: 1), style: .dim.bold(), within: widths.name - 1)
    for (place, column) in range.enumerated() {
      let start = line.origin.moved(columns: 1 + widths.name + place * (widths.channel + 3))
      canvas.draw("│", at: start, style: .border)
      let isSelected = column == matrix.column
      canvas.draw(
        DisplayText(matrix.columns[column].title), at: start.moved(columns: 2),
        style: isSelected ? .title.bold() : .dim.bold(), within: widths.channel)
    }
    canvas.fill(inside.line(2), style: .border, glyph: "─")
    for place in 0..<range.count {
      let column = 1 + widths.name + place * (widths.channel + 3)
      canvas.draw("┼", at: inside.line(2).origin.moved(columns: column), style: .border)
    }
  }

  private static func draw(
    _ shown: ChannelMatrix.Line, _ widths: Widths, _ range: Range<Int>, _ matrix: ChannelMatrix, in line: Rectangle,
    on canvas: inout Canvas
  ) {
    guard let row = shown.row else {
      canvas.draw(
        DisplayText(shown.feature), at: line.origin.moved(columns: 1), style: .text.bold(), within: line.columns - 2)
      return
    }
    canvas.draw(
      DisplayText(row.name).truncatedAtStart(to: widths.name - 3), at: line.origin.moved(columns: 3),
      style: row.differs ? .text : .dim)
    for (place, column) in range.enumerated() {
      let start = line.origin.moved(columns: 1 + widths.name + place * (widths.channel + 3))
      canvas.draw("│", at: start, style: .border)
      let cell = row.cells[column]
      let repeats = column > 0 && cell.isSame(as: row.cells[column - 1])
      drawCell(cell, isDim: repeats, at: start.moved(columns: 2), within: widths.channel, on: &canvas)
    }
  }

  private static func drawCell(
    _ cell: ComparedCell, isDim: Bool, at start: Point, within columns: Int, on canvas: inout Canvas
  ) {
    switch cell {
    case .leaf(let leaf):
      let mark = Marks.layer(leaf.layer)
      let room = mark.isEmpty ? columns : columns - 2
      let style: Style = isDim ? .dim : ValueText.style(leaf.value)
      let used = canvas.draw(DisplayText(ValueText.short(leaf.value)), at: start, style: style, within: room)
      canvas.draw(mark, at: start.moved(columns: min(used, room) + 1), style: .changed)
    case .type(let type): canvas.draw(DisplayText(type), at: start, style: .typeName, within: columns)
    case .missing, .noFeature: canvas.draw("– not there", at: start, style: .dim, within: columns)
    }
  }

  private static func select(
    _ line: Rectangle, _ widths: Widths, _ range: Range<Int>, _ state: State, on canvas: inout Canvas
  ) {
    guard state.focus == .matrix else {
      canvas.restyle(line) { $0.bold() }
      return
    }
    canvas.select(line)
    let offset = 1 + widths.name + (state.channels.column - range.lowerBound) * (widths.channel + 3) + 1
    let cell = Rectangle(column: line.column + offset, row: line.row, columns: widths.channel + 1, rows: 1)
    if state.channels.selectedLine?.row != nil {
      canvas.restyle(cell) { Style($0.role, $0.emphasis.union([.bold, .underline])) }
    }
    if canvas.cursor == nil, state.overlay == nil {
      canvas.cursor =
        state.channels.selectedLine?.row == nil ? line.origin.moved(columns: 1) : cell.origin.moved(columns: 1)
    }
  }
}

extension Marks {
  /// The mark of a layer that the session brings; none for what the manifest says.
  static func layer(_ layer: Layer) -> DisplayText {
    switch layer {
    case .edit, .preference: "●"
    case .experiment: "◆"
    case .rollout: "◇"
    case .variableDefault, .manifestDefault, .importDefault: .empty
    }
  }
}
