import VirgaSource

/// What is wrong in all files that are open, put together once when some of it changes: every key asks for it.
struct FoundProblems: Equatable, Sendable {
  /// All of it, what matters most first.
  private(set) var all: [Problem] = []
  /// How much of it is of each severity.
  private(set) var counts: [Problem.Severity: Int] = [:]
  private var parts: [[Problem]] = []

  /// Takes what is wrong in the manifest, in files of flags and in files of recipes, each in its order.
  mutating func show(_ parts: [[Problem]]) {
    guard parts != self.parts else { return }
    self.parts = parts
    let sorted = Problem.Severity.allCases.map { severity in parts.joined().filter { $0.severity == severity } }
    all = Array(sorted.joined())
    counts = Dictionary(uniqueKeysWithValues: zip(Problem.Severity.allCases, sorted.map(\.count)))
  }

  /// The same problems.
  static func == (left: FoundProblems, right: FoundProblems) -> Bool { left.parts == right.parts }
}

extension State {
  /// Looks for what is wrong in the channel on screen and in the other files.
  mutating func findProblems() {
    foundProblems.show([workspace.problems(in: channel), flags.problems, recipeProblems])
  }
}
