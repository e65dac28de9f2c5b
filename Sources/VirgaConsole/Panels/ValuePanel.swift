import VirgaCanvas
import VirgaJSON
import VirgaManifest

/// The values of the selected feature, as a table.
enum ValuePanel {
  /// The widths of the columns; a column of width 0 is not shown.
  struct Columns: Equatable {
    var name: Int
    var type = 0
    var value: Int
    var layer: Int
    var was = 0
  }

  /// Where the rows of the table are: below the description and the column heads.
  static func rowsArea(of state: State) -> Rectangle {
    let inside = state.layout.inside(.values)
    return inside.droppingTop(state.about.lines.count + 1).droppingBottom(describesRow(of: state) ? 2 : 0)
  }

  /// Whether the value under the cursor is described here: the text of the feature stands in the place of the details.
  private static func describesRow(of state: State) -> Bool {
    let panels = state.layout.panels
    return panels[.details] == nil && panels[.editor] != nil && state.layout.inside(.values).rows >= 14
  }

  static func draw(_ state: State, on canvas: inout Canvas) {
    guard let area = state.layout.panels[.values] else { return }
    let table = state.table
    var counts = HeaderLine.counted(table.leafCount, "value") + DisplayText(" · \(table.changedCount) changed")
    let wordsOfText = wordsOfText(in: state)
    if let text = wordsOfText { counts = area.columns < 76 ? text : text + " · " + counts }
    let hasFocus = state.focus == .values
    guard let feature = state.selectedFeature else {
      let lost = state.list.selectedLost
      canvas.drawBorder(area, title: lost.map { DisplayText($0) } ?? "Values", hasFocus: hasFocus)
      let text: DisplayText =
        lost == nil
        ? .empty : DisplayText("the manifest has no feature of this name; \(state.keyName(of: "drop")) drops the edit")
      let inside = area.inset(by: 1)
      canvas.draw(text, at: inside.origin.moved(columns: 1), style: .warning, within: inside.columns - 2)
      return
    }
    var title = DisplayText(feature.id)
    if let row = table.selectedRow, hasFocus {
      for part in row.path.components { title += DisplayText(" ▸ ") + DisplayText(JSONPath([part]).description) }
    }
    let note = table.marked.isEmpty ? counts : DisplayText("\(table.marked.count) marked · ") + counts
    let rows = rowsArea(of: state)
    let window = table.scroll.window(count: table.rows.count, height: rows.rows)
    let reach = Prose.reach(from: window.lowerBound, rows: window.count, of: table.rows.count)
    let notes = TextPanel.notes(note, reach, beside: title, in: area)
    // That the edit has problems matters more than how far down the values are seen.
    let ending = wordsOfText == nil || notes != reach ? notes : note
    canvas.drawBorder(area, title: title, note: ending, hasFocus: hasFocus)
    drawAbout(state, on: &canvas)
    if describesRow(of: state) { drawDescription(of: table.selectedRow, in: area.inset(by: 1).bottom(1), on: &canvas) }
    let columns = columns(for: table.unfolded, width: rows.columns - 2)
    drawHeads(columns, above: rows, state, on: &canvas)
    guard !table.rows.isEmpty else {
      canvas.draw(
        "this feature has no variables", at: rows.origin.moved(columns: 1), style: .dim, within: rows.columns - 2)
      return
    }
    for (line, place) in window.enumerated() {
      draw(
        table.rows[place], isSelected: place == table.scroll.cursor, columns, state, in: rows.line(line), on: &canvas)
    }
  }

  /// What there is to know of the text of the feature where there is no room for it; nil where that is nothing.
  private static func wordsOfText(in state: State) -> DisplayText? {
    guard state.layout.panels[.editor] == nil, let editor = state.editor else { return nil }
    if !editor.findings.isEmpty { return DisplayText("edit: \(editor.findingCount)") }
    return editor.isUnapplied ? "draft, not applied" : nil
  }

  private static func drawDescription(of row: ValueRow?, in line: Rectangle, on canvas: inout Canvas) {
    guard let row else { return }
    var text = StyledLine(DisplayText(row.name), .text.bold())
    text.add("  ", .text)
    text.add(DisplayText(row.description))
    canvas.draw(text.truncated(to: line.columns - 2), at: line.origin.moved(columns: 1), within: line.columns - 2)
  }

  private static func drawAbout(_ state: State, on canvas: inout Canvas) {
    let inside = state.layout.inside(.values)
    for (row, line) in state.about.lines.enumerated() {
      canvas.draw(line, at: inside.origin.moved(columns: 1, rows: row), within: inside.columns - 2)
    }
  }

  /// Shares a width among the columns: values come first, then names and layers; types and what was give way.
  static func columns(for rows: [ValueRow], width: Int) -> Columns {
    let names = rows.map { $0.depth * 2 + 2 + DisplayText($0.name).columns }.max() ?? 8
    let types = rows.map { DisplayText($0.type?.description ?? "").columns }.max() ?? 4
    let replaced = rows.compactMap { row in row.was.map { DisplayText(ValueText.replaced($0, by: row.value)).columns } }
      .max()
    var columns = Columns(name: min(max(names, 10), max(12, width * 2 / 5)), value: 0, layer: 0)
    columns.layer = width >= 100 ? 24 : width >= 50 ? 18 : width >= 40 ? 10 : 0
    let least = min(18, max(8, width / 5))
    let fixed = columns.name + columns.layer + 5
    var left = width - fixed - least
    if let replaced, width >= 60, left >= 9 {
      columns.was = min(max(replaced, 5), max(width / 8, 8), left - 1)
      left -= columns.was + 1
    }
    // A narrow table needs the room for its names.
    if width < 50, names > columns.name {
      let more = min(left, names - columns.name)
      columns.name += more
      left -= more
    } else if left >= 9 {
      columns.type = min(max(types, 6), left - 1)
      left -= columns.type + 1
    }
    columns.value = max(4, least + left)
    guard width >= 120 else { return columns }
    // What values do not need goes to the layers, and then stays free at the end rather than between two columns.
    let values = rows.prefix(mostMeasured).map { DisplayText(ValueText.short($0.value)).columns }.max() ?? 0
    let free = max(0, columns.value - max(values, 20))
    columns.value -= free
    columns.layer += min(free, 16)
    return columns
  }

  /// Of how many values the width is measured: each key would wait for more.
  private static let mostMeasured = 200

  private static func drawHeads(_ columns: Columns, above rows: Rectangle, _ state: State, on canvas: inout Canvas) {
    let start = Point(column: rows.column + 1, row: rows.row - 1)
    let field = state.table.search
    // What the list is filtered by is only marked here.
    if state.table.isTyping || !field.isEmpty && field.text != state.list.filter.text {
      drawSearch(
        field, isTyping: state.table.isTyping, matches: state.table.matches().count, at: start,
        within: rows.columns - 2, on: &canvas)
      return
    }
    var column = start.column
    for (head, width) in heads(columns) where width > 0 {
      canvas.draw(head, at: Point(column: column, row: start.row), style: .dim.bold(), within: width)
      column += width + 1
      if head == "Type" || (head == "Variable" && columns.type == 0) { column += 2 }
    }
  }

  private static func heads(_ columns: Columns) -> [(DisplayText, Int)] {
    [
      ("Variable", columns.name), ("Type", columns.type), ("Value", columns.value), ("Layer", columns.layer),
      ("Was", columns.was),
    ]
  }

  private static func drawSearch(
    _ field: TextField, isTyping: Bool, matches: Int, at start: Point, within columns: Int, on canvas: inout Canvas
  ) {
    canvas.draw("/", at: start, style: isTyping ? .accent.bold() : .dim)
    canvas.draw(DisplayText(field.text), at: start.moved(columns: 2), style: .match, within: columns - 16)
    if isTyping {
      canvas.cursor = start.moved(columns: 2 + min(DisplayText(field.beforeCaret).columns, columns - 16))
    } else {
      canvas.drawEnding(
        matches == 0 ? "no match here" : HeaderLine.counted(matches, "match", "matches") + " · n N",
        at: start.moved(columns: columns), style: .dim, within: columns / 2)
    }
  }

  private static func draw(
    _ row: ValueRow, isSelected: Bool, _ columns: Columns, _ state: State, in line: Rectangle,
    on canvas: inout Canvas
  ) {
    let wanted = Filter(state.table.search.text)
    let isChanged = row.isChanged
    var place = line.origin.moved(columns: 1)
    if state.table.marked.contains(row.pathText) {
      canvas.draw(Marks.marked, at: line.origin, style: .accent.bold())
    } else if isSelected {
      canvas.draw(Marks.cursor, at: line.origin, style: .accent.bold())
    }
    drawName(
      row, isMatch: !wanted.isEmpty && wanted.containsWhole(row.name), at: place, within: columns.name, on: &canvas)
    place = place.moved(columns: columns.name + 1)
    if columns.type > 0 {
      canvas.draw(DisplayText(row.type?.description ?? ""), at: place, style: .typeName, within: columns.type)
      place = place.moved(columns: columns.type + 1)
    }
    if isChanged, let (mark, style) = Marks.layer(row.highestLayer) {
      canvas.draw(mark, at: place, style: style.bold())
    }
    place = place.moved(columns: 2)
    if let entry = state.editing.value, entry.path == row.path {
      return draw(
        entry, at: place, within: line.endColumn - 1 - place.column, hasFocus: state.overlay == nil, on: &canvas)
    }
    let isMatch = !wanted.isEmpty && row.fold == .none && wanted.containsWhole(row.value.compact)
    let text = row.fold == .open ? ValueText.size(row.value) : ValueText.short(row.value)
    canvas.draw(
      DisplayText(text), at: place, style: isMatch ? .match : ValueText.style(row.value), within: columns.value)
    place = place.moved(columns: columns.value + 1)
    if columns.layer > 0 {
      canvas.draw(
        layerText(row, state.channel, columns.layer), at: place, style: isChanged ? .changed : .dim,
        within: columns.layer)
      place = place.moved(columns: columns.layer + 1)
    }
    if columns.was > 0, let was = row.was {
      canvas.draw(DisplayText(ValueText.replaced(was, by: row.value)), at: place, style: .dim, within: columns.was)
    }
    if isSelected { select(line, state, on: &canvas) }
  }

  /// The value that is typed, in place of the old one and of what follows that.
  private static func draw(
    _ entry: ValueEntry, at place: Point, within columns: Int, hasFocus: Bool, on canvas: inout Canvas
  ) {
    let type = DisplayText("  \(entry.refusal == nil ? "" : "! ")\(entry.type.map { "\($0)" } ?? "JSON")")
    let room = max(4, columns - type.columns)
    let before = DisplayText(entry.field.beforeCaret).columns
    let hidden = max(0, before - room + 1)
    let style: Style = entry.refusal == nil ? .match : .error
    canvas.fill(Rectangle(column: place.column, row: place.row, columns: room, rows: 1), style: style.underlined())
    canvas.draw(
      DisplayText(entry.field.text).dropping(hidden), at: place, style: style.underlined(), within: room,
      ellipsis: .empty)
    canvas.reverse(entry.field.proposedCells(at: place, within: room, hidden: hidden))
    canvas.draw(type, at: place.moved(columns: room), style: .typeName, within: columns - room)
    if hasFocus { canvas.cursor = place.moved(columns: before - hidden) }
  }

  private static func select(_ line: Rectangle, _ state: State, on canvas: inout Canvas) {
    if state.focus == .values {
      canvas.select(line)
      if canvas.cursor == nil, state.overlay == nil { canvas.cursor = line.origin.moved(columns: 1) }
    } else {
      canvas.restyle(line) { $0.bold() }
    }
  }

  private static func drawName(
    _ row: ValueRow, isMatch: Bool, at place: Point, within columns: Int, on canvas: inout Canvas
  ) {
    let indent = min(row.depth * 2, max(0, columns - 8))
    switch row.fold {
    case .open: canvas.draw(Marks.open, at: place.moved(columns: indent), style: .accent)
    case .closed: canvas.draw(Marks.closed, at: place.moved(columns: indent), style: .accent)
    case .none: break
    }
    canvas.draw(
      DisplayText(row.name), at: place.moved(columns: indent + 2), style: isMatch ? .match : .text,
      within: columns - indent - 2)
  }

  private static func layerText(_ row: ValueRow, _ channel: String?, _ columns: Int) -> DisplayText {
    if let layer = row.layer { return DisplayText(ValueText.layer(layer, in: channel, columns: columns)) }
    return row.changedLeaves > 0 && row.fold == .closed ? DisplayText("\(row.changedLeaves) changed inside") : .empty
  }
}
