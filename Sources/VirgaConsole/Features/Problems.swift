import VirgaCanvas
import VirgaExperiments
import VirgaFiles
import VirgaJSON
import VirgaManifest
import VirgaSource

/// The problems of all open files.
struct Problems: Sendable {
  /// All problems if no feature is selected.
  var list = ListModel<ProblemItem>()
  /// The index of the problem that was visited last.
  var current = 0
  var ofRecipes: [Problem] = []
  var unreadRecipes: [UnreadRecipe] = []
  /// Errors in flag files that were already reported.
  var reportedFlagErrors: [Problem] = []
  /// Whether a problem was visited since the manifest was read.
  var wereVisited = false
  private var found = Derived<(all: [ProblemItem], byFeature: [Name: [ProblemItem]])>()

  /// Of all files, most severe first.
  var all: [ProblemItem] { found.output?.all ?? [] }
  var selected: Problem? { list.selected?.problem }

  /// Hints do not ask for room on the screen.
  var shownCount: Int { list.items.count { $0.problem.severity != .hint } }

  func count(_ severity: Problem.Severity) -> Int { all.count { $0.problem.severity == severity } }

  /// What there is to list, by file; each file's problems stay in their order.
  static func parts(in model: Model) -> [[Problem]] {
    [model.workspace.found(in: model.channel).problems, model.flags.problems, model.problems.ofRecipes]
  }

  mutating func find(_ parts: [[Problem]], in manifest: Manifest?) {
    let all = found.value(for: [parts]) {
      let sorted = Problem.Severity.allCases.flatMap { severity in parts.joined().filter { $0.severity == severity } }
      let items = sorted.enumerated().map { index, problem in
        ProblemItem(id: index, problem: problem, feature: manifest.flatMap { ProblemTarget(problem, in: $0)?.feature })
      }
      return (items, Dictionary(grouping: items.filter { $0.feature != nil }) { Name($0.feature ?? "") })
    }.all
    current = min(current, max(all.count - 1, 0))
  }

  mutating func list(of feature: String?) {
    list.show(feature.map { found.output?.byFeature[$0] ?? [] } ?? all)
  }
}

struct ProblemItem: ListItem {
  /// Its index among all problems.
  let id: Int
  let problem: Problem
  let feature: String?
}

/// The problems of the selected feature; all problems if no feature is selected.
enum ProblemPanel {
  static let view = ListPanel(
    panel: .problems, path: \Model.problems.list, read: { $0.problems.list },
    isFiltered: false, isMarkable: false, opens: "go-to-problem",
    columns: { _, _ in
      [
        Column("Severity", width: .fixed(9)) { item, _ in
          let (name, style) = (item.problem.severity.rawValue, item.problem.severity.style)
          return StyledLine(of: (PanelSymbols.problem, style.bold()), (" \(name)", style))
        },
        Column("Where", width: .content(least: 10, rank: 0), style: .dim, isName: true) { location(of: $0.problem) },
        Column("Problem", width: .rest) { item, _ in words(of: item) },
      ]
    }, title: title,
    subtitle: { "\($0.keyName(of: "next-problem")) next" }, empty: { _ in "no problems" }, lines: lines)

  /// Heads and border included.
  static func wantedRows(_ model: Model, columns: Int) -> Int {
    max(1, model.problems.list.count) * lines(model, columns: columns - 2 - PanelSymbols.gutter) + 3
  }

  /// A problem that does not fit next to its position goes below it.
  @Sendable private static func lines(_ model: Model, columns: Int) -> Int {
    let items = model.problems.list.items
    let longest = items.map { words(of: $0).columns }.max() ?? 0
    let locationWidth = items.map { Self.location(of: $0.problem).columns }.max() ?? 0
    return 11 + locationWidth + longest <= columns ? 1 : min(1 + (longest + columns - 1) / max(columns, 1), 3)
  }

  @Sendable private static func title(_ model: Model) -> DisplayText {
    let list = model.problems.list
    let counts = Problem.Severity.allCases.compactMap { severity -> DisplayText? in
      let count = list.items.count { $0.problem.severity == severity }
      return count == 0 ? nil : HeaderLine.counted(count, severity.rawValue)
    }
    return "Problems \(list.count)" + (counts.count < 2 ? .empty : ": " + counts.joined(separator: ", "))
  }

  private static func location(of problem: Problem) -> DisplayText {
    problem.location.map { "\(FilePath.name(of: $0.file)):\($0.range.start)" } ?? "–"
  }

  private static func words(of item: ProblemItem) -> StyledLine {
    let problem = item.problem
    var line = StyledLine(DisplayText(problem.message))
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
