import VirgaCanvas

/// A panel that draws a list in columns, as a screen declares it.
struct ListPanel<Item: ListItem>: ListView {
  struct Room {
    let state: State
    /// The width that a row has for its columns, in cells.
    let columns: Int
    let seen: [Item]
  }

  let panel: Panel
  let model: StatePath<ListModel<Item>>
  var isFiltered = true
  var isMarkable = true
  var selectsBest = false
  var hasHeads = false
  var opens: String?
  let columns: @Sendable (Room) -> [Column<Item>]
  let title: @Sendable (State) -> DisplayText
  var subtitle: @Sendable (State) -> DisplayText = { _ in .empty }
  let empty: @Sendable (State) -> DisplayText
  /// A line that an item shows instead of all columns but the first; nil for the columns.
  var remark: @Sendable (Item) -> StyledLine? = { _ in nil }
  /// How many lines a row takes in the given width; with more than one, the last column goes below the others.
  var lines: @Sendable (State, _ columns: Int) -> Int = { _, _ in 1 }
  /// How many of these lines an item takes, if items differ; the last column is wrapped in its place then.
  var ownLines: (@Sendable (State, Item, _ columns: Int) -> Int)?
  var filterAccessory: @Sendable (State, Rectangle, inout Canvas) -> Void = { _, _, _ in }

  var head: @Sendable (State, _ columns: Int) -> [StyledLine] = { _, _ in [] }
  var foot: @Sendable (State, Size) -> [StyledLine] = { _, _ in [] }

  /// Draws the list's own search instead of the headers; returns false if there is no search.
  var search: (@Sendable (State, Rectangle, inout Canvas) -> Bool)?
  /// Draws the text being typed into the row of an item; returns false if there is none.
  var typing: (@Sendable (State, Item, Rectangle, [PlacedColumn<Item>], inout Canvas) -> Bool)?

  var isSearched: Bool { !isFiltered && search == nil }

  /// The parts of the panel from top to bottom, below the filter.
  private struct Places {
    /// The lines above the rows, cut so that at least one row is visible.
    let above: [StyledLine]
    /// Heads are hidden if they would hide the only row.
    let showsHeads: Bool
    let rows: Rectangle
    let rowHeight: Int
    let foot: [StyledLine]
  }

  private func places(in state: State) -> Places {
    let inside = state.layout.inside(panel)
    let (filterRows, foot) = (isFiltered ? 1 : 0, foot(state, inside.size))
    let others = filterRows + (hasHeads ? 1 : 0) + foot.count
    let above = Array(head(state, inside.columns - 2).prefix(max(0, inside.rows - others - 1)))
    let height = lines(state, inside.columns - PanelSymbols.gutter)
    var rows = inside.droppingTop(filterRows + above.count).droppingBottom(foot.count)
    let showsHeads = hasHeads && rows.rows > height
    if showsHeads { rows = rows.droppingTop(1) }
    return Places(
      above: above, showsHeads: showsHeads, rows: rows, rowHeight: max(1, min(height, rows.rows)), foot: foot)
  }

  func rowsArea(in state: State) -> Rectangle { places(in: state).rows }

  func rowHeight(in state: State) -> Int { places(in: state).rowHeight }

  /// The visible rows with their areas: those of the window, and others for which short ones leave room.
  private func visible(in state: State, _ places: Places) -> [(row: Int, area: Rectangle)] {
    let (list, area, most) = (state[keyPath: model], places.rows, places.rowHeight)
    func height(_ row: Int) -> Int {
      guard let ownLines, let item = list.item(inRow: row) else { return most }
      return min(most, ownLines(state, item, area.columns - PanelSymbols.gutter))
    }
    var rows = list.scroll.window(count: list.count, height: area.rows / most)
    var left = rows.reduce(area.rows) { $0 - height($1) }
    while rows.upperBound < list.count, height(rows.upperBound) <= left {
      left -= height(rows.upperBound)
      rows = rows.lowerBound..<rows.upperBound + 1
    }
    while rows.lowerBound > 0, height(rows.lowerBound - 1) <= left {
      left -= height(rows.lowerBound - 1)
      rows = rows.lowerBound - 1..<rows.upperBound
    }
    var top = 0
    return rows.map { row in
      defer { top += height(row) }
      return (row, area.droppingTop(top).top(height(row)))
    }
  }

  func row(at point: Point, in state: State) -> Int? {
    visible(in: state, places(in: state)).first { $0.area.contains(point) }?.row
  }

  func draw(_ state: State, on canvas: inout Canvas) {
    guard let area = state.layout.panels[panel] else { return }
    let (list, places) = (state[keyPath: model], places(in: state))
    canvas.drawBorder(area, title: title(state), subtitle: subtitle(state), hasFocus: state.focus == panel)
    let inside = area.inset(by: 1)
    if isFiltered {
      list.filter.draw(in: inside.top(1), on: &canvas)
      filterAccessory(state, inside.top(1).droppingLeft(7 + max(6, DisplayText(list.filter.text).columns)), &canvas)
    }
    canvas.draw(places.above, in: inside.droppingTop(isFiltered ? 1 : 0))
    canvas.draw(places.foot, in: inside.bottom(places.foot.count))
    let rows = places.rows
    let visible = visible(in: state, places)
    let placed = placed(visible.map(\.row), of: list, in: places, state)
    let heads = Rectangle(column: rows.column, row: rows.row - 1, columns: rows.columns, rows: 1)
    if places.showsHeads, search?(state, heads, &canvas) != true { drawHeads(placed, in: heads, on: &canvas) }
    guard list.count > 0 else {
      return canvas.draw(empty(state).wrapped(to: rows.columns - 2).map { StyledLine($0, .dim) }, in: rows)
    }
    let wrapsInPlace = ownLines != nil && places.rowHeight > 1
    let drawn = ListRows(list: list, columns: placed, wrapsInPlace: wrapsInPlace, remark: remark)
    for (row, area) in visible {
      drawn.draw(row, in: area, on: &canvas)
      guard row == list.scroll.cursor else { continue }
      let item = list.item(inRow: row)
      let isTyped = item.flatMap { typing?(state, $0, area, placed, &canvas) } == true
      guard state.focus == panel, !isTyped else { continue }
      canvas.select(area)
      if canvas.cursor == nil, state.overlay == nil { canvas.cursor = area.origin }
    }
  }

  private func placed(
    _ rows: [Int], of list: ListModel<Item>, in places: Places, _ state: State
  ) -> [PlacedColumn<Item>] {
    let room = max(0, places.rows.columns - PanelSymbols.gutter)
    let seen = rows.compactMap(list.item)
    let columns = columns(Room(state: state, columns: room, seen: seen))
    guard places.rowHeight > 1, ownLines == nil else { return PlacedColumn.place(columns, in: room, showing: seen) }
    return PlacedColumn.place(columns.dropLast(), in: room, showing: seen)
      + PlacedColumn.place(columns.suffix(1), in: room, showing: seen)
  }

  private func drawHeads(_ columns: [PlacedColumn<Item>], in line: Rectangle, on canvas: inout Canvas) {
    var end = 0
    for placed in columns {
      // The head of a column that stands below the others comes behind theirs.
      let isBelow = placed.start < end
      let room = line.columns - PanelSymbols.gutter - 1
      let start = isBelow ? min(end + 1, max(0, room - placed.column.head.columns)) : placed.start
      canvas.draw(
        placed.column.head, at: line.origin.moved(columns: PanelSymbols.gutter + start), style: .dim.bold(),
        within: isBelow ? line.columns - PanelSymbols.gutter - start : placed.width)
      end = start + placed.width
    }
  }

  func lines(of state: State) -> [StyledLine] {
    let list = state[keyPath: model]
    let placed = placed(Array(0..<list.count), of: list, in: places(in: state), state)
    return (0..<list.count).map { row in
      guard let item = list.item(inRow: row) else { return StyledLine(.empty) }
      var line = StyledLine(pieces: [])
      for column in placed {
        if column.start > line.columns { line.add(.blanks(column.start - line.columns)) }
        line.pieces += column.line(for: item).pieces
      }
      return line
    }
  }

  func emptyWords(of state: State) -> DisplayText { empty(state) }

  func words(forRow row: Int, of state: State) -> String {
    let list = state[keyPath: model]
    guard let item = list.item(inRow: row) else { return list.heading(inRow: row).map { "section \($0)" } ?? "" }
    let columns = columns(Room(state: state, columns: Self.wideEnough, seen: [item]))
    let words = columns.map { $0.words(for: item) }.filter { !$0.isEmpty }.joined(separator: " ")
    return (list.marked.contains(item.id) ? "marked " : "") + words
  }

  /// A width at which every column is shown.
  private static var wideEnough: Int { 1_000 }
}
