import VirgaCanvas
import VirgaWorkbench

/// What is known of the client: attributes, the clock, what it takes part in, behavioural events.
enum ContextPanel {
  /// Where the rows are: above what is said of the one under the cursor.
  static func rowsArea(of state: State) -> Rectangle {
    let inside = state.layout.inside(.context)
    return inside.droppingBottom(noteRows(in: inside))
  }

  private static func noteRows(in inside: Rectangle) -> Int { min(3, max(1, inside.rows / 3)) }

  static func draw(_ state: State, on canvas: inout Canvas) {
    guard let area = state.layout.panels[.context] else { return }
    let hasFocus = state.focus == .context
    let screen = state.experiments
    let set = screen.contextRows.count(where: \.isSet)
    let changed = state.clientChanges.all.isEmpty ? "" : ", \(state.clientChanges.all.count) changed"
    canvas.drawBorder(area, title: "Context", note: DisplayText("\(set) set\(changed)"), hasFocus: hasFocus)
    let rows = ExperimentScreen.rowsArea(of: .context, in: state)
    let names = names(of: state)
    for (line, place) in screen.context.window(count: screen.contextRows.count, height: rows.rows).enumerated() {
      let row = rows.line(line)
      canvas.draw(
        Self.line(screen.contextRows[place], names, columns: row.columns - 2), at: row.origin.moved(columns: 1),
        within: row.columns - 2)
      guard place == screen.context.cursor else { continue }
      canvas.draw(Marks.cursor, at: row.origin, style: .accent)
      guard hasFocus else { continue }
      canvas.select(row)
      if state.overlay == nil { canvas.cursor = row.origin.moved(columns: 1) }
    }
    let note = screen.selectedContext.map { words($0, names, columns: rows.columns - 2) } ?? ""
    let inside = state.layout.inside(.context)
    let last = inside.bottom(noteRows(in: inside))
    let lines = DisplayText(note).wrapped(to: max(1, last.columns - 2))
    for (row, line) in lines.prefix(last.rows).enumerated() {
      let isCut = row == last.rows - 1 && lines.count > last.rows
      canvas.draw(
        isCut ? line.truncated(to: last.columns - 3) + "…" : line, at: last.origin.moved(columns: 1, rows: row),
        style: .dim,
        within: last.columns - 2)
    }
  }

  /// A line for each thing that is known.
  static func lines(of state: State) -> [StyledLine] {
    let names = names(of: state)
    let columns = ExperimentScreen.rowsArea(of: .context, in: state).columns - 2
    return state.experiments.contextRows.map { line($0, names, columns: columns) }
  }

  /// How many columns the names have.
  private static func names(of state: State) -> Int {
    let widest = state.experiments.contextRows.map { DisplayText($0.name).columns }.max() ?? 0
    return min(ExperimentScreen.rowsArea(of: .context, in: state).columns * 3 / 5 - 2, max(8, widest))
  }

  /// What is said of a row below all rows: its value first, where the row has no room for it.
  private static func words(_ row: ContextRow, _ names: Int, columns: Int) -> String {
    let value = row.value ?? ""
    let isCut = nameColumns(of: row, names, columns: columns) + 3 + DisplayText(value).columns > columns
    return [isCut ? value : "", row.isDeciding ? "decides" : "", row.origin, row.note].filter { !$0.isEmpty }.joined(
      separator: " · ")
  }

  /// How many columns the name takes: fewer than the others where the value has room only so.
  private static func nameColumns(of row: ContextRow, _ names: Int, columns: Int) -> Int {
    let name = min(names, DisplayText(row.name).columns)
    let left = columns - 3 - DisplayText(row.value ?? "").columns
    return left < name ? names : min(names, left)
  }

  /// A row; where its value comes from is left to what is said below, where there is no room for it.
  private static func line(_ row: ContextRow, _ names: Int, columns: Int) -> StyledLine {
    var line = StyledLine(row.isDeciding ? "✗ " : row.isRead ? "→ " : "  ", row.isDeciding ? .error : .accent)
    let name = DisplayText(row.name).truncated(to: names)
    line.add(name.padded(to: nameColumns(of: row, names, columns: columns)), row.isRead ? .text : .dim)
    line.add(" ")
    line.add(DisplayText(row.value ?? "undefined"), row.value == nil ? .warning : row.isSet ? .key : .dim)
    if !row.origin.isEmpty, line.columns + 2 + DisplayText(row.origin).columns <= columns {
      line.add(DisplayText("  " + row.origin), .dim)
    }
    return line
  }
}
