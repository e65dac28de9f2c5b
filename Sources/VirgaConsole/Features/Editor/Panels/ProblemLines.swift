import VirgaCanvas
import VirgaSource

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
    shift = min(max(editor.problemShift, -first), max(0, all.count - rows) - first)
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
        all.append(
          (StyledLine(of: (mark, style.bold()), (start, styles.0), (line, styles.1)), index))
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
