import VirgaJSON
import VirgaManifest

/// The commands that fold, search and go to values.
enum ValueCommands {
  static let all: [Command] = [
    tableCommand("fold", "fold or unfold", "Enter") { screen, _ in
      screen.values.selectedRow.map { screen.values.fold($0, isOpen: $0.isOpen == false) }
      return []
    }
    .hint(.main).when(hasInside).help("Shows or hides what is inside the value under the cursor."),
    tableCommand("expand", "expand, or go inside", "l", "Right") { screen, _ in
      guard let row = screen.values.selectedRow else { return [] }
      if row.isOpen == false { screen.values.fold(row, isOpen: true) }
      if row.isOpen == true { screen.values.list.scroll.cursor += 1 }
      return []
    }
    .when(hasInside),
    tableCommand("collapse", "collapse, or go to the parent", "h", "Left") { $0.collapse($1) },
    tableCommand("next-sibling", "next value of the same depth", "J") { screen, shared in
      screen.values.stepSibling(by: 1) ? [] : shared.alreadyDone(.noNextSibling)
    },
    tableCommand("previous-sibling", "previous value of the same depth", "K") { screen, shared in
      screen.values.stepSibling(by: -1) ? [] : shared.alreadyDone(.noPreviousSibling)
    },
    foldAllCommand("expand-all-inside", "expand all inside", "L", isOpen: true) {
      $0.selectedRow?.path
    },
    foldAllCommand("collapse-all-inside", "collapse all inside", "H", isOpen: false) {
      $0.selectedRow?.path
    },
    foldAllCommand("expand-all", "expand every value", "=", isOpen: true) { _ in .root },
    foldAllCommand("collapse-all", "collapse every value", "-", isOpen: false) { _ in .root },
    Command("go-value", "go to a value", on: FeaturesScreen.self) { $0.goToValue($2, $1) }
      .in(.screen(.features)).part(of: "go").argument(.oneOf { $0.features.values.allPaths() })
      .moves(.jump)
      .help(
        "Moves the cursor to a path such as `sections-enabled.pocket`, of another feature if its id precedes the path."
      ),
  ]

  /// Makes a command of the table of values, which its keys run while the table has the focus.
  private static func tableCommand(
    _ name: String, _ title: String, _ keys: String...,
    run: @escaping @Sendable (inout FeaturesScreen, Shared) -> Outcome
  ) -> Command {
    Command(name, title, on: FeaturesScreen.self, run: run).in(.panel(.values)).keys(keys)
  }

  /// Available on a value with others inside, which it names.
  private static func hasInside(in model: Model) -> Command.Availability {
    guard let row = model.features.values.selectedRow else { return .refused(.noValues) }
    return row.isOpen == nil ? .refused(.nothingInside(row.name)) : .applies(row.name)
  }

  /// Makes a command that folds or unfolds all containers inside a path, or says that there is no
  /// container.
  ///
  /// - Parameters:
  ///   - isOpen: Whether the containers are unfolded.
  ///   - path: Returns the path; nil if no value is selected.
  private static func foldAllCommand(
    _ name: String, _ title: String, _ key: String, isOpen: Bool,
    inside path: @escaping @Sendable (ValueTable) -> JSONPath?
  ) -> Command {
    tableCommand(name, title, key) { screen, shared in
      guard let path = path(screen.values) else { return .refused(.noValues) }
      let hasContainer = screen.values.foldAll(inside: path, isOpen: isOpen)
      return hasContainer ? [] : shared.alreadyDone(.noContainer)
    }
  }
}

extension FeaturesScreen {
  /// Folds an open value; otherwise goes to its parent, or from a variable to the list of features.
  fileprivate mutating func collapse(_ shared: Shared) -> Outcome {
    // A feature without values has nothing to fold: `clear` ends the search in the values or goes
    // to the list of features, as `Esc` does.
    guard let row = values.selectedRow else { return clear(shared) }
    if row.isOpen == true {
      values.fold(row, isOpen: false)
      return []
    }
    if row.depth == 0 { return .focuses(.features) }
    if let parent = values.rows.firstIndex(where: { $0.path == row.path.parent }) {
      values.list.scroll.cursor = parent
    }
    return []
  }

  /// Moves the cursor to the value at a path, unfolding its parents.
  ///
  /// - Parameter text: The path, or the id of a feature and a path in it, as in `search enabled`.
  mutating func goToValue(_ text: String, _ shared: Shared) -> Outcome {
    guard let manifest = shared.workspace.manifest else { return .refused(.unknown("value", text)) }
    let paths = values.allPaths()
    if paths.contains(text), let path = try? JSONPath.parse(text) {
      // A value of the selected feature has this path, so it is found.
      _ = values.reveal(path)
      return .focuses(.values)
    }
    let (id, pathInFeature) = Invocation.name(startingIn: text, known: manifest.features.map(\.id))
    if manifest.feature(id) != nil, let path = try? JSONPath.parse(pathInFeature), !path.isRoot {
      return .goes(ValueTarget(feature: id, paths: [path]))
    }
    return .refused(.unknown("value", text, among: paths))
  }

  /// Stays on a match of the search, or else goes to the first one, as after each typed character.
  mutating func findFirstInValues(_ shared: Shared) -> Outcome { findInValues(step: 0, shared) }

  /// Goes `step` matches of the search further; after the last match comes the first.
  ///
  /// A step of 0 stays on a match. If the cursor is not on a match, goes to the first one, or to
  /// the last one if `step` is -1.
  mutating func findInValues(step: Int, _ shared: Shared) -> Outcome {
    // Without a manifest there are no values, so nothing is said of matches.
    guard shared.workspace.manifest != nil else { return [] }
    let matches = values.matches()
    guard !matches.isEmpty else {
      // Only a search that begins or is being typed has a step of 0.
      let wasJustTyped = step == 0
      let keyThatEndsSearch = shared.keyName(of: "clear")
      return .says(
        .noMatch(values.search.text, wasJustTyped: wasJustTyped, end: keyThatEndsSearch))
    }
    let next = indexOfMatch(in: matches, stepping: step)
    // A match is a row of its own, so it is always found.
    _ = values.reveal(matches[next].path)
    return .says(.match(next + 1, of: matches.count))
  }

  /// The index of the match that is `step` matches after the one under the cursor; if the cursor is
  /// not on a match, that of the first one, or of the last one if `step` is -1.
  ///
  /// - Parameter matches: At least one match.
  private func indexOfMatch(in matches: [ValueRow], stepping step: Int) -> Int {
    let current = matches.firstIndex { $0.path == values.selectedRow?.path }
    guard let current else { return step < 0 ? matches.count - 1 : 0 }
    // The count is added because the remainder of a negative number is negative.
    return (current + step + matches.count) % matches.count
  }
}

extension ValueTable {
  /// Goes to the next value of the same depth, or the previous one if `step` is -1; false if the
  /// parent has no further value, so that the cursor stays.
  fileprivate mutating func stepSibling(by step: Int) -> Bool {
    guard let row = selectedRow else { return false }
    var index = list.scroll.cursor + step
    // Deeper rows are inside a sibling.
    while rows.indices.contains(index), rows[index].depth > row.depth { index += step }
    // A row that is less deep is outside the parent.
    let isSibling = rows.indices.contains(index) && rows[index].depth == row.depth
    if isSibling { list.scroll.cursor = index }
    return isSibling
  }
}
