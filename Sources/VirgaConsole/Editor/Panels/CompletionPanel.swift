import VirgaCanvas

enum CompletionPanel {
  static let height = 8

  /// Draws the list over everything else; `point` is the cell of the cursor.
  ///
  /// - Parameter problems: The row with the problems of the text, which is only covered if there is no other room; nil
  ///   if there are none.
  static func draw(
    _ popup: CompletionPopup, at point: Point, problems: Int? = nil, on canvas: inout Canvas
  ) {
    let boxes = Boxes(popup, at: point, problems: problems, in: canvas.bounds.droppingTop(1).droppingBottom(2))
    canvas.fill(boxes.list)
    let all = popup.items.count
    canvas.border(boxes.list, BorderLook(.focusedBorder), subtitle: all > height ? "\(all)" : "")
    let inside = boxes.list.inset(by: 1)
    let label = Column<CompletionPopup.Item>(width: .rest) { item, _ in StyledLine(DisplayText(item.label)) }
    let rows = ListRows(
      list: popup.list, columns: PlacedColumn.place([label], in: inside.columns - PanelSymbols.gutter))
    for (line, row) in popup.list.scroll.window(count: all, height: inside.rows).enumerated() {
      rows.draw(row, in: inside.line(line), on: &canvas)
      if row == popup.list.scroll.cursor { canvas.select(inside.line(line)) }
    }
    guard !boxes.detail.isEmpty, let item = popup.selected else { return }
    canvas.fill(boxes.detail)
    canvas.border(boxes.detail)
    let room = boxes.detail.inset(by: 1)
    canvas.draw(lines(about: item, columns: room.columns - 2), in: room)
  }

  private static func lines(about item: CompletionPopup.Item, columns: Int) -> [StyledLine] {
    let detail = Prose.lines(of: item.detail, columns: columns).map { StyledLine($0) }
    let text = SnippetText.formatted(item.insert, indentation: "")
    let snippet = text.split(separator: "\n").map { DisplayText(String($0)).truncated(to: columns) }
    let most = 7
    let seen =
      snippet.count > most ? Array(snippet.prefix(most - 1)) + ["… \(snippet.count - most + 1) lines more"] : snippet
    return detail.prefix(6) + seen.map { StyledLine($0, .string) }
  }

  private static let minRows = 5

  /// The areas of the two boxes, below the cursor or, without room, above it.
  private struct Boxes {
    var list: Rectangle
    var detail: Rectangle

    init(_ popup: CompletionPopup, at point: Point, problems: Int?, in whole: Rectangle) {
      let free = whole.top((problems ?? whole.endRow) - whole.row)
      let most = max(free.endRow - point.row - 1, point.row - free.row)
      let bounds = most < CompletionPanel.minRows ? whole : free

      let widest = popup.items.map { DisplayText($0.label).columns }.max() ?? 0
      let columns = min(max(widest + 4, 14), max(14, bounds.columns / 2))
      var rows = min(popup.items.count, CompletionPanel.height) + 2
      if bounds != whole { rows = min(rows, most) }
      let isBelow = point.row + rows < bounds.endRow
      let row = isBelow ? point.row + 1 : max(bounds.row, point.row - rows)
      let column = max(bounds.column, min(point.column - 2, bounds.endColumn - columns))
      list = Rectangle(column: column, row: row, columns: columns, rows: rows)
      detail = Self.detail(of: popup, beside: list, isBelow: isBelow, in: bounds)
    }

    private static func detail(
      of popup: CompletionPopup, beside list: Rectangle, isBelow: Bool, in bounds: Rectangle
    ) -> Rectangle {
      let right = bounds.endColumn - list.endColumn
      let left = list.column - bounds.column
      // On the right, in reading direction, unless a sentence does not fit there.
      let isRight = right >= 26 || right >= left
      let columns = min(isRight ? right : left, 48)
      guard columns >= 20, let item = popup.selected else {
        return Rectangle(column: list.column, row: list.row, columns: 0, rows: 0)
      }
      let rows = min(lines(about: item, columns: columns - 4).count + 2, max(list.rows, 15))
      let column = isRight ? list.endColumn : list.column - columns
      let row = isBelow ? list.row : max(bounds.row, list.endRow - rows)
      return Rectangle(column: column, row: row, columns: columns, rows: min(rows, bounds.endRow - row))
    }
  }
}
