import VirgaCanvas
import VirgaSource

struct EditorLayout {
  let edit: Rectangle
  let gutter: Rectangle
  let text: Rectangle
  let search: Rectangle
  /// The line between the text and its problems; empty if there is no room for it.
  let rule: Rectangle
  let problems: Rectangle
  let problemLines: ProblemLines

  /// The width that a text needs to be whole, border included, with room to type.
  static func wantedColumns(of editor: ConfigEditor?) -> Int {
    max(40, 7 + (editor?.buffer.lines.map(\.utf8.count).max() ?? 0))
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
    // Problems use the rows that the text leaves free, except for the separator and the search.
    let free = inside.rows - editor.folds.rowCount(of: editor.buffer.lines.count) - 2
    let most = inside.rows >= 6 ? max(2, inside.rows / 3, free) : max(0, min(1, inside.rows - 2))
    let wanted = ProblemLines(editor, columns: inside.columns - 2, rows: most).count
    problems = inside.bottom(min(wanted, most))
    problemLines = ProblemLines(editor, columns: problems.columns - 2, rows: problems.rows)
    inside = inside.droppingBottom(problems.rows)
    rule = inside.bottom(problems.isEmpty || inside.rows < 6 ? 0 : 1)
    inside = inside.droppingBottom(rule.rows)
    search = inside.bottom(editor.search.isTyping || !editor.search.field.isEmpty ? 1 : 0)
    inside = inside.droppingBottom(search.rows)
    let digits = max(2, String(editor.buffer.lines.count).utf8.count)
    (gutter, text) = inside.split(left: min(digits + 3, inside.columns / 3))
  }

  func position(at point: Point, in editor: ConfigEditor) -> TextPosition {
    let row = min(max(editor.top + point.row - text.row, 0), editor.folds.rowCount(of: editor.buffer.lines.count) - 1)
    let line = editor.folds.line(at: row)
    let column = max(0, point.column - text.column + editor.left)
    return TextPosition(line: line, offset: editor.cells(of: line).offset(at: column))
  }
}

/// The problems of a config as lines below its text.
///
/// If they do not fit, only the one at the cursor is shown in full.
struct ProblemLines {
  /// Each line with the index of its problem.
  private var all: [(line: StyledLine, finding: Int)] = []
  /// The first line of the problem at the cursor, or else of the next one.
  private var current = 0
  private(set) var isCurrentWhole = false
  /// The number of lines scrolled from the problem at the cursor, within bounds.
  private(set) var shift = 0
  private let rows: Int

  /// The number of problems to lay out on each side; nobody reads further before fixing some.
  private static let most = 40

  init(_ editor: ConfigEditor, columns: Int, rows: Int) {
    self.rows = rows
    layOut(editor, columns, inFull: editor.findings.count <= rows)
    if all.count > rows { layOut(editor, columns, inFull: false) }
    shift = min(max(editor.problemView.shift, -first), max(0, all.count - rows) - first)
  }

  private mutating func layOut(_ editor: ConfigEditor, _ columns: Int, inFull: Bool) {
    (all, current, isCurrentWhole) = ([], 0, false)
    let selected = editor.currentFinding
    let next = editor.findings.firstIndex { $0.range.lowerBound >= editor.cursor }
    let around = selected ?? next ?? max(0, editor.findings.count - 1)
    for index in max(0, around - Self.most)..<min(editor.findings.count, around + Self.most) {
      let (finding, isSelected) = (editor.findings[index], index == selected)
      if index == around { current = all.count }
      let head = DisplayText("\(editor.sourcePosition(of: finding)) ")
      let words = DisplayText(finding.problem.sentence)
      let room = max(8, columns - 2 - head.columns)
      let most = isSelected ? max(1, rows) : inFull ? 3 : 1
      var lines = most > 1 ? words.wrapped(to: room) : [words.truncated(to: room)]
      if isSelected { isCurrentWhole = most > 1 ? lines.count <= most : words.columns <= room }
      if lines.count > most { lines[most - 1] = (lines[most - 1] + " …").truncated(to: room) }
      let style = finding.problem.severity.style
      for (number, line) in lines.prefix(most).enumerated() {
        let mark: DisplayText = number == 0 ? PanelSymbols.problem + " " : "  "
        let start = number == 0 ? head : .blanks(head.columns)
        let styles: (Style, Style) = isSelected ? (.text.bold(), style) : (.dim, .text)
        all.append((StyledLine(of: (mark, style.bold()), (start, styles.0), (line, styles.1)), index))
      }
    }
  }

  var count: Int { all.count }

  private var first: Int { max(0, min(current, all.count - rows)) + shift }
  private var seen: Range<Int> { first..<min(all.count, first + rows) }

  /// The visible lines, which include the problem at the cursor unless they were scrolled.
  var window: [StyledLine] { all[seen].map(\.line) }

  func hidden(of count: Int) -> (before: Int, behind: Int) {
    guard let top = all[seen].first, let last = all[seen].last else { return (0, 0) }
    return (top.finding, max(0, count - 1 - last.finding))
  }

  func finding(inRow row: Int) -> Int? {
    all.indices.contains(first + row) ? all[first + row].finding : nil
  }
}
