import VirgaCanvas
import VirgaJSON

struct MergedView: PanelView {
  let panel = Panel.merged

  func draw(_ state: State, on canvas: inout Canvas) {
    guard let editor = state.editor, let area = state.layout.panels[panel] else { return }
    let hasFocus = state.focus == panel
    Self.draw(editor, in: area, hasFocus: hasFocus, showsCursor: hasFocus && state.overlay == nil, on: &canvas)
  }

  func lines(of state: State) -> [StyledLine] {
    let columns = state.layout.inside(panel).columns - 2
    return state.mergedRows.map { Self.line(of: $0, columns: columns) }
  }

  func top(in state: State) -> Int? { state.mergedTop }
  func show(from top: Int, in state: inout State) { state.mergedTop = top }

  static func draw(
    _ editor: ConfigEditor, in area: Rectangle, hasFocus: Bool = false, showsCursor: Bool = false,
    on canvas: inout Canvas
  ) {
    canvas.drawBorder(area, title: "Merged", subtitle: subtitle(of: editor), hasFocus: hasFocus)
    let inside = area.inset(by: 1)
    let rows = editor.mergedRows(height: inside.rows)
    let top = editor.mergedTop(of: rows, height: inside.rows)
    for (index, row) in rows.dropFirst(top).prefix(inside.rows).enumerated() {
      let line = inside.line(index)
      if row.change != nil { canvas.draw(PanelSymbols.changed, at: line.origin, style: .override.bold()) }
      canvas.draw(
        Self.line(of: row, columns: line.columns - 2), at: line.origin.moved(columns: 1), within: line.columns - 2)
    }
    if showsCursor { canvas.cursor = inside.origin.moved(columns: 1) }
  }

  private static func subtitle(of editor: ConfigEditor) -> DisplayText {
    if editor.mergedView.isOutOfDate { return "last valid" }
    let count = editor.merged?.changeCount ?? 0
    return count == 0 ? "nothing changed" : "\(count) changed"
  }

  /// A row as a line, ending with the old value.
  static func line(of row: MergedRows.Row, columns: Int) -> StyledLine {
    let isChanged = row.change != nil
    var line = StyledLine(.blanks(row.depth * 2))
    if let key = row.key {
      line.add(DisplayText(JSONValue.string(key).compact), isChanged ? .key.bold() : .key)
      line.add(": ", .punctuation)
    }
    let style = row.value == nil ? Style.punctuation : ValueText.style(row.value)
    line.add(DisplayText(row.text), isChanged ? style.bold() : style)
    if row.hasComma { line.add(",", .punctuation) }
    guard let change = row.change else { return line.truncated(to: columns) }
    let old = was(change).truncated(to: max(8, min(columns / 3, columns - line.columns - 2)))
    line = line.truncated(to: columns - old.columns - 1)
    line.add(.blanks(max(1, columns - old.columns - line.columns)))
    line.add(old, .dim)
    return line
  }

  private static func was(_ change: MergedRows.Change) -> DisplayText {
    switch change {
    case .new: "new"
    case .was(let value): DisplayText("was \(ValueText.size(value))")
    }
  }
}

extension ConfigEditor {
  /// The rows of the merged result that fit into a height; all rows if unfolded.
  func mergedRows(height: Int) -> [MergedRows.Row] { merged?.rows(fitting: mergedView.isWhole ? .max : height) ?? [] }

  func mergedTop(of rows: [MergedRows.Row], height: Int) -> Int {
    min(max(0, Self.restingTop(of: rows, height: height) + mergedView.shift), max(0, rows.count - height))
  }

  /// Scrolls the merged result so that a row is the first visible one.
  mutating func showMerged(from top: Int, height: Int) {
    let rows = mergedRows(height: height)
    mergedView.shift = min(max(0, top), max(0, rows.count - height)) - Self.restingTop(of: rows, height: height)
  }

  private static func restingTop(of rows: [MergedRows.Row], height: Int) -> Int {
    guard rows.count > height, let change = rows.firstIndex(where: { $0.change != nil }), change >= height else {
      return 0
    }
    return change - height / 3
  }
}

extension State {
  var mergedRows: [MergedRows.Row] { editor?.mergedRows(height: layout.inside(.merged).rows) ?? [] }

  var mergedTop: Int {
    get { editor?.mergedTop(of: mergedRows, height: layout.inside(.merged).rows) ?? 0 }
    set {
      let height = layout.inside(.merged).rows
      edit { $0.showMerged(from: newValue, height: height) }
    }
  }
}
