import VirgaCanvas
import VirgaFiles
import VirgaJSON
import VirgaManifest

/// The matrix: a line per value, a column per channel; cells that equal the previous one are dim.
struct MatrixPanel: ListView {
  let panel = Panel.matrix
  let model: StatePath<ListModel<MatrixItem>> = \State.channels.list
  let isFiltered = true
  let isMarkable = true
  let selectsBest = true
  let opens: String? = "go-to-cell"

  func rowsArea(in state: State) -> Rectangle {
    state.layout.inside(.matrix).droppingTop(1 + Self.headRows(state) + (Self.isLow(state) ? 0 : 1))
  }

  func row(at point: Point, in state: State) -> Int? {
    Self.visible(in: state).first { $0.area.contains(point) }?.row
  }

  func click(at point: Point, isSecond: Bool, in state: inout State) -> Outcome {
    let isInRows = point.row != state.layout.inside(panel).row
    if isInRows, let column = Self.column(at: point.column, in: state) { state.channels.column = column }
    return clickRow(at: point, isSecond: isSecond, in: &state)
  }

  func words(forRow row: Int, of state: State) -> String {
    let matrix = state.channels
    let line = matrix.line(row)
    guard let row = line.row else {
      let missing = FeaturePresence(of: line.feature, in: matrix).missing
      return line.feature + (missing.isEmpty ? "" : ", not in \(missing.joined(separator: ", "))")
    }
    let cells = zip(matrix.columns, row.cells).map { "\($0.title) \(MatrixCell.words($1))" }
    let mark = matrix.list.marked.contains(MatrixItem.ID(line.feature, row.name)) ? "marked, " : ""
    return "\(mark)\(line.feature) \(row.name): \(cells.joined(separator: ", "))"
  }

  func cursorWords(of state: State) -> String {
    let matrix = state.channels
    guard matrix.list.count > 0 else { return Self.empty(state).plain }
    let words = words(forRow: matrix.list.scroll.cursor, of: state)
    guard matrix.selectedCell != nil, let column = matrix.selectedColumn else { return words }
    return "\(words); the cursor is on \(column.title)"
  }

  static func layout(of state: State) -> MatrixLayout {
    MatrixLayout(of: state.channels, showing: window(of: state), in: room(of: state))
  }

  static func window(of state: State) -> Range<Int> {
    state.channels.list.scroll.window(
      count: state.channels.list.count, height: MatrixPanel().rowsArea(in: state).rows)
  }

  /// The rows in sight with their areas; where not all rows fit, the outer ones make room for whole names.
  private static func visible(in state: State) -> [(row: Int, area: Rectangle)] {
    let (matrix, area, layout) = (state.channels, MatrixPanel().rowsArea(in: state), layout(of: state))
    let heights = MatrixLayout.heights(of: matrix, in: Size(columns: room(of: state), rows: area.rows))
    func height(_ row: Int) -> Int {
      if let heights { return heights[row] }
      return area.rows < minRowsToWrap ? 1 : layout.lines(of: matrix.line(row).row?.name ?? "", in: matrix).count
    }
    var rows = window(of: state).map { (row: $0, height: height($0)) }[...]
    var used = rows.reduce(0) { $0 + $1.height }
    while used > area.rows, rows.count > 1 {
      let dropped = rows.last?.row == matrix.list.scroll.cursor ? rows.removeFirst() : rows.removeLast()
      used -= dropped.height
    }
    var top = 0
    return rows.map { row, height in
      defer { top += height }
      return (row, area.droppingTop(top).top(height))
    }
  }

  /// With fewer rows, a cut name costs less than a row.
  private static let minRowsToWrap = 8

  /// The total width of names and columns.
  static func room(of state: State) -> Int { state.layout.inside(.matrix).columns - 2 }

  /// What stands above a column: its channel, and above that what tells the manifest from the others, if there are
  /// several.
  static func heads(of column: ComparisonColumn, in matrix: ChannelMatrix) -> [DisplayText] {
    guard matrix.hasManifests else { return [DisplayText(column.title)] }
    return [DisplayText(distinct(column.file, in: matrix)), DisplayText(column.channel ?? "")]
  }

  /// A manifest's path without its name if all have that, else without the ending that all of them have.
  private static func distinct(_ file: String, in matrix: ChannelMatrix) -> String {
    let name = FilePath.name(of: file)
    let isShared = matrix.columns.allSatisfy { $0.file.hasSuffix("/\(name)") }
    if isShared { return String(file.dropLast(name.count + 1)) }
    let ending = [".fml.yaml", ".fml.yml"].first(where: file.hasSuffix)
    return String(file.dropLast(ending?.count ?? 0))
  }

  static func indent(_ matrix: ChannelMatrix) -> Int { matrix.hasManifests ? 4 : 3 }

  /// Whether the matrix cuts the name of the row under the cursor.
  static func cutsName(in state: State) -> Bool {
    guard let selected = visible(in: state).first(where: { $0.row == state.channels.list.scroll.cursor }) else {
      return false
    }
    let name = state.channels.selectedLine?.row?.name ?? ""
    return layout(of: state).lines(of: name, in: state.channels).count > selected.area.rows
  }

  /// Whether there is no room for a second line of heads and the rule below them.
  private static func isLow(_ state: State) -> Bool { state.layout.inside(.matrix).rows < 6 }

  private static func headRows(_ state: State) -> Int { state.channels.hasManifests && !isLow(state) ? 2 : 1 }

  func draw(_ state: State, on canvas: inout Canvas) {
    guard let area = state.layout.panels[.matrix] else { return }
    let (matrix, layout) = (state.channels, Self.layout(of: state))
    let (inside, rows) = (area.inset(by: 1), rowsArea(in: state))
    canvas.drawBorder(
      area, title: "Channels", subtitle: Self.subtitle(matrix, layout), hasFocus: state.focus == .matrix)
    Self.drawSummary(state, in: inside.top(1), on: &canvas)
    Self.drawHeads(state, layout, in: inside.droppingTop(1), on: &canvas)
    guard matrix.list.count > 0 else {
      canvas.draw(Self.empty(state), at: rows.origin.moved(columns: 1), style: .dim, within: rows.columns - 2)
      return
    }
    let (visible, indent) = (Self.visible(in: state), Self.indent(matrix))
    let names = DistinctCut.of(
      visible.map { DisplayText(matrix.line($0.row).row?.name ?? "") }, to: layout.name - indent,
      by: { $0.truncatedAtStart(to: $1) })
    for ((index, area), name) in zip(visible, names) {
      let shown = matrix.line(index)
      if let row = shown.row {
        let lines = area.rows < 2 ? [name] : layout.lines(of: row.name, in: matrix, atMost: area.rows)
        for (offset, text) in lines.enumerated() {
          let start = area.origin.moved(columns: indent, rows: offset)
          canvas.draw(text, at: start, style: row.differs ? .text : .dim)
        }
        Self.draw(row, layout, matrix, in: area, on: &canvas)
      } else {
        Self.drawFeature(shown.feature, matrix, in: area, on: &canvas)
      }
      if index == matrix.list.scroll.cursor { Self.select(area, layout, state, on: &canvas) }
    }
  }

  /// The column of the matrix at a column of the terminal, for the mouse.
  static func column(at column: Int, in state: State) -> Int? {
    let offset = column - state.layout.inside(.matrix).column - 1
    return layout(of: state).columns.last { $0.start <= offset && offset < $0.start + $0.width + 3 }?.index
  }

  private static func subtitle(_ matrix: ChannelMatrix, _ layout: MatrixLayout) -> DisplayText {
    let indices = layout.columns.map(\.index)
    let marked = matrix.markedWords.map { $0 + " · " } ?? ""
    guard indices.count < matrix.columns.count, let first = indices.first, let last = indices.last else {
      return DisplayText(marked) + HeaderLine.counted(matrix.columns.count, "column")
    }
    let isWhole = last - first == indices.count - 1
    let range =
      isWhole ? first == last ? "\(first + 1)" : "\(first + 1)–\(last + 1)" : "1, \(indices[1] + 1)–\(last + 1)"
    return DisplayText("\(marked)» differs out of sight · columns \(range) of \(matrix.columns.count)")
  }

  private static func empty(_ state: State) -> DisplayText {
    let matrix = state.channels
    if state.workspace.manifest == nil { return state.noManifestText }
    if state.options.isFlagsOnly, matrix.list.filter.field.isEmpty { return state.wordsWithoutFeatures }
    if matrix.columns.isEmpty { return "comparing …" }
    let every = state.keyName(of: "only-differences")
    if !matrix.list.filter.field.isEmpty {
      let others = matrix.hiddenMatchCount
      return others == 0
        ? DisplayText("no value matches; \(state.keyName(of: "clear")) clears the filter")
        : DisplayText("\(others) match but agree everywhere: \(every) shows every value")
    }
    switch matrix.rows {
    case .every: return "the manifest has no values"
    case .changed: return DisplayText("the manifests agree in every channel: \(every) shows every value")
    case .differing:
      guard matrix.columns.count < 2 else { return DisplayText("all columns agree: \(every) shows every value") }
      let another = "\(state.keyName(of: "add-column")) adds a column"
      return DisplayText("nothing to compare with one column: \(every) shows its values, \(another)")
    }
  }

  private static func drawSummary(_ state: State, in line: Rectangle, on canvas: inout Canvas) {
    let matrix = state.channels
    matrix.list.filter.draw(in: line, on: &canvas)
    let used = 6 + max(6, DisplayText(matrix.list.filter.text).columns)
    canvas.draw(
      summary(state), at: line.origin.moved(columns: used), style: .dim, within: line.columns - used - 1)
  }

  private static func summary(_ state: State) -> DisplayText {
    let matrix = state.channels
    if matrix.isComparing { return "comparing …" }
    if matrix.list.filter.isTyping, matrix.list.filter.field.isEmpty, matrix.hasManifests {
      return "a name or a change: added, removed, retyped, changed"
    }
    let matches = matrix.list.matchCount
    let words: [String?] = [
      matrix.list.filter.field.isEmpty ? nil : matches == 1 ? "1 matches" : "\(matches) match",
      counted(matrix.counts, matrix.rows),
      state.hasSessionLayers ? (matrix.includesSession ? "with session" : "manifest only") : nil,
      matrix.hidden.isEmpty ? nil : "\(matrix.hidden.count) dropped",
    ]
    return DisplayText(words.compactMap(\.self).joined(separator: " · "))
  }

  private static func counted(_ counts: ChannelMatrix.Counts, _ rows: ChannelMatrix.Rows) -> String {
    switch rows {
    case .differing:
      "only differences: \(counts.differing) of \(counts.rows) values in \(HeaderLine.counted(counts.features, "feature").plain)"
    case .changed: "only differences between manifests: \(counts.changed) of \(counts.rows) values"
    case .every: "every value: \(counts.rows), of which \(counts.differing) differ"
    }
  }

  /// The session's channel has a mark.
  private static func drawHeads(
    _ state: State, _ layout: MatrixLayout, in area: Rectangle, on canvas: inout Canvas
  ) {
    let matrix = state.channels
    let rows = headRows(state)
    let names = area.line(rows - 1).droppingLeft(PanelSymbols.gutter).left(layout.name - PanelSymbols.gutter)
    drawNameHead(state, in: names, on: &canvas)
    if !isLow(state) { canvas.fill(area.line(rows), style: .border, glyph: "─") }
    for column in layout.columns {
      let shown = matrix.columns[column.index]
      let isSelected = column.index == matrix.column
      let isCurrent = shown.source == 0 && shown.channel.isSameName(as: state.channel)
      let heads = heads(of: shown, in: matrix)
      for (row, head) in (rows < heads.count ? [heads.joined(separator: "@")] : heads).enumerated() {
        let start = area.line(row).origin.moved(columns: 1 + column.start)
        canvas.draw("│", at: start, style: .border)
        if isCurrent { canvas.draw(PanelSymbols.cursor, at: start.moved(columns: 1), style: .accent) }
        canvas.draw(
          head, at: start.moved(columns: 2), style: isSelected ? .title.bold() : .dim.bold(), within: column.width)
      }
      if !isLow(state) { canvas.draw("┼", at: area.line(rows).origin.moved(columns: 1 + column.start), style: .border) }
    }
  }

  /// Shows the feature of the first rows if its line is scrolled away.
  private static func drawNameHead(_ state: State, in area: Rectangle, on canvas: inout Canvas) {
    let feature = visible(in: state).first.map { state.channels.line($0.row) }?.row?.feature
    let variable: DisplayText = " ▸ variable"
    var head = feature.map { StyledLine(DisplayText($0), .text.bold()) } ?? StyledLine("Feature", .dim.bold())
    if feature == nil || head.columns + variable.columns <= area.columns { head.add(variable, .dim.bold()) }
    canvas.draw(head, at: area.origin, within: area.columns)
  }

  private static func drawFeature(
    _ id: String, _ matrix: ChannelMatrix, in line: Rectangle, on canvas: inout Canvas
  ) {
    let presence = FeaturePresence(of: id, in: matrix)
    let (mark, style) = PanelSymbols.change(presence.change)
    canvas.draw(mark, at: line.origin.moved(columns: PanelSymbols.gutter), style: style.bold())
    let start = line.origin.moved(columns: matrix.hasManifests ? indent(matrix) : PanelSymbols.gutter)
    let used = canvas.draw(DisplayText(id), at: start, style: .text.bold(), within: line.columns - 5)
    guard !presence.missing.isEmpty else { return }
    canvas.draw(
      DisplayText("not in \(presence.missing.joined(separator: ", "))"), at: start.moved(columns: used + 2),
      style: .changed, within: line.columns - used - 6)
  }

  private static func draw(
    _ row: ComparisonRow, _ layout: MatrixLayout, _ matrix: ChannelMatrix, in area: Rectangle, on canvas: inout Canvas
  ) {
    let line = area.top(1)
    if matrix.list.marked.contains(MatrixItem.ID(row.feature, row.name)) {
      canvas.draw(PanelSymbols.marked, at: line.origin.moved(columns: 1), style: .accent.bold())
    }
    let (mark, style) = PanelSymbols.change(row.change(in: matrix.pairs))
    canvas.draw(mark, at: line.origin.moved(columns: PanelSymbols.gutter), style: style)
    let cells = layout.columns.map { row.cells[$0.index] }
    let texts = layout.lines(of: row, atMost: area.rows)
    for (index, column) in layout.columns.enumerated() {
      let start = line.origin.moved(columns: 1 + column.start)
      for row in 0..<area.rows { canvas.draw("│", at: start.moved(rows: row), style: .border) }
      MatrixCell.draw(
        cells[index], texts[index], isDim: index > 0 && cells[index].isSame(as: cells[index - 1]),
        at: start.moved(columns: 2), on: &canvas)
    }
    guard row.differs, let first = cells.first, cells.allSatisfy({ $0.isSame(as: first) }) else { return }
    canvas.draw("»", at: line.origin.moved(columns: line.columns - 1), style: .changed.bold())
  }

  private static func select(_ area: Rectangle, _ layout: MatrixLayout, _ state: State, on canvas: inout Canvas) {
    let isCell = state.channels.selectedLine?.row != nil
    canvas.draw(PanelSymbols.cursor, at: area.origin, style: .accent.bold())
    guard state.focus == .matrix else { return }
    canvas.select(area)
    let column = layout.columns.first { $0.index == state.channels.column }
    let cell = Rectangle(
      column: area.column + (column?.start ?? 0) + 2, row: area.row, columns: (column?.width ?? 0) + 1, rows: area.rows)
    if isCell { canvas.restyle(cell) { Style($0.role, $0.emphasis.union([.bold, .underline])) } }
    if canvas.cursor == nil, state.overlay == nil {
      canvas.cursor = isCell ? cell.origin.moved(columns: 1) : area.origin
    }
  }
}

struct FeaturePresence {
  /// The names of the manifests that do not have it.
  let missing: [String]
  /// Nil if all manifests have it.
  let change: ComparisonChange?

  init(of id: String, in matrix: ChannelMatrix) {
    var sources: Set<Int> = []
    let manifests = matrix.columns.filter { sources.insert($0.source).inserted }
    let without = manifests.filter { $0.manifest.feature(id) == nil }
    missing = without.map(\.file).withoutRepeats
    change = without.isEmpty ? nil : without.contains { $0.source == manifests.first?.source } ? .added : .removed
  }
}
