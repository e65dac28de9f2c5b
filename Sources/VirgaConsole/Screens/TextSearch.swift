import VirgaCanvas

/// What is searched for in a panel that is a text, or a list that nothing filters.
package struct TextSearch: Equatable, Sendable {
  /// What is typed, and whether keys go there.
  package var field = FilterField()
  /// The panel that is searched.
  package internal(set) var panel: Panel?
  /// The line on which the last match was found.
  var line = 0
  /// Whether the focus has left the panel, so that another text may stand there when it comes back.
  var isLeft = false
}

extension State {
  /// Whether `/` searches in the panel in focus, rather than to narrow a list.
  var isSearched: Bool { parts.searched.contains(focus) }

  /// Whether something is searched for in the panel in focus.
  var isSearchingText: Bool { search.panel == focus && (search.field.isTyping || !search.field.field.isEmpty) }

  /// Ends a search in a text that was left, where nothing of what stands there now has what was searched for.
  ///
  /// Where something has it, `n` goes on from text to text.
  mutating func settleSearch() {
    if search.panel != focus {
      search.field.isTyping = false
      search.isLeft = true
    } else if search.isLeft {
      search.isLeft = false
      if textMatches.isEmpty { search = TextSearch() }
    }
  }

  /// The lines of the panel in focus that hold what is searched for.
  var textMatches: [Int] {
    let wanted = Filter(search.field.text)
    guard !wanted.isEmpty, let lines = parts.lines(of: focus, in: self) else { return [] }
    return lines.indices.filter { wanted.containsWhole(lines[$0].plain.plain) }
  }

  /// Searches in the text of the panel in focus, or filters what the screen lists.
  mutating func startSearch(_ argument: String) -> [Effect] {
    guard isSearched else { return parts.startFilter(argument, in: &self) }
    search.panel = focus
    search.line = searchedLine
    search.isLeft = false
    search.field.field = TextField(argument)
    search.field.isTyping = argument.isEmpty
    return argument.isEmpty ? [] : findInText(step: 0)
  }

  /// Goes to the line that is `step` matches away; with 0 to the first one from here on.
  mutating func findInText(step: Int) -> [Effect] {
    let matches = textMatches
    guard !matches.isEmpty else {
      let words = "nothing here contains \(search.field.text)"
      status = step == 0 ? .note(words) : .refusal(words)
      return []
    }
    let here = matches.firstIndex { $0 >= search.line } ?? 0
    let isOnMatch = matches[here] == search.line
    let place = step > 0 && !isOnMatch ? here : (here + step + matches.count) % matches.count
    search.line = matches[place]
    show(line: search.line)
    status = .place("match \(place + 1) of \(matches.count)")
    return []
  }

  /// The line under the cursor of the panel in focus, or the first that is seen of a text.
  private var searchedLine: Int {
    parts.scroll(of: focus).map { self[$0].cursor } ?? parts.top(of: focus).map { self[$0] } ?? 0
  }

  /// Puts the cursor on a line of the panel in focus, or has a text show it.
  private mutating func show(line: Int) {
    if let scroll = parts.scroll(of: focus) {
      self[scroll].cursor = line
      parts.cursorMoved(in: focus, of: &self)
    } else if let top = parts.top(of: focus) {
      let height = pageHeight
      let isSeen = line >= self[top] && line < self[top] + height
      if !isSeen { self[top] = max(0, line - height / 3) }
    }
  }

  /// Goes to the next or the previous match of what is searched for or filtered.
  mutating func findNext(_ step: Int) -> [Effect] {
    if isSearched { return findInText(step: step) }
    return parts.findNext(step, in: &self)
  }

  /// What is searched for where the focus is; nil where nothing is.
  var searchTerm: String? {
    let term = !isSearched ? parts.searchTerm(in: self) : isSearchingText ? search.field.text : nil
    return term?.isEmpty == true ? nil : term
  }
}

extension TextSearch {
  /// Marks what was found in the lines of a panel that are seen.
  func highlight(_ panel: Panel, of state: State, on canvas: inout Canvas) {
    guard panel == self.panel, case let wanted = Filter(field.text), !wanted.isEmpty else { return }
    let seen = state.parts.scroll(of: panel).map { state[$0].top }
    guard let top = seen ?? state.parts.top(of: panel).map({ state[$0] }),
      let lines = state.parts.lines(of: panel, in: state)
    else { return }
    let area = state.parts.rowsArea(of: panel, in: state)
    for (row, line) in lines.dropFirst(top).prefix(area.rows).enumerated() {
      let text = line.plain.plain
      guard wanted.containsWhole(text), let match = wanted.match(text) else { continue }
      let bytes = Array(text.utf8)
      for offset in match.offsets {
        let column = DisplayText(String(decoding: bytes[..<offset], as: UTF8.self)).columns + 1
        guard column < area.columns - 1 else { break }
        let cell = Rectangle(column: area.column + column, row: area.row + row, columns: 1, rows: 1)
        canvas.restyle(cell) { Style(.match, $0.emphasis.union(.bold)) }
      }
    }
  }

  /// Draws what is searched for on the status line.
  func draw(_ state: State, on canvas: inout Canvas) {
    let line = state.layout.status
    let start = line.origin.moved(columns: 1)
    canvas.draw("/", at: start, style: .accent.bold())
    canvas.draw(DisplayText(field.text), at: start.moved(columns: 2), style: .match, within: line.columns - 24)
    canvas.cursor = start.moved(columns: 2 + min(DisplayText(field.field.beforeCaret).columns, line.columns - 24))
    guard !field.field.isEmpty else { return }
    canvas.drawEnding(
      HeaderLine.counted(state.textMatches.count, "matching line"),
      at: Point(column: line.endColumn - 1, row: line.row), style: .dim)
  }
}
