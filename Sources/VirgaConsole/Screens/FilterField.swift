import VirgaCanvas

struct FilterField: Equatable, Sendable {
  var field = TextField()
  var isTyping = false

  var text: String { field.text }

  /// Draws the filter on its line, with the caret while it is being typed.
  ///
  /// - Parameter hint: The text while the filter is empty; nil to name the filter unless it is being typed.
  func draw(in line: Rectangle, sign: DisplayText = "/", hint: DisplayText? = nil, on canvas: inout Canvas) {
    let start = line.origin.moved(columns: 1)
    let typed = start.moved(columns: 2)
    let room = line.columns - 4
    canvas.draw(sign, at: start, style: isTyping ? .accent.bold() : .dim)
    if field.isEmpty { canvas.draw(hint ?? (isTyping ? .empty : "filter"), at: typed, style: .dim, within: room) }
    let before = DisplayText(field.beforeCaret).columns
    // Scroll so that the text before the caret is visible.
    let hidden = max(0, before - room)
    canvas.draw(
      DisplayText(field.text).dropping(hidden), at: typed, style: .match, within: room,
      ellipsis: hidden > 0 ? .empty : .ellipsis)
    if hidden > 0 { canvas.draw(.ellipsis, at: typed, style: .dim) }
    canvas.reverse(field.proposedCells(at: typed, within: room, hidden: hidden))
    if isTyping { canvas.cursor = typed.moved(columns: before - hidden) }
  }
}

extension TextField {
  /// The cells of the proposal in a field drawn at a position.
  ///
  /// - Parameter hidden: How many columns of the text are scrolled out to the left.
  func proposedCells(at position: Point, within columns: Int, hidden: Int = 0) -> Rectangle {
    let start = min(max(0, DisplayText(typed).columns - hidden), columns)
    let end = min(max(start, DisplayText(text).columns - hidden), columns)
    return Rectangle(
      column: position.column + start, row: position.row, columns: proposed > 0 ? end - start : 0, rows: 1)
  }
}
