import VirgaCanvas
import VirgaFiles
import VirgaJSON
import VirgaManifest

/// The matrix: a row per value, a column per channel.
struct MatrixPanel: ListView {
  let panel = Panel.matrix
  let path: ModelPath<ListModel<MatrixItem>> = \Model.channels.list
  let read: @Sendable (Model) -> ListModel<MatrixItem> = { $0.channels.list }
  let isFiltered = true
  let isMarkable = true
  let jumpsToBestMatch = true
  let opens: String? = "go-to-cell"

  func rowsArea(in model: Model) -> Rectangle {
    model.layout.inside(panel).droppingTop(1 + Self.headRows(model) + (Self.isLow(model) ? 0 : 1))
  }

  func row(at point: Point, in model: Model) -> Int? { MatrixLayout(model).row(at: point) }

  func click(at point: Point, isSecond: Bool, in model: inout Model) -> Outcome {
    let (inside, layout) = (model.layout.inside(panel), MatrixLayout(model))
    let offset = point.column - inside.column - 1
    let column = layout.columns.last {
      ($0.start..<$0.start + $0.width + MatrixLayout.gap) ~= offset
    }
    if point.row != inside.row, let column { model.channels.column = column.index }
    return clickRow(layout.row(at: point), at: point, isSecond: isSecond, in: &model)
  }

  func words(forRow row: Int, of model: Model) -> String {
    let (matrix, list) = (model.channels, model.channels.list)
    guard let item = list.item(inRow: row) else {
      guard let feature = list.heading(inRow: row) else {
        return SpokenText.of(Self.empty(model).plain)
      }
      return [feature, matrix.absence(of: feature).words].filter { !$0.isEmpty }.joined(
        separator: ", ")
    }
    let cells = zip(matrix.columns, item.row.cells).map { "\($0.title) \(MatrixCell.words($1))" }
    let words =
      (list.marked.contains(item.id) ? "marked, " : "")
      + "\(item.row.feature) \(item.name): \(cells.joined(separator: ", "))"
    guard row == list.scroll.cursor, let column = matrix.selectedColumn else { return words }
    return words + "; the cursor is on \(column.title)"
  }

  /// Whether the panel is too low for a second line of heads and a rule below them.
  private static func isLow(_ model: Model) -> Bool { model.layout.inside(.matrix).rows < 6 }

  private static func headRows(_ model: Model) -> Int {
    model.channels.hasManifests && !isLow(model) ? 2 : 1
  }

  /// What stands above a column: its channel, and above that what tells the manifest from the
  /// others, if there are several.
  static func heads(of column: ComparisonColumn, in model: Model) -> [DisplayText] {
    guard headRows(model) == 2 else { return [DisplayText(column.title)] }
    // A name that all have says nothing.
    let name = "/" + FilePath.name(of: column.file)
    let isShared = model.channels.columns.allSatisfy { $0.file.hasSuffix(name) }
    let ending =
      isShared ? name : [".fml.yaml", ".fml.yml"].first(where: column.file.hasSuffix) ?? ""
    return [
      DisplayText(String(column.file.dropLast(ending.count))), DisplayText(column.channel ?? ""),
    ]
  }

  func draw(_ model: Model, on canvas: inout Canvas) {
    guard let area = model.layout.panels[panel] else { return }
    let (matrix, layout, inside) = (model.channels, MatrixLayout(model), area.inset(by: 1))
    canvas.drawBorder(
      area, title: "Channels", subtitle: subtitle(matrix, layout), hasFocus: model.focus == panel)
    let filter = matrix.list.filter
    filter.draw(in: inside.top(1), on: &canvas)
    let summary = inside.top(1).droppingLeft(6 + max(6, DisplayText(filter.text).columns))
    canvas.draw(
      DisplayText(Self.summary(model)), at: summary.origin, style: .dim, within: summary.columns - 1
    )
    drawHeads(model, layout, in: inside.droppingTop(1), on: &canvas)
    if matrix.list.count == 0 {
      let start = rowsArea(in: model).origin.moved(columns: 1)
      canvas.draw(Self.empty(model), at: start, style: .dim, within: inside.columns - 2)
    }
    for row in layout.rows { draw(row, layout, model, on: &canvas) }
  }

  /// The heads of names and columns, and a rule; the session's channel has a mark.
  private func drawHeads(
    _ model: Model, _ layout: MatrixLayout, in area: Rectangle, on canvas: inout Canvas
  ) {
    let (matrix, rows, isLow) = (model.channels, Self.headRows(model), Self.isLow(model))
    // The feature of the first row if its heading has scrolled away.
    let first = layout.rows.first.flatMap { matrix.list.item(inRow: $0.index) }
    var head =
      first.map { StyledLine(DisplayText($0.row.feature), .text.bold()) }
      ?? StyledLine("Feature", .dim.bold())
    let room = layout.name - PanelSymbols.gutter
    let variable: DisplayText = " ▸ variable"
    if first == nil || head.columns + variable.columns <= room { head.add(variable, .dim.bold()) }
    canvas.draw(
      head, at: area.line(rows - 1).origin.moved(columns: PanelSymbols.gutter), within: room)
    if !isLow { canvas.fill(area.line(rows), style: .border, glyph: "─") }
    for column in layout.columns {
      let shown = matrix.columns[column.index]
      let isCurrent = shown.source == 0 && shown.channel.isSameName(as: model.channel)
      let style: Style = column.index == matrix.column ? .title.bold() : .dim.bold()
      let start = area.origin.moved(columns: 1 + column.start)
      for (row, text) in column.heads.enumerated() {
        let line = StyledLine(
          of: ("│", .border), (isCurrent ? PanelSymbols.cursor : " ", .accent),
          (text.truncated(to: column.width), style))
        canvas.draw(line, at: start.moved(rows: row), within: column.width + 2)
      }
      if !isLow { canvas.draw("┼", at: start.moved(rows: rows), style: .border) }
    }
  }

  private func draw(
    _ row: MatrixLayout.Row, _ layout: MatrixLayout, _ model: Model, on canvas: inout Canvas
  ) {
    let (matrix, area) = (model.channels, row.area)
    let item = matrix.list.item(inRow: row.index)
    let rest = area.columns - PanelSymbols.gutter
    for (line, text) in row.name.prefix(area.rows).enumerated() {
      canvas.draw(
        text, at: area.origin.moved(columns: PanelSymbols.gutter, rows: line), within: rest)
    }
    for (column, lines) in zip(layout.columns, row.cells) {
      for line in 0..<area.rows {
        let start = area.origin.moved(columns: 1 + column.start, rows: line)
        canvas.draw("│", at: start, style: .border)
        if line < lines.count {
          canvas.draw(lines[line], at: start.moved(columns: 2), within: column.width)
        }
      }
    }
    canvas.drawSigns(of: matrix.list, row: row.index, in: area)
    if let item, item.differs, !item.row.differs(among: layout.columns.map(\.index)) {
      canvas.draw("»", at: area.origin.moved(columns: area.columns - 1), style: .changed.bold())
    }
    guard row.index == matrix.list.scroll.cursor, model.focus == panel else { return }
    canvas.select(area)
    let column = item == nil ? nil : layout.columns.first { $0.index == matrix.column }
    let cell = column.map { area.droppingLeft($0.start + 2).left($0.width + 1) }
    if let cell { canvas.restyle(cell) { Style($0.role, $0.emphasis.union([.bold, .underline])) } }
    if canvas.cursor == nil, model.overlay == nil {
      canvas.cursor = cell?.origin.moved(columns: 1) ?? area.origin
    }
  }

  private func subtitle(_ matrix: ChannelsScreen, _ layout: MatrixLayout) -> DisplayText {
    let (list, shown, all) = (
      matrix.list, layout.columns.map { $0.index + 1 }, matrix.columns.count
    )
    var start = ""
    if list.markCount > 0 {
      let away = list.markCount - list.shown.count { list.marked.contains($0.id) }
      start = "\(list.markCount) marked" + (away > 0 ? ", \(away) out of sight · " : " · ")
    }
    guard shown.count < all, let last = shown.last else {
      return DisplayText(start) + HeaderLine.counted(all, "column")
    }
    // The first column may stand before a range that ends at the cursor's.
    let isApart = shown.count > 1 && shown[1] > 2
    let range = shown.dropFirst(isApart ? 1 : 0)
    let columns = (isApart ? "1, " : "") + (range.count > 1 ? "\(range[range.startIndex])–" : "")
    return DisplayText("\(start)» differs out of sight · columns \(columns)\(last) of \(all)")
  }

  private static func empty(_ model: Model) -> DisplayText {
    let (matrix, isFiltered) = (model.channels, !model.channels.list.filter.field.isEmpty)
    if model.workspace.manifest == nil { return model.noManifestText }
    if model.options.isFlagsOnly, !isFiltered { return model.wordsWithoutFeatures }
    if matrix.columns.isEmpty { return "comparing …" }
    let every = model.keyName(of: "only-differences")
    let filter = Filter(matrix.list.filter.text)
    let agreeing =
      isFiltered ? matrix.features.joined().count { $0.rank(filter, fuzzy: false) != nil } : 0
    switch (isFiltered, matrix.rows) {
    case (true, _) where agreeing > 0:
      return "\(agreeing) match but agree everywhere: \(every) shows every value"
    case (true, _): return "no value matches; \(model.keyName(of: "clear")) clears the filter"
    case (false, .every): return "the manifest has no values"
    case (false, .changed):
      return "the manifests agree in every channel: \(every) shows every value"
    case (false, .differing) where matrix.columns.count > 1:
      return "all columns agree: \(every) shows every value"
    case (false, .differing):
      let another = "\(model.keyName(of: "add-column")) adds a column"
      return "nothing to compare with one column: \(every) shows its values, \(another)"
    }
  }

  private static func summary(_ model: Model) -> String {
    let (matrix, filter, matches) = (
      model.channels, model.channels.list.filter, model.channels.list.matches.count
    )
    if matrix.isComparing { return "comparing …" }
    if filter.isTyping, filter.field.isEmpty, matrix.hasManifests {
      return "a name or a change: added, removed, retyped, changed"
    }
    let counts = matrix.counts
    let rows =
      switch matrix.rows {
      case .differing where counts.differing == 0:
        "only differences: none of \(counts.values) values"
      case .changed where counts.changed == 0:
        "only differences between manifests: none of \(counts.values) values"
      case .differing:
        "only differences: \(counts.differing) of \(counts.values) values in "
          + HeaderLine.counted(counts.differingFeatures, "feature").plain
      case .changed:
        "only differences between manifests: \(counts.changed) of \(counts.values) values"
      case .every: "every value: \(counts.values), of which \(counts.differing) differ"
      }
    let words: [String?] = [
      filter.field.isEmpty ? nil : matches == 1 ? "1 matches" : "\(matches) match", rows,
      ChannelsScreen.hasSession(model)
        ? (matrix.includesSession ? "with session" : "manifest only") : nil,
      matrix.hidden.isEmpty ? nil : "\(matrix.hidden.count) dropped",
    ]
    return words.compactMap(\.self).joined(separator: " · ")
  }
}
