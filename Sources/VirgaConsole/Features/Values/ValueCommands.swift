import VirgaJSON

/// The commands that fold, search and go to values.
enum ValueCommands {
  static let all: [Command] = [
    values("fold", "fold or unfold", "Enter") { model in
      model.features.values.selectedRow.map { fold(&model, $0.isOpen == false) } ?? []
    }
    .hint(.main).when { model in
      guard let row = model.features.values.selectedRow else { return .refused(.noValues) }
      return row.isOpen == nil ? .refused(.nothingInside(row.name)) : .applies(row.name)
    }
    .help("Shows or hides what is inside the value under the cursor."),
    values("expand", "expand, or go inside", "l", "Right") { model in
      guard let row = model.features.values.selectedRow else { return [] }
      if row.isOpen == false { return fold(&model, true) }
      if row.isOpen == true { model.features.values.list.scroll.cursor += 1 }
      return []
    },
    values("collapse", "collapse, or go to the parent", "h", "Left", run: collapse),
    values("next-sibling", "next value of the same depth", "J") { stepSibling(&$0, by: 1) },
    values("previous-sibling", "previous value of the same depth", "K") {
      stepSibling(&$0, by: -1)
    },
    values("expand-all-inside", "expand all inside", "L") {
      fold(&$0, true, inside: $0.features.values.selectedRow?.path)
    },
    values("collapse-all-inside", "collapse all inside", "H") {
      fold(&$0, false, inside: $0.features.values.selectedRow?.path)
    },
    values("expand-all", "expand every value", "=") { fold(&$0, true, inside: .root) },
    values("collapse-all", "collapse every value", "-") { fold(&$0, false, inside: .root) },
    Command("go-value", "go to a value", run: go)
      .in(.screen(.features)).part(of: "go").argument(.oneOf { $0.features.values.allPaths() })
      .moves(.jump)
      .help("Moves the cursor to a path such as `sections-enabled.pocket`."),
  ]

  /// A command of the table of values.
  private static func values(
    _ name: String, _ title: String, _ keys: String...,
    run: @escaping @Sendable (inout Model) -> Outcome
  ) -> Command {
    Command(name, title, run: run).in(.panel(.values)).keys(keys)
  }

  /// Folds or unfolds the value under the cursor, or all that is inside a path.
  static func fold(_ model: inout Model, _ isOpen: Bool, inside path: JSONPath? = nil) -> Outcome {
    model.features.values.setFolds(isOpen, inside: path)
    return []
  }

  /// Folds an open value; otherwise goes to its parent, or from a variable to the list of features.
  private static func collapse(_ model: inout Model) -> Outcome {
    guard let row = model.features.values.selectedRow else { return FeaturesScreen.clear(&model) }
    if row.isOpen == true { return fold(&model, false) }
    let parent = row.path.parent
    if row.depth == 0 {
      model.focus = .features
    } else if let index = model.features.values.rows.firstIndex(where: { $0.path == parent }) {
      model.features.values.list.scroll.cursor = index
    }
    return []
  }

  /// Goes to the next value of the same depth, or the previous one if `step` is -1; stays if the
  /// parent ends before.
  private static func stepSibling(_ model: inout Model, by step: Int) -> Outcome {
    guard let row = model.features.values.selectedRow else { return [] }
    let rows = model.features.values.rows
    var index = model.features.values.list.scroll.cursor + step
    // Skip what is inside a sibling.
    while rows.indices.contains(index), rows[index].depth > row.depth { index += step }
    if rows.indices.contains(index), rows[index].depth == row.depth {
      model.features.values.list.scroll.cursor = index
    }
    return []
  }

  /// Moves the cursor to the value at a path, unfolding its parents.
  static func go(_ model: inout Model, to text: String) -> Outcome {
    guard model.workspace.manifest != nil else { return [] }
    let paths = model.features.values.allPaths()
    guard paths.contains(text), let path = try? JSONPath.parse(text) else {
      return .refused(.unknown("value", text, among: paths))
    }
    _ = model.features.values.reveal(path)
    model.focus = .values
    return []
  }

  /// Goes `step` matches of the search further, around the ends; 0 stays on a match.
  ///
  /// Without the cursor on a match, goes to the first one, or to the last one if `step` is -1.
  static func find(_ model: inout Model, step: Int) -> Outcome {
    guard model.workspace.manifest != nil else { return [] }
    let matches = model.features.values.matches()
    guard !matches.isEmpty else {
      return .says(
        .noMatch(
          model.features.values.search.text, isNew: step == 0, end: model.keyName(of: "clear")))
    }
    let current = matches.firstIndex { $0.path == model.features.values.selectedRow?.path }
    let next: Int
    if let current {
      next = (current + step + matches.count) % matches.count
    } else {
      next = step < 0 ? matches.count - 1 : 0
    }
    _ = model.features.values.reveal(matches[next].path)
    return .says(.match(next + 1, of: matches.count))
  }
}
