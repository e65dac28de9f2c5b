import VirgaJSON

enum ValueCommands {
  static let all: [Command] = [
    Command("fold", "fold or unfold") { state, _ in
      guard let row = state.table.selectedRow else { return [] }
      return state.fold(row.fold == .closed)
    }
    .in(.panel(.values)).keys("Enter").hint(1).when(Self.canFold)
    .help("Shows or hides what is inside the value under the cursor."),
    Command("expand", "expand, or go inside") { state, _ in state.expand() }.in(.panel(.values)).keys("l", "Right"),
    Command("collapse", "collapse, or go to the parent") { state, _ in state.collapse() }
      .in(.panel(.values)).keys("h", "Left"),
    Command("next-sibling", "next value of the same depth") { $0.stepSibling(1) }
      .in(.panel(.values)).keys("J"),
    Command("previous-sibling", "previous value of the same depth") { $0.stepSibling(-1) }
      .in(.panel(.values)).keys("K"),
    Command("expand-all-inside", "expand all inside") { $0.foldInside(true) }
      .in(.panel(.values)).keys("L"),
    Command("collapse-all-inside", "collapse all inside") { $0.foldInside(false) }
      .in(.panel(.values)).keys("H"),
    Command("expand-all", "expand every value") { $0.foldEverything(true) }
      .in(.panel(.values)).keys("="),
    Command("collapse-all", "collapse every value") { $0.foldEverything(false) }
      .in(.panel(.values)).keys("-"),
    Command("go-value", "go to a value") { state, argument in state.goToValue(argument) }
      .in(.screen(.features)).alias(of: "go").argument(.path).moves(.jump)
      .help("Moves the cursor to a path such as `sections-enabled.pocket`."),
  ]

  @Sendable static func canFold(_ state: State) -> Command.Availability {
    guard let row = state.table.selectedRow else { return .refused(.noValues) }
    return row.fold == .none ? .refused(.nothingInside(row.name)) : .applies(row.name)
  }
}

extension State {
  mutating func fold(_ isOpen: Bool) -> Outcome {
    guard let manifest = workspace.manifest else { return [] }
    table.setFold(isOpen, at: table.list.scroll.cursor, in: manifest)
    return []
  }

  mutating func expand() -> Outcome {
    guard let row = table.selectedRow else { return [] }
    if row.fold == .closed { return fold(true) }
    if row.fold == .open { table.list.scroll.cursor += 1 }
    return []
  }

  mutating func collapse() -> Outcome {
    guard let row = table.selectedRow else { return clear() }
    if row.fold == .open { return fold(false) }
    guard row.depth > 0 else {
      focus = .features
      return []
    }
    let parent = row.path.parent
    table.list.scroll.cursor = table.rows.firstIndex { $0.path == parent } ?? table.list.scroll.cursor
    return []
  }

  mutating func stepSibling(_ step: Int) {
    guard let row = table.selectedRow else { return }
    let rows = table.rows
    var index = table.list.scroll.cursor + step
    while rows.indices.contains(index), rows[index].depth > row.depth { index += step }
    if rows.indices.contains(index), rows[index].depth == row.depth { table.list.scroll.cursor = index }
  }

  mutating func foldInside(_ isOpen: Bool) {
    guard let manifest = workspace.manifest, let row = table.selectedRow else { return }
    table.setFolds(isOpen, below: row.path, in: manifest)
  }

  mutating func foldEverything(_ isOpen: Bool) {
    guard let manifest = workspace.manifest else { return }
    table.setFolds(isOpen, below: .root, in: manifest)
  }

  mutating func goToValue(_ text: String) -> Outcome {
    guard let manifest = workspace.manifest else { return [] }
    let paths = table.allPaths()
    guard paths.contains(text), let path = try? JSONPath.parse(text) else {
      return .refused(.unknown("value", text, among: paths))
    }
    _ = table.reveal(path, in: manifest)
    focus = .values
    return []
  }

  mutating func findInValues(step: Int) -> Outcome {
    guard let manifest = workspace.manifest else { return [] }
    let matches = table.matches()
    guard !matches.isEmpty else {
      return .says(.noMatch(table.search.text, isNew: step == 0, end: keyName(of: "clear")))
    }
    let index = matches.firstIndex { $0.path == table.selectedRow?.path }
    let next: Int
    if let index {
      next = (index + step + matches.count) % matches.count
    } else {
      next = step < 0 ? matches.count - 1 : 0
    }
    _ = table.reveal(matches[next].path, in: manifest)
    return .says(.match(next + 1, of: matches.count))
  }
}
