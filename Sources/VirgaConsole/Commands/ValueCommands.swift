import VirgaJSON

extension CommandTable {
  /// Folding the values and searching in them.
  static let valueCommands: [Command] = [
    Command(
      "fold", "fold or unfold", keys: ["Enter"], in: .panel(.values), hint: 1,
      help: "Shows or hides what is inside the value under the cursor.", when: Self.canFold,
      run: { state, _ in
        guard let row = state.table.selectedRow else { return [] }
        return state.fold(row.fold == .closed)
      }),
    Command(
      "expand", "expand, or go inside", keys: ["l", "Right"], in: .panel(.values),
      run: { state, _ in state.expand() }),
    Command(
      "collapse", "collapse, or go to the parent", keys: ["h", "Left"], in: .panel(.values),
      run: { state, _ in state.collapse() }),
    Command(
      "next-sibling", "next value of the same depth", keys: ["J"], in: .panel(.values),
      run: { state, _ in state.stepSibling(1) }),
    Command(
      "previous-sibling", "previous value of the same depth", keys: ["K"], in: .panel(.values),
      run: { state, _ in state.stepSibling(-1) }),
    Command(
      "expand-all-inside", "expand all inside", keys: ["L"], in: .panel(.values),
      run: { state, _ in state.foldInside(true) }),
    Command(
      "collapse-all-inside", "collapse all inside", keys: ["H"], in: .panel(.values),
      run: { state, _ in state.foldInside(false) }),
    Command(
      "expand-all", "expand every value", keys: ["="], in: .panel(.values),
      run: { state, _ in state.foldEverything(true) }),
    Command(
      "collapse-all", "collapse every value", keys: ["-"], in: .panel(.values),
      run: { state, _ in state.foldEverything(false) }),
    Command(
      "go", "go to a value", in: .screen(.features), argument: .path, motion: .jump,
      help: "Puts the cursor on a path such as `sections-enabled.pocket`.",
      run: { state, argument in state.goToValue(argument) }),
  ]

  @Sendable static func canFold(_ state: State) -> Command.Availability {
    guard let row = state.table.selectedRow else { return .refused("there are no values here") }
    return row.fold == .none ? .refused("there is nothing inside \(row.name)") : .applies(row.name)
  }
}

extension State {
  mutating func fold(_ isOpen: Bool) -> [Effect] {
    guard let manifest = workspace.manifest else { return [] }
    table.setFold(isOpen, at: table.scroll.cursor, in: manifest)
    return []
  }

  mutating func expand() -> [Effect] {
    guard let row = table.selectedRow else { return [] }
    if row.fold == .closed { return fold(true) }
    if row.fold == .open { table.scroll.cursor += 1 }
    return []
  }

  mutating func collapse() -> [Effect] {
    guard let row = table.selectedRow else { return clear() }
    if row.fold == .open { return fold(false) }
    guard row.depth > 0 else {
      focus = .features
      return []
    }
    let parent = row.path.parent
    table.scroll.cursor = table.rows.firstIndex { $0.path == parent } ?? table.scroll.cursor
    return []
  }

  mutating func stepSibling(_ step: Int) -> [Effect] {
    guard let row = table.selectedRow else { return [] }
    let rows = table.rows
    var index = table.scroll.cursor + step
    while rows.indices.contains(index), rows[index].depth > row.depth { index += step }
    if rows.indices.contains(index), rows[index].depth == row.depth { table.scroll.cursor = index }
    return []
  }

  mutating func foldInside(_ isOpen: Bool) -> [Effect] {
    guard let manifest = workspace.manifest, let row = table.selectedRow else { return [] }
    table.setFolds(isOpen, below: row.path, in: manifest)
    return []
  }

  mutating func foldEverything(_ isOpen: Bool) -> [Effect] {
    guard let manifest = workspace.manifest else { return [] }
    table.setFolds(isOpen, below: .root, in: manifest)
    return []
  }

  mutating func goToValue(_ text: String) -> [Effect] {
    guard let manifest = workspace.manifest else { return [] }
    let paths = table.allPaths()
    guard paths.contains(text), let path = try? JSONPath.parse(text) else {
      status = .refusal(unknown("value", text, among: paths))
      return []
    }
    _ = table.reveal(path, in: manifest)
    focus = .values
    return []
  }

  /// Moves to a value whose path or content fits what is searched for, opening what hides it.
  mutating func findInValues(step: Int) -> [Effect] {
    guard let manifest = workspace.manifest else { return [] }
    let matches = table.matches()
    guard !matches.isEmpty else {
      let words = "nothing here contains \(table.search.text); \(keyName(of: "clear")) ends the search"
      status = step == 0 ? .note(words) : .refusal(words)
      return []
    }
    let place = matches.firstIndex { $0.path == table.selectedRow?.path }
    let next: Int
    if let place {
      next = (place + step + matches.count) % matches.count
    } else {
      next = step < 0 ? matches.count - 1 : 0
    }
    _ = table.reveal(matches[next].path, in: manifest)
    status = .place("match \(next + 1) of \(matches.count)")
    return []
  }
}
