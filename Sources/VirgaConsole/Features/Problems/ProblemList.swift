import VirgaJSON
import VirgaSource

/// The list of problems on the Features screen, and the last problem that a person went to.
struct ProblemList: Sendable {
  /// The problems of the selected feature; all problems if no feature is selected.
  var list = ListModel<ProblemItem>()
  /// The index of the last visited problem among all problems.
  private(set) var current = 0
  /// Nil if no problem was visited since the manifest was read.
  private var visited: FoundProblem?
  /// The id that the list had selected after the last visit: that of another problem if the list
  /// does not have the visited one.
  private(set) var selectedByVisit: Int?

  var wereVisited: Bool { visited != nil }

  var selected: Problem? { list.selected?.problem }

  /// Without hints, which do not ask for room on the screen.
  var shownCount: Int { list.items.count { $0.problem.severity != .hint } }

  mutating func load(_ items: [ProblemItem]) { list.show(items) }

  mutating func visit(_ item: ProblemItem) { (current, visited) = (item.id, item.found) }

  /// Moves the cursor to the visited problem, if the list has it.
  mutating func selectVisited() {
    list.select(current)
    selectedByVisit = list.selected?.id
  }

  mutating func forgetVisits() { visited = nil }

  /// Keeps the visited problem the current one if the order of the problems changed; the first one
  /// if it is gone.
  mutating func follow(_ all: [ProblemItem]) {
    let isInPlace = all.indices.contains(current) && all[current].found == visited
    guard !isInPlace else { return }
    current = all.firstIndex { $0.found == visited } ?? 0
  }
}

struct ProblemItem: ListItem {
  /// Its index among all problems.
  let id: Int
  let found: FoundProblem
  let feature: String?

  var problem: Problem { found.problem }

  /// Whether it is why a variable of the feature could not be read.
  var isUnreadVariable: Bool {
    guard let feature, problem.severity == .error else { return false }
    let variables = "features.\(feature).variables"
    return problem.path == variables
      || ["features/\(feature)/", variables + "."].contains { problem.path.hasPrefix($0) }
  }
}
