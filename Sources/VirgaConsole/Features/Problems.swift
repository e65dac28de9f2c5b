import VirgaExperiments
import VirgaJSON
import VirgaManifest
import VirgaSource

/// The problems of all open files.
struct Problems: Sendable {
  /// Most severe first.
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
    found = Derived(source, Dictionary(uniqueKeysWithValues: zip(Problem.Severity.allCases, sorted.map(\.count))))
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
