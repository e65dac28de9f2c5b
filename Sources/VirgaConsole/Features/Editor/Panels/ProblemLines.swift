import VirgaCanvas
import VirgaSource

/// The problems of a config as lines below its text.
///
/// If they do not fit, only the one at the cursor is shown in full.
struct ProblemLines {
  /// Each line with the index of its problem.
  private var allLines: [(line: StyledLine, problemIndex: Int)] = []
  /// The first line of the problem around which the others are laid out: the one at the cursor, or
  /// else the next one.
  private var firstLineOfMiddleProblem = 0
  /// Whether the whole message of the problem at the cursor is in the lines.
  private(set) var isProblemAtCursorWhole = false
  /// The number of lines scrolled from the problem at the cursor, within bounds.
  private(set) var shift = 0
  /// The most lines that are visible.
  private let rows: Int

  /// The number of problems to lay out on each side; nobody reads further before fixing some.
  private static let maxProblemsOnEachSide = 40

  /// Lays out all problems in full if that needs at most `rows` lines, else only the one at the
  /// cursor, and the others in a line each.
  init(_ editor: ConfigEditor, columns: Int, rows: Int) {
    self.rows = rows
    // Each problem needs at least one line.
    let mayFitInFull = editor.findings.count <= rows
    layOut(editor, columns: columns, inFull: mayFitInFull)
    if allLines.count > rows { layOut(editor, columns: columns, inFull: false) }
    // Before `shift` is set, it is 0, so that this is the first visible line without scrolling.
    let unscrolledTop = firstVisible
    let lastTop = max(0, allLines.count - rows)
    let (leastShift, mostShift) = (-unscrolledTop, lastTop - unscrolledTop)
    // The editor keeps how far the problems were scrolled, which may be too far for these lines.
    shift = min(max(editor.problemShift, leastShift), mostShift)
  }

  /// Lays out the problems around the one at the cursor, or else around the next one; far more than
  /// fit, for scrolling.
  ///
  /// - Parameter inFull: Whether the problems that are not at the cursor get up to three lines
  ///   instead of one.
  private mutating func layOut(_ editor: ConfigEditor, columns: Int, inFull: Bool) {
    allLines = []
    firstLineOfMiddleProblem = 0
    // `append` sets this for the problem at the cursor, if there is one.
    isProblemAtCursorWhole = false
    let atCursor = editor.currentFindingIndex
    let middle = atCursor ?? Self.indexOfNextOrLastProblem(in: editor)
    let start = max(0, middle - Self.maxProblemsOnEachSide)
    let end = min(editor.findings.count, middle + Self.maxProblemsOnEachSide)
    let maxLinesAtCursor = max(1, rows)
    let maxLinesOfOthers = inFull ? 3 : 1
    for index in start..<end {
      // The next line that is added is the first one of this problem.
      if index == middle { firstLineOfMiddleProblem = allLines.count }
      let isAtCursor = index == atCursor
      append(
        editor, problemAt: index, columns: columns, isAtCursor: isAtCursor,
        maxLines: isAtCursor ? maxLinesAtCursor : maxLinesOfOthers)
    }
  }

  /// The index of the first problem behind the cursor, or of the last one if none is there; 0
  /// without problems.
  private static func indexOfNextOrLastProblem(in editor: ConfigEditor) -> Int {
    let next = editor.findings.firstIndex { $0.range.lowerBound >= editor.cursor }
    return next ?? max(0, editor.findings.count - 1)
  }

  /// Adds a problem as `! 3:5 message`, with the sign of its severity, wrapped to at most
  /// `maxLines` lines; a message that is cut ends with `…`.
  ///
  /// For the problem at the cursor, also notes whether its message is whole.
  private mutating func append(
    _ editor: ConfigEditor, problemAt index: Int, columns: Int, isAtCursor: Bool, maxLines: Int
  ) {
    let finding = editor.findings[index]
    let (head, indent) = Self.headAndIndent(of: finding, in: editor, isAtCursor: isAtCursor)
    // In a panel that leaves fewer columns, the lines are cut at its border.
    let minimumRoom = 8
    let room = max(minimumRoom, columns - head.columns)
    let message = DisplayText(finding.problem.sentence)
    let (lines, isWhole) = Self.lines(of: message, columns: room, atMost: maxLines)
    if isAtCursor { isProblemAtCursorWhole = isWhole }
    for (number, line) in lines.enumerated() {
      let start = number == 0 ? head : indent
      allLines.append((line: start + StyledLine(line), problemIndex: index))
    }
  }

  /// What precedes the first line of a problem, as in `! 3:5 `, and its other lines: blanks as wide
  /// as that.
  ///
  /// - Parameter isAtCursor: Whether it is the problem at the cursor, whose position is bold.
  private static func headAndIndent(
    of finding: ConfigEditor.Finding, in editor: ConfigEditor, isAtCursor: Bool
  ) -> (head: StyledLine, indent: StyledLine) {
    let position = DisplayText("\(editor.sourcePosition(of: finding)) ")
    let severity = finding.problem.severity
    let positionStyle: Style = isAtCursor ? .text.bold() : .dim
    let head = StyledLine(of: (severity.sign + " ", severity.signStyle), (position, positionStyle))
    let indent = StyledLine(
      of: ("  ", severity.signStyle), (.blanks(position.columns), positionStyle))
    return (head: head, indent: indent)
  }

  /// A message in at most `maxLines` lines, and whether they have all of it: a single line is cut;
  /// of several, the last one ends with `…` if there would be more.
  private static func lines(
    of message: DisplayText, columns: Int, atMost maxLines: Int
  ) -> (lines: [DisplayText], isWhole: Bool) {
    guard maxLines > 1 else {
      return (lines: [message.truncated(to: columns)], isWhole: message.columns <= columns)
    }
    var lines = message.wrapped(to: columns)
    guard lines.count > maxLines else { return (lines: lines, isWhole: true) }
    let last = maxLines - 1
    lines[last] = (lines[last] + " …").truncated(to: columns)
    return (lines: Array(lines.prefix(maxLines)), isWhole: false)
  }

  /// The number of lines, hidden ones included.
  var count: Int { allLines.count }

  /// The index of the first visible line.
  ///
  /// Without scrolling, it is the first line of the middle problem, the one at the cursor or else
  /// the next one, or an earlier line if fewer lines than `rows` follow. `shift` is how many lines
  /// the person scrolled from there.
  private var firstVisible: Int {
    let lastTop = allLines.count - rows
    let unscrolledTop = max(0, min(firstLineOfMiddleProblem, lastTop))
    return unscrolledTop + shift
  }
  /// The indices of the visible lines.
  private var visibleIndices: Range<Int> { firstVisible..<min(allLines.count, firstVisible + rows) }

  /// The visible lines, which include the problem at the cursor unless they were scrolled.
  var visibleLines: [StyledLine] { allLines[visibleIndices].map(\.line) }

  /// The numbers of problems before and behind those of which a line is visible; both 0 if none is.
  ///
  /// - Parameter count: The number of all problems, those included that were not laid out.
  func hiddenCounts(of count: Int) -> (before: Int, behind: Int) {
    guard let top = allLines[visibleIndices].first, let bottom = allLines[visibleIndices].last
    else {
      return (0, 0)
    }
    let lastIndex = count - 1
    return (before: top.problemIndex, behind: lastIndex - bottom.problemIndex)
  }

  /// The index of the problem in a visible row; nil if the row is empty.
  func problemIndex(inRow row: Int) -> Int? {
    allLines.indices.contains(firstVisible + row) ? allLines[firstVisible + row].problemIndex : nil
  }
}
