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
    let caret = field.draw(at: typed, within: room, style: .match, on: &canvas)
    if isTyping { canvas.cursor = caret }
  }
}

extension TextField {
  /// Draws the text, scrolled so that what is before the caret is visible, and its proposal reversed.
  ///
  /// - Returns: The place of the caret.
  func draw(at start: Point, within room: Int, style: Style, on canvas: inout Canvas) -> Point {
    let before = DisplayText(beforeCaret).columns
    let hidden = max(0, before - room)
    let shown = DisplayText(text).dropping(hidden)
    canvas.draw(shown, at: start, style: style, within: room, ellipsis: hidden > 0 ? .empty : .ellipsis)
    if hidden > 0 { canvas.draw(.ellipsis, at: start, style: .dim) }
    let first = min(max(0, DisplayText(typed).columns - hidden), room)
    let proposal = proposed > 0 ? max(0, min(shown.columns, room) - first) : 0
    canvas.reverse(Rectangle(column: start.column + first, row: start.row, columns: proposal, rows: 1))
    return start.moved(columns: before - hidden)
  }
}
