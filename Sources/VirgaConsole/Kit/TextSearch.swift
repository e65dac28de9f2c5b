import VirgaCanvas

/// The lines of a panel as they are searched and drawn.
struct SearchedText {
  let lines: [String]
  /// The first visible line.
  let top: Int
  /// The column of a line's first character.
  let startColumn: Int
  /// The line that is scrolled sideways, and by how many columns; nil if none is.
  var scrolledLine: (line: Int, columns: Int)?

  /// The column of a line's first character; negative if the line is scrolled.
  func startColumn(of line: Int) -> Int {
    guard let scrolledLine, scrolledLine.line == line else { return startColumn }
    return startColumn - scrolledLine.columns
  }
}

/// The search in a text panel, or in a list that has no filter.
struct TextSearch: Sendable {
  var field = FilterField()
  /// The panel that is searched; nil before the first search.
  var panel: Panel?
  /// The line of the last match, from 0; at first, that of the cursor.
  var currentLine = 0
  /// Whether the focus has left the panel, whose text may then differ.
  var hasFocusLeft = false

  /// Whether `/` searches the focused panel instead of filtering a list.
  static func searchesFocusedPanel(in model: Model) -> Bool {
    model.view?.isSearched == true
  }

  /// Whether a search in the focused panel is being typed or has a text.
  func isActive(in model: Model) -> Bool {
    panel == model.focus && (field.isTyping || !field.field.isEmpty)
  }

  /// The lines of the focused panel, visible or not, in which every word of the search occurs.
  func matches(in model: Model) -> [Int] {
    let wanted = Filter(field.text)
    guard !wanted.isEmpty, let lines = model.view?.searchedText(in: model).lines else { return [] }
    return lines.indices.filter { wanted.allWordsOccur(in: lines[$0]) }
  }

  /// Notes that the focus leaves the searched panel.
  ///
  /// When the focus returns, ends the search if the panel, whose text may be another one now, has
  /// no match.
  static func followFocus(in model: inout Model) {
    if model.search.panel != model.focus {
      model.search.field.isTyping = false
      model.search.hasFocusLeft = true
    } else if model.search.hasFocusLeft {
      model.search.hasFocusLeft = false
      if model.search.matches(in: model).isEmpty { model.search = TextSearch() }
    }
  }

  /// Starts to search the focused panel; if it is not searched, starts to filter the screen's list.
  ///
  /// An empty argument waits for a text to be typed; any other is searched at once.
  static func start(_ argument: String, in model: inout Model) -> Outcome {
    guard searchesFocusedPanel(in: model), let view = model.view else {
      return model.screen.type.startFilter(argument, in: &model)
    }
    let field = FilterField(field: TextField(argument), isTyping: argument.isEmpty)
    model.search = TextSearch(
      field: field, panel: model.focus, currentLine: view.cursorRow(in: model))
    if argument.isEmpty { return [] }
    // Step 0 stays at a match under the cursor, or else goes to the first one after it.
    return find(0, in: &model)
  }

  /// Goes to the next match, or to the previous one if `step` is -1, around the ends; 0 goes to the
  /// first match from the current line on.
  ///
  /// The message has the number of the match, or says that nothing matches.
  static func find(_ step: Int, in model: inout Model) -> Outcome {
    let matches = model.search.matches(in: model)
    guard !matches.isEmpty, let view = model.view else {
      // Only a search that begins or is being typed has a step of 0.
      return .says(.noMatch(model.search.field.text, wasJustTyped: step == 0))
    }
    // A list continues from its cursor; a text has none, and continues from the last match. Only a
    // text has a first visible line.
    let isList = view.top(in: model) == nil
    let currentLine = isList ? view.cursorRow(in: model) : model.search.currentLine
    let index = matches.neighborIndex(step, from: currentLine)
    show(line: matches[index], of: view, in: &model)
    return .says(.match(index + 1, of: matches.count))
  }

  /// Makes a line with a match visible, with its first matching letter.
  ///
  /// It also remembers the line: in a text, which has no cursor, the key for the next match
  /// continues from there.
  private static func show(line: Int, of view: any PanelView, in model: inout Model) {
    model.search.currentLine = line
    let text = view.searchedText(in: model).lines[line]
    let matchingColumns = columns(matching: Filter(model.search.field.text), in: text)
    view.showMatch(inLine: line, at: matchingColumns.first ?? 0, in: &model)
  }

  /// Goes `step` matches further in the focused panel, or with the screen's own search if the panel
  /// is not searched.
  static func findNext(_ step: Int, in model: inout Model) -> Outcome {
    searchesFocusedPanel(in: model)
      ? find(step, in: &model) : model.screen.type.findNext(step, in: &model)
  }

  /// The text that is searched in the focused panel, or the text of its screen's filter or search
  /// if the panel has no search of its own; nil if it is empty.
  static func term(in model: Model) -> String? {
    guard searchesFocusedPanel(in: model) else {
      return model.shownScreen.searchTerm(model.shared).flatMap { $0.isEmpty ? nil : $0 }
    }
    // A search in another panel does not count here.
    let text = model.search.isActive(in: model) ? model.search.field.text : ""
    return text.isEmpty ? nil : text
  }

  /// Marks the letters that match in the visible lines of the searched panel.
  func highlight(_ panel: Panel, of model: Model, on canvas: inout Canvas) {
    guard panel == self.panel, let view = model.screen.view(of: panel) else { return }
    let wanted = Filter(field.text)
    guard !wanted.isEmpty else { return }
    let area = view.rowsArea(in: model)
    let text = view.searchedText(in: model)
    for (row, line) in text.lines.dropFirst(text.top).prefix(area.rows).enumerated() {
      let start = area.column + text.startColumn(of: text.top + row)
      for column in Self.columns(matching: wanted, in: line) {
        let place = Point(column: start + column, row: area.row + row)
        // A line that is scrolled sideways may have letters outside of the area.
        let cell = Rectangle(origin: place, size: Size(columns: 1, rows: 1)).intersection(area)
        canvas.restyle(cell) { Style(.match, $0.emphasis.union(.bold)) }
      }
    }
  }

  /// The columns of a line that match; none unless the letters of each word are adjacent.
  static func columns(matching wanted: Filter, in line: String) -> [Int] {
    guard let match = wanted.match(line, adjacentOnly: true) else { return [] }
    // A letter is in the column after the text before it, because characters differ in width.
    return match.offsets.map { offset in
      let byte = line.utf8.index(line.startIndex, offsetBy: offset)
      // Ends before the letter, also if the byte is not the first one of the letter.
      let textBefore = line[..<byte]
      return DisplayText(String(textBefore)).columns
    }
  }

  /// Draws the search in the line of messages, with the number of matching lines at its end.
  func draw(_ model: Model, on canvas: inout Canvas) {
    let line = model.layout.status
    let columnsOfCount = 20  // Room for a count such as `12 matching lines`.
    field.draw(in: line.droppingRight(columnsOfCount), on: &canvas)
    guard !field.field.isEmpty else { return }
    let blankAtEnd = 1
    canvas.drawRightAligned(
      HeaderLine.counted(matches(in: model).count, "matching line"),
      at: Point(column: line.endColumn - blankAtEnd, row: line.row), style: .dim)
  }
}
