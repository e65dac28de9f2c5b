import VirgaCanvas
import VirgaSource

/// What is wrong with the manifest, a line each.
enum ProblemPanel {
  static func draw(_ state: State, on canvas: inout Canvas) {
    guard let area = state.layout.panels[.problems] else { return }
    let problems = state.currentProblems
    let hasFocus = state.focus == .problems
    canvas.drawBorder(area, title: DisplayText("Problems \(problems.count)"), note: "F8 next", hasFocus: hasFocus)
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

  static func line(of problem: Problem) -> StyledLine {
    let style: Style =
      switch problem.severity {
      case .error: .error
      case .warning: .warning
      case .hint: .hint
      }
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
