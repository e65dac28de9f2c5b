import VirgaJSON
import VirgaManifest

enum ValueCommands {
  static let all: [Command] = [
    values("fold", "fold or unfold", "Enter") { state in
      state.table.selectedRow.map { fold(&state, $0.fold == .closed) } ?? []
    }
    .hint(1).when { state in
      guard let row = state.table.selectedRow else { return .refused(.noValues) }
      return row.fold == .none ? .refused(.nothingInside(row.name)) : .applies(row.name)
    }
    .help("Shows or hides what is inside the value under the cursor."),
    values("expand", "expand, or go inside", "l", "Right") { state in
      guard let row = state.table.selectedRow else { return [] }
      if row.fold == .closed { return fold(&state, true) }
      if row.fold == .open { state.table.list.scroll.cursor += 1 }
      return []
    },
    values("collapse", "collapse, or go to the parent", "h", "Left", run: collapse),
    values("next-sibling", "next value of the same depth", "J") { stepSibling(&$0, by: 1) },
    values("previous-sibling", "previous value of the same depth", "K") { stepSibling(&$0, by: -1) },
    values("expand-all-inside", "expand all inside", "L") { fold(&$0, true, below: $0.table.selectedRow?.path) },
    values("collapse-all-inside", "collapse all inside", "H") { fold(&$0, false, below: $0.table.selectedRow?.path) },
    values("expand-all", "expand every value", "=") { fold(&$0, true, below: .root) },
    values("collapse-all", "collapse every value", "-") { fold(&$0, false, below: .root) },
    Command("go-value", "go to a value", run: go)
      .in(.screen(.features)).alias(of: "go").argument(.path).moves(.jump)
      .help("Moves the cursor to a path such as `sections-enabled.pocket`."),
  ]

  private static func values(
    _ name: String, _ title: String, _ keys: String..., run: @escaping @Sendable (inout State) -> Outcome
  ) -> Command {
    Command(name, title, run: run).in(.panel(.values)).keys(keys)
  }

  /// Folds or unfolds the value under the cursor.
  static func fold(_ state: inout State, _ isOpen: Bool) -> Outcome {
    guard let manifest = state.workspace.manifest else { return [] }
    state.table.setFold(isOpen, at: state.table.list.scroll.cursor, in: manifest)
    return []
  }

  /// Folds or unfolds all that is inside a value.
  private static func fold(_ state: inout State, _ isOpen: Bool, below path: JSONPath?) -> Outcome {
    if let manifest = state.workspace.manifest, let path { state.table.setFolds(isOpen, below: path, in: manifest) }
    return []
  }

  private static func collapse(_ state: inout State) -> Outcome {
    guard let row = state.table.selectedRow else { return FeatureCommands.clear(&state) }
    if row.fold == .open { return fold(&state, false) }
    let parent = row.path.parent
    if row.depth == 0 {
      state.focus = .features
    } else if let index = state.table.rows.firstIndex(where: { $0.path == parent }) {
      state.table.list.scroll.cursor = index
    }
    return []
  }

  private static func stepSibling(_ state: inout State, by step: Int) -> Outcome {
    guard let row = state.table.selectedRow else { return [] }
    let rows = state.table.rows
    var index = state.table.list.scroll.cursor + step
    while rows.indices.contains(index), rows[index].depth > row.depth { index += step }
    if rows.indices.contains(index), rows[index].depth == row.depth { state.table.list.scroll.cursor = index }
    return []
  }

  static func go(_ state: inout State, to text: String) -> Outcome {
    guard let manifest = state.workspace.manifest else { return [] }
    let paths = state.table.allPaths()
    guard paths.contains(text), let path = try? JSONPath.parse(text) else {
      return .refused(.unknown("value", text, among: paths))
    }
    _ = state.table.reveal(path, in: manifest)
    state.focus = .values
    return []
  }

  /// Goes `step` matches of the search further; 0 goes to the first match from here.
  static func find(_ state: inout State, step: Int) -> Outcome {
    guard let manifest = state.workspace.manifest else { return [] }
    let matches = state.table.matches()
    guard !matches.isEmpty else {
      return .says(.noMatch(state.table.search.text, isNew: step == 0, end: state.keyName(of: "clear")))
    }
    let index = matches.firstIndex { $0.path == state.table.selectedRow?.path }
    let next = index.map { ($0 + step + matches.count) % matches.count } ?? (step < 0 ? matches.count - 1 : 0)
    _ = state.table.reveal(matches[next].path, in: manifest)
    return .says(.match(next + 1, of: matches.count))
  }
}
