import VirgaJSON
import VirgaSource

/// What is wrong in all files that are open, put together once when some of it changes: every key asks for it.
struct FoundProblems: Equatable, Sendable {
  /// All of it, what matters most first.
  private(set) var all: [Problem] = []
  /// How much of it is of each severity.
  private(set) var counts: [Problem.Severity: Int] = [:]
  private var key: Key?

  /// What it was found in: comparing thousands of problems would take longer than a key may.
  struct Key: Equatable, Sendable {
    var workspace: Int
    var channel: ExactText?
    var flags: FlagRequest.Source?
    var recipes: Int
  }

  /// Whether it was found in something else.
  func isOld(for key: Key) -> Bool { key != self.key }

  /// Takes what is wrong in the manifest, in files of flags and in files of recipes, each in its order.
  mutating func show(_ key: Key, _ parts: [[Problem]]) {
    self.key = key
    let sorted = Problem.Severity.allCases.map { severity in parts.joined().filter { $0.severity == severity } }
    all = Array(sorted.joined())
    counts = Dictionary(uniqueKeysWithValues: zip(Problem.Severity.allCases, sorted.map(\.count)))
  }

  /// The same problems.
  static func == (left: FoundProblems, right: FoundProblems) -> Bool { left.all == right.all }
}

extension State {
  /// What all that is wrong follows from.
  var problemsKey: FoundProblems.Key {
    FoundProblems.Key(
      workspace: workspace.revision, channel: channel.map(ExactText.init), flags: flags.source,
      recipes: recipeRevision)
  }

  /// Looks for what is wrong in the channel on screen and in the other files.
  mutating func findProblems() {
    let key = problemsKey
    guard foundProblems.isOld(for: key) else { return }
    foundProblems.show(key, [workspace.problems(in: channel), flags.problems, recipeProblems])
  }
}
