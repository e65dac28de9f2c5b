import VirgaCanvas

/// Draws the list of completions with the details of the selected one.
enum CompletionPanel {
  /// The most completions that are visible at once.
  static let maximumItems = 8

  /// Draws the list over everything else; `point` is the cell of the cursor.
  ///
  /// - Parameter firstProblemRow: The first row of the problems of the text, which are only covered
  ///   if the list has too little room otherwise; nil without problems.
  static func draw(
    _ popup: CompletionPopup, at point: Point, firstProblemRow: Int? = nil,
    on canvas: inout Canvas
  ) {
    // The screen's first line and its last two, with hints and messages, stay visible.
    let body = canvas.bounds.droppingTop(1).droppingBottom(2)
    let place = place(
      popup.list.items, at: point, firstProblemRow: firstProblemRow, in: body)
    drawList(popup, in: place.area, on: &canvas)
    if let item = popup.list.selected { drawDetails(of: item, beside: place, on: &canvas) }
  }

  /// Draws the visible completions with their border, whose subtitle is the number of all if some
  /// are hidden.
  private static func drawList(
    _ popup: CompletionPopup, in area: Rectangle, on canvas: inout Canvas
  ) {
    canvas.fill(area)
    let itemCount = popup.list.items.count
    canvas.border(
      area, BorderLook(.focusedBorder), subtitle: itemCount > maximumItems ? "\(itemCount)" : "")
    let inside = area.inset(by: 1)
    let labels = labelRows(of: popup, in: inside.columns)
    let visibleIndices = popup.list.scroll.window(count: itemCount, height: inside.rows)
    for (row, index) in visibleIndices.enumerated() {
      labels.draw(index, in: inside.line(row), on: &canvas)
      if index == popup.list.scroll.cursor { canvas.select(inside.line(row)) }
    }
  }

  /// The rows of the list with a single column, which has the labels of the completions; the gutter
  /// before it is for the mark of the selected row.
  private static func labelRows(
    of popup: CompletionPopup, in columns: Int
  ) -> ListRows<CompletionPopup.Item> {
    let label = Column<CompletionPopup.Item>(width: .rest) { item, _ in
      StyledLine(DisplayText(item.label))
    }
    return ListRows(
      list: popup.list, columns: PlacedColumn.place([label], in: columns - PanelSymbols.gutter))
  }

  /// The description of a completion, and the text that it inserts.
  ///
  /// A long text ends with the number of lines that are cut; a long description is just cut.
  private static func lines(about item: CompletionPopup.Item, columns: Int) -> [StyledLine] {
    let detail = Prose.lines(of: item.detail, columns: columns).map { StyledLine($0) }
    let text = SnippetText.laidOut(item.insert)
    let snippet = text.split(separator: "\n").map { DisplayText(String($0)).truncated(to: columns) }
    let maxDetailLines = 6
    let maxTextLines = 7
    var visible = snippet
    if snippet.count > maxTextLines {
      // The last line says how many lines are cut.
      let shownLines = maxTextLines - 1
      let cutLines = snippet.count - shownLines
      visible = Array(snippet.prefix(shownLines)) + ["… \(cutLines) lines more"]
    }
    return detail.prefix(maxDetailLines) + visible.map { StyledLine($0, .string) }
  }

  /// If fewer rows are free, border included, the list covers the problems.
  private static let minimumListRows = 5
  private static let minimumListColumns = 14
  /// A sentence does not fit in fewer columns.
  private static let usualDetailColumns = 26
  private static let minimumDetailColumns = 20
  private static let maximumDetailColumns = 48
  private static let maximumDetailRows = 15
  /// The columns of the left and right border, or the rows of the upper and lower one.
  private static let bothBorders = 2

  /// Where the list of completions is drawn.
  private struct ListPlace {
    let area: Rectangle
    /// Whether it is below the cursor, not above it.
    let isBelowCursor: Bool
    /// What the list and the details may cover.
    let allowedArea: Rectangle
  }

  /// Places the list below the cursor or, if it does not fit there, above it.
  ///
  /// - Parameters:
  ///   - firstProblemRow: The first row of the problems of the text, which stay visible unless the
  ///     list would get fewer than `minimumListRows`; nil without problems.
  ///   - body: The area that the list may cover at most.
  private static func place(
    _ items: [CompletionPopup.Item], at point: Point, firstProblemRow: Int?, in body: Rectangle
  ) -> ListPlace {
    // Without problems, this is the whole body.
    let bodyAboveProblems = body.top((firstProblemRow ?? body.endRow) - body.row)
    let mostFreeRows = rowsBelowOrAbove(point, in: bodyAboveProblems)
    let mayCoverProblems = mostFreeRows < minimumListRows
    let allowedArea = mayCoverProblems ? body : bodyAboveProblems

    let wantedRows = min(items.count, maximumItems) + bothBorders
    let endsAboveProblems = allowedArea != body
    // Only problems shorten the list: on a screen that is too low for it, it covers the cursor.
    let rows = endsAboveProblems ? min(wantedRows, mostFreeRows) : wantedRows
    let isBelow = point.row + rows < allowedArea.endRow
    let row = isBelow ? point.row + 1 : max(allowedArea.row, point.row - rows)

    let (column, columns) = columnsOfList(items, at: point, in: allowedArea)
    return ListPlace(
      area: Rectangle(column: column, row: row, columns: columns, rows: rows),
      isBelowCursor: isBelow, allowedArea: allowedArea)
  }

  /// The number of rows of an area below a cell or above it, whichever is greater.
  private static func rowsBelowOrAbove(_ point: Point, in area: Rectangle) -> Int {
    let rowsBelow = area.endRow - point.row - 1
    let rowsAbove = point.row - area.row
    return max(rowsBelow, rowsAbove)
  }

  /// The first column of the list and its width: as wide as its labels, but at most half of the
  /// area.
  private static func columnsOfList(
    _ items: [CompletionPopup.Item], at point: Point, in allowedArea: Rectangle
  ) -> (first: Int, count: Int) {
    let widestLabel = items.map { DisplayText($0.label).columns }.max() ?? 0
    let wantedColumns = max(widestLabel + bothBorders + PanelSymbols.gutter, minimumListColumns)
    let half = allowedArea.columns / 2
    let mostColumns = max(minimumListColumns, half)
    let columns = min(wantedColumns, mostColumns)
    // If there is room, the list begins two columns before the cursor, so its labels one after it.
    let columnsBeforeCursor = 2
    let wantedColumn = point.column - columnsBeforeCursor
    let rightmost = allowedArea.endColumn - columns
    let column = max(allowedArea.column, min(wantedColumn, rightmost))
    return (first: column, count: columns)
  }

  /// Draws the details of a completion on a side of the list; nothing if neither side has room.
  ///
  /// Like the list itself, the details stay inside `list.allowedArea`.
  private static func drawDetails(
    of item: CompletionPopup.Item, beside list: ListPlace, on canvas: inout Canvas
  ) {
    let (isOnRight, columns) = sideOfDetails(beside: list)
    guard columns >= minimumDetailColumns else { return }
    let margins = 2
    let text = lines(about: item, columns: columns - bothBorders - margins)
    guard !text.isEmpty else { return }
    let (top, rows) = rowsOfDetails(needing: text.count + bothBorders, beside: list)
    let area = Rectangle(
      column: isOnRight ? list.area.endColumn : list.area.column - columns, row: top,
      columns: columns, rows: rows)
    guard !area.isEmpty else { return }
    canvas.fill(area)
    canvas.border(area)
    canvas.draw(text, in: area.inset(by: 1))
  }

  /// The side of the list on which the details are, and the columns that they can have there: the
  /// right, or the left if the right has less than their usual width and the left has more.
  private static func sideOfDetails(beside list: ListPlace) -> (isRight: Bool, columns: Int) {
    let columnsOnRight = list.allowedArea.endColumn - list.area.endColumn
    let columnsOnLeft = list.area.column - list.allowedArea.column
    let isRight = columnsOnRight >= usualDetailColumns || columnsOnRight >= columnsOnLeft
    return (isRight, min(isRight ? columnsOnRight : columnsOnLeft, maximumDetailColumns))
  }

  /// The first row of the details and the number of their rows, border included, within the area
  /// that they may cover.
  private static func rowsOfDetails(
    needing neededRows: Int, beside list: ListPlace
  ) -> (first: Int, count: Int) {
    let rows = min(neededRows, maximumDetailRows)
    // Below the cursor, both boxes begin in the same row; above it, they end in the same row.
    let top =
      list.isBelowCursor ? list.area.row : max(list.allowedArea.row, list.area.endRow - rows)
    return (first: top, count: min(rows, list.allowedArea.endRow - top))
  }
}
