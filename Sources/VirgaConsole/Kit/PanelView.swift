import VirgaCanvas

typealias ModelPath<Value> = any WritableKeyPath<Model, Value> & Sendable

/// A panel with its drawing, keys and mouse; each screen declares its panels.
protocol PanelView: Sendable {
  var panel: Panel { get }
  /// Draws the panel with its border, if it is shown.
  func draw(_ model: Model, on canvas: inout Canvas)
  /// The area of its rows or lines, without border and headers.
  func rowsArea(in model: Model) -> Rectangle
  /// The number of rows or lines that are visible at once.
  func visibleRowCount(in model: Model) -> Int
  /// How far the panel shows its rows, at the left of its lower border, as in `2 of 3 branches`;
  /// empty if all are visible, or if it is said elsewhere.
  func scrollPosition(in model: Model) -> DisplayText
  /// The row of the list at a point; nil in a text or beside the rows.
  func row(at point: Point, in model: Model) -> Int?
  /// The number of its rows or lines.
  func count(in model: Model) -> Int
  /// A copy of its list, to read; nil for a text.
  func list(in model: Model) -> (any ListActions)?
  /// Changes its list; does nothing for a text.
  func withList(in model: inout Model, _ change: (inout any ListActions) -> Void)
  /// Whether `/` filters its rows.
  var isFiltered: Bool { get }
  /// The filter of its rows; nil for a text.
  var filter: WritableKeyPath<Model, FilterField>? { get }
  /// Whether `/` searches its lines.
  var isSearched: Bool { get }
  /// Whether its items can be marked.
  var isMarkable: Bool { get }
  /// The command that a double click runs; nil for none.
  var doubleClickCommand: String? { get }
  /// All lines of its text, or for a search those of its list.
  func lines(of model: Model) -> [StyledLine]
  /// The lines in which `/` searches, and where they begin on the screen.
  func searchedText(in model: Model) -> SearchedText
  /// Selects the line of a list with a match, or scrolls a text until that line is visible.
  func showMatch(inLine line: Int, at column: Int, in model: inout Model)
  /// The first visible line of a text; nil for a list.
  func top(in model: Model) -> Int?
  /// Scrolls a text so that a line is the first visible one.
  func show(from top: Int, in model: inout Model)
  /// The row of the cursor; in a text without one, the first visible line.
  func cursorRow(in model: Model) -> Int
  /// The words of a row, or of a list without rows.
  func words(forRow row: Int, of model: Model) -> String
  /// Moves the cursor of a list by rows, or scrolls a text.
  func move(by rows: Int, in model: inout Model)
  /// Scrolls by lines, as the mouse wheel does at a point.
  func slide(by rows: Int, at point: Point, in model: inout Model)
  /// Handles a click; the panel already has the focus.
  func click(at point: Point, isDoubleClick: Bool, in model: inout Model) -> Outcome
  /// Follows the mouse while its left button is held.
  func drag(to point: Point, in model: inout Model)
  /// Keeps cursor and scroll position within the list or text, after these or the layout changed.
  func clampScroll(in model: inout Model)
}

extension PanelView {
  func rowsArea(in model: Model) -> Rectangle { model.layout.inside(panel) }
  func visibleRowCount(in model: Model) -> Int { rowsArea(in: model).rows }
  func scrollPosition(in model: Model) -> DisplayText { .empty }
  func row(at point: Point, in model: Model) -> Int? { nil }
  func count(in model: Model) -> Int { lines(of: model).count }
  func list(in model: Model) -> (any ListActions)? { nil }
  func withList(in model: inout Model, _ change: (inout any ListActions) -> Void) {}
  var isFiltered: Bool { false }
  var filter: WritableKeyPath<Model, FilterField>? { nil }
  var isSearched: Bool { !isFiltered }
  var isMarkable: Bool { false }
  var doubleClickCommand: String? { nil }
  func lines(of model: Model) -> [StyledLine] { [] }
  func top(in model: Model) -> Int? { nil }
  func show(from top: Int, in model: inout Model) {}
  func cursorRow(in model: Model) -> Int { list(in: model)?.scroll.cursor ?? top(in: model) ?? 0 }
  func clampScroll(in model: inout Model) {}
  func drag(to point: Point, in model: inout Model) {}

  /// All lines of the panel, with the first visible one and the column at which they begin.
  func searchedText(in model: Model) -> SearchedText {
    let list = list(in: model)
    // A text begins after one blank, a row of a list after its signs.
    let column = list == nil ? 1 : PanelSymbols.gutter
    return SearchedText(
      lines: lines(of: model).map(\.text.plain), top: list?.scroll.top ?? top(in: model) ?? 0,
      startColumn: column)
  }

  /// Selects the line of a list with a match, or scrolls a text until that line is visible.
  func showMatch(inLine line: Int, at column: Int, in model: inout Model) {
    // In a list, only the cursor moves: the list scrolls to it when it is drawn. A text has no
    // cursor, but a first visible line, `top`.
    withList(in: &model) { $0.scroll.cursor = line }
    guard let top = top(in: model) else { return }
    let height = visibleRowCount(in: model)
    let isVisible = (top..<top + height).contains(line)
    // The upper third of the panel shows the text before the line.
    let linesBefore = height / 3
    if !isVisible { show(from: max(0, line - linesBefore), in: &model) }
  }

  func words(forRow row: Int, of model: Model) -> String {
    lines(of: model).dropFirst(row).first.map { SpokenText.of($0.text.plain) } ?? ""
  }

  /// Moves the cursor of a list by rows, or scrolls a text by as many lines.
  func move(by rows: Int, in model: inout Model) {
    // Only one of the two does something: a list has no first line, and a text has no list.
    if let top = top(in: model) { show(from: top + rows, in: &model) }
    withList(in: &model) { $0.scroll.move(by: rows, in: $0.count) }
  }

  /// Scrolls by lines, as the mouse wheel does at a point; in a list, the cursor stays in its row
  /// unless the panel has the focus.
  func slide(by rows: Int, at point: Point, in model: inout Model) {
    // A text has no cursor: moving scrolls it.
    guard list(in: model) != nil else { return move(by: rows, in: &model) }
    let height = visibleRowCount(in: model)
    // Keys act on the cursor of the focused panel, so that cursor moves to remain visible.
    let takesCursor = panel == model.focus
    withList(in: &model) {
      $0.scroll.slide(by: rows, in: $0.count, height: height, takingCursor: takesCursor)
    }
  }

  func click(at point: Point, isDoubleClick: Bool, in model: inout Model) -> Outcome {
    clickRow(row(at: point, in: model), at: point, isDoubleClick: isDoubleClick, in: &model)
  }

  // Not to be declared by panels.

  /// The words of the row under the cursor, or of a list without rows.
  func cursorWords(of model: Model) -> String { words(forRow: cursorRow(in: model), of: model) }

  /// Starts to filter, or moves the cursor to the clicked row; a second click in a row opens it.
  ///
  /// - Parameter row: The clicked row; nil if the click is on none, as on the filter or a border.
  func clickRow(_ row: Int?, at point: Point, isDoubleClick: Bool, in model: inout Model) -> Outcome
  {
    let isInFirstRow = point.row == model.layout.inside(panel).row
    // `filter` is nil in a panel without one; in others it is in the first row. A click clears its
    // text and starts to type a new one.
    if filter != nil, isInFirstRow {
      return model.screen.type.startFilter("", in: &model)
    }
    guard let row else { return [] }
    // The list may have moved under the mouse: the command opens what the first click selected, not
    // what is in the clicked row now.
    if isDoubleClick { return doubleClickCommand.map { model.run(Invocation($0)) } ?? [] }
    withList(in: &model) { $0.scroll.cursor = row }
    return []
  }
}

/// A panel that shows a ``ListModel``, no matter how it is drawn.
protocol ListView: PanelView {
  associatedtype Item: ListItem
  var path: ModelPath<ListModel<Item>> { get }
  /// The list at ``path``, read without the key path, which would copy the whole model.
  func listModel(of model: Model) -> ListModel<Item>
}

extension ListView {
  /// The path of the list's filter; nil if the list is not filtered.
  var filter: WritableKeyPath<Model, FilterField>? {
    // Only the concrete type can be appended to.
    let path: WritableKeyPath<Model, ListModel<Item>> = path
    return isFiltered ? path.appending(path: \.filter) : nil
  }

  func count(in model: Model) -> Int { listModel(of: model).count }

  func list(in model: Model) -> (any ListActions)? { listModel(of: model) }

  /// Changes the list in the model, whatever its items are.
  func withList(in model: inout Model, _ change: (inout any ListActions) -> Void) {
    // `listModel`, because reading through the key path would copy the whole model.
    var list: any ListActions = listModel(of: model)
    change(&list)
    // The closure may change the list, but not its type, so the cast always succeeds.
    if let list = list as? ListModel<Item> { model[keyPath: path] = list }
  }

  /// Moves the cursor into the list, and the window around it if the list is visible.
  func clampScroll(in model: inout Model) {
    let isVisible = model.layout.panels[panel] != nil
    clampScroll(in: &model, height: isVisible ? visibleRowCount(in: model) : nil)
  }

  /// Moves the cursor into the list and, unless the list is hidden, the window to the cursor; the
  /// height of a hidden list is nil.
  func clampScroll(in model: inout Model, height: Int?) {
    let list = listModel(of: model)
    var scroll = list.scroll
    if let height {
      scroll.reconcile(count: list.count, height: height)
    } else {
      // Moving by 0 rows only limits the cursor to the list.
      scroll.move(by: 0, in: list.count)
    }
    // Without a change, the model is not written, because that may copy the list.
    if scroll != list.scroll { model[keyPath: path].scroll = scroll }
  }
}
