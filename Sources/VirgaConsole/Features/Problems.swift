import VirgaExperiments
import VirgaJSON
import VirgaManifest
import VirgaSource

/// The problems of all open files.
struct Problems: Sendable {
  /// All problems, most severe first.
  private(set) var all: [ProblemItem] = []
  /// What is wrong with the selected feature; all of it if there is none.
  var list = ListModel<ProblemItem>()
  /// The index of the problem that was visited last.
  var current = 0
  /// Problems in recipe files.
  var ofRecipes: [Problem] = []
  /// Recipes of files that could not be read.
  var unreadRecipes: [UnreadRecipe] = []
  /// Errors in flag files that were already reported.
  var toldFlagErrors: [Problem] = []
  /// Whether a problem was visited since the manifest was read.
  var wereVisited = false
  private var found = Derived<Source, [Problem.Severity: Int]>()
  private var listed = Derived<Listed, Void>()

  /// The input of the problems.
  struct Source: Equatable, Sendable {
    let workspace: [Problem]
    let flags: FlagRequest.Source?
    let recipes: [Problem]
  }

  private struct Listed: Equatable, Sendable {
    let source: Source?
    let feature: Name?
  }

  /// The problem under the cursor.
  var selected: Problem? { list.selected?.problem }

  /// How many problems of the selected feature ask for room on the screen, which hints do not.
  var shownCount: Int { list.items.count { $0.problem.severity != .hint } }

  /// The number of problems of a severity.
  func count(_ severity: Problem.Severity) -> Int { found.output?[severity] ?? 0 }

  /// Keeps the problems of several files, each in its order.
  mutating func show(_ source: Source, of manifest: Manifest?, _ parts: () -> [[Problem]]) {
    guard found.input != source else { return }
    let parts = parts()
    let sorted = Problem.Severity.allCases.map { severity in parts.joined().filter { $0.severity == severity } }
    all = sorted.joined().enumerated().map { place, problem in
      ProblemItem(
        id: place, problem: problem, feature: manifest.flatMap { ProblemTarget(problem, in: $0)?.feature })
    }
    current = min(current, max(all.count - 1, 0))
    found = Derived(source, Dictionary(uniqueKeysWithValues: zip(Problem.Severity.allCases, sorted.map(\.count))))
  }

  /// Lists the problems of a feature.
  mutating func list(of feature: String?) {
    guard listed.isNew(Listed(source: found.input, feature: feature.map { Name($0) })) else { return }
    list.show(feature == nil ? all : all.filter { $0.feature.isSameName(as: feature) })
  }
}

extension State {
  /// The input of all problems.
  var problemSource: Problems.Source {
    Problems.Source(
      workspace: workspace.problems(in: channel), flags: flags.source, recipes: problems.ofRecipes)
  }

  /// Finds the problems in the current channel and in the other files.
  mutating func findProblems() {
    let (source, flags) = (problemSource, flags.problems)
    problems.show(source, of: workspace.manifest) { [source.workspace, flags, source.recipes] }
  }
}
