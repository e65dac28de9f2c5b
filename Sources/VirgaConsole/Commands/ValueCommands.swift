import VirgaJSON

enum ValueCommands {
  static let all: [Command] = [
    values("fold", "fold or unfold", "Enter") { model in
      model.table.selectedRow.map { fold(&model, $0.isOpen == false) } ?? []
    }
    .hint(1).when { model in
      guard let row = model.table.selectedRow else { return .refused(.noValues) }
      return row.isOpen == nil ? .refused(.nothingInside(row.name)) : .applies(row.name)
    }
    .help("Shows or hides what is inside the value under the cursor."),
    values("expand", "expand, or go inside", "l", "Right") { model in
      guard let row = model.table.selectedRow else { return [] }
      if row.isOpen == false { return fold(&model, true) }
      if row.isOpen == true { model.table.list.scroll.cursor += 1 }
      return []
    },
    values("collapse", "collapse, or go to the parent", "h", "Left", run: collapse),
    values("next-sibling", "next value of the same depth", "J") { stepSibling(&$0, by: 1) },
    values("previous-sibling", "previous value of the same depth", "K") {
      stepSibling(&$0, by: -1)
    },
    values("expand-all-inside", "expand all inside", "L") {
      fold(&$0, true, inside: $0.table.selectedRow?.path)
    },
    values("collapse-all-inside", "collapse all inside", "H") {
      fold(&$0, false, inside: $0.table.selectedRow?.path)
    },
    values("expand-all", "expand every value", "=") { fold(&$0, true, inside: .root) },
    values("collapse-all", "collapse every value", "-") { fold(&$0, false, inside: .root) },
    Command("go-value", "go to a value", run: go)
      .in(.screen(.features)).part(of: "go").argument(.oneOf { $0.table.allPaths() }).moves(.jump)
      .help("Moves the cursor to a path such as `sections-enabled.pocket`."),
  ]

  private static func values(
    _ name: String, _ title: String, _ keys: String...,
    run: @escaping @Sendable (inout Model) -> Outcome
  ) -> Command {
    Command(name, title, run: run).in(.panel(.values)).keys(keys)
  }

  /// Folds or unfolds the value under the cursor, or all that is inside a path.
  static func fold(_ model: inout Model, _ isOpen: Bool, inside path: JSONPath? = nil) -> Outcome {
    model.table.setFolds(isOpen, inside: path)
    return []
  }

  private static func collapse(_ model: inout Model) -> Outcome {
    guard let row = model.table.selectedRow else { return FeatureScreen.clear(&model) }
    if row.isOpen == true { return fold(&model, false) }
    let parent = row.path.parent
    if row.depth == 0 {
      model.focus = .features
    } else if let index = model.table.rows.firstIndex(where: { $0.path == parent }) {
      model.table.list.scroll.cursor = index
    }
    return []
  }

  private static func stepSibling(_ model: inout Model, by step: Int) -> Outcome {
    guard let row = model.table.selectedRow else { return [] }
    let rows = model.table.rows
    var index = model.table.list.scroll.cursor + step
    while rows.indices.contains(index), rows[index].depth > row.depth { index += step }
    if rows.indices.contains(index), rows[index].depth == row.depth {
      model.table.list.scroll.cursor = index
    }
    return []
  }

  static func go(_ model: inout Model, to text: String) -> Outcome {
    guard model.workspace.manifest != nil else { return [] }
    let paths = model.table.allPaths()
    guard paths.contains(text), let path = try? JSONPath.parse(text) else {
      return .refused(.unknown("value", text, among: paths))
    }
    _ = model.table.reveal(path)
    model.focus = .values
    return []
  }

  /// Goes `step` matches of the search further; 0 goes to the first match from here.
  static func find(_ model: inout Model, step: Int) -> Outcome {
    guard model.workspace.manifest != nil else { return [] }
    let matches = model.table.matches()
    guard !matches.isEmpty else {
      return .says(
        .noMatch(model.table.search.text, isNew: step == 0, end: model.keyName(of: "clear")))
    }
    let index = matches.firstIndex { $0.path == model.table.selectedRow?.path }
    let next =
      index.map { ($0 + step + matches.count) % matches.count }
      ?? (step < 0 ? matches.count - 1 : 0)
    _ = model.table.reveal(matches[next].path)
    return .says(.match(next + 1, of: matches.count))
  }
}
