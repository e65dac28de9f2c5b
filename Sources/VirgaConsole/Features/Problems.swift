import VirgaCanvas
import VirgaExperiments
import VirgaFiles
import VirgaJSON
import VirgaManifest
import VirgaSource

/// The problems of all open files.
struct Problems: Sendable {
  private(set) var all: [ProblemItem] = []
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
  private var found = Derived<Source, [Problem.Severity: Int]>()
  private var listed = Derived<Listed, Void>()

  struct Source: Equatable, Sendable {
    let workspace: [Problem]
    let flags: FlagRequest.Source?
    let recipes: [Problem]
  }

  private struct Listed: Equatable, Sendable {
    let source: Source?
    let feature: Name?
  }

  var selected: Problem? { list.selected?.problem }

  /// Hints do not ask for room on the screen.
  var shownCount: Int { list.items.count { $0.problem.severity != .hint } }

  func count(_ severity: Problem.Severity) -> Int { found.output?[severity] ?? 0 }

  /// Each file's problems stay in their order.
  mutating func show(_ source: Source, of manifest: Manifest?, _ parts: () -> [[Problem]]) {
    guard found.input != source else { return }
    let parts = parts()
    let sorted = Problem.Severity.allCases.map { severity in parts.joined().filter { $0.severity == severity } }
    all = sorted.joined().enumerated().map { index, problem in
      ProblemItem(
        id: index, problem: problem, feature: manifest.flatMap { ProblemTarget(problem, in: $0)?.feature })
    }
    current = min(current, max(all.count - 1, 0))
    let counts = Dictionary(uniqueKeysWithValues: zip(Problem.Severity.allCases, sorted.map(\.count)))
    found = Derived(input: source, output: counts)
  }

  mutating func list(of feature: String?) {
    guard listed.isNew(Listed(source: found.input, feature: feature.map { Name($0) })) else { return }
    list.show(feature == nil ? all : all.filter { $0.feature.isSameName(as: feature) })
  }
}

extension State {
  var problemSource: Problems.Source {
    Problems.Source(workspace: workspace.problems(in: channel), flags: flags.source, recipes: problems.ofRecipes)
  }

  mutating func findProblems() {
    let (source, flags) = (problemSource, flags.problems)
    problems.show(source, of: workspace.manifest) { [source.workspace, flags, source.recipes] }
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

extension Problem.Severity {
  var style: Style {
    switch self {
    case .error: .error
    case .warning: .warning
    case .hint: .hint
    }
  }
}
