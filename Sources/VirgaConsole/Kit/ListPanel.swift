import VirgaCanvas

/// A panel that draws a list in columns.
///
/// A panel declares its list, its columns, its title and the text of an empty list; everything else
/// has a default. It is a struct without stored closures, for which the compiler specializes the
/// drawing.
protocol ListPanel: ListView {
  /// The columns from left to right.
  ///
  /// Cells must not capture the model, because each column would copy it.
  func columns(of model: Model, in room: ListRoom<Item>) -> [Column<Item>]
  /// The name of the list, at the left of the upper border.
  func title(of model: Model) -> DisplayText
  /// Counts and states, at the right of the upper border.
  func subtitle(of model: Model) -> DisplayText
  /// A text at the right end of the lower border, drawn only if it fits; without room for both, it
  /// replaces the count of visible rows.
  func footnote(of model: Model) -> DisplayText
  /// What the rows are in the count of visible ones, as in `2 of 3 branches`.
  var nounOfRows: String { get }
  /// Why the list is empty, and what shows more.
  func emptyText(of model: Model) -> DisplayText

  /// The lines above the rows in a width, as far as there is room for them.
  func linesAbove(of model: Model, columns: Int) -> [StyledLine]
  /// The lines below the rows, in the inside of the panel.
  func linesBelow(of model: Model, in size: Size) -> [StyledLine]
  /// The most lines of a row in a width; with more than one, the last column goes below the others.
  func rowHeight(of model: Model, columns: Int) -> Int
  /// Whether items take as many lines as ``neededHeight(of:in:columns:)`` says; their last column
  /// is wrapped in its place then.
  var itemsDifferInHeight: Bool { get }
  /// The lines that an item needs; it gets at most ``rowHeight(of:columns:)`` lines.
  func neededHeight(of item: Item, in model: Model, columns: Int) -> Int
  /// A line that an item shows instead of all columns but the first, for a width; nil for the
  /// columns.
  func remark(on item: Item, in model: Model, columns: Int) -> StyledLine?

  /// Draws in the line of the filter, from the end of its text on.
  func drawBesideFilter(_ model: Model, in line: Rectangle, on canvas: inout Canvas)
  /// Draws the list's own search instead of the heads; returns false if there is no search.
  func drawSearch(_ model: Model, in heads: Rectangle, on canvas: inout Canvas) -> Bool
  /// Draws the text being typed into a row; returns false if none is.
  func drawTypedText(_ model: Model, in row: PlacedRow<Item>, on canvas: inout Canvas) -> Bool
}

/// The space for the rows of a list, and the visible items.
struct ListRoom<Item> {
  /// The width that a row has for its columns, in cells.
  let columns: Int
  let rowHeight: Int
  let visibleItems: [Item]
}

/// A row with the columns that divide its area.
struct PlacedRow<Item: Sendable> {
  let item: Item
  let area: Rectangle
  let columns: [PlacedColumn<Item>]
}

extension ListPanel {
  var isFiltered: Bool { true }
  var isMarkable: Bool { true }
  func subtitle(of model: Model) -> DisplayText { .empty }
  func footnote(of model: Model) -> DisplayText { .empty }
  var nounOfRows: String { "lines" }
  func emptyText(of model: Model) -> DisplayText { .empty }
  func linesAbove(of model: Model, columns: Int) -> [StyledLine] { [] }
  func linesBelow(of model: Model, in size: Size) -> [StyledLine] { [] }
  func rowHeight(of model: Model, columns: Int) -> Int { 1 }
  var itemsDifferInHeight: Bool { false }
  func neededHeight(of item: Item, in model: Model, columns: Int) -> Int { 1 }
  func remark(on item: Item, in model: Model, columns: Int) -> StyledLine? { nil }
  func drawBesideFilter(_ model: Model, in line: Rectangle, on canvas: inout Canvas) {}
  func drawSearch(_ model: Model, in heads: Rectangle, on canvas: inout Canvas) -> Bool { false }
  func drawTypedText(_ model: Model, in row: PlacedRow<Item>, on canvas: inout Canvas) -> Bool {
    false
  }

  /// How the inside of the panel is divided: lines above and below the rows, heads, rows.
  private func panelParts(in model: Model) -> ListParts {
    panelParts(inside: model.layout.inside(panel), of: model)
  }

  /// Divides the inside of the panel, from the top: the filter, the lines above the rows, the heads
  /// of the columns, the rows, the lines below them.
  private func panelParts(inside: Rectangle, of model: Model) -> ListParts {
    let filterRows = isFiltered ? 1 : 0
    let linesBelow = linesBelow(of: model, in: inside.size)
    let linesAbove = fittingLinesAbove(
      of: model, inside: inside, besides: filterRows + linesBelow.count)
    let wantedRowHeight = rowHeight(of: model, columns: inside.columns - PanelSymbols.gutter)
    var rowsArea = inside.droppingTop(filterRows + linesAbove.count)
      .droppingBottom(linesBelow.count)
    // Heads are left out if they would leave no room for a whole row.
    let showsHeads = rowsArea.rows > wantedRowHeight
    if showsHeads { rowsArea = rowsArea.droppingTop(1) }
    let fittingRowHeight = min(wantedRowHeight, rowsArea.rows)
    return ListParts(
      linesAbove: linesAbove, showsHeads: showsHeads, rowsArea: rowsArea,
      rowHeight: max(1, fittingRowHeight), linesBelow: linesBelow)
  }

  /// As many of the lines above the rows as leave a line for the heads of the columns and one for
  /// a row.
  ///
  /// - Parameter otherLines: The number of lines for the filter and below the rows.
  private func fittingLinesAbove(
    of model: Model, inside: Rectangle, besides otherLines: Int
  ) -> [StyledLine] {
    let columnHeads = 1
    let fewestRows = 1
    let room = inside.rows - otherLines - columnHeads - fewestRows
    // A blank is left on each side.
    let wanted = linesAbove(of: model, columns: inside.columns - 2)
    return Array(wanted.prefix(max(0, room)))
  }

  func rowsArea(in model: Model) -> Rectangle { panelParts(in: model).rowsArea }

  func visibleRowCount(in model: Model) -> Int {
    visibleRowCount(inside: model.layout.inside(panel), of: model)
  }

  /// The number of items that are visible at once if the panel has that area inside its border.
  func visibleRowCount(inside: Rectangle, of model: Model) -> Int {
    let parts = panelParts(inside: inside, of: model)
    return parts.rowsArea.rows / parts.rowHeight
  }

  /// The visible rows with their areas; rows may differ in height.
  private func visibleRows(in model: Model, _ parts: ListParts) -> [VisibleRow] {
    let (list, area) = (listModel(of: model), parts.rowsArea)
    let rowsMayDiffer = parts.rowHeight > 1 && itemsDifferInHeight
    // Each height is needed several times, and measuring a row wraps its text.
    var measured: [Int: Int] = [:]
    func height(_ row: Int) -> Int {
      guard rowsMayDiffer, let item = list.item(inRow: row) else { return parts.rowHeight }
      if let height = measured[row] { return height }
      let neededHeight = neededHeight(
        of: item, in: model, columns: area.columns - PanelSymbols.gutter)
      let height = min(parts.rowHeight, neededHeight)
      measured[row] = height
      return height
    }
    let rows = rowsFilling(area.rows, of: list, linesOfRow: height)
    let areas = area.stacked(rows.map(height))
    return zip(rows, areas).map { row, area in VisibleRow(index: row, area: area) }
  }

  /// The rows from the first visible one on that fit into a number of lines; if lines are left,
  /// also rows above these.
  ///
  /// Lines can be left because the list was scrolled as if all rows had the full height.
  private func rowsFilling(
    _ lines: Int, of list: ListModel<Item>, linesOfRow: (Int) -> Int
  ) -> Range<Int> {
    var rows = list.scroll.window(count: list.count, height: lines, linesOfRow: linesOfRow)
    var freeLines = rows.reduce(lines) { freeLines, row in freeLines - linesOfRow(row) }
    while rows.lowerBound > 0, linesOfRow(rows.lowerBound - 1) <= freeLines {
      rows = rows.lowerBound - 1..<rows.upperBound
      freeLines -= linesOfRow(rows.lowerBound)
    }
    return rows
  }

  func row(at point: Point, in model: Model) -> Int? {
    visibleRows(in: model, panelParts(in: model)).first { $0.area.contains(point) }?.index
  }

  /// How far the rows are visible, if the lower border has room for that beside the footnote.
  func scrollPosition(in model: Model) -> DisplayText {
    scrollPosition(of: visibleRows(in: model, panelParts(in: model)), in: model)
  }

  /// Up to which row the list is visible, as in `2 of 3 branches`; empty if all rows are visible,
  /// or if the lower border has no room for it beside the footnote.
  ///
  /// Without the noun, as in `2 of 3`, if the names of hidden panels, which the border of the
  /// focused panel also has, need the room.
  private func scrollPosition(of visible: [VisibleRow], in model: Model) -> DisplayText {
    guard let area = model.layout.panels[panel] else { return .empty }
    let first = visible.first?.index ?? 0
    let count = count(in: model)
    var scrollPosition = Prose.scrollPosition(
      from: first, rows: visible.count, of: count, nounOfRows)
    // The names are nil if no panel is hidden.
    if model.focus == panel, let names = hiddenPanels(of: model),
      !BorderText.hasRoom(for: scrollPosition, and: names, in: area)
    {
      scrollPosition = Prose.scrollPosition(from: first, rows: visible.count, of: count, nil)
    }
    let fits = BorderText.hasRoom(for: scrollPosition, and: footnote(of: model), in: area)
    return fits ? scrollPosition : .empty
  }

  /// Draws the border, the filter, the lines above and below the rows, the heads of the columns or
  /// the list's own search, which replaces them while it is shown, and the visible rows or the text
  /// of an empty list.
  func draw(_ model: Model, on canvas: inout Canvas) {
    guard let area = model.layout.panels[panel] else { return }
    let (list, parts) = (listModel(of: model), panelParts(in: model))
    canvas.drawBorder(
      area, title: title(of: model), subtitle: subtitle(of: model), hasFocus: model.focus == panel)
    drawFootnote(footnote(of: model), in: area, on: &canvas)
    let inside = area.inset(by: 1)
    if isFiltered { drawFilter(of: list, model, in: inside.top(1), on: &canvas) }
    canvas.draw(parts.linesAbove, in: inside.droppingTop(isFiltered ? 1 : 0))
    canvas.draw(parts.linesBelow, in: inside.bottom(parts.linesBelow.count))
    let visible = visibleRows(in: model, parts)
    canvas.drawScrollPosition(scrollPosition(of: visible, in: model), in: area)
    let columns = placedColumns(showing: visible.map(\.index), of: list, in: parts, model)
    if parts.showsHeads {
      drawHeadsOrSearch(columns, model, above: parts.rowsArea, on: &canvas)
    }
    if list.count > 0 {
      drawRows(visible, of: list, in: columns, model, on: &canvas)
    } else {
      drawEmptyText(model, in: parts.rowsArea, on: &canvas)
    }
  }

  /// Draws the heads of the columns in the line above the rows; a search of the list's own replaces
  /// them.
  private func drawHeadsOrSearch(
    _ columns: [PlacedColumn<Item>], _ model: Model, above rowsArea: Rectangle,
    on canvas: inout Canvas
  ) {
    let line = Rectangle(
      column: rowsArea.column, row: rowsArea.row - 1, columns: rowsArea.columns, rows: 1)
    let isSearchShown = drawSearch(model, in: line, on: &canvas)
    if !isSearchShown { drawHeads(columns, in: line, on: &canvas) }
  }

  /// Draws why the list is empty, with a blank on each side.
  private func drawEmptyText(_ model: Model, in area: Rectangle, on canvas: inout Canvas) {
    let lines = emptyText(of: model).wrapped(to: area.columns - 2)
    canvas.draw(lines.map { StyledLine($0, .dim) }, in: area)
  }

  /// Draws a text between blanks at the right end of the lower border, if it fits.
  private func drawFootnote(
    _ text: DisplayText, in area: Rectangle, on canvas: inout Canvas
  ) {
    let note = " " + text + " "
    let corners = 2
    guard !text.isEmpty, note.columns <= area.columns - corners else { return }
    canvas.drawRightAligned(
      note, at: Point(column: area.endColumn - 1, row: area.endRow - 1), style: .dim)
  }

  /// Draws the filter, and behind its text what the panel adds there, such as a legend of signs.
  private func drawFilter(
    of list: ListModel<Item>, _ model: Model, in line: Rectangle, on canvas: inout Canvas
  ) {
    list.filter.draw(in: line, on: &canvas)
    // Three cells with the sign are before the text, and four blanks after it.
    let signAndBlanks = 7
    let columnsOfEmptyFilter = "filter".count
    let textColumns = max(columnsOfEmptyFilter, DisplayText(list.filter.text).columns)
    drawBesideFilter(model, in: line.droppingLeft(signAndBlanks + textColumns), on: &canvas)
  }

  /// Draws the visible rows in columns; an item's remark replaces all of its columns but the first.
  ///
  /// In the focused panel, the row under the cursor is highlighted, unless a person types a value
  /// into it: then the text has the terminal's cursor.
  private func drawRows(
    _ visible: [VisibleRow], of list: ListModel<Item>, in placed: [PlacedColumn<Item>],
    _ model: Model, on canvas: inout Canvas
  ) {
    // In items that differ in height, the last column is wrapped in its place.
    let listRows = ListRows(
      list: list, columns: placed, wrapsInPlace: itemsDifferInHeight,
      remark: { remark(on: $0, in: model, columns: $1) })
    for row in visible {
      listRows.draw(row.index, in: row.area, on: &canvas)
      guard row.index == list.scroll.cursor else { continue }
      // A heading has no item.
      let placedRow = list.item(inRow: row.index).map { item in
        PlacedRow(item: item, area: row.area, columns: placed)
      }
      // Draws only if a person is typing into this row, and gives whether that is so.
      let isTypedInto = placedRow.map { drawTypedText(model, in: $0, on: &canvas) } ?? false
      if model.focus == panel, !isTypedInto { drawCursor(in: row.area, model, on: &canvas) }
    }
  }

  /// Highlights the row under the cursor, and puts the terminal's cursor at its start.
  private func drawCursor(in row: Rectangle, _ model: Model, on canvas: inout Canvas) {
    canvas.select(row)
    // A filter that is being typed has the terminal's cursor already, and so has an open list.
    if canvas.cursor == nil, model.overlay == nil { canvas.cursor = row.origin }
  }

  /// Places the columns for some rows; in rows of several lines, the last column has lines of its
  /// own below the others, unless items differ in height: then it is wrapped in its place.
  private func placedColumns(
    showing rows: [Int], of list: ListModel<Item>, in parts: ListParts, _ model: Model
  ) -> [PlacedColumn<Item>] {
    let room = max(0, parts.rowsArea.columns - PanelSymbols.gutter)
    let visibleItems = rows.compactMap(list.item)
    let columns = columns(
      of: model,
      in: ListRoom(columns: room, rowHeight: parts.rowHeight, visibleItems: visibleItems))
    let hasColumnBelow = parts.rowHeight > 1 && !itemsDifferInHeight
    guard hasColumnBelow else {
      return PlacedColumn.place(columns, in: room, showing: visibleItems)
    }
    // Both groups begin at the left and may take the whole width, because they are on different
    // lines.
    return PlacedColumn.place(columns.dropLast(), in: room, showing: visibleItems)
      + PlacedColumn.place(columns.suffix(1), in: room, showing: visibleItems)
  }

  /// Draws the heads of the columns; a column below the others has its head behind theirs.
  private func drawHeads(
    _ columns: [PlacedColumn<Item>], in line: Rectangle, on canvas: inout Canvas
  ) {
    let area = line.droppingLeft(PanelSymbols.gutter)
    var endOfPrevious = 0
    for placed in columns {
      let head = placed.column.head
      // Only a column in lines of its own starts before the end of the previous one.
      let isBelow = placed.start < endOfPrevious
      // The last cell of the line stays blank.
      let lastStartOfWholeHead = max(0, area.columns - 1 - head.columns)
      // One blank after the previous column, or further left if the head would be cut there.
      let start = isBelow ? min(endOfPrevious + 1, lastStartOfWholeHead) : placed.start
      canvas.draw(
        head, at: area.origin.moved(columns: start), style: .dim.bold(),
        within: isBelow ? area.columns - start : placed.width)
      endOfPrevious = start + placed.width
    }
  }

  /// A line for each row with the cells of its columns; an empty one for a heading.
  ///
  /// Rows out of sight are included, because a search finds them too.
  func lines(of model: Model) -> [StyledLine] {
    let list = listModel(of: model)
    let placed = placedColumns(
      showing: Array(0..<list.count), of: list, in: panelParts(in: model), model)
    return (0..<list.count).map { row in
      list.item(inRow: row).map { line(of: $0, in: placed) } ?? StyledLine(.empty)
    }
  }

  /// The cells of an item in one line, each at the start of its column.
  private func line(of item: Item, in columns: [PlacedColumn<Item>]) -> StyledLine {
    var line = StyledLine(pieces: [])
    for column in columns {
      // Negative for a last column that is drawn below the others: here it follows without a blank.
      let blanks = column.start - line.columns
      if blanks > 0 { line.add(.blanks(blanks)) }
      line.pieces += column.line(for: item).pieces
    }
    return line
  }

  /// A row in plain mode: `section NAME` for a heading, the words of all columns for an item, and
  /// the text of an empty list if it has no rows.
  func words(forRow row: Int, of model: Model) -> String {
    let list = listModel(of: model)
    if let section = list.heading(inRow: row) { return "section \(section)" }
    guard let item = list.item(inRow: row) else {
      return list.count == 0 ? SpokenText.of(emptyText(of: model).plain) : ""
    }
    let roomForAllColumns = 1_000
    let room = ListRoom(columns: roomForAllColumns, rowHeight: 1, visibleItems: [item])
    let cells = columns(of: model, in: room).map { column in
      column.spoken?(item) ?? SpokenText.of(column.uncutCell(of: item).text.plain)
    }
    let words = cells.filter { !$0.isEmpty }.joined(separator: " ")
    return list.marked.contains(item.id) ? "marked " + words : words
  }
}

/// A row of a list in sight.
private struct VisibleRow {
  /// Its index in the list.
  let index: Int
  let area: Rectangle
}

/// The parts of the panel from top to bottom, below the filter.
private struct ListParts {
  /// The lines above the rows, cut so that at least one row is visible.
  let linesAbove: [StyledLine]
  /// Heads are hidden if they would hide the only row.
  let showsHeads: Bool
  let rowsArea: Rectangle
  let rowHeight: Int
  let linesBelow: [StyledLine]
}

/// The rows of a list as they are drawn.
struct ListRows<Item: ListItem> {
  let list: ListModel<Item>
  let columns: [PlacedColumn<Item>]
  /// Whether the last column is wrapped in its place, not in the lines below the others.
  var wrapsInPlace = false
  /// A line that an item shows instead of all columns but the first, for a width; nil for the
  /// columns.
  var remark: @Sendable (_ item: Item, _ columns: Int) -> StyledLine? = { _, _ in nil }

  /// Draws a row with the signs of cursor and mark: a heading with the sign of its fold and its
  /// count, or an item.
  func draw(_ row: Int, in area: Rectangle, on canvas: inout Canvas) {
    canvas.drawSigns(of: list, row: row, in: area)
    let textArea = area.droppingLeft(PanelSymbols.gutter)
    switch list.rows[row] {
    case .heading(let section, let count):
      let foldSign = list.isFolded(section) ? PanelSymbols.closed : PanelSymbols.open
      let heading = StyledLine(
        of: (foldSign, .accent), (" ", .text), (DisplayText(section), .text.bold()),
        (DisplayText("  \(count)"), .dim))
      canvas.draw(heading, at: textArea.origin, within: textArea.columns)
    case .item(let index): draw(list.items[index], in: textArea, on: &canvas)
    }
  }

  /// Draws an item: in the first line its columns, or if it has a remark, such as the sentence
  /// about an operation in the list of events, only the first column and the remark.
  ///
  /// If the area has more lines, the last column is wrapped, also beside a remark: in its place if
  /// items differ in height, else in the lines below the first one.
  private func draw(_ item: Item, in area: Rectangle, on canvas: inout Canvas) {
    let isWrapped = area.rows > 1
    let columnsInLine = isWrapped ? columns.dropLast() : columns[...]
    if isWrapped, let last = columns.last { drawWrapped(last, of: item, in: area, on: &canvas) }
    // A remark begins at the second column, so it needs one.
    let remarkStart = columnsInLine.dropFirst().first?.start
    let blankAtEnd = 1
    let remarkColumns = area.columns - (remarkStart ?? 0) - blankAtEnd
    let remark = remarkStart.flatMap { _ in self.remark(item, remarkColumns) }
    let columnsToDraw = remark == nil ? columnsInLine : columnsInLine.prefix(1)
    for placed in columnsToDraw {
      canvas.draw(
        placed.line(for: item), at: area.origin.moved(columns: placed.start), within: placed.width)
    }
    guard let remark, let remarkStart else { return }
    canvas.draw(remark, at: area.origin.moved(columns: remarkStart), within: remarkColumns)
  }

  /// Draws the cell of the last column in several lines: if it `wrapsInPlace`, in all lines at the
  /// right of the other columns, else in the lines below the first, from the left end on.
  private func drawWrapped(
    _ placed: PlacedColumn<Item>, of item: Item, in area: Rectangle, on canvas: inout Canvas
  ) {
    let textArea = wrapsInPlace ? area.droppingLeft(placed.start) : area.droppingTop(1)
    let lines = placed.column.uncutCell(of: item).wrapped(
      to: textArea.columns, atMost: textArea.rows)
    for (row, line) in lines.enumerated() {
      canvas.draw(line, at: textArea.line(row).origin, within: textArea.columns)
    }
  }
}

extension Canvas {
  /// Draws the signs of cursor and mark, in the same columns of every list.
  mutating func drawSigns<Item>(of list: ListModel<Item>, row: Int, in area: Rectangle) {
    if row == list.scroll.cursor {
      draw(PanelSymbols.cursor, at: area.origin, style: .accent.bold())
    }
    guard let item = list.item(inRow: row), list.marked.contains(item.id) else { return }
    draw(PanelSymbols.marked, at: area.origin.moved(columns: 1), style: .accent.bold())
  }
}

extension Rectangle {
  /// Areas of some heights from the top down, as wide as the rectangle; those that do not fit are
  /// cut or empty.
  func stacked(_ heights: [Int]) -> [Rectangle] {
    var rest = self
    return heights.map { height in
      defer { rest = rest.droppingTop(height) }
      return rest.top(height)
    }
  }
}
