import VirgaCanvas

enum CompletionPanel {
  static let height = 8

  /// Draws the list over everything else; `point` is the cell of the cursor.
  ///
  /// - Parameter problems: The row with the problems of the text, which is only covered if there is
  ///   no other room; nil if there are none.
  static func draw(
    _ popup: CompletionPopup, at point: Point, problems: Int? = nil, on canvas: inout Canvas
  ) {
    let boxes = boxes(
      popup, at: point, problems: problems, in: canvas.bounds.droppingTop(1).droppingBottom(2))
    canvas.fill(boxes.list)
    let all = popup.list.items.count
    canvas.border(boxes.list, BorderLook(.focusedBorder), subtitle: all > height ? "\(all)" : "")
    let inside = boxes.list.inset(by: 1)
    let label = Column<CompletionPopup.Item>(width: .rest) { item, _ in
      StyledLine(DisplayText(item.label))
    }
    let rows = ListRows(
      list: popup.list,
      columns: PlacedColumn.place([label], in: inside.columns - PanelSymbols.gutter))
    for (line, row) in popup.list.scroll.window(count: all, height: inside.rows).enumerated() {
      rows.draw(row, in: inside.line(line), on: &canvas)
      if row == popup.list.scroll.cursor { canvas.select(inside.line(line)) }
    }
    guard !boxes.detail.isEmpty else { return }
    canvas.fill(boxes.detail)
    canvas.border(boxes.detail)
    canvas.draw(boxes.text, in: boxes.detail.inset(by: 1))
  }

  private static func lines(about item: CompletionPopup.Item, columns: Int) -> [StyledLine] {
    let detail = Prose.lines(of: item.detail, columns: columns).map { StyledLine($0) }
    let text = SnippetText.laidOut(item.insert)
    let snippet = text.split(separator: "\n").map { DisplayText(String($0)).truncated(to: columns) }
    let most = 7
    let seen =
      snippet.count > most
      ? Array(snippet.prefix(most - 1)) + ["… \(snippet.count - most + 1) lines more"] : snippet
    return detail.prefix(6) + seen.map { StyledLine($0, .string) }
  }

  private static let minRows = 5

  /// The areas of the two boxes, below the cursor or, without room, above it; the detail is empty
  /// without room.
  private static func boxes(
    _ popup: CompletionPopup, at point: Point, problems: Int?, in whole: Rectangle
  ) -> (list: Rectangle, detail: Rectangle, text: [StyledLine]) {
    let free = whole.top((problems ?? whole.endRow) - whole.row)
    let most = max(free.endRow - point.row - 1, point.row - free.row)
    let bounds = most < minRows ? whole : free

    let widest = popup.list.items.map { DisplayText($0.label).columns }.max() ?? 0
    let columns = min(max(widest + 4, 14), max(14, bounds.columns / 2))
    var rows = min(popup.list.items.count, height) + 2
    if bounds != whole { rows = min(rows, most) }
    let isBelow = point.row + rows < bounds.endRow
    let row = isBelow ? point.row + 1 : max(bounds.row, point.row - rows)
    let column = max(bounds.column, min(point.column - 2, bounds.endColumn - columns))
    let list = Rectangle(column: column, row: row, columns: columns, rows: rows)

    let right = bounds.endColumn - list.endColumn
    let left = list.column - bounds.column
    // On the right, in reading direction, unless a sentence does not fit there.
    let isRight = right >= 26 || right >= left
    let width = min(isRight ? right : left, 48)
    let text =
      width < 20 ? [] : popup.list.selected.map { lines(about: $0, columns: width - 4) } ?? []
    let high = text.isEmpty ? 0 : min(text.count + 2, max(list.rows, 15))
    let top = isBelow ? list.row : max(bounds.row, list.endRow - high)
    let detail = Rectangle(
      column: isRight ? list.endColumn : list.column - width, row: top, columns: max(0, width),
      rows: min(high, bounds.endRow - top))
    return (list, detail, text)
  }
}
