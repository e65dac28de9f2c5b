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
  func title(of model: Model) -> DisplayText
  func subtitle(of model: Model) -> DisplayText
  /// Why the list is empty, and what shows more.
  func emptyText(of model: Model) -> DisplayText

  /// The lines above the rows in a width, as far as there is room for them.
  func head(of model: Model, columns: Int) -> [StyledLine]
  /// The lines below the rows, in the inside of the panel.
  func foot(of model: Model, in size: Size) -> [StyledLine]
  /// The most lines of a row in a width; with more than one, the last column goes below the others.
  func rowHeight(of model: Model, columns: Int) -> Int
  /// Whether items take as many lines as ``ownHeight(of:in:columns:)`` says; their last column is
  /// wrapped in its place then.
  var hasOwnHeights: Bool { get }
  /// The lines that an item takes, of those of a row.
  func ownHeight(of item: Item, in model: Model, columns: Int) -> Int
  /// A line that an item shows instead of all columns but the first; nil for the columns.
  func remark(on item: Item) -> StyledLine?

  /// Draws in the line of the filter, from the end of its text on.
  func drawBesideFilter(_ model: Model, in line: Rectangle, on canvas: inout Canvas)
  /// Draws the list's own search instead of the heads; returns false if there is no search.
  func drawSearch(_ model: Model, in heads: Rectangle, on canvas: inout Canvas) -> Bool
  /// Draws the text being typed into a row; returns false if there is none.
  func drawEntry(_ model: Model, in row: ListEntryRow<Item>, on canvas: inout Canvas) -> Bool
}

/// The space for the rows of a list, and the visible items.
struct ListRoom<Item> {
  /// The width that a row has for its columns, in cells.
  let columns: Int
  let rowHeight: Int
  let seen: [Item]
}

/// A row in which a text may be typed.
struct ListEntryRow<Item: Sendable> {
  let item: Item
  let area: Rectangle
  let columns: [PlacedColumn<Item>]
}

extension ListPanel {
  var isFiltered: Bool { true }
  var isMarkable: Bool { true }
  func subtitle(of model: Model) -> DisplayText { .empty }
  func emptyText(of model: Model) -> DisplayText { .empty }
  func head(of model: Model, columns: Int) -> [StyledLine] { [] }
  func foot(of model: Model, in size: Size) -> [StyledLine] { [] }
  func rowHeight(of model: Model, columns: Int) -> Int { 1 }
  var hasOwnHeights: Bool { false }
  func ownHeight(of item: Item, in model: Model, columns: Int) -> Int { 1 }
  func remark(on item: Item) -> StyledLine? { nil }
  func drawBesideFilter(_ model: Model, in line: Rectangle, on canvas: inout Canvas) {}
  func drawSearch(_ model: Model, in heads: Rectangle, on canvas: inout Canvas) -> Bool { false }
  func drawEntry(_ model: Model, in row: ListEntryRow<Item>, on canvas: inout Canvas) -> Bool {
    false
  }

  private func places(in model: Model) -> ListPlaces {
    places(inside: model.layout.inside(panel), of: model)
  }

  /// Divides the inside of the panel among filter, head, rows and foot.
  private func places(inside: Rectangle, of model: Model) -> ListPlaces {
    let filterRows = isFiltered ? 1 : 0
    let foot = foot(of: model, in: inside.size)
    let columnHeads = 1
    let leftForHead = inside.rows - filterRows - columnHeads - foot.count - 1
    let above = Array(
      head(of: model, columns: inside.columns - 2).prefix(max(0, leftForHead)))
    let height = rowHeight(of: model, columns: inside.columns - PanelSymbols.gutter)
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
  private func visible(in model: Model, _ places: ListPlaces) -> [VisibleRow] {
    let (list, area) = (read(model), places.rows)
    // Each height is needed several times, and measuring a row wraps its text.
    var heights: [Int: Int] = [:]
    func height(_ row: Int) -> Int {
      guard places.rowHeight > 1, hasOwnHeights, let item = list.item(inRow: row) else {
        return places.rowHeight
      }
      let height =
        heights[row]
        ?? min(
          places.rowHeight,
          ownHeight(of: item, in: model, columns: area.columns - PanelSymbols.gutter))
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
    return zip(rows, area.stacked(rows.map(height))).map { VisibleRow(index: $0, area: $1) }
  }

  func row(at point: Point, in model: Model) -> Int? {
    visible(in: model, places(in: model)).first { $0.area.contains(point) }?.index
  }

  /// Draws border, filter, head, foot, the heads of the columns and the visible rows.
  ///
  /// The row under the cursor is selected if the panel has the focus and no text is typed into it.
  func draw(_ model: Model, on canvas: inout Canvas) {
    guard let area = model.layout.panels[panel] else { return }
    let (list, places) = (read(model), places(in: model))
    canvas.drawBorder(
      area, title: title(of: model), subtitle: subtitle(of: model), hasFocus: model.focus == panel)
    let inside = area.inset(by: 1)
    if isFiltered {
      list.filter.draw(in: inside.top(1), on: &canvas)
      // Right of the filter's text: 7 cells for its sign and blanks, 6 for the word "filter".
      let filterColumns = 7 + max(6, DisplayText(list.filter.text).columns)
      drawBesideFilter(model, in: inside.top(1).droppingLeft(filterColumns), on: &canvas)
    }
    canvas.draw(places.above, in: inside.droppingTop(isFiltered ? 1 : 0))
    canvas.draw(places.foot, in: inside.bottom(places.foot.count))
    let rows = places.rows
    let visible = visible(in: model, places)
    let placed = placed(visible.map(\.index), of: list, in: places, model)
    let heads = Rectangle(column: rows.column, row: rows.row - 1, columns: rows.columns, rows: 1)
    if places.showsHeads, !drawSearch(model, in: heads, on: &canvas) {
      drawHeads(placed, in: heads, on: &canvas)
    }
    guard list.count > 0 else {
      return canvas.draw(
        emptyText(of: model).wrapped(to: rows.columns - 2).map { StyledLine($0, .dim) }, in: rows)
    }
    let drawn = ListRows(
      list: list, columns: placed, wrapsInPlace: hasOwnHeights, remark: { remark(on: $0) })
    for row in visible {
      drawn.draw(row.index, in: row.area, on: &canvas)
      guard row.index == list.scroll.cursor else { continue }
      let isTyped =
        list.item(inRow: row.index).map {
          let row = ListEntryRow(item: $0, area: row.area, columns: placed)
          return drawEntry(model, in: row, on: &canvas)
        } ?? false
      guard model.focus == panel, !isTyped else { continue }
      canvas.select(row.area)
      if canvas.cursor == nil, model.overlay == nil { canvas.cursor = row.area.origin }
    }
  }

  /// Places the columns for some rows; in high rows, the last column has lines of its own.
  private func placed(
    _ rows: [Int], of list: ListModel<Item>, in places: ListPlaces, _ model: Model
  ) -> [PlacedColumn<Item>] {
    let room = max(0, places.rows.columns - PanelSymbols.gutter)
    let seen = rows.compactMap(list.item)
    let columns = columns(
      of: model, in: ListRoom(columns: room, rowHeight: places.rowHeight, seen: seen))
    guard places.rowHeight > 1, !hasOwnHeights else {
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
        ?? (list.count == 0 ? SpokenText.of(emptyText(of: model).plain) : "")
    }
    // In a room of 1,000 columns, every column is shown.
    let columns = columns(of: model, in: ListRoom(columns: 1_000, rowHeight: 1, seen: [item]))
    let words = columns.map { $0.spoken?(item) ?? SpokenText.of($0.whole(item).text.plain) }
    return (list.marked.contains(item.id) ? "marked " : "")
      + words.filter { !$0.isEmpty }.joined(separator: " ")
  }
}

/// A row of a list in sight.
private struct VisibleRow {
  /// Its index in the list.
  let index: Int
  let area: Rectangle
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
