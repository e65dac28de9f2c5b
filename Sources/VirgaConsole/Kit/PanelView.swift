import VirgaCanvas

typealias StatePath<Value> = any WritableKeyPath<State, Value> & Sendable

/// A panel with its drawing, keys and mouse; each screen declares its panels.
protocol PanelView: Sendable {
  var panel: Panel { get }
  func draw(_ state: State, on canvas: inout Canvas)
  /// The area of its rows or lines, without border and headers.
  func rowsArea(in state: State) -> Rectangle
  func rowHeight(in state: State) -> Int
  func row(at point: Point, in state: State) -> Int?
  func count(in state: State) -> Int
  func list(in state: State) -> (any ListActions)?
  func withList(in state: inout State, _ change: (inout any ListActions) -> Void)
  var filter: WritableKeyPath<State, FilterField>? { get }
  /// Whether `/` searches its lines.
  var isSearched: Bool { get }
  var isMarkable: Bool { get }
  /// Whether typing a filter moves the cursor to the best match; if not, it stays on its item.
  var selectsBest: Bool { get }
  /// The command that a double click runs; nil for none.
  var opens: String? { get }
  func lines(of state: State) -> [StyledLine]
  /// The first visible line of a text; nil for a list.
  func top(in state: State) -> Int?
  /// Scrolls a text so that a line is the first visible one.
  func show(from top: Int, in state: inout State)
  func cursorRow(in state: State) -> Int
  func words(forRow row: Int, of state: State) -> String
  /// What the cursor is on besides its row; plain mode says it after the row.
  func cursorNote(in state: State) -> String
  /// The text of a list without rows.
  func emptyWords(of state: State) -> DisplayText
  func move(by rows: Int, in state: inout State)
  /// Scrolls by lines, as the mouse wheel does at a point.
  func slide(by rows: Int, at point: Point, in state: inout State)
  /// Handles a click; the panel already has the focus.
  func click(at point: Point, isSecond: Bool, in state: inout State) -> Outcome
  func drag(to point: Point, in state: inout State)
  func reconcile(_ state: inout State)
}

extension PanelView {
  func rowsArea(in state: State) -> Rectangle { state.layout.inside(panel) }
  func rowHeight(in state: State) -> Int { 1 }
  func row(at point: Point, in state: State) -> Int? { nil }
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
  func cursorRow(in state: State) -> Int { list(in: state)?.scroll.cursor ?? top(in: state) ?? 0 }
  func cursorNote(in state: State) -> String { "" }
  func emptyWords(of state: State) -> DisplayText { .empty }
  func reconcile(_ state: inout State) {}
  func drag(to point: Point, in state: inout State) {}

  func words(forRow row: Int, of state: State) -> String {
    lines(of: state).dropFirst(row).first.map { SpokenText.of($0.plain.plain) } ?? ""
  }

  func move(by rows: Int, in state: inout State) {
    if let top = top(in: state) { show(from: top + rows, in: &state) }
    withList(in: &state) { $0.scroll.move(by: rows, in: $0.count) }
  }

  func slide(by rows: Int, at point: Point, in state: inout State) {
    guard list(in: state) != nil else { return move(by: rows, in: &state) }
    let height = height(in: state)
    // Keys act on the cursor of the focused panel, so that one stays visible.
    let takesCursor = panel == state.focus
    withList(in: &state) { $0.scroll.slide(by: rows, in: $0.count, height: height, takingCursor: takesCursor) }
  }

  func click(at point: Point, isSecond: Bool, in state: inout State) -> Outcome {
    clickRow(row(at: point, in: state), at: point, isSecond: isSecond, in: &state)
  }

  // Not to be declared by panels.

  /// How many rows or lines are seen at once.
  func height(in state: State) -> Int { rowsArea(in: state).rows / rowHeight(in: state) }

  func isFiltering(in state: State) -> Bool { filter.map { state[keyPath: $0].isTyping } ?? false }

  func cursorWords(of state: State) -> String {
    if list(in: state)?.count == 0 { return SpokenText.of(emptyWords(of: state).plain) }
    return words(forRow: cursorRow(in: state), of: state) + cursorNote(in: state)
  }

  /// Starts to filter, or moves the cursor to the clicked row; a second click in a row opens it.
  func clickRow(_ row: Int?, at point: Point, isSecond: Bool, in state: inout State) -> Outcome {
    if filter != nil, point.row == state.layout.inside(panel).row { return state.parts.startFilter("", in: &state) }
    guard let row else { return [] }
    // The list may have moved under the mouse: open what the first click selected.
    if isSecond { return opens.map { state.run(Invocation($0)) } ?? [] }
    withList(in: &state) { $0.scroll.cursor = row }
    return []
  }
}

/// A panel that shows a ``ListModel``, no matter how it is drawn.
protocol ListView: PanelView {
  associatedtype Item: ListItem
  var model: StatePath<ListModel<Item>> { get }
  var isFiltered: Bool { get }
}

extension ListView {
  var filter: WritableKeyPath<State, FilterField>? {
    let model: WritableKeyPath<State, ListModel<Item>> = model
    return isFiltered ? model.appending(path: \.filter) : nil
  }
  var isSearched: Bool { !isFiltered }

  func count(in state: State) -> Int { state[keyPath: model].count }

  func list(in state: State) -> (any ListActions)? { state[keyPath: model] }

  func withList(in state: inout State, _ change: (inout any ListActions) -> Void) {
    var list: any ListActions = state[keyPath: model]
    change(&list)
    if let list = list as? ListModel<Item> { state[keyPath: model] = list }
  }

  func reconcile(_ state: inout State) {
    let (list, height) = (state[keyPath: model], height(in: state))
    var scroll = list.scroll
    let isSeen = state.layout.panels[panel] != nil
    if isSeen { scroll.reconcile(count: list.count, height: height) } else { scroll.move(by: 0, in: list.count) }
    if scroll != list.scroll { state[keyPath: model].scroll = scroll }
  }
}
