import VirgaCanvas

/// The search in a text panel, or in a list that has no filter.
struct TextSearch: Sendable {
  var field = FilterField()
  var panel: Panel?
  var line = 0
  /// Whether the focus has left the panel, whose text may then differ.
  var isLeft = false
}

extension State {
  /// Whether `/` searches the focused panel instead of filtering a list.
  var isSearched: Bool { view?.isSearched == true }

  var isSearchingText: Bool { search.panel == focus && (search.field.isTyping || !search.field.field.isEmpty) }

  /// Ends the search in a panel that was left, unless its new text matches.
  ///
  /// If it has one, `n` continues from text to text.
  mutating func reconcileSearch() {
    if search.panel != focus {
      search.field.isTyping = false
      search.isLeft = true
    } else if search.isLeft {
      search.isLeft = false
      if textMatches.isEmpty { search = TextSearch() }
    }
  }

  var textMatches: [Int] {
    let wanted = Filter(search.field.text)
    guard !wanted.isEmpty, let lines = view?.lines(of: self) else { return [] }
    return lines.indices.filter { wanted.containsWhole(lines[$0].plain.plain) }
  }

  mutating func startSearch(_ argument: String) -> Outcome {
    guard isSearched else { return parts.startFilter(argument, in: &self) }
    search.panel = focus
    search.line = searchedLine
    search.isLeft = false
    search.field.field = TextField(argument)
    search.field.isTyping = argument.isEmpty
    return argument.isEmpty ? [] : findInText(step: 0)
  }

  /// Goes `step` matches further; 0 goes to the first match from here.
  mutating func findInText(step: Int) -> Outcome {
    let matches = textMatches
    guard !matches.isEmpty else { return .says(.noMatch(search.field.text, isNew: step == 0)) }
    let here = matches.firstIndex { $0 >= search.line } ?? 0
    let isOnMatch = matches[here] == search.line
    let index = step > 0 && !isOnMatch ? here : (here + step + matches.count) % matches.count
    search.line = matches[index]
    show(line: search.line)
    return .says(.match(index + 1, of: matches.count))
  }

  private var searchedLine: Int {
    view?.list(in: self)?.scroll.cursor ?? view?.top(in: self) ?? 0
  }

  private mutating func show(line: Int) {
    guard let view else { return }
    view.withList(in: &self) { $0.scroll.cursor = line }
    let height = MovingCommands.pageHeight(in: self)
    guard let top = view.top(in: self), line < top || line >= top + height else { return }
    view.show(from: max(0, line - height / 3), in: &self)
  }

  mutating func findNext(_ step: Int) -> Outcome {
    if isSearched { return findInText(step: step) }
    return parts.findNext(step, in: &self)
  }

  /// The active search text in the focus; nil if there is none.
  var searchTerm: String? {
    let term = !isSearched ? parts.searchTerm(in: self) : isSearchingText ? search.field.text : nil
    return term?.isEmpty == true ? nil : term
  }
}

extension TextSearch {
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
      let bytes = Array(text.utf8)
      for offset in match.offsets {
        let column = DisplayText(String(decoding: bytes[..<offset], as: UTF8.self)).columns + start
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
      HeaderLine.counted(state.textMatches.count, "matching line"),
      at: Point(column: line.endColumn - 1, row: line.row), style: .dim)
  }
}
