import VirgaCanvas
import VirgaJSON

/// The panel of the merged result of a text.
struct MergedView: PanelView {
  let panel = Panel.merged

  func draw(_ model: Model, on canvas: inout Canvas) {
    guard let editor = model.editor, let area = model.layout.panels[panel] else { return }
    let hasFocus = model.focus == panel
    Self.draw(editor, in: area, hasFocus: hasFocus, on: &canvas)
    if hasFocus, model.overlay == nil { canvas.cursor = area.inset(by: 1).origin.moved(columns: 1) }
  }

  func lines(of model: Model) -> [StyledLine] {
    let inside = model.layout.inside(panel)
    return model.editor.map { Self.rows(of: $0, height: inside.rows) }?
      .map { Self.line(of: $0, columns: inside.columns - 2) } ?? []
  }

  func top(in model: Model) -> Int? {
    model.editor.map { Self.top(of: $0, height: rowsArea(in: model).rows) } ?? 0
  }

  func show(from top: Int, in model: inout Model) {
    let height = rowsArea(in: model).rows
    model.edit {
      let lastTop = max(0, Self.rows(of: $0, height: height).count - height)
      $0.mergedView.shift = 0
      let restingTop = Self.top(of: $0, height: height)
      $0.mergedView.shift = min(max(0, top), lastTop) - restingTop
    }
  }

  /// The rows of the merged result that fit into a height; all rows if unfolded.
  private static func rows(of editor: ConfigEditor, height: Int) -> [MergedPreview.Row] {
    editor.merged?.rows(fitting: editor.mergedView.isWhole ? .max : height) ?? []
  }

  /// The first visible row; unless scrolled, the first change is visible.
  private static func top(of editor: ConfigEditor, height: Int) -> Int {
    let rows = rows(of: editor, height: height)
    let firstChange = rows.firstIndex { $0.change != nil } ?? 0
    let isChangeBelow = rows.count > height && firstChange >= height
    let restingTop = isChangeBelow ? firstChange - height / 3 : 0
    let lastTop = max(0, rows.count - height)
    return min(max(0, restingTop + editor.mergedView.shift), lastTop)
  }

  static func draw(
    _ editor: ConfigEditor, in area: Rectangle, hasFocus: Bool = false, on canvas: inout Canvas
  ) {
    canvas.drawBorder(area, title: "Merged", subtitle: subtitle(of: editor), hasFocus: hasFocus)
    let inside = area.inset(by: 1)
    let rows = rows(of: editor, height: inside.rows).dropFirst(top(of: editor, height: inside.rows))
      .prefix(inside.rows)
    canvas.draw(rows.map { line(of: $0, columns: inside.columns - 2) }, in: inside)
    for (index, row) in rows.enumerated() where row.change != nil {
      canvas.draw(PanelSymbols.changed, at: inside.line(index).origin, style: .override.bold())
    }
  }

  private static func subtitle(of editor: ConfigEditor) -> DisplayText {
    if editor.mergedView.isOutOfDate { return "last valid" }
    let count = editor.merged?.changeCount ?? 0
    return count == 0 ? "nothing changed" : "\(count) changed"
  }

  /// A row as a line of a width, ending with the old value, which gets at most a third of it but at
  /// least 8 columns.
  private static func line(of row: MergedPreview.Row, columns: Int) -> StyledLine {
    func emphasized(_ style: Style) -> Style { row.change == nil ? style : style.bold() }
    var line = StyledLine(.blanks(row.depth * 2))
    if let key = row.key {
      line.add(DisplayText(JSONValue.string(key).compact), emphasized(.key))
      line.add(": ", .punctuation)
    }
    line.add(
      DisplayText(row.text),
      emphasized(row.value == nil ? .punctuation : ValueText.style(row.value)))
    if row.hasComma { line.add(",", .punctuation) }
    guard let change = row.change else { return line.truncated(to: columns) }
    let old = DisplayText(change).truncated(
      to: max(8, min(columns / 3, columns - line.columns - 2)))
    line = line.truncated(to: columns - old.columns - 1)
    line.add(.blanks(max(1, columns - old.columns - line.columns)))
    line.add(old, .dim)
    return line
  }
}
