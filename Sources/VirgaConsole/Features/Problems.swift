import VirgaExperiments
import VirgaJSON
import VirgaSource

/// The problems of all open files.
struct Problems: Sendable {
  /// All problems, most severe first.
  var list = ListModel<ProblemItem>()
  /// What is wrong in the files of recipes that were read.
  var ofRecipes: [Problem] = []
  /// The recipes of files that could not be read.
  var unreadRecipes: [UnreadRecipe] = []
  /// The errors in files of flags that were told of.
  var toldFlagErrors: [Problem] = []
  /// Whether a problem was gone to since the manifest was read.
  var wereVisited = false
  private var found = Derived<Source, [Problem.Severity: Int]>()

  /// The input of the problems.
  struct Source: Equatable, Sendable {
    let workspace: [Problem]
    let flags: FlagRequest.Source?
    let recipes: [Problem]
  }

  /// The problem under the cursor.
  var selected: Problem? { list.selected?.problem }

  /// The number of problems of a severity.
  func count(_ severity: Problem.Severity) -> Int { found.output?[severity] ?? 0 }

  /// Lists the problems of several files, each file in its order.
  mutating func show(_ source: Source, _ parts: () -> [[Problem]]) {
    guard found.input != source else { return }
    let parts = parts()
    let sorted = Problem.Severity.allCases.map { severity in parts.joined().filter { $0.severity == severity } }
    list.show(sorted.joined().enumerated().map { ProblemItem(id: $0, problem: $1) })
    found = Derived(source, Dictionary(uniqueKeysWithValues: zip(Problem.Severity.allCases, sorted.map(\.count))))
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
    problems.show(source) { [source.workspace, flags, source.recipes] }
  }
}
