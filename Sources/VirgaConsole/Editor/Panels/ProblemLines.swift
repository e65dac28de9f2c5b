import VirgaCanvas
import VirgaSource

/// The problems of a config as lines under its text: all in full where there is room, else the one at the cursor alone.
struct ProblemLines {
  private(set) var all: [StyledLine] = []
  /// Which problem each line belongs to.
  private var owners: [Int] = []
  /// The first line of the problem at the cursor.
  private(set) var current = 0

  /// More are not laid out: nobody reads further before mending some.
  private static let most = 200

  init(_ editor: ConfigEditor, columns: Int, rows: Int) {
    self.init(editor, columns: columns, inFull: editor.findings.count <= rows)
    if all.count > rows { self.init(editor, columns: columns, inFull: false) }
  }

  private init(_ editor: ConfigEditor, columns: Int, inFull: Bool) {
    let selected = editor.findingAtCursor
    for (place, finding) in editor.findings.prefix(Self.most).enumerated() {
      let isSelected = finding == selected
      if isSelected { current = all.count }
      add(
        finding, editor.buffer.position(of: editor.buffer.nearest(finding.range.lowerBound)), isSelected,
        inFull: inFull, columns)
      while owners.count < all.count { owners.append(place) }
    }
  }

  /// The lines that are seen in so many rows: those of the problem at the cursor among them.
  func window(_ rows: Int) -> ArraySlice<StyledLine> {
    let first = first(of: rows)
    return all[first..<min(all.count, first + rows)]
  }

  /// Which of the problems stands in a row of those that are seen; nil where none does.
  func finding(inRow row: Int, of rows: Int) -> Int? {
    let line = first(of: rows) + row
    return owners.indices.contains(line) ? owners[line] : nil
  }

  private func first(of rows: Int) -> Int { max(0, min(current, all.count - rows)) }

  private mutating func add(
    _ finding: ConfigEditor.Finding, _ place: SourcePosition, _ isSelected: Bool, inFull: Bool,
    _ columns: Int
  ) {
    let style = Self.style(finding.problem.severity)
    let head = DisplayText("\(place) ")
    let words = DisplayText(Self.words(finding.problem))
    let room = max(8, columns - 2 - head.columns)
    let lines = isSelected || inFull ? words.wrapped(to: room).prefix(3) : [words.truncated(to: room)]
    for (number, line) in lines.enumerated() {
      var styled = StyledLine(of: (number == 0 ? Marks.problem : " ", style.bold()), (" ", .text))
      styled.add(number == 0 ? head : .blanks(head.columns), isSelected ? .text.bold() : .dim)
      styled.add(line, isSelected ? style : .text)
      all.append(styled)
    }
  }

  static func style(_ severity: Problem.Severity) -> Style {
    switch severity {
    case .error: .error
    case .warning: .warning
    case .hint: .hint
    }
  }

  /// What is wrong and what to do, in one sentence.
  static func words(_ problem: Problem) -> String {
    problem.hint.map { "\(problem.message); \($0)" } ?? problem.message
  }
}
