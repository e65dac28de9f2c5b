import VirgaCanvas

/// The areas of a config editor: line numbers, text and problems.
struct EditorLayout {
  /// The whole panel with its border.
  let edit: Rectangle
  /// The line numbers.
  let gutter: Rectangle
  let text: Rectangle
  /// The line between the text and its problems; empty if there is no room for it.
  let rule: Rectangle
  let problems: Rectangle
  let problemLines: ProblemLines

  /// The width that a text needs to be whole, border included, with room to type.
  static func wantedColumns(of editor: ConfigEditor?) -> Int {
    let longestLine = editor?.buffer.lines.map(\.utf8.count).max() ?? 0
    let borderAndLineNumbers = 6
    return max(minimumTextColumns, borderAndLineNumbers + longestLine)
  }

  private static let minimumTextColumns = 40
  /// In fewer columns, only one of text and merged result is visible.
  private static let minimumColumnsOfBoth = 76

  /// The areas of a text and its merged result next to each other; nil if both do not fit.
  static func beside(in area: Rectangle) -> (edit: Rectangle, merged: Rectangle)? {
    guard area.columns >= minimumColumnsOfBoth else { return nil }
    let (edit, merged) = area.split(left: area.columns - area.columns / 2)
    return (edit, merged)
  }

  init(_ area: Rectangle, of editor: ConfigEditor) {
    edit = area
    var inside = edit.inset(by: 1)
    let problemRows = Self.maximumProblemRows(of: inside.rows, lines: editor.buffer.lines.count)
    problemLines = ProblemLines(editor, columns: inside.columns - 2, rows: problemRows)
    problems = inside.bottom(min(problemLines.count, problemRows))
    inside = inside.droppingBottom(problems.rows)
    let hasRule = !problems.isEmpty && inside.rows >= Self.minimumRows
    rule = inside.bottom(hasRule ? 1 : 0)
    inside = inside.droppingBottom(rule.rows)
    let digits = max(2, String(editor.buffer.lines.count).utf8.count)
    let markAndBlank = 2
    (gutter, text) = inside.split(left: min(digits + markAndBlank, inside.columns / 3))
  }

  /// A lower editor has at most one line of problems and no line above them.
  private static let minimumRows = 6

  /// The most rows that problems can have: the rows that the text leaves free, but at least a
  /// third.
  ///
  /// Of 30 rows, a text of 12 lines leaves 16, without the line above the problems and one to type
  /// in; a text of 100 lines leaves the problems 10.
  private static func maximumProblemRows(of rows: Int, lines: Int) -> Int {
    guard rows >= minimumRows else { return max(0, min(1, rows - 2)) }
    let free = rows - lines - 2
    return max(2, rows / 3, free)
  }

  /// The position in the text at a cell; that of the nearest line if the cell is above or below the
  /// text.
  func position(at point: Point, in editor: ConfigEditor) -> TextPosition {
    let row = editor.scroll.top + point.row - text.row
    let line = min(max(row, 0), editor.buffer.lines.count - 1)
    let column = max(0, point.column - text.column + editor.left)
    return TextPosition(line: line, offset: editor.cells(of: line).offset(at: column))
  }
}
