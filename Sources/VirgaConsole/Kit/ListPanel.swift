import VirgaCanvas

/// A panel that shows a list by columns: it draws cursor, marks, heads and headings, and a screen declares the rest.
struct ListPanel<Item: ListItem>: ListView {
  /// What columns are laid out for.
  struct Room {
    let state: State
    /// How many cells a row has for its columns.
    let columns: Int
    /// The items in sight.
    let seen: [Item]
  }

  let panel: Panel
  let model: StatePath<ListModel<Item>>
  var isFiltered = true
  var isMarkable = true
  var hasHeads = false
  let columns: @Sendable (Room) -> [Column<Item>]
  let title: @Sendable (State) -> DisplayText
  var note: @Sendable (State) -> DisplayText = { _ in .empty }
  /// What is said if no row is shown.
  let empty: @Sendable (State) -> DisplayText
  /// What an item shows in place of all columns but the first; nil if it shows the columns.
  var remark: @Sendable (Item) -> StyledLine? = { _ in nil }
  /// Draws what else stands in the line of the filter, from a column on.
  var besideFilter: @Sendable (State, Rectangle, inout Canvas) -> Void = { _, _, _ in }

  /// What is shown above the rows.
  var head: @Sendable (State, _ columns: Int) -> [StyledLine] = { _, _ in [] }
  /// What is shown below the rows, within the size of the panel.
  var foot: @Sendable (State, Size) -> [StyledLine] = { _, _ in [] }

  func rowsArea(in state: State) -> Rectangle {
    let inside = state.layout.inside(panel)
    let above = (isFiltered ? 1 : 0) + (hasHeads ? 1 : 0) + head(state, inside.columns - 2).count
    return inside.droppingTop(above).droppingBottom(foot(state, inside.size).count)
  }

  func draw(_ state: State, on canvas: inout Canvas) {
    guard let area = state.layout.panels[panel] else { return }
    let list = state[keyPath: model]
    canvas.drawBorder(area, title: title(state), note: note(state), hasFocus: state.focus == panel)
    let inside = area.inset(by: 1)
    if isFiltered { drawFilter(list.filter, state, in: inside.top(1), on: &canvas) }
    drawLines(head(state, inside.columns - 2), in: inside.droppingTop(isFiltered ? 1 : 0), on: &canvas)
    let foot = foot(state, inside.size)
    drawLines(foot, in: inside.bottom(foot.count), on: &canvas)
    let rows = rowsArea(in: state)
    let window = list.scroll.window(count: list.count, height: rows.rows)
    let placed = placed(window, of: list, in: rows.columns, state)
    if hasHeads { drawHeads(placed, in: inside.line(isFiltered ? 1 : 0), on: &canvas) }
    guard list.count > 0 else {
      return drawLines(
        empty(state).wrapped(to: rows.columns - 2).map { StyledLine($0, .dim) }, in: rows, on: &canvas)
    }
    for (line, row) in window.enumerated() {
      draw(list.rows[row], of: list, placed, in: rows.line(line), on: &canvas)
      if row == list.scroll.cursor { drawCursor(list, state, in: rows.line(line), on: &canvas) }
    }
  }

  private func drawLines(_ lines: [StyledLine], in area: Rectangle, on canvas: inout Canvas) {
    for (row, line) in lines.prefix(area.rows).enumerated() {
      canvas.draw(line, at: area.origin.moved(columns: 1, rows: row), within: area.columns - 2)
    }
  }

  private func placed(
    _ window: Range<Int>, of list: ListModel<Item>, in width: Int, _ state: State
  ) -> [PlacedColumn<Item>] {
    let room = max(0, width - Marks.gutter)
    return PlacedColumn.place(
      columns(Room(state: state, columns: room, seen: window.compactMap(list.item))), in: room)
  }

  private func drawFilter(_ filter: FilterField, _ state: State, in line: Rectangle, on canvas: inout Canvas) {
    filter.draw(in: line, on: &canvas)
    let used = 7 + max(6, DisplayText(filter.text).columns)
    besideFilter(state, line.droppingLeft(used), &canvas)
  }

  private func drawHeads(_ columns: [PlacedColumn<Item>], in line: Rectangle, on canvas: inout Canvas) {
    for placed in columns {
      canvas.draw(
        placed.column.head, at: line.origin.moved(columns: Marks.gutter + placed.start), style: .dim.bold(),
        within: placed.width)
    }
  }

  private func draw(
    _ row: ListModel<Item>.Row, of list: ListModel<Item>, _ columns: [PlacedColumn<Item>], in line: Rectangle,
    on canvas: inout Canvas
  ) {
    switch row {
    case .heading(let section, let count):
      let fold = list.isFolded(section) ? Marks.closed : Marks.open
      let heading = StyledLine(
        of: (DisplayText(section), .text.bold()), ("  ", .text), (fold, .dim), (DisplayText(" \(count)"), .dim))
      canvas.draw(heading, at: line.origin.moved(columns: Marks.gutter), within: line.columns - Marks.gutter)
    case .item(let index):
      let item = list.items[index]
      let remark = columns.count > 1 ? remark(item) : nil
      for placed in remark == nil ? columns : Array(columns.prefix(1)) {
        canvas.draw(
          placed.column.cell(item, placed.width), at: line.origin.moved(columns: Marks.gutter + placed.start),
          within: placed.width)
      }
      if let remark {
        let start = Marks.gutter + columns[1].start
        canvas.draw(remark, at: line.origin.moved(columns: start), within: line.columns - start - 1)
      }
      if list.marked.contains(item.id) {
        canvas.draw(Marks.marked, at: line.origin.moved(columns: 1), style: .accent.bold())
      }
    }
  }

  private func drawCursor(_ list: ListModel<Item>, _ state: State, in line: Rectangle, on canvas: inout Canvas) {
    canvas.draw(Marks.cursor, at: line.origin, style: .accent.bold())
    guard state.focus == panel else { return }
    canvas.select(line)
    if canvas.cursor == nil, state.overlay == nil { canvas.cursor = line.origin }
  }
}

extension ListPanel {
  func lines(of state: State) -> [StyledLine] {
    let list = state[keyPath: model]
    let placed = placed(0..<list.count, of: list, in: rowsArea(in: state).columns, state)
    return (0..<list.count).map { row in
      guard let item = list.item(inRow: row) else { return StyledLine(.empty) }
      var line = StyledLine(pieces: [])
      for column in placed {
        if column.start > line.columns { line.add(.blanks(column.start - line.columns)) }
        line.pieces += column.column.cell(item, column.width).pieces
      }
      return line
    }
  }

  func words(forRow row: Int, of state: State) -> String {
    let list = state[keyPath: model]
    guard let item = list.item(inRow: row) else {
      if list.rows.indices.contains(row), case .heading(let section, _) = list.rows[row] {
        return "section \(section)"
      }
      return ""
    }
    let columns = columns(Room(state: state, columns: Self.wideEnough, seen: [item]))
    let words = columns.map { $0.words(for: item) }.filter { !$0.isEmpty }.joined(separator: " ")
    return (list.marked.contains(item.id) ? "marked " : "") + words
  }

  /// A row so wide that every column is shown.
  private static var wideEnough: Int { 1_000 }
}
