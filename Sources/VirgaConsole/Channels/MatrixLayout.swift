import VirgaCanvas
import VirgaManifest

/// What the matrix shows, and where: names first, then the columns in sight by their contents, and
/// the rows in sight.
///
/// Computed once for a frame or a click.
struct MatrixLayout {
  struct Column {
    /// Its index among the shown columns of the matrix.
    let index: Int
    let heads: [DisplayText]
    /// The position of its separator, from the start of the names.
    let start: Int
    let width: Int
  }

  struct Row {
    /// Its index in the list.
    let index: Int
    let area: Rectangle
    /// The name of a value, or the heading of a feature.
    let name: [StyledLine]
    /// The lines of each column in sight; none for a heading.
    let cells: [[StyledLine]]
  }

  /// The width of the names.
  private(set) var nameWidth = 0
  private(set) var columns: [Column] = []
  private(set) var rows: [Row] = []
  /// The position of the separator that closes the last column, from the start of the names; nil if
  /// the columns take the whole width of the row.
  private(set) var closingSeparator: Int?

  /// The width of a separator: a line with a blank on either side.
  static let separatorWidth = 3

  /// Places the matrix in its panel, from the row on to which its list is scrolled.
  init(_ model: borrowing Model) {
    let area = MatrixPanel().rowsArea(in: model)
    let matrix = model.channels
    self.init(matrix, of: model, from: matrix.list.scroll, in: area)
  }

  /// The lines that the rows of ``ChannelsScreen/reservedList`` need, at most those of `room`.
  static func reservedLines(of model: borrowing Model, in room: Size) -> Int {
    var matrix = model.channels
    matrix.list = matrix.reservedList
    let layout = MatrixLayout(
      matrix, of: model, from: Scroll(), in: Rectangle(origin: .zero, size: room))
    return layout.rows.reduce(0) { sum, row in sum + row.area.rows }
  }

  /// Places the rows from a scroll position on in an area.
  ///
  /// - Parameter matrix: The matrix of the model, or a copy of it with another list.
  private init(
    _ matrix: ChannelsScreen, of model: borrowing Model, from scroll: Scroll, in area: Rectangle
  ) {
    let heads = matrix.columns.map { MatrixPanel.heads(of: $0, in: model) }
    // A blank before the columns, and after them the `»` of a difference that is out of sight.
    let (blank, differenceSign) = (1, 1)
    placeColumns(of: matrix, heads, in: area.columns - blank - differenceSign)
    // The rows in sight if each had one line; names that are wrapped leave room for fewer.
    let candidateRows = scroll.window(count: matrix.list.count, height: area.rows)
    placeRows(of: matrix, from: scroll, among: candidateRows, in: area)
  }

  /// The index in the list of the row at a point; nil if there is none.
  func row(at point: Point) -> Int? { rows.first { $0.area.contains(point) }?.index }

  /// Places the columns in sight one after the other behind the names, in a width of `room`, by
  /// the rule of ``MatrixWidths``.
  private mutating func placeColumns(
    of matrix: ChannelsScreen, _ heads: [[DisplayText]], in room: Int
  ) {
    // Measured when these columns were shown first: a value that changes later moves none of them.
    let contentWidths = matrix.reservedWidths
    let columnsBeforeName = PanelSymbols.gutter + Self.changeMarkColumns(matrix)
    let widths = MatrixWidths(
      Self.neededWidths(heads, contentWidths), name: columnsBeforeName + contentWidths.nameWidth,
      cursor: matrix.column, in: room)
    nameWidth = widths.nameWidth
    // Each column begins with its separator.
    var start = nameWidth
    for column in widths.columns {
      columns.append(
        Column(
          index: column.index, heads: heads[column.index], start: start, width: column.width))
      start += column.width + Self.separatorWidth
    }
    let endOfColumns = start
    closingSeparator = needsClosingSeparator(widthLeft: room - endOfColumns) ? endOfColumns : nil
  }

  /// Whether a separator closes the last column, if the columns leave a width free behind it.
  private func needsClosingSeparator(widthLeft: Int) -> Bool {
    let fitsSeparator = widthLeft >= Self.separatorWidth
    // Sharing the width evenly may leave a rest smaller than the number of columns: it stays blank,
    // and the border of the panel closes the last column.
    let isMoreThanRemainder = widthLeft >= columns.count
    return fitsSeparator && isMoreThanRemainder && !columns.isEmpty
  }

  /// The width that each column needs for its head and the measured values, and that of its head
  /// alone.
  private static func neededWidths(
    _ heads: [[DisplayText]], _ measured: MatrixContentWidths
  ) -> [(needed: Int, head: Int)] {
    heads.enumerated().map { index, lines in
      let widestHead = lines.map(\.columns).max() ?? 0
      // Before the values are measured, only heads are shown.
      let isMeasured = measured.cellWidths.indices.contains(index)
      let widestCell = isMeasured ? measured.cellWidths[index] : 0
      return (needed: max(widestHead, widestCell), head: widestHead)
    }
  }

  /// Places the rows in sight one below the other, with their names and cells.
  ///
  /// - Parameters:
  ///   - matrix: The matrix with the list of rows.
  ///   - scroll: The position from which rows are in sight.
  ///   - candidateRows: The rows that would be in sight if each had one line; with wrapped names,
  ///     fewer of them are.
  ///   - area: The area of the rows.
  private mutating func placeRows(
    of matrix: ChannelsScreen, from scroll: Scroll, among candidateRows: Range<Int>,
    in area: Rectangle
  ) {
    let list = matrix.list
    // In a low panel, a name is cut instead of wrapped if not all rows fit.
    let isLow = area.rows < Self.minRowsForWrappedNames
    let cutsNames = isLow && list.count > area.rows
    let names = candidateRows.map { nameLines(inRow: $0, of: matrix, cutsNames: cutsNames) }
    func name(inRow row: Int) -> [StyledLine] { names[row - candidateRows.lowerBound] }
    func nameHeight(_ row: Int) -> Int { name(inRow: row).count }
    let visibleRows = scroll.window(count: list.count, height: area.rows, linesOfRow: nameHeight)
    let heights = heights(
      ofRows: visibleRows, nameHeights: visibleRows.map(nameHeight), of: list, in: area.rows)
    rows = zip(visibleRows, area.stacked(heights)).map { row, rowArea in
      Row(
        index: row, area: rowArea, name: name(inRow: row),
        cells: cellLines(inRow: row, of: list, atMost: rowArea.rows))
    }
  }

  /// The heights of visible rows: those of their names; if all rows of the list are visible, those
  /// with higher cells share the lines that are left.
  private func heights(
    ofRows visibleRows: Range<Int>, nameHeights: [Int], of list: ListModel<MatrixItem>,
    in lines: Int
  ) -> [Int] {
    let isWholeListVisible = visibleRows.count == list.count
    guard isWholeListVisible else { return nameHeights }
    let cellHeights = visibleRows.map { linesOfHighestCell(inRow: $0, of: list, atMost: lines) }
    return Self.grown(nameHeights, toward: cellHeights, in: lines)
  }

  /// The lines of the name of the value in a row of the list, or if the row is the heading of a
  /// feature, that heading.
  private func nameLines(
    inRow row: Int, of matrix: ChannelsScreen, cutsNames: Bool
  ) -> [StyledLine] {
    let list = matrix.list
    if let item = list.item(inRow: row) {
      return nameLines(of: item, in: matrix, cutsNames: cutsNames)
    }
    return [Self.heading(list.heading(inRow: row) ?? "", matrix)]
  }

  /// The lines of each cell in a row of the list, at most `maxLines` each; none for a heading.
  private func cellLines(
    inRow row: Int, of list: ListModel<MatrixItem>, atMost maxLines: Int
  ) -> [[StyledLine]] {
    guard let item = list.item(inRow: row) else { return [] }
    return MatrixCell.lines(
      columns.map { item.row.cells[$0.index] }, widths: columns.map(\.width), atMost: maxLines)
  }

  /// The lines of the highest cell in a row of the list; 1 for a heading, which has no cells.
  private func linesOfHighestCell(
    inRow row: Int, of list: ListModel<MatrixItem>, atMost maxLines: Int
  ) -> Int {
    cellLines(inRow: row, of: list, atMost: maxLines).map(\.count).max() ?? 1
  }

  /// The height below which a panel is low: there, a cut name costs less than a row.
  private static let minRowsForWrappedNames = 8

  /// Gives the lines that are left to rows that need more, one by one, always to the lowest of
  /// them.
  ///
  /// Heights of 1 and 1 that need 5 and 2 grow to 4 and 2 in 6 lines.
  private static func grown(_ heights: [Int], toward needed: [Int], in lines: Int) -> [Int] {
    var heights = heights
    while heights.reduce(0, +) < lines {
      let lacking = heights.indices.filter { heights[$0] < needed[$0] }
      guard let lowest = lacking.min(by: { heights[$0] < heights[$1] }) else { break }
      heights[lowest] += 1
    }
    return heights
  }

  /// The width of what precedes a name: the mark of its change if there are several manifests, and
  /// a blank.
  private static func changeMarkColumns(_ matrix: ChannelsScreen) -> Int {
    matrix.comparesManifests ? 2 : 1
  }

  /// A name with its mark: one line if it fits or `cutsNames` is true, else wrapped, with the
  /// lines after the first indented by two blanks.
  private func nameLines(
    of item: MatrixItem, in matrix: ChannelsScreen, cutsNames: Bool
  ) -> [StyledLine] {
    let (mark, style) = PanelSymbols.change(item.change)
    let name = DisplayText(item.name)
    let markColumns = Self.changeMarkColumns(matrix)
    let room = nameWidth - PanelSymbols.gutter - markColumns
    let indent = 2
    let isOneLine = cutsNames || name.columns <= room
    // The end of a path tells more than its start.
    let lines = isOneLine ? [name.truncatedAtStart(to: room)] : name.wrapped(to: room - indent)
    return lines.enumerated().map { index, line in
      let start: (DisplayText, Style) =
        index == 0
        ? (mark.padded(to: markColumns), style) : (.blanks(markColumns + indent), .text)
      return StyledLine(of: start, (line, item.differs ? .text : .dim))
    }
  }

  /// The heading of a feature, with the manifests that lack it, as in `+ search  not in old.yaml`.
  private static func heading(_ feature: String, _ matrix: ChannelsScreen) -> StyledLine {
    let (absenceWords, change) = matrix.absence(of: feature)
    let (mark, style) = PanelSymbols.change(change)
    return StyledLine(
      of: (matrix.comparesManifests ? mark + " " : .empty, style.bold()),
      (DisplayText(feature), .text.bold()),
      (DisplayText(absenceWords.isEmpty ? "" : "  " + absenceWords), .changed))
  }
}
