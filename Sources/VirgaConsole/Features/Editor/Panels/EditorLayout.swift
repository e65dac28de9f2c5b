import VirgaCanvas

/// The areas of a config editor: line numbers, text and problems.
struct EditorLayout {
  /// The whole panel with its border.
  let whole: Rectangle
  /// The line numbers.
  let gutter: Rectangle
  let text: Rectangle
  /// The line between the text and its problems; empty without room for it.
  let rule: Rectangle
  let problems: Rectangle
  let problemLines: ProblemLines

  /// In fewer columns, only one of text and merged result is visible.
  private static let minimumColumnsOfBoth = 100

  /// The areas of a text and its merged result next to each other; nil without room for both.
  static func sideBySide(in area: Rectangle) -> (edit: Rectangle, merged: Rectangle)? {
    guard area.columns >= minimumColumnsOfBoth else { return nil }
    // Of an odd number of columns, the text gets one more.
    let columnsOfMerged = area.columns / 2
    let (edit, merged) = area.split(left: area.columns - columnsOfMerged)
    return (edit, merged)
  }

  /// Lays out the editor in an area: from below, its problems, the line above them, and the text
  /// with its line numbers.
  init(_ area: Rectangle, of editor: ConfigEditor) {
    whole = area
    // What is left for the parts that come next.
    var rest = whole.inset(by: 1)
    let lineCount = editor.buffer.lines.count
    let problemRows = Self.maximumProblemRows(of: rest.rows, lines: lineCount)
    let blanksAtSides = 2
    problemLines = ProblemLines(editor, columns: rest.columns - blanksAtSides, rows: problemRows)
    problems = rest.bottom(min(problemLines.count, problemRows))
    rest = rest.droppingBottom(problems.rows)
    let hasRule = !problems.isEmpty && rest.rows >= Self.fewestRowsWithRule
    rule = rest.bottom(hasRule ? 1 : 0)
    rest = rest.droppingBottom(rule.rows)
    (gutter, text) = rest.split(left: Self.gutterColumns(lines: lineCount, of: rest.columns))
  }

  /// The width of the line numbers and of what is between them and the text, but at most a third of
  /// the columns: in a very narrow editor, the text matters more.
  private static func gutterColumns(lines: Int, of columns: Int) -> Int {
    // Two digits at least, so that the text does not move when line 10 is typed.
    let digits = max(2, String(lines).utf8.count)
    // The mark of a problem, and a blank before the text.
    let columnsAfterNumber = 2
    return min(digits + columnsAfterNumber, columns / 3)
  }

  /// A lower editor has at most one line of problems; a text that is lower has no line below it.
  private static let fewestRowsWithRule = 6

  /// The most rows that problems can have: the rows that the text leaves free, but at least a
  /// third, and at least 2; in an editor with fewer than `fewestRowsWithRule` rows, only one.
  ///
  /// Of 30 rows, a text of 12 lines leaves 16, without the line above the problems and one to type
  /// in; a text of 100 lines leaves the problems 10. Of 3 to 5 rows, they get one, of fewer none.
  private static func maximumProblemRows(of rows: Int, lines: Int) -> Int {
    guard rows >= fewestRowsWithRule else {
      let fewestRowsWithProblem = 3
      return rows >= fewestRowsWithProblem ? 1 : 0
    }
    let (atLeast, aThird) = (2, rows / 3)
    let ruleAndLineToType = 2
    let freeRows = rows - lines - ruleAndLineToType
    return max(atLeast, aThird, freeRows)
  }

  /// The position in the text at a cell; that of the nearest line if the cell is above or below the
  /// text.
  func position(at point: Point, in editor: ConfigEditor) -> TextPosition {
    let (firstLine, lastLine) = (0, editor.buffer.lines.count - 1)
    let pointedLine = editor.scroll.top + point.row - text.row
    let line = min(max(pointedLine, firstLine), lastLine)
    let column = max(0, editor.firstVisibleColumn(of: line) + point.column - text.column)
    return TextPosition(line: line, offset: editor.cells(of: line).offset(at: column))
  }
}
