import VirgaCanvas
import VirgaFiles
import VirgaSource

extension Problem.Severity {
  /// How it looks.
  var style: Style {
    switch self {
    case .error: .error
    case .warning: .warning
    case .hint: .hint
    }
  }
}

/// What is wrong with the manifest and with files of flags and of recipes, a line each.
enum ProblemPanel {
  static func draw(_ state: State, on canvas: inout Canvas) {
    guard let area = state.layout.panels[.problems] else { return }
    let problems = state.currentProblems
    let hasFocus = state.focus == .problems
    let next = DisplayText("\(state.keyName(of: "next-problem")) next")
    canvas.drawBorder(area, title: title(of: problems), note: next, hasFocus: hasFocus)
    let inside = area.inset(by: 1)
    guard !problems.isEmpty else {
      canvas.draw("nothing is wrong", at: inside.origin.moved(columns: 1), style: .dim)
      return
    }
    for (row, place) in state.problems.window(count: problems.count, height: inside.rows).enumerated() {
      let line = inside.line(row)
      canvas.draw(Self.line(of: problems[place]), at: line.origin.moved(columns: 1), within: line.columns - 2)
      guard place == state.problems.cursor, hasFocus else { continue }
      canvas.select(line)
      if state.overlay == nil { canvas.cursor = line.origin.moved(columns: 1) }
    }
  }

  /// How many there are of each severity.
  private static func title(of problems: [Problem]) -> DisplayText {
    let counts = Problem.Severity.allCases.compactMap { severity -> DisplayText? in
      let count = problems.count { $0.severity == severity }
      return count == 0 ? nil : HeaderLine.counted(count, severity.rawValue)
    }
    return DisplayText("Problems \(problems.count)") + (counts.count < 2 ? .empty : ": ")
      + (counts.count < 2 ? .empty : counts.joined(separator: ", "))
  }

  static func line(of problem: Problem) -> StyledLine {
    let style = problem.severity.style
    var line = StyledLine(of: (Marks.problem, style.bold()), (" ", .text))
    let severity = problem.severity.rawValue
    line.add(DisplayText(severity), style)
    line.add(DisplayText(String(repeating: " ", count: max(1, 8 - severity.count))), .text)
    if let location = problem.location {
      line.add(DisplayText("\(FilePath.name(of: location.file)):\(location.range.start) "), .dim)
    }
    line.add(DisplayText(problem.message))
    if let hint = problem.hint { line.add(DisplayText("; \(hint)"), .dim) }
    if !problem.path.isEmpty { line.add(DisplayText("  \(problem.path)"), .dim) }
    return line
  }
}
