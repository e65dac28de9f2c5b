import VirgaCanvas
import VirgaFiles
import VirgaJSON
import VirgaManifest
import VirgaSource

/// The matrix: a row per value, a column per channel.
struct MatrixPanel: ListView {
  let panel = Panel.matrix
  let path: ModelPath<ListModel<MatrixItem>> = \Model.channels.list
  let isFiltered = true
  let isMarkable = true
  let doubleClickCommand: String? = "go-to-cell"

  func listModel(of model: Model) -> ListModel<MatrixItem> { model.channels.list }

  /// The area of the rows: below the filter, the heads and, unless the panel is low, the rule (the
  /// line under the heads).
  func rowsArea(in model: Model) -> Rectangle {
    let filterRows = 1
    let ruleRows = Self.isLow(model) ? 0 : 1
    return model.layout.inside(panel).droppingTop(filterRows + Self.headRows(model) + ruleRows)
  }

  func row(at point: Point, in model: Model) -> Int? { MatrixLayout(model).row(at: point) }

  func scrollPosition(in model: Model) -> DisplayText {
    Self.scrollPosition(of: MatrixLayout(model), model.channels)
  }

  /// How far the rows are visible, as in `15 of 28 lines`: each counts as one line, however high it
  /// is; empty if all are visible.
  private static func scrollPosition(
    of layout: MatrixLayout, _ matrix: ChannelsScreen
  ) -> DisplayText {
    Prose.scrollPosition(
      from: layout.rows.first?.index ?? 0, rows: layout.rows.count, of: matrix.list.count)
  }

  /// Moves the cursor to the clicked column and row, or starts to filter if the filter is clicked.
  ///
  /// A click on the heads, which are in no row, changes the column only.
  func click(at point: Point, isDoubleClick: Bool, in model: inout Model) -> Outcome {
    let inside = model.layout.inside(panel)
    let layout = MatrixLayout(model)
    // Positions of columns count from the start of the names, after one blank.
    let offset = point.column - (inside.column + 1)
    let column = layout.columns.first { column in
      let end = column.start + column.width + MatrixLayout.separatorWidth
      return (column.start..<end).contains(offset)
    }
    // The filter is always in the first line, above the heads and the rows.
    let isOnFilter = point.row == inside.row
    if !isOnFilter, let column { model.channels.column = column.index }
    return clickRow(layout.row(at: point), at: point, isDoubleClick: isDoubleClick, in: &model)
  }

  /// A row in plain mode: the value with its text in each column, or the heading of a feature.
  ///
  /// As in `homescreen enabled: nightly true, beta false; the cursor is on beta`.
  func words(forRow row: Int, of model: Model) -> String {
    let matrix = model.channels
    let list = matrix.list
    if let feature = list.heading(inRow: row) {
      let words = [feature, matrix.absence(of: feature).words]
      return words.filter { !$0.isEmpty }.joined(separator: ", ")
    }
    // A row that is neither is that of an empty list.
    guard let item = list.item(inRow: row) else {
      return SpokenText.of(Self.emptyText(model).plain)
    }
    let words = Self.words(of: item, in: matrix)
    guard row == list.scroll.cursor, let column = matrix.selectedColumn else { return words }
    return words + "; the cursor is on \(column.title)"
  }

  /// A value with its text in each column, as in `marked, homescreen enabled: nightly true, beta
  /// missing`.
  private static func words(of item: MatrixItem, in matrix: ChannelsScreen) -> String {
    let cells = zip(matrix.columns, item.row.cells).map { column, cell in
      "\(column.title) \(MatrixCell.words(cell))"
    }
    let mark = matrix.list.marked.contains(item.id) ? "marked, " : ""
    return mark + "\(item.row.feature) \(item.name): \(cells.joined(separator: ", "))"
  }

  /// Whether the panel is too low for a second line of heads and a rule below them.
  private static func isLow(_ model: Model) -> Bool {
    model.layout.inside(.matrix).rows < minRowsWithRule
  }

  private static let minRowsWithRule = 6

  /// The lines of the heads: with several manifests, one for the manifest and one for the channel.
  private static func headRows(_ model: Model) -> Int {
    model.channels.comparesManifests && !isLow(model) ? 2 : 1
  }

  /// The head of a column, line by line: its channel, and above it the manifest if there are
  /// several; in a low panel one line, the title, which names both.
  ///
  /// Of a manifest, only what distinguishes it is shown: `old` and `new` for `old/app.fml.yaml` and
  /// `new/app.fml.yaml`, or `app` for `app.fml.yaml`.
  static func heads(of column: ComparisonColumn, in model: Model) -> [DisplayText] {
    let hasLineForManifests = headRows(model) > 1
    guard hasLineForManifests else { return [DisplayText(column.title)] }
    // A file without a folder keeps its name, and loses only the ending.
    let nameAfterFolder = "/" + FilePath.name(of: column.file)
    let allShareName = model.channels.columns.allSatisfy { $0.file.hasSuffix(nameAfterFolder) }
    let fileEnding = [".fml.yaml", ".fml.yml"].first(where: column.file.hasSuffix) ?? ""
    let ending = allShareName ? nameAfterFolder : fileEnding
    let manifest = String(column.file.dropLast(ending.count))
    return [DisplayText(manifest), DisplayText(column.channel ?? "")]
  }

  /// Draws the filter with the summary next to it, the heads, and the visible rows or the text of
  /// an empty matrix.
  func draw(_ model: Model, on canvas: inout Canvas) {
    guard let area = model.layout.panels[panel] else { return }
    let matrix = model.channels
    let layout = MatrixLayout(model)
    let inside = area.inset(by: 1)
    canvas.drawBorder(
      area, title: "Channels", subtitle: subtitle(matrix, layout), hasFocus: model.focus == panel)
    canvas.drawScrollPosition(Self.scrollPosition(of: layout, matrix), in: area)
    drawFilterAndSummary(model, in: inside.top(1), on: &canvas)
    drawHeads(model, layout, in: inside.droppingTop(1), on: &canvas)
    if matrix.list.count == 0 {
      // A blank on either side of the text.
      let start = rowsArea(in: model).origin.moved(columns: 1)
      canvas.draw(Self.emptyText(model), at: start, style: .dim, within: inside.columns - 2)
    }
    for row in layout.rows { draw(row, layout, model, on: &canvas) }
  }

  /// Draws the filter and, in what is left of its line, the summary.
  private func drawFilterAndSummary(
    _ model: Model, in line: Rectangle, on canvas: inout Canvas
  ) {
    let filter = model.channels.list.filter
    filter.draw(in: line, on: &canvas)
    // The sign and its blanks take three columns before the text, and three blanks follow it.
    let signAndBlanks = 6
    // The placeholder of an empty filter.
    let placeholderColumns = "filter".count
    let textColumns = max(placeholderColumns, DisplayText(filter.text).columns)
    let besideFilter = line.droppingLeft(signAndBlanks + textColumns)
    let blankAtEnd = 1
    canvas.draw(
      DisplayText(Self.summary(model)), at: besideFilter.origin, style: .dim,
      within: besideFilter.columns - blankAtEnd)
  }

  /// Draws the heads of names and columns, and a rule below them if the panel is not low; the
  /// session's channel and marked columns have a sign, and the column under the cursor is
  /// highlighted.
  private func drawHeads(
    _ model: Model, _ layout: MatrixLayout, in area: Rectangle, on canvas: inout Canvas
  ) {
    let headRows = Self.headRows(model)
    let room = layout.nameWidth - PanelSymbols.gutter
    // With two lines, the first one has the manifests of the columns, and nothing above the names.
    let lastHeadLine = area.line(headRows - 1)
    canvas.draw(
      nameHead(of: model.channels, layout, in: room),
      at: lastHeadLine.origin.moved(columns: PanelSymbols.gutter), within: room)
    for column in layout.columns { drawHead(of: column, model, in: area, on: &canvas) }
    // If the columns do not take the whole width, a separator closes the last one.
    if let position = layout.closingSeparator {
      drawSeparator(at: position, rows: headRows, in: area, on: &canvas)
    }
    if !Self.isLow(model) { drawRule(layout, in: area.line(headRows), on: &canvas) }
  }

  /// Draws the head of a column, with the separator and the sign before it: that of a mark or of
  /// the session's channel, else a blank.
  private func drawHead(
    of column: MatrixLayout.Column, _ model: Model, in area: Rectangle, on canvas: inout Canvas
  ) {
    let matrix = model.channels
    let sign = Self.sign(of: matrix.columns[column.index], in: model)
    let style: Style = column.index == matrix.column ? .title.bold() : .dim.bold()
    let start = Self.separatorStart(at: column.start, in: area)
    for (row, text) in column.heads.enumerated() {
      let line = StyledLine(
        of: ("│", .border), (sign, .accent), (text.truncated(to: column.width), style))
      canvas.draw(line, at: start.moved(rows: row), within: Self.columnsBeforeText + column.width)
    }
  }

  /// Draws the rule below the heads, which the separators cross.
  private func drawRule(
    _ layout: MatrixLayout, in line: Rectangle, on canvas: inout Canvas
  ) {
    canvas.fill(line, style: .border, glyph: "─")
    for column in layout.columns { drawCross(at: column.start) }
    if let position = layout.closingSeparator { drawCross(at: position) }

    func drawCross(at position: Int) {
      canvas.draw("┼", at: Self.separatorStart(at: position, in: line), style: .border)
    }
  }

  /// Draws the separator at a position of the layout in the first `rows` lines of an area.
  private func drawSeparator(
    at position: Int, rows: Int, in area: Rectangle, on canvas: inout Canvas
  ) {
    let start = Self.separatorStart(at: position, in: area)
    for line in 0..<rows { canvas.draw("│", at: start.moved(rows: line), style: .border) }
  }

  /// The sign before the head of a column: that of a mark, or else that of the session's channel.
  ///
  /// The session is about the first manifest, so columns of further ones show no such sign.
  private static func sign(of column: ComparisonColumn, in model: Model) -> DisplayText {
    if model.channels.markedColumns.contains(column.title) { return PanelSymbols.marked }
    let isSessionChannel =
      column.isOfFirstManifest && column.channel.isSameName(as: model.channel)
    return isSessionChannel ? PanelSymbols.cursor : " "
  }

  /// The point of the separator at a position of the layout, in the first line of an area; a blank
  /// precedes the names.
  private static func separatorStart(at position: Int, in area: Rectangle) -> Point {
    area.origin.moved(columns: 1 + position)
  }

  /// The width of what is before the text of a column: the separator, and a blank or, in the heads,
  /// a sign.
  private static let columnsBeforeText = 2

  /// The head of the names, `Feature ▸ variable`; if the heading of the first row's feature has
  /// scrolled out of sight, `Feature` is replaced by that feature, and ` ▸ variable` may be left
  /// out.
  private func nameHead(
    of matrix: ChannelsScreen, _ layout: MatrixLayout, in room: Int
  ) -> StyledLine {
    // Nil if the first row is a heading.
    let firstItem = layout.rows.first.flatMap { matrix.list.item(inRow: $0.index) }
    var head =
      firstItem.map { StyledLine(DisplayText($0.row.feature), .text.bold()) }
      ?? StyledLine("Feature", .dim.bold())
    let variable: DisplayText = " ▸ variable"
    let fits = head.columns + variable.columns <= room
    if firstItem == nil || fits { head.add(variable, .dim.bold()) }
    return head
  }

  /// Draws a row: name, cells, signs of cursor and mark, and `»` if only a column out of sight
  /// differs; in the focused panel, highlights the row under the cursor and its cell.
  private func draw(
    _ row: MatrixLayout.Row, _ layout: MatrixLayout, _ model: Model, on canvas: inout Canvas
  ) {
    let matrix = model.channels
    let area = row.area
    // Nil for the heading of a feature.
    let item = matrix.list.item(inRow: row.index)
    drawName(of: row, on: &canvas)
    drawCells(of: row, layout, on: &canvas)
    canvas.drawSigns(of: matrix.list, row: row.index, in: area)
    if let item, Self.differsOnlyOutOfSight(item, layout) {
      canvas.draw("»", at: area.origin.moved(columns: area.columns - 1), style: .changed.bold())
    }
    let isUnderCursor = row.index == matrix.list.scroll.cursor
    if isUnderCursor, model.focus == panel {
      // A heading has no cells: nil highlights only the row.
      let isHeading = item == nil
      let columnOfCell = isHeading ? nil : layout.columns.first { $0.index == matrix.column }
      drawCursor(in: area, columnOfCell, model, on: &canvas)
    }
  }

  /// Draws the name of a value or the heading of a feature, behind the gutter for the signs.
  private func drawName(of row: MatrixLayout.Row, on canvas: inout Canvas) {
    let area = row.area.droppingLeft(PanelSymbols.gutter)
    for (line, text) in row.name.prefix(area.rows).enumerated() {
      canvas.draw(text, at: area.origin.moved(rows: line), within: area.columns)
    }
  }

  /// Whether a value differs between shown columns, but not between those that fit into the panel.
  private static func differsOnlyOutOfSight(_ item: MatrixItem, _ layout: MatrixLayout) -> Bool {
    item.differs && !item.row.differs(among: layout.columns.map(\.index))
  }

  /// Draws the cells of a row with separators before them and, if they do not take the whole width,
  /// after the last one; nothing for a heading, which has no cells.
  private func drawCells(
    of row: MatrixLayout.Row, _ layout: MatrixLayout, on canvas: inout Canvas
  ) {
    guard !row.cells.isEmpty else { return }
    let area = row.area
    for (column, lines) in zip(layout.columns, row.cells) {
      drawSeparator(at: column.start, rows: area.rows, in: area, on: &canvas)
      let start = Self.separatorStart(at: column.start, in: area)
        .moved(columns: Self.columnsBeforeText)
      for (line, text) in lines.prefix(area.rows).enumerated() {
        canvas.draw(text, at: start.moved(rows: line), within: column.width)
      }
    }
    if let position = layout.closingSeparator {
      drawSeparator(at: position, rows: area.rows, in: area, on: &canvas)
    }
  }

  /// Highlights the row under the cursor and in it the cell of `column`, which is nil on a heading;
  /// puts the terminal's cursor there if nothing else has it.
  private func drawCursor(
    in area: Rectangle, _ column: MatrixLayout.Column?, _ model: Model, on canvas: inout Canvas
  ) {
    canvas.select(area)
    // A column's start is counted from the names, which follow a blank. The cell begins after the
    // separator, with the blank before its text.
    let (blankBeforeNames, separator, blankBeforeText) = (1, 1, 1)
    let cell = column.map { column in
      area.droppingLeft(blankBeforeNames + column.start + separator)
        .left(blankBeforeText + column.width)
    }
    if let cell { canvas.restyle(cell) { Style($0.role, $0.emphasis.union([.bold, .underline])) } }
    if canvas.cursor == nil, model.overlay == nil {
      canvas.cursor = cell?.origin.moved(columns: 1) ?? area.origin
    }
  }

  /// How many rows are marked, and which columns are in sight, counted from 1, if not all are: as
  /// in `2 marked · » differs out of sight · columns 1, 4–6 of 8`, or `2 marked · 8 columns`.
  ///
  /// The words after `»` explain that sign, which is at the end of the rows.
  private func subtitle(_ matrix: ChannelsScreen, _ layout: MatrixLayout) -> DisplayText {
    // Ends in the separator, or is empty.
    let markedPrefix = Self.markedPrefix(matrix.list)
    let columnCount = matrix.columns.count
    let areAllInSight = layout.columns.count == columnCount
    if areAllInSight {
      return DisplayText(markedPrefix) + HeaderLine.counted(columnCount, "column")
    }
    let columns = Self.rangesInWords(ofColumns: layout.columns.map { $0.index + 1 })
    return DisplayText(
      "\(markedPrefix)» differs out of sight · columns \(columns) of \(columnCount)")
  }

  /// The numbers of the columns in sight, as in `1, 4–6` for 1, 4, 5 and 6; empty without columns.
  ///
  /// The first column stays in sight; the others are one range, maybe after a gap.
  private static func rangesInWords(ofColumns numbers: [Int]) -> String {
    guard let last = numbers.last else { return "" }
    let isFirstApart = numbers.count > 1 && numbers[1] > 2
    let range = isFirstApart ? numbers.dropFirst() : numbers[...]
    let rangeStart = range.count > 1 ? "\(range[range.startIndex])–" : ""
    return (isFirstApart ? "1, " : "") + rangeStart + "\(last)"
  }

  /// How many rows are marked, as in `3 marked, 1 out of sight · `; empty if none is.
  private static func markedPrefix(_ list: ListModel<MatrixItem>) -> String {
    guard list.markCount > 0 else { return "" }
    let listedMarkCount = list.shownItems.count { list.marked.contains($0.id) }
    // Marked rows that the filter or a fold hides.
    let hiddenCount = list.markCount - listedMarkCount
    return "\(list.markCount) marked"
      + (hiddenCount > 0 ? ", \(hiddenCount) out of sight · " : " · ")
  }

  /// The text of an empty matrix: why it is empty, and the key that shows more.
  private static func emptyText(_ model: Model) -> DisplayText {
    let matrix = model.channels
    let isFiltered = !matrix.list.filter.text.isEmpty
    if model.workspace.manifest == nil { return model.noManifestText }
    // With a filter, `textWithoutMatches` says how to clear it.
    if model.options.isFlagsOnly, !isFiltered { return model.wordsWithoutFeatures }
    if matrix.columns.isEmpty { return "comparing …" }
    return isFiltered ? textWithoutMatches(model) : textWithoutRows(model)
  }

  /// Why a filter leaves no row: nothing matches, or only values that are not listed now.
  private static func textWithoutMatches(_ model: Model) -> DisplayText {
    let matrix = model.channels
    let filter = Filter(matrix.list.filter.text)
    // Each feature is a list of its values.
    let values = matrix.itemsByFeature.joined()
    // The list is empty, so each value that matches is one that the kind of rows leaves out.
    let unlistedMatches = values.count { $0.rank(filter, fuzzy: false) != nil }
    guard unlistedMatches > 0 else {
      return "no value matches; \(model.keyName(of: "clear")) clears the filter"
    }
    // The key ends what leaves values out: the pair of columns, or the kind of rows.
    let allKey = model.keyName(of: "only-differences")
    if matrix.pairShownAlone != nil {
      return "\(unlistedMatches) match but agree in both columns: \(allKey) shows all columns"
    }
    return matrix.rowKind == .changedFromFirstManifest
      ? "\(unlistedMatches) match but did not change: \(allKey) shows every value"
      : "\(unlistedMatches) match but agree everywhere: \(allKey) shows every value"
  }

  /// Why no row is listed without a filter: the columns agree, there is one only, or no value.
  private static func textWithoutRows(_ model: Model) -> DisplayText {
    let matrix = model.channels
    // The key ends what leaves values out: the pair of columns, or the kind of rows.
    let allKey = model.keyName(of: "only-differences")
    if matrix.pairShownAlone != nil { return "both columns agree: \(allKey) shows all columns" }
    switch matrix.rowKind {
    case .every: return "the manifest has no values"
    case .changedFromFirstManifest:
      return "the manifests agree in every channel: \(allKey) shows every value"
    case .differing where matrix.columns.count > 1:
      return "all columns agree: \(allKey) shows every value"
    case .differing:
      let another = "\(model.keyName(of: "add-column")) adds a column"
      return "nothing to compare with one column: \(allKey) shows its values, \(another)"
    }
  }

  /// The text next to the filter: how many values match and which rows are listed, as in `3 matches
  /// · only differences: 28 of 198 values in 9 features · with session`.
  ///
  /// While values are compared, it is only `comparing …`. With several manifests, while the filter
  /// waits for its first letter, it says what to type: a name, or a change such as `added`.
  private static func summary(_ model: Model) -> String {
    let matrix = model.channels
    let filter = matrix.list.filter
    if matrix.isComparing { return "comparing …" }
    let awaitsFirstLetter = filter.isTyping && filter.field.isEmpty
    if awaitsFirstLetter, matrix.comparesManifests {
      return "a name or a change: added, removed, retyped, changed"
    }
    let matches = matrix.list.matches.count.pluralizing("match", "matches")
    let session = matrix.includesSession ? "with session" : "manifest only"
    let parts: [String?] = [
      filter.field.isEmpty ? nil : matches, listedRowsWords(matrix),
      ChannelsScreen.hasSession(model) ? session : nil, hiddenColumnsWords(matrix),
    ]
    return parts.compactMap(\.self).joined(separator: " · ")
  }

  /// How many columns are not shown: `2 dropped` if `drop-column` hid them, or `4 more columns`
  /// while a pair is shown alone; nil if all columns are shown.
  private static func hiddenColumnsWords(_ matrix: ChannelsScreen) -> String? {
    let count = matrix.hiddenTitles.count
    guard count > 0 else { return nil }
    return matrix.pairShownAlone == nil ? "\(count) dropped" : "\(count) more columns"
  }

  /// Which rows are listed, and how many of all, as in `only differences: none of 198 values`.
  private static func listedRowsWords(_ matrix: ChannelsScreen) -> String {
    let counts = matrix.counts
    // Features are counted only for differing values.
    return switch matrix.rowKind {
    case .differing where counts.differing == 0:
      "only differences: none of \(counts.values) values"
    case .changedFromFirstManifest where counts.changed == 0:
      "only differences between manifests: none of \(counts.values) values"
    case .differing:
      "only differences: \(counts.differing) of \(counts.values) values in "
        + HeaderLine.counted(counts.differingFeatures, "feature").plain
    case .changedFromFirstManifest:
      "only differences between manifests: \(counts.changed) of \(counts.values) values"
    case .every: "every value: \(counts.values), of which \(counts.differing) differ"
    }
  }
}
