import VirgaCanvas
import VirgaSource

/// The problems of a config as lines below its text.
///
/// If they do not fit, only the one at the cursor is shown in full.
struct ProblemLines {
  private(set) var all: [StyledLine] = []
  private var owners: [Int] = []
  private(set) var current = 0

  private(set) var isCurrentWhole = false

  /// The number of lines scrolled from the problem at the cursor, within bounds.
  private(set) var shift = 0
  private let rows: Int

  /// The number of problems to lay out on each side; nobody reads further before fixing some.
  private static let most = 40

  init(_ editor: ConfigEditor, columns: Int, rows: Int) {
    self.rows = rows
    buildLines(editor, columns, inFull: editor.findings.count <= rows)
    if all.count > rows { buildLines(editor, columns, inFull: false) }
    let first = max(0, min(current, all.count - rows))
    shift = min(max(editor.problemView.shift, -first), max(0, all.count - rows) - first)
  }

  private mutating func buildLines(_ editor: ConfigEditor, _ columns: Int, inFull: Bool) {
    (all, owners, current, isCurrentWhole) = ([], [], 0, false)
    let selected = editor.currentFinding
    let around = selected ?? editor.nearestFinding
    for index in max(0, around - Self.most)..<min(editor.findings.count, around + Self.most) {
      let finding = editor.findings[index]
      if index == around { current = all.count }
      let position = editor.buffer.sourcePosition(of: editor.buffer.nearest(finding.range.lowerBound))
      add(finding, position, index == selected, inFull: inFull, columns)
      while owners.count < all.count { owners.append(index) }
    }
  }

  private var first: Int { max(0, min(current, all.count - rows)) + shift }

  /// The visible lines, which include the problem at the cursor unless they were scrolled.
  var window: ArraySlice<StyledLine> { all[first..<min(all.count, first + rows)] }

  func hidden(of count: Int) -> (before: Int, behind: Int) {
    guard let top = owners[first...].first, let last = owners[..<min(all.count, first + rows)].last else {
      return (0, 0)
    }
    return (top, max(0, count - 1 - last))
  }

  func finding(inRow row: Int) -> Int? {
    let line = first + row
    return owners.indices.contains(line) ? owners[line] : nil
  }

  private mutating func add(
    _ finding: ConfigEditor.Finding, _ position: SourcePosition, _ isSelected: Bool, inFull: Bool,
    _ columns: Int
  ) {
    let style = finding.problem.severity.style
    let head = DisplayText("\(position) ")
    let words = DisplayText(finding.problem.sentence)
    let room = max(8, columns - 2 - head.columns)
    let most = isSelected ? max(1, rows) : inFull ? 3 : 1
    var lines = most > 1 ? words.wrapped(to: room) : [words.truncated(to: room)]
    if isSelected { isCurrentWhole = most > 1 ? lines.count <= most : words.columns <= room }
    if lines.count > most {
      lines = Array(lines.prefix(most))
      lines[most - 1] = (lines[most - 1] + " …").truncated(to: room)
    }
    for (number, line) in lines.enumerated() {
      var styled =
        number == 0 ? StyledLine(of: (PanelSymbols.problem, style.bold()), (" ", .text)) : StyledLine("  ", .text)
      styled.add(number == 0 ? head : .blanks(head.columns), isSelected ? .text.bold() : .dim)
      styled.add(line, isSelected ? style : .text)
      all.append(styled)
    }
  }
}
