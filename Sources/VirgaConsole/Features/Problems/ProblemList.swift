import VirgaJSON
import VirgaSource

/// The list of problems on the Features screen, and the last problem that a person went to.
struct ProblemList: Sendable {
  /// The problems of the selected feature; all problems if no feature is selected.
  var list = ListModel<ProblemItem>()
  /// The index of the last visited problem among all problems; 0 before the first visit.
  private(set) var visitedIndex = 0
  /// The last visited problem itself, which stays the same when its index changes; nil if none was
  /// visited since the manifest was read.
  private var visited: FoundProblem?
  /// The id that the list had selected after the last visit: that of another problem if the list
  /// does not have the visited one.
  private(set) var idSelectedByVisit: Int?

  /// Whether a person went to a problem since the manifest was read.
  var hasVisited: Bool { visited != nil }

  var selected: Problem? { list.selected?.problem }

  /// The problems that the panel has room for: those that the feature had when it was selected or
  /// its files were read, or when a person went to one of its problems.
  ///
  /// They stay when the channel or a value changes, so that no border moves.
  private(set) var itemsWithReservedRoom: [ProblemItem] = []
  /// What was listed when they were reserved.
  private var lastSubject = LastInput<Subject>()

  /// What the list is about: a feature, or all of them, with the problems of its files.
  private struct Subject: Equatable, Sendable {
    let feature: String?
    /// Sorted, because their order depends on the channel.
    let textsOfFiles: [String]
  }

  /// The number of listed errors and warnings.
  var listedCountWithoutHints: Int { Self.countWithoutHints(list.items) }

  /// Whether the panel has a place: hints alone do not make it appear.
  var hasPlace: Bool { Self.countWithoutHints(itemsWithReservedRoom) > 0 }

  private static func countWithoutHints(_ items: [ProblemItem]) -> Int {
    items.count { $0.problem.severity != .hint }
  }

  /// Lists the problems of a feature, or of all features if it is nil; reserves room for all of
  /// them if the feature or the problems of its files changed.
  ///
  /// Problems of an edit do not count for this: they come and go with each value, and no border
  /// must move.
  mutating func load(_ items: [ProblemItem], of feature: String?) {
    list.show(items)
    let ofFiles = items.map(\.found).filter { $0.origin == .file }
    let texts = ofFiles.map { "\($0.place) \($0.sentence)" }.sorted()
    let isOtherSubject = lastSubject.remember(Subject(feature: feature, textsOfFiles: texts))
    if isOtherSubject { itemsWithReservedRoom = items }
  }

  /// Records that a person went to a problem.
  ///
  /// The problem itself is recorded too: its number changes when others are found or fixed.
  mutating func visit(_ item: ProblemItem) {
    visitedIndex = item.id
    visited = item.found
  }

  /// Moves the cursor to the problem that the person just went to, or leaves it where it is if the
  /// list does not show that problem; reserves rows of the panel for all problems of the list, so
  /// that no border moves later.
  ///
  /// Remembers what is selected now, to notice later that a person moved the cursor.
  mutating func selectVisited() {
    // The id of a problem is its index among all problems.
    list.select(visitedIndex)
    idSelectedByVisit = list.selected?.id
    itemsWithReservedRoom = list.items
  }

  /// Forgets that a problem was visited: the next step then goes to the problem at `visitedIndex`,
  /// not to the one after it.
  mutating func forgetVisits() { visited = nil }

  /// Finds the index of the visited problem again after the problems changed; it becomes 0 if the
  /// problem is gone, or if none was visited.
  mutating func findVisitedAgain(in all: [ProblemItem]) {
    let isAtSameIndex = all.indices.contains(visitedIndex) && all[visitedIndex].found == visited
    if isAtSameIndex { return }
    visitedIndex = all.firstIndex { $0.found == visited } ?? 0
  }
}

/// A problem in the list.
struct ProblemItem: ListItem {
  /// Its index among all problems.
  let id: Int
  let found: FoundProblem
  /// The feature that it is about; nil if it is not about one.
  let feature: String?

  var problem: Problem { found.problem }

  /// Whether it is an error because of which a variable of the feature could not be read.
  ///
  /// An error in the text of the file has the path `features.ID.variables`, or one inside it. An
  /// error in a variable's type has a path such as `features/app-menu/items`.
  var isUnreadVariable: Bool {
    guard let feature, problem.severity == .error else { return false }
    let variables = "features.\(feature).variables"
    let path = problem.path
    return path == variables || path.hasPrefix(variables + ".")
      || path.hasPrefix("features/\(feature)/")
  }
}
