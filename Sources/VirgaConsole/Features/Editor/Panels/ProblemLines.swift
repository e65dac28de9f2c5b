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
  /// The most lines that are visible.
  private let rows: Int

  /// The number of problems to lay out on each side; nobody reads further before fixing some.
  private static let maxProblemsOnEachSide = 40

  init(_ editor: ConfigEditor, columns: Int, rows: Int) {
    self.rows = rows
    layOut(editor, columns, inFull: editor.findings.count <= rows)
    if all.count > rows { layOut(editor, columns, inFull: false) }
    let lastTop = max(0, all.count - rows)
    shift = min(max(editor.problemShift, -first), lastTop - first)
  }

  /// Lays out the problems around the one at the cursor, or else around the next one.
  ///
  /// - Parameter inFull: Whether problems other than the one at the cursor get up to three lines,
  ///   not one.
  private mutating func layOut(_ editor: ConfigEditor, _ columns: Int, inFull: Bool) {
    all = []
    current = 0
    isCurrentWhole = false
    let selected = editor.currentFinding
    let next = editor.findings.firstIndex { $0.range.lowerBound >= editor.cursor }
    let middle = selected ?? next ?? max(0, editor.findings.count - 1)
    let start = max(0, middle - Self.maxProblemsOnEachSide)
    let end = min(editor.findings.count, middle + Self.maxProblemsOnEachSide)
    for index in start..<end {
      if index == middle { current = all.count }
      let maxLinesOfOthers = inFull ? 3 : 1
      append(
        editor, finding: index, columns, isSelected: index == selected,
        maxLines: index == selected ? max(1, rows) : maxLinesOfOthers)
    }
  }

  /// Adds a problem as `! 3:5 message`, wrapped to at most `maxLines` lines.
  private mutating func append(
    _ editor: ConfigEditor, finding index: Int, _ columns: Int, isSelected: Bool, maxLines: Int
  ) {
    let finding = editor.findings[index]
    let position = DisplayText("\(editor.sourcePosition(of: finding)) ")
    let words = DisplayText(finding.problem.sentence)
    let columnsOfMark = 2
    let room = max(8, columns - columnsOfMark - position.columns)
    var lines = maxLines > 1 ? words.wrapped(to: room) : [words.truncated(to: room)]
    if isSelected {
      isCurrentWhole = maxLines > 1 ? lines.count <= maxLines : words.columns <= room
    }
    if lines.count > maxLines {
      lines[maxLines - 1] = (lines[maxLines - 1] + " …").truncated(to: room)
    }
    let style = finding.problem.severity.style
    let positionStyle: Style = isSelected ? .text.bold() : .dim
    let wordStyle = isSelected ? style : .text
    for (number, line) in lines.prefix(maxLines).enumerated() {
      let mark: DisplayText = number == 0 ? PanelSymbols.problem + " " : "  "
      let head = number == 0 ? position : .blanks(position.columns)
      let styled = StyledLine(of: (mark, style.bold()), (head, positionStyle), (line, wordStyle))
      all.append((styled, index))
    }
  }

  /// The number of lines, hidden ones included.
  var count: Int { all.count }

  /// The index of the first visible line.
  private var first: Int { max(0, min(current, all.count - rows)) + shift }
  /// The indices of the visible lines.
  private var seen: Range<Int> { first..<min(all.count, first + rows) }

  /// The visible lines, which include the problem at the cursor unless they were scrolled.
  var window: [StyledLine] { all[seen].map(\.line) }

  /// The numbers of problems before and behind those of which a line is visible.
  ///
  /// - Parameter count: The number of all problems.
  func hidden(of count: Int) -> (before: Int, behind: Int) {
    guard let top = all[seen].first, let last = all[seen].last else { return (0, 0) }
    return (top.finding, max(0, count - 1 - last.finding))
  }

  /// The index of the problem in a visible row; nil if the row is empty.
  func finding(inRow row: Int) -> Int? {
    all.indices.contains(first + row) ? all[first + row].finding : nil
  }
}
