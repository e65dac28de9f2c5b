import VirgaCanvas

/// A panel that draws a list in columns, as a screen declares it.
struct ListPanel<Item: ListItem>: ListView {
  /// The space for the rows of a list, and the visible items.
  struct Room {
    /// The width that a row has for its columns, in cells.
    let columns: Int
    let rowHeight: Int
    let seen: [Item]
  }

  let panel: Panel
  let path: ModelPath<ListModel<Item>>
  let read: @Sendable (Model) -> ListModel<Item>
  var isFiltered = true
  var isMarkable = true
  var jumpsToBestMatch = false
  var opens: String?
  /// Cells must not capture the model, because each column would copy it.
  let columns: @Sendable (Model, Room) -> [Column<Item>]
  let title: @Sendable (Model) -> DisplayText
  var subtitle: @Sendable (Model) -> DisplayText = { _ in .empty }
  let empty: @Sendable (Model) -> DisplayText
  /// A line that an item shows instead of all columns but the first; nil for the columns.
  var remark: @Sendable (Item) -> StyledLine? = { _ in nil }
  /// The most lines of a row in the given width; with more than one, the last column goes below the
  /// others.
  var lines: @Sendable (Model, _ columns: Int) -> Int = { _, _ in 1 }
  /// How many of these lines an item takes, if items differ; the last column is wrapped in its
  /// place then.
  var ownLines: (@Sendable (Model, Item, _ columns: Int) -> Int)?
  var filterAccessory: @Sendable (Model, Rectangle, inout Canvas) -> Void = { _, _, _ in }

  var head: @Sendable (Model, _ columns: Int) -> [StyledLine] = { _, _ in [] }
  var foot: @Sendable (Model, Size) -> [StyledLine] = { _, _ in [] }

  /// Draws the list's own search instead of the headers; returns false if there is no search.
  var search: (@Sendable (Model, Rectangle, inout Canvas) -> Bool)?
  /// Draws the text being typed into the row of an item; returns false if there is none.
  var typing: (@Sendable (Model, Item, Rectangle, [PlacedColumn<Item>], inout Canvas) -> Bool)?

  /// A closure, because the compiler specializes it for `Item`; it does not specialize methods
  /// called through a protocol.
  private let drawing: @Sendable (Self, Model, inout Canvas) -> Void = {
    $0.drawRows(of: $1, on: &$2)
  }

  var isSearched: Bool { !isFiltered && search == nil }

  private func places(in model: Model) -> ListPlaces {
    places(inside: model.layout.inside(panel), of: model)
  }

  /// Divides the inside of the panel among filter, head, rows and foot.
  private func places(inside: Rectangle, of model: Model) -> ListPlaces {
    let filterRows = isFiltered ? 1 : 0
    let foot = foot(model, inside.size)
    let columnHeads = 1
    let leftForHead = inside.rows - filterRows - columnHeads - foot.count - 1
    let above = Array(head(model, inside.columns - 2).prefix(max(0, leftForHead)))
    let height = lines(model, inside.columns - PanelSymbols.gutter)
    var rows = inside.droppingTop(filterRows + above.count).droppingBottom(foot.count)
    let showsHeads = rows.rows > height
    if showsHeads { rows = rows.droppingTop(1) }
    return ListPlaces(
      above: above, showsHeads: showsHeads, rows: rows, rowHeight: max(1, min(height, rows.rows)),
      foot: foot)
  }

  func rowsArea(in model: Model) -> Rectangle { places(in: model).rows }

  func height(in model: Model) -> Int { height(inside: model.layout.inside(panel), of: model) }

  func height(inside: Rectangle, of model: Model) -> Int {
    let places = places(inside: inside, of: model)
    return places.rows.rows / places.rowHeight
  }

  /// The visible rows with their areas; rows may differ in height.
  private func visible(in model: Model, _ places: ListPlaces) -> [(row: Int, area: Rectangle)] {
    let (list, area) = (read(model), places.rows)
    // Each height is needed several times, and measuring a row wraps its text.
    var heights: [Int: Int] = [:]
    func height(_ row: Int) -> Int {
      guard places.rowHeight > 1, let ownLines, let item = list.item(inRow: row) else {
        return places.rowHeight
      }
      let height =
        heights[row]
        ?? min(places.rowHeight, ownLines(model, item, area.columns - PanelSymbols.gutter))
      heights[row] = height
      return height
    }
    var rows = list.scroll.window(count: list.count, height: area.rows, lines: height)
    // Rows that take less than the most lines leave room for earlier ones.
    var left = rows.reduce(area.rows) { $0 - height($1) }
    while rows.lowerBound > 0, height(rows.lowerBound - 1) <= left {
      rows = rows.lowerBound - 1..<rows.upperBound
      left -= height(rows.lowerBound)
    }
    return Array(zip(rows, area.stacked(rows.map(height))))
  }

  func row(at point: Point, in model: Model) -> Int? {
    visible(in: model, places(in: model)).first { $0.area.contains(point) }?.row
  }

  func draw(_ model: Model, on canvas: inout Canvas) { drawing(self, model, &canvas) }

  /// Draws border, filter, head, foot, the heads of the columns and the visible rows.
  ///
  /// The row under the cursor is selected if the panel has the focus and no text is typed into it.
  private func drawRows(of model: Model, on canvas: inout Canvas) {
    guard let area = model.layout.panels[panel] else { return }
    let (list, places) = (read(model), places(in: model))
    canvas.drawBorder(
      area, title: title(model), subtitle: subtitle(model), hasFocus: model.focus == panel)
    let inside = area.inset(by: 1)
    if isFiltered {
      list.filter.draw(in: inside.top(1), on: &canvas)
      // Right of the filter's text: 7 cells for its sign and blanks, 6 for the word "filter".
      filterAccessory(
        model, inside.top(1).droppingLeft(7 + max(6, DisplayText(list.filter.text).columns)),
        &canvas)
    }
    canvas.draw(places.above, in: inside.droppingTop(isFiltered ? 1 : 0))
    canvas.draw(places.foot, in: inside.bottom(places.foot.count))
    let rows = places.rows
    let visible = visible(in: model, places)
    let placed = placed(visible.map(\.row), of: list, in: places, model)
    let heads = Rectangle(column: rows.column, row: rows.row - 1, columns: rows.columns, rows: 1)
    if places.showsHeads, search?(model, heads, &canvas) != true {
      drawHeads(placed, in: heads, on: &canvas)
    }
    guard list.count > 0 else {
      return canvas.draw(
        empty(model).wrapped(to: rows.columns - 2).map { StyledLine($0, .dim) }, in: rows)
    }
    let drawn = ListRows(list: list, columns: placed, wrapsInPlace: ownLines != nil, remark: remark)
    for (row, area) in visible {
      drawn.draw(row, in: area, on: &canvas)
      guard row == list.scroll.cursor else { continue }
      let item = list.item(inRow: row)
      let isTyped = item.flatMap { typing?(model, $0, area, placed, &canvas) } == true
      guard model.focus == panel, !isTyped else { continue }
      canvas.select(area)
      if canvas.cursor == nil, model.overlay == nil { canvas.cursor = area.origin }
    }
  }

  /// Places the columns for some rows; in high rows, the last column has lines of its own.
  private func placed(
    _ rows: [Int], of list: ListModel<Item>, in places: ListPlaces, _ model: Model
  ) -> [PlacedColumn<Item>] {
    let room = max(0, places.rows.columns - PanelSymbols.gutter)
    let seen = rows.compactMap(list.item)
    let columns = columns(model, Room(columns: room, rowHeight: places.rowHeight, seen: seen))
    guard places.rowHeight > 1, ownLines == nil else {
      return PlacedColumn.place(columns, in: room, showing: seen)
    }
    return PlacedColumn.place(columns.dropLast(), in: room, showing: seen)
      + PlacedColumn.place(columns.suffix(1), in: room, showing: seen)
  }

  /// Draws the heads of the columns; a column below the others has its head behind theirs.
  private func drawHeads(
    _ columns: [PlacedColumn<Item>], in line: Rectangle, on canvas: inout Canvas
  ) {
    let area = line.droppingLeft(PanelSymbols.gutter)
    var end = 0
    for placed in columns {
      let head = placed.column.head
      // Only a column in lines of its own starts before the end of the one before it.
      let isBelow = placed.start < end
      let start = isBelow ? min(end + 1, max(0, area.columns - 1 - head.columns)) : placed.start
      canvas.draw(
        head, at: area.origin.moved(columns: start), style: .dim.bold(),
        within: isBelow ? area.columns - start : placed.width)
      end = start + placed.width
    }
  }

  func lines(of model: Model) -> [StyledLine] {
    let list = read(model)
    let placed = placed(Array(0..<list.count), of: list, in: places(in: model), model)
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

  func words(forRow row: Int, of model: Model) -> String {
    let list = read(model)
    guard let item = list.item(inRow: row) else {
      return list.heading(inRow: row).map { "section \($0)" }
        ?? (list.count == 0 ? SpokenText.of(empty(model).plain) : "")
    }
    // In a room of 1,000 columns, every column is shown.
    let columns = columns(model, Room(columns: 1_000, rowHeight: 1, seen: [item]))
    let words = columns.map { $0.spoken?(item) ?? SpokenText.of($0.whole(item).text.plain) }
    return (list.marked.contains(item.id) ? "marked " : "")
      + words.filter { !$0.isEmpty }.joined(separator: " ")
  }
}

/// The parts of the panel from top to bottom, below the filter.
private struct ListPlaces {
  /// The lines above the rows, cut so that at least one row is visible.
  let above: [StyledLine]
  /// Heads are hidden if they would hide the only row.
  let showsHeads: Bool
  let rows: Rectangle
  let rowHeight: Int
  let foot: [StyledLine]
}

/// The rows of a list as they are drawn.
struct ListRows<Item: ListItem> {
  let list: ListModel<Item>
  let columns: [PlacedColumn<Item>]
  /// Whether the last column is wrapped in its place, not in the lines below the others.
  var wrapsInPlace = false
  /// A line that an item shows instead of all columns but the first; nil for the columns.
  var remark: @Sendable (Item) -> StyledLine? = { _ in nil }

  func draw(_ row: Int, in area: Rectangle, on canvas: inout Canvas) {
    canvas.drawSigns(of: list, row: row, in: area)
    let text = area.droppingLeft(PanelSymbols.gutter)
    switch list.rows[row] {
    case .heading(let section, let count):
      let fold = list.isFolded(section) ? PanelSymbols.closed : PanelSymbols.open
      let heading = StyledLine(
        of: (fold, .accent), (" ", .text), (DisplayText(section), .text.bold()),
        (DisplayText("  \(count)"), .dim))
      canvas.draw(heading, at: text.origin, within: text.columns)
    case .item(let index): draw(list.items[index], in: text, on: &canvas)
    }
  }

  /// Draws an item, the last column in the lines below the first one if there are any, or wrapped
  /// in its place.
  private func draw(_ item: Item, in area: Rectangle, on canvas: inout Canvas) {
    let isWrapped = area.rows > 1
    let columns = isWrapped ? self.columns.dropLast() : self.columns[...]
    if isWrapped, let last = self.columns.last {
      let place = wrapsInPlace ? area.droppingLeft(last.start) : area.droppingTop(1)
      let lines = last.column.whole(item).wrapped(to: place.columns, atMost: place.rows)
      for (row, line) in lines.enumerated() {
        canvas.draw(line, at: place.line(row).origin, within: place.columns)
      }
    }
    let remark = columns.count > 1 ? remark(item) : nil
    for placed in remark == nil ? columns : columns.prefix(1) {
      canvas.draw(
        placed.line(for: item), at: area.origin.moved(columns: placed.start), within: placed.width)
    }
    guard let remark else { return }
    canvas.draw(
      remark, at: area.origin.moved(columns: columns[1].start),
      within: area.columns - columns[1].start - 1)
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
  /// Areas of some heights, one below the other.
  func stacked(_ heights: [Int]) -> [Rectangle] {
    var rest = self
    return heights.map { height in
      defer { rest = rest.droppingTop(height) }
      return rest.top(height)
    }
  }
}
