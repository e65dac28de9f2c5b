import VirgaCanvas
import VirgaJSON

/// The panel of the merged result of a text.
struct MergedView: PanelView {
  let panel = Panel.merged

  /// Draws the merged result; with the focus, the terminal's cursor is at the start of its first
  /// visible row.
  func draw(_ model: Model, on canvas: inout Canvas) {
    guard let editor = model.editor, let area = model.layout.panels[panel] else { return }
    let hasFocus = model.focus == panel
    Self.draw(editor, in: area, hasFocus: hasFocus, on: &canvas)
    // An overlay has a cursor of its own.
    let ownsCursor = hasFocus && model.overlay == nil
    let leftMargin = 1
    if ownsCursor { canvas.cursor = area.inset(by: 1).origin.moved(columns: leftMargin) }
  }

  /// The blank columns at both sides of the text inside the border; marks of changes are in the
  /// left one.
  private static let margins = 2

  /// The lines of the merged result, the hidden ones included; empty without an open text.
  func lines(of model: Model) -> [StyledLine] {
    guard let editor = model.editor else { return [] }
    let inside = model.layout.inside(panel)
    let rows = Self.rows(of: editor, height: inside.rows)
    return rows.map { Self.line(of: $0, columns: inside.columns - Self.margins) }
  }

  /// The first visible row.
  func top(in model: Model) -> Int? {
    model.editor.map { Self.top(of: $0, height: rowsArea(in: model).rows) } ?? 0
  }

  /// Scrolls so that a row is the first visible one, unless the last row would then leave rows
  /// empty below it.
  func show(from top: Int, in model: inout Model) {
    let height = rowsArea(in: model).rows
    model.edit { editor in
      let lastTop = max(0, Self.rows(of: editor, height: height).count - height)
      let newTop = min(max(0, top), lastTop)
      // The shift counts from the first row that is visible without one.
      editor.mergedView.shift = 0
      let restingTop = Self.top(of: editor, height: height)
      editor.mergedView.shift = newTop - restingTop
    }
  }

  /// The rows of the merged result, with as many containers unfolded as a height has room for; with
  /// all unfolded if the person asked for that.
  private static func rows(of editor: ConfigEditor, height: Int) -> [MergedPreview.Row] {
    editor.merged?.rows(fitting: editor.mergedView.isWhole ? .max : height) ?? []
  }

  /// The first visible row; unless scrolled, the first change is visible.
  private static func top(of editor: ConfigEditor, height: Int) -> Int {
    let rows = rows(of: editor, height: height)
    let firstChange = rows.firstIndex { $0.change != nil } ?? 0
    let isChangeBelow = rows.count > height && firstChange >= height
    let rowsBeforeChange = height / 3
    let restingTop = isChangeBelow ? firstChange - rowsBeforeChange : 0
    let lastTop = max(0, rows.count - height)
    let scrolledTop = restingTop + editor.mergedView.shift
    return min(max(0, scrolledTop), lastTop)
  }

  /// Draws the visible rows of the merged result, those with a change marked.
  static func draw(
    _ editor: ConfigEditor, in area: Rectangle, hasFocus: Bool = false, on canvas: inout Canvas
  ) {
    canvas.drawBorder(area, title: "Merged", subtitle: subtitle(of: editor), hasFocus: hasFocus)
    let inside = area.inset(by: 1)
    let top = top(of: editor, height: inside.rows)
    let rows = rows(of: editor, height: inside.rows).dropFirst(top).prefix(inside.rows)
    canvas.draw(rows.map { line(of: $0, columns: inside.columns - margins) }, in: inside)
    for (index, row) in rows.enumerated() where row.change != nil {
      canvas.draw(PanelSymbols.changed, at: inside.line(index).origin, style: .override.bold())
    }
  }

  /// The number of changes; `last valid` if the text has errors, so that the result is that of an
  /// older text.
  private static func subtitle(of editor: ConfigEditor) -> DisplayText {
    if editor.mergedView.isOutOfDate { return "last valid" }
    let count = editor.merged?.changeCount ?? 0
    return count == 0 ? "nothing changed" : "\(count) changed"
  }

  /// A row as a line of a width, such as `  "enabled": true,   was false`.
  ///
  /// The old value at its end gets at most a third of the width, but at least 8 columns, for which
  /// the new value is cut.
  private static func line(of row: MergedPreview.Row, columns: Int) -> StyledLine {
    func emphasized(_ style: Style) -> Style { row.change == nil ? style : style.bold() }
    let blanksPerLevel = 2
    var line = StyledLine(.blanks(row.depth * blanksPerLevel))
    if let key = row.key {
      line.add(DisplayText(JSONValue.string(key).compact), emphasized(.key))
      line.add(": ", .punctuation)
    }
    let style: Style = row.value == nil ? .punctuation : ValueText.style(row.value)
    line.add(DisplayText(row.text), emphasized(style))
    if row.hasComma { line.add(",", .punctuation) }
    guard let change = row.change else { return line.truncated(to: columns) }
    let usualGap = 2
    let leastColumnsOfOld = 8
    let free = columns - line.columns - usualGap
    let third = columns / 3
    let columnsOfOld = max(leastColumnsOfOld, min(third, free))
    let old = DisplayText(change).truncated(to: columnsOfOld)
    let leastGap = 1
    line = line.truncated(to: columns - old.columns - leastGap)
    line.add(.blanks(max(leastGap, columns - old.columns - line.columns)))
    line.add(old, .dim)
    return line
  }
}
