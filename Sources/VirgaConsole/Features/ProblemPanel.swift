import VirgaCanvas
import VirgaFiles
import VirgaSource

extension Problem.Severity {
  var style: Style {
    switch self {
    case .error: .error
    case .warning: .warning
    case .hint: .hint
    }
  }
}

struct ProblemItem: ListItem {
  /// Its index among all problems.
  let id: Int
  let problem: Problem
  let feature: String?

  func rank(_ filter: Filter, fuzzy: Bool) -> Int? { 0 }
}

/// The problems of the selected feature; all problems if no feature is selected.
enum ProblemPanel {
  static let view = ListPanel(
    panel: .problems, model: \State.problems.list, isFiltered: false, isMarkable: false, hasHeads: true,
    opens: "go-to-problem",
    columns: { _ in
      [
        Column("Severity", width: .fixed(9)) { item, _ in
          let style = item.problem.severity.style
          let name = DisplayText(item.problem.severity.rawValue)
          return StyledLine(of: (PanelSymbols.problem, style.bold()), (" ", .text), (name, style))
        },
        Column("Where", width: .content(least: 10, rank: 0), name: { location(of: $0.problem) }) { item, _ in
          StyledLine(location(of: item.problem), .dim)
        },
        Column("Problem", width: .rest) { item, _ in words(of: item) },
      ]
    }, title: title,
    subtitle: { DisplayText("\($0.keyName(of: "next-problem")) next") }, empty: { _ in "no problems" }, lines: lines)

  /// Heads and border included.
  static func wantedRows(_ state: State, columns: Int) -> Int {
    max(1, state.problems.list.count) * lines(state, columns: columns - 2 - PanelSymbols.gutter) + 3
  }

  /// A problem that does not fit next to its position goes below it.
  @Sendable private static func lines(_ state: State, columns: Int) -> Int {
    let items = state.problems.list.items
    let longest = items.map { words(of: $0).columns }.max() ?? 0
    let locationWidth = items.map { Self.location(of: $0.problem).columns }.max() ?? 0
    return 11 + locationWidth + longest <= columns ? 1 : min(1 + (longest + columns - 1) / max(columns, 1), 3)
  }

  @Sendable private static func title(_ state: State) -> DisplayText {
    let counts = Problem.Severity.allCases.compactMap { severity -> DisplayText? in
      let count = state.problems.list.items.count { $0.problem.severity == severity }
      return count == 0 ? nil : HeaderLine.counted(count, severity.rawValue)
    }
    return DisplayText("Problems \(state.problems.list.count)")
      + (counts.count < 2 ? .empty : ": " + counts.joined(separator: ", "))
  }

  private static func location(of problem: Problem) -> DisplayText {
    problem.location.map { DisplayText("\(FilePath.name(of: $0.file)):\($0.range.start)") } ?? "–"
  }

  private static func words(of item: ProblemItem) -> StyledLine {
    let problem = item.problem
    var line = StyledLine(DisplayText(problem.message))
    if let hint = problem.hint { line.add(DisplayText("; \(hint)"), .dim) }
    let ownPath = item.feature.map { "features/\($0)" }
    if !problem.path.isEmpty, problem.path != ownPath { line.add(DisplayText("  \(problem.path)"), .dim) }
    return line
  }
}
