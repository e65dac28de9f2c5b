import VirgaCanvas

/// Draws the list of completions with the details of the selected one.
enum CompletionPanel {
  /// The most completions that are visible at once.
  static let height = 8

  /// Draws the list over everything else; `point` is the cell of the cursor.
  ///
  /// - Parameter problems: The row with the problems of the text, which is only covered if there is
  ///   no other room; nil if there are none.
  static func draw(
    _ popup: CompletionPopup, at point: Point, problems: Int? = nil, on canvas: inout Canvas
  ) {
    let body = canvas.bounds.droppingTop(1).droppingBottom(2)
    let boxes = boxes(popup, at: point, problems: problems, in: body)
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

  /// What is known of a completion, and the text that it inserts; a long text is cut.
  private static func lines(about item: CompletionPopup.Item, columns: Int) -> [StyledLine] {
    let detail = Prose.lines(of: item.detail, columns: columns).map { StyledLine($0) }
    let text = SnippetText.laidOut(item.insert)
    let snippet = text.split(separator: "\n").map { DisplayText(String($0)).truncated(to: columns) }
    let maxDetailLines = 6
    let maxTextLines = 7
    var visible = snippet
    if snippet.count > maxTextLines {
      let cutLines = snippet.count - (maxTextLines - 1)
      visible = Array(snippet.prefix(maxTextLines - 1)) + ["… \(cutLines) lines more"]
    }
    return detail.prefix(maxDetailLines) + visible.map { StyledLine($0, .string) }
  }

  /// The areas of the list and of the details beside it.
  private struct Boxes {
    let list: Rectangle
    /// Empty if there is no room.
    let detail: Rectangle
    /// The lines of the details.
    let text: [StyledLine]
  }

  /// If fewer rows are free, border included, the list covers the problems.
  private static let minimumListRows = 5
  private static let minimumListColumns = 14
  /// A sentence does not fit in fewer columns.
  private static let usualDetailColumns = 26
  private static let minimumDetailColumns = 20
  private static let maximumDetailColumns = 48
  private static let maximumDetailRows = 15

  /// The boxes below the cursor or, without room, above it; the details are on the right unless the
  /// left has more room.
  ///
  /// - Parameters:
  ///   - problems: The row with the problems of the text, which stays visible unless the list would
  ///     get too low.
  ///   - body: The area that the boxes may cover.
  private static func boxes(
    _ popup: CompletionPopup, at point: Point, problems: Int?, in body: Rectangle
  ) -> Boxes {
    let aboveProblems = body.top((problems ?? body.endRow) - body.row)
    let rowsBelow = aboveProblems.endRow - point.row - 1
    let rowsAbove = point.row - aboveProblems.row
    let freeRows = max(rowsBelow, rowsAbove)
    let bounds = freeRows < minimumListRows ? body : aboveProblems

    let border = 2
    let borderAndGutter = border + PanelSymbols.gutter
    let widest = popup.list.items.map { DisplayText($0.label).columns }.max() ?? 0
    let columns = min(
      max(widest + borderAndGutter, minimumListColumns),
      max(minimumListColumns, bounds.columns / 2))
    var rows = min(popup.list.items.count, height) + border
    if bounds != body { rows = min(rows, freeRows) }
    let isBelow = point.row + rows < bounds.endRow
    let row = isBelow ? point.row + 1 : max(bounds.row, point.row - rows)
    // The labels begin at the cursor, if they fit.
    let column = max(bounds.column, min(point.column - 2, bounds.endColumn - columns))
    let list = Rectangle(column: column, row: row, columns: columns, rows: rows)

    let right = bounds.endColumn - list.endColumn
    let left = list.column - bounds.column
    let isRight = right >= usualDetailColumns || right >= left
    let width = min(isRight ? right : left, maximumDetailColumns)
    var text: [StyledLine] = []
    if width >= minimumDetailColumns, let item = popup.list.selected {
      text = lines(about: item, columns: width - 4)
    }
    let maximumRows = max(list.rows, maximumDetailRows)
    let detailRows = text.isEmpty ? 0 : min(text.count + border, maximumRows)
    let top = isBelow ? list.row : max(bounds.row, list.endRow - detailRows)
    let detail = Rectangle(
      column: isRight ? list.endColumn : list.column - width, row: top, columns: max(0, width),
      rows: min(detailRows, bounds.endRow - top))
    return Boxes(list: list, detail: detail, text: text)
  }
}
