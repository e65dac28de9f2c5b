import VirgaCanvas

struct ListRows<Item: ListItem> {
  let list: ListModel<Item>
  let columns: [PlacedColumn<Item>]
  /// Whether the last column is wrapped in its place, not in the lines below the others.
  var wrapsInPlace = false
  /// A line that an item shows instead of all columns but the first; nil for the columns.
  var remark: @Sendable (Item) -> StyledLine? = { _ in nil }

  func draw(_ row: Int, in line: Rectangle, on canvas: inout Canvas) {
    if row == list.scroll.cursor { canvas.draw(PanelSymbols.cursor, at: line.origin, style: .accent.bold()) }
    switch list.rows[row] {
    case .heading(let section, let count):
      let fold = list.isFolded(section) ? PanelSymbols.closed : PanelSymbols.open
      let heading = StyledLine(
        of: (fold, .accent), (" ", .text), (DisplayText(section), .text.bold()), (DisplayText("  \(count)"), .dim))
      canvas.draw(
        heading, at: line.origin.moved(columns: PanelSymbols.gutter), within: line.columns - PanelSymbols.gutter)
    case .item(let index): draw(list.items[index], in: line, on: &canvas)
    }
  }

  /// Draws an item, the last column in the lines below the first one if there are any, or wrapped in its place.
  private func draw(_ item: Item, in area: Rectangle, on canvas: inout Canvas) {
    let isWrapped = area.rows > 1 || wrapsInPlace
    let (line, columns) = (area.top(1), isWrapped ? self.columns.dropLast() : self.columns[...])
    if isWrapped, let last = self.columns.last {
      let place = wrapsInPlace ? area.droppingLeft(last.start) : area.droppingTop(1)
      let (whole, room) = (last.column.whole(item), place.columns - PanelSymbols.gutter)
      let lines = place.rows == 1 ? [whole.truncated(to: room)] : whole.wrapped(to: room)
      for (row, text) in lines.prefix(place.rows).enumerated() {
        let isCut = row == place.rows - 1 && row < lines.count - 1
        let shown = isCut ? StyledLine(pieces: text.pieces + lines[row + 1].pieces).truncated(to: room) : text
        canvas.draw(shown, at: place.origin.moved(columns: PanelSymbols.gutter, rows: row), within: room)
      }
    }
    if list.marked.contains(item.id) {
      canvas.draw(PanelSymbols.marked, at: line.origin.moved(columns: 1), style: .accent.bold())
    }
    let remark = columns.count > 1 ? remark(item) : nil
    for placed in remark == nil ? columns : columns.prefix(1) {
      canvas.draw(
        placed.line(for: item), at: line.origin.moved(columns: PanelSymbols.gutter + placed.start),
        within: placed.width)
    }
    guard let remark else { return }
    let start = PanelSymbols.gutter + columns[1].start
    canvas.draw(remark, at: line.origin.moved(columns: start), within: line.columns - start - 1)
  }
}
