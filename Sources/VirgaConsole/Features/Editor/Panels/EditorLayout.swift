import VirgaCanvas

struct EditorLayout {
  let edit: Rectangle
  let gutter: Rectangle
  let text: Rectangle
  /// The line between the text and its problems; empty if there is no room for it.
  let rule: Rectangle
  let problems: Rectangle
  let problemLines: ProblemLines

  /// The width that a text needs to be whole, border included, with room to type.
  static func wantedColumns(of editor: ConfigEditor?) -> Int {
    max(40, 6 + (editor?.buffer.lines.map(\.utf8.count).max() ?? 0))
  }

  /// The areas of a text and its merged result next to each other; nil if both do not fit.
  static func beside(in area: Rectangle) -> (edit: Rectangle, merged: Rectangle)? {
    guard area.columns >= 76 else { return nil }
    let (edit, merged) = area.split(left: area.columns - area.columns / 2)
    return (edit, merged)
  }

  init(_ area: Rectangle, of editor: ConfigEditor) {
    edit = area
    var inside = edit.inset(by: 1)
    // Problems use the rows that the text leaves free, except for the separator and one to type in.
    let free = inside.rows - editor.buffer.lines.count - 2
    let most = inside.rows >= 6 ? max(2, inside.rows / 3, free) : max(0, min(1, inside.rows - 2))
    problemLines = ProblemLines(editor, columns: inside.columns - 2, rows: most)
    problems = inside.bottom(min(problemLines.count, most))
    inside = inside.droppingBottom(problems.rows)
    rule = inside.bottom(problems.isEmpty || inside.rows < 6 ? 0 : 1)
    inside = inside.droppingBottom(rule.rows)
    let digits = max(2, String(editor.buffer.lines.count).utf8.count)
    (gutter, text) = inside.split(left: min(digits + 2, inside.columns / 3))
  }

  func position(at point: Point, in editor: ConfigEditor) -> TextPosition {
    let row = editor.scroll.top + point.row - text.row
    let line = min(max(row, 0), editor.buffer.lines.count - 1)
    let column = max(0, point.column - text.column + editor.left)
    return TextPosition(line: line, offset: editor.cells(of: line).offset(at: column))
  }
}
