import VirgaCanvas
import VirgaFiles
import VirgaSource

extension Problem.Severity {
  /// The style of the severity.
  var style: Style {
    switch self {
    case .error: .error
    case .warning: .warning
    case .hint: .hint
    }
  }
}

/// A problem in the list of problems.
struct ProblemItem: ListItem {
  /// Its place among all problems.
  let id: Int
  let problem: Problem
  /// The feature that it is about.
  let feature: String?

  func rank(_ filter: Filter, scattered: Bool) -> Int? { 0 }
}

/// What is wrong with the selected feature, a line each; without one all that is wrong.
enum ProblemPanel {
  static let view = ListPanel(
    panel: .problems, model: \State.problems.list, isFiltered: false, isMarkable: false, opens: "go-to-problem",
    columns: { _ in [Column(width: .rest) { item, _ in line(of: item.problem) }] }, title: title,
    subtitle: { DisplayText("\($0.keyName(of: "next-problem")) next") }, empty: { _ in "no problems" })

  /// The title, with the number of problems of each severity.
  @Sendable private static func title(_ state: State) -> DisplayText {
    let counts = Problem.Severity.allCases.compactMap { severity -> DisplayText? in
      let count = state.problems.list.items.count { $0.problem.severity == severity }
      return count == 0 ? nil : HeaderLine.counted(count, severity.rawValue)
    }
    return DisplayText("Problems \(state.problems.list.count)") + (counts.count < 2 ? .empty : ": ")
      + (counts.count < 2 ? .empty : counts.joined(separator: ", "))
  }

  private static func line(of problem: Problem) -> StyledLine {
    let style = problem.severity.style
    var line = StyledLine(of: (Marks.problem, style.bold()), (" ", .text))
    let severity = problem.severity.rawValue
    line.add(DisplayText(severity), style)
    line.add(DisplayText(String(repeating: " ", count: max(1, 8 - severity.count))), .text)
    line.add(DisplayText(problem.message))
    if let hint = problem.hint { line.add(DisplayText("; \(hint)"), .dim) }
    if let location = problem.location {
      line.add(DisplayText("  \(FilePath.name(of: location.file)):\(location.range.start)"), .dim)
    }
    if !problem.path.isEmpty { line.add(DisplayText("  \(problem.path)"), .dim) }
    return line
  }
}
