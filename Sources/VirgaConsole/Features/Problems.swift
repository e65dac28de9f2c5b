import VirgaExperiments
import VirgaJSON
import VirgaSource

/// What is wrong in all files that are open.
struct Problems: Sendable {
  /// All of it, the most severe first.
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

  /// What the problems follow from.
  struct Source: Equatable, Sendable {
    let workspace: [Problem]
    let flags: FlagRequest.Source?
    let recipes: [Problem]
  }

  /// The problem under the cursor.
  var selected: Problem? { list.selected?.problem }

  /// How many problems of a severity there are.
  func count(_ severity: Problem.Severity) -> Int { found.output?[severity] ?? 0 }

  /// Lists the problems of several files, each in its order.
  mutating func show(_ source: Source, _ parts: () -> [[Problem]]) {
    guard found.input != source else { return }
    let parts = parts()
    let sorted = Problem.Severity.allCases.map { severity in parts.joined().filter { $0.severity == severity } }
    list.show(sorted.joined().enumerated().map { ProblemItem(id: $0, problem: $1) })
    found = Derived(source, Dictionary(uniqueKeysWithValues: zip(Problem.Severity.allCases, sorted.map(\.count))))
  }
}

extension State {
  /// What all problems follow from.
  var problemSource: Problems.Source {
    Problems.Source(
      workspace: workspace.problems(in: channel), flags: flags.source, recipes: problems.ofRecipes)
  }

  /// Looks for what is wrong in the channel on screen and in the other files.
  mutating func findProblems() {
    let (source, flags) = (problemSource, flags.problems)
    problems.show(source) { [source.workspace, flags, source.recipes] }
  }
}
