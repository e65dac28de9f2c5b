import VirgaJSON
import VirgaManifest
import VirgaSource

/// What is wrong in all files that are open.
struct Problems: Sendable {
  /// All of it, the most severe first.
  private(set) var all: [ProblemItem] = []
  /// What is wrong with the selected feature; all of it if there is none.
  var list = ListModel<ProblemItem>()
  /// The problem that was gone to last.
  var current = 0
  private var found = Derived<Source, [Problem.Severity: Int]>()
  private var listed = Derived<Listed, Void>()

  /// What the problems follow from.
  struct Source: Equatable, Sendable {
    let workspace: Int
    let channel: ExactText?
    let flags: FlagRequest.Source?
    let recipes: [Problem]
  }

  private struct Listed: Equatable, Sendable {
    let source: Source?
    let feature: ExactText?
  }

  /// The problem under the cursor.
  var selected: Problem? { list.selected?.problem }

  /// How many problems of the selected feature ask for room on the screen, which hints do not.
  var shownCount: Int { list.items.count { $0.problem.severity != .hint } }

  /// How many problems of a severity there are.
  func count(_ severity: Problem.Severity) -> Int { found.output?[severity] ?? 0 }

  /// Keeps the problems of several files, each in its order.
  mutating func show(_ source: Source, of manifest: Manifest?, _ parts: () -> [[Problem]]) {
    guard found.input != source else { return }
    let parts = parts()
    let sorted = Problem.Severity.allCases.map { severity in parts.joined().filter { $0.severity == severity } }
    all = sorted.joined().enumerated().map { place, problem in
      ProblemItem(
        id: place, problem: problem, feature: manifest.flatMap { ProblemPlace(problem, in: $0)?.feature })
    }
    current = min(current, max(all.count - 1, 0))
    found = Derived(source, Dictionary(uniqueKeysWithValues: zip(Problem.Severity.allCases, sorted.map(\.count))))
  }

  /// Lists the problems of a feature.
  mutating func list(of feature: String?) {
    guard listed.isNew(Listed(source: found.input, feature: feature.map { ExactText($0) })) else { return }
    list.show(feature == nil ? all : all.filter { $0.feature.isSameName(as: feature) })
  }
}

extension State {
  /// What all problems follow from.
  var problemSource: Problems.Source {
    Problems.Source(
      workspace: workspace.revision, channel: channel.map { ExactText($0) }, flags: flags.source,
      recipes: recipeProblems)
  }

  /// Looks for what is wrong in the channel on screen and in the other files.
  mutating func findProblems() {
    let (workspace, flags, recipes, channel) = (workspace, flags.problems, recipeProblems, channel)
    problems.show(problemSource, of: workspace.manifest) { [workspace.problems(in: channel), flags, recipes] }
  }
}
