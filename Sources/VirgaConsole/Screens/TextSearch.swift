import VirgaCanvas

/// The search in a text panel, or in a list that has no filter.
struct TextSearch: Sendable {
  var field = FilterField()
  var panel: Panel?
  var line = 0
  /// Whether the focus has left the panel, whose text may then differ.
  var isLeft = false

  /// Whether `/` searches the focused panel instead of filtering a list.
  static func isUsed(in state: State) -> Bool { state.view?.isSearched == true }

  func isActive(in state: State) -> Bool { panel == state.focus && (field.isTyping || !field.field.isEmpty) }

  /// The lines of the focused panel that match.
  func matches(in state: State) -> [Int] {
    let wanted = Filter(field.text)
    guard !wanted.isEmpty, let lines = state.view?.lines(of: state) else { return [] }
    return lines.indices.filter { wanted.containsWhole(lines[$0].plain.plain) }
  }

  /// Ends the search in a panel that was left, unless its new text matches.
  ///
  /// If it has one, `n` continues from text to text.
  static func reconcile(_ state: inout State) {
    if state.search.panel != state.focus {
      state.search.field.isTyping = false
      state.search.isLeft = true
    } else if state.search.isLeft {
      state.search.isLeft = false
      if state.search.matches(in: state).isEmpty { state.search = TextSearch() }
    }
  }

  static func start(_ argument: String, in state: inout State) -> Outcome {
    guard isUsed(in: state), let view = state.view else { return state.parts.startFilter(argument, in: &state) }
    state.search.panel = state.focus
    state.search.line = view.cursorRow(in: state)
    state.search.isLeft = false
    state.search.field = FilterField(field: TextField(argument), isTyping: argument.isEmpty)
    return argument.isEmpty ? [] : find(0, in: &state)
  }

  /// Goes `step` matches further; 0 goes to the first match from here.
  static func find(_ step: Int, in state: inout State) -> Outcome {
    let matches = state.search.matches(in: state)
    guard !matches.isEmpty, let view = state.view else {
      return .says(.noMatch(state.search.field.text, isNew: step == 0))
    }
    let here = matches.firstIndex { $0 >= state.search.line } ?? 0
    let isOnMatch = matches[here] == state.search.line
    let index = step > 0 && !isOnMatch ? here : (here + step + matches.count) % matches.count
    let line = matches[index]
    state.search.line = line
    view.withList(in: &state) { $0.scroll.cursor = line }
    let height = state.height(of: view.panel)
    if let top = view.top(in: state), line < top || line >= top + height {
      view.show(from: max(0, line - height / 3), in: &state)
    }
    return .says(.match(index + 1, of: matches.count))
  }

  static func findNext(_ step: Int, in state: inout State) -> Outcome {
    isUsed(in: state) ? find(step, in: &state) : state.parts.findNext(step, in: &state)
  }

  /// The active search text in the focus; nil if there is none.
  static func term(in state: State) -> String? {
    guard isUsed(in: state) else { return state.parts.searchTerm(in: state).flatMap { $0.isEmpty ? nil : $0 } }
    return state.search.isActive(in: state) && !state.search.field.field.isEmpty ? state.search.field.text : nil
  }

  func highlight(_ panel: Panel, of state: State, on canvas: inout Canvas) {
    guard panel == self.panel, case let wanted = Filter(field.text), !wanted.isEmpty,
      let view = state.parts.view(of: panel)
    else { return }
    let list = view.list(in: state)
    let (top, start) = (list?.scroll.top ?? view.top(in: state) ?? 0, list == nil ? 1 : PanelSymbols.gutter)
    let area = view.rowsArea(in: state)
    for (row, line) in view.lines(of: state).dropFirst(top).prefix(area.rows).enumerated() {
      let text = line.plain.plain
      guard wanted.containsWhole(text), let match = wanted.match(text) else { continue }
      for offset in match.offsets {
        let column = DisplayText(String(decoding: text.utf8.prefix(offset), as: UTF8.self)).columns + start
        guard column < area.columns - 1 else { break }
        let cell = Rectangle(column: area.column + column, row: area.row + row, columns: 1, rows: 1)
        canvas.restyle(cell) { Style(.match, $0.emphasis.union(.bold)) }
      }
    }
  }

  func draw(_ state: State, on canvas: inout Canvas) {
    let line = state.layout.status
    field.draw(in: line.droppingRight(20), on: &canvas)
    guard !field.field.isEmpty else { return }
    canvas.drawRightAligned(
      HeaderLine.counted(matches(in: state).count, "matching line"),
      at: Point(column: line.endColumn - 1, row: line.row), style: .dim)
  }
}
