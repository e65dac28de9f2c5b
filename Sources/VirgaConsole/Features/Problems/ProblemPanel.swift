import VirgaCanvas
import VirgaFiles
import VirgaSource

/// The problems of the selected feature; all problems if no feature is selected.
enum ProblemPanel {
  static let view = ListPanel(
    panel: .problems, path: \Model.features.problems.list, read: { $0.features.problems.list },
    isFiltered: false, isMarkable: false, opens: "go-to-problem",
    columns: { _, _ in
      [
        Column("Severity", width: .fixed(9)) { item, _ in
          let (name, style) = (item.problem.severity.rawValue, item.problem.severity.style)
          return StyledLine(of: (PanelSymbols.problem, style.bold()), (" \(name)", style))
        },
        Column("Where", width: .content(minimum: 10, rank: 0), style: .dim, isName: true) {
          DisplayText($0.found.place)
        },
        Column("Problem", width: .rest) { item, _ in words(of: item) },
      ]
    }, title: title,
    subtitle: { "\($0.keyName(of: "next-problem")) next" }, empty: { _ in "no problems" },
    lines: lines)

  /// Heads and border included.
  static func wantedRows(_ model: Model, columns: Int) -> Int {
    max(1, model.features.problems.list.count)
      * lines(model, columns: columns - 2 - PanelSymbols.gutter) + 3
  }

  /// A problem that does not fit next to its position goes below it.
  @Sendable private static func lines(_ model: Model, columns: Int) -> Int {
    let items = model.features.problems.list.items
    let longest = items.map { words(of: $0).columns }.max() ?? 0
    let locationWidth = items.map { DisplayText($0.found.place).columns }.max() ?? 0
    return 11 + locationWidth + longest <= columns
      ? 1 : min(1 + (longest + columns - 1) / max(columns, 1), 3)
  }

  @Sendable private static func title(_ model: Model) -> DisplayText {
    let list = model.features.problems.list
    let counts = Problem.Severity.allCases.compactMap { severity -> DisplayText? in
      let count = list.items.count { $0.problem.severity == severity }
      return count == 0 ? nil : HeaderLine.counted(count, severity.rawValue)
    }
    return "Problems \(list.count)"
      + (counts.count < 2 ? .empty : ": " + counts.joined(separator: ", "))
  }

  private static func words(of item: ProblemItem) -> StyledLine {
    let problem = item.problem
    var line = StyledLine(
      of: (DisplayText(item.found.channelWords), .changed), (DisplayText(problem.message), .text))
    if let hint = problem.hint { line.add("; \(hint)", .dim) }
    let ownPath = item.feature.map { "features/\($0)" }
    if !problem.path.isEmpty, problem.path != ownPath { line.add("  \(problem.path)", .dim) }
    return line
  }
}

extension Problem.Severity {
  var style: Style {
    switch self {
    case .error: .error
    case .warning: .warning
    case .hint: .hint
    }
  }
}
