import VirgaCanvas

/// Where in the state a panel keeps something.
typealias StatePath<Value> = any WritableKeyPath<State, Value> & Sendable

/// How a panel is drawn and used; each screen declares its panels as such values.
protocol PanelView: Sendable {
  /// The panel.
  var panel: Panel { get }
  /// Draws the panel if it is on screen.
  func draw(_ state: State, on canvas: inout Canvas)
  /// Where its rows or lines are, without border and heads.
  func rowsArea(in state: State) -> Rectangle
  /// How many lines each of its rows takes.
  func rowHeight(in state: State) -> Int
  /// How many rows or lines it has.
  func count(in state: State) -> Int
  /// The list that it shows; nil for a text.
  func list(in state: State) -> (any ListActions)?
  /// Changes the list that it shows.
  func withList(in state: inout State, _ change: (inout any ListActions) -> Void)
  /// The filter of its list; nil if it has none.
  var filter: WritableKeyPath<State, FilterField>? { get }
  /// Whether `/` searches in its lines.
  var isSearched: Bool { get }
  /// Whether items of the list can be marked.
  var isMarkable: Bool { get }
  /// Whether the best match gets the cursor while a filter is typed; else the cursor stays on its item.
  var selectsBest: Bool { get }
  /// The command that a double click runs; nil for none.
  var opens: String? { get }
  /// The lines of a text, or the rows of a list that is searched.
  func lines(of state: State) -> [StyledLine]
  /// The first line of a text in its window; nil for a list.
  func top(in state: State) -> Int?
  /// Moves the window of a text to begin with a line.
  func show(from top: Int, in state: inout State)
  /// The row under the cursor, or the first line of a text in its window.
  func cursorRow(in state: State) -> Int
  /// What plain mode says of a row.
  func words(forRow row: Int, of state: State) -> String
  /// What plain mode says of the row under the cursor.
  func cursorWords(of state: State) -> String
  /// What a list without rows says.
  func emptyWords(of state: State) -> DisplayText
  /// Moves the cursor of a list, or the window of a text, by lines.
  func move(by rows: Int, in state: inout State)
  /// Moves the window by lines, as the wheel does at a point.
  func slide(by rows: Int, at point: Point, in state: inout State)
  /// Handles a click; the panel has the focus now.
  func click(at point: Point, isSecond: Bool, in state: inout State) -> Outcome
  /// Follows the mouse while its button is held.
  func drag(to point: Point, in state: inout State)
  /// Keeps cursor and window within the rows or lines, after an event.
  func settle(_ state: inout State)
}

extension PanelView {
  func rowsArea(in state: State) -> Rectangle { state.layout.inside(panel) }
  func rowHeight(in state: State) -> Int { 1 }
  /// How many rows or lines are seen at once.
  func height(in state: State) -> Int { rowsArea(in: state).rows / rowHeight(in: state) }
  func count(in state: State) -> Int { lines(of: state).count }
  func list(in state: State) -> (any ListActions)? { nil }
  func withList(in state: inout State, _ change: (inout any ListActions) -> Void) {}
  var filter: WritableKeyPath<State, FilterField>? { nil }
  var isSearched: Bool { true }
  var isMarkable: Bool { false }
  var selectsBest: Bool { false }
  var opens: String? { nil }
  func lines(of state: State) -> [StyledLine] { [] }
  func top(in state: State) -> Int? { nil }
  func show(from top: Int, in state: inout State) {}
  func words(forRow row: Int, of state: State) -> String {
    lines(of: state).dropFirst(row).first.map { PlainWords.of($0.plain.plain) } ?? ""
  }
  func settle(_ state: inout State) {}
  func drag(to point: Point, in state: inout State) {}

  func cursorRow(in state: State) -> Int { list(in: state)?.scroll.cursor ?? top(in: state) ?? 0 }
  func emptyWords(of state: State) -> DisplayText { .empty }
  func cursorWords(of state: State) -> String {
    if list(in: state)?.count == 0 { return PlainWords.of(emptyWords(of: state).plain) }
    return words(forRow: cursorRow(in: state), of: state)
  }

  func move(by rows: Int, in state: inout State) {
    if let top = top(in: state) { show(from: top + rows, in: &state) }
    withList(in: &state) { $0.scroll.move(by: rows, in: $0.count) }
  }

  func slide(by rows: Int, at point: Point, in state: inout State) {
    guard list(in: state) != nil else { return move(by: rows, in: &state) }
    let height = height(in: state)
    // Keys act on the cursor of the panel in focus, which therefore stays in sight.
    let takesCursor = panel == state.focus
    withList(in: &state) { $0.scroll.slide(by: rows, in: $0.count, height: height, takingCursor: takesCursor) }
  }

  func click(at point: Point, isSecond: Bool, in state: inout State) -> Outcome {
    clickRow(at: point, isSecond: isSecond, in: &state)
  }

  /// Begins to filter, or moves the cursor to the row that was clicked, and opens it at the second click in a row.
  func clickRow(at point: Point, isSecond: Bool, in state: inout State) -> Outcome {
    if filter != nil, point.row == state.layout.inside(panel).row { return state.parts.startFilter("", in: &state) }
    let area = rowsArea(in: state)
    guard area.contains(point), let list = list(in: state) else { return [] }
    let row = list.scroll.top + (point.row - area.row) / rowHeight(in: state)
    guard row < list.count else { return [] }
    // The list may have moved under the mouse: what the first of the two clicks chose is what is opened.
    if isSecond { return opens.map { state.run(Invocation($0)) } ?? [] }
    withList(in: &state) { $0.scroll.cursor = row }
    return []
  }
}
