import VirgaCanvas

/// The filter of a list: what is typed into it, and whether keys go there.
struct FilterField: Equatable, Sendable {
  /// What has been typed.
  package var field = TextField()
  /// Whether keys go to the filter.
  package var isTyping = false

  /// A filter that holds what was typed; an empty one without.
  package init(_ field: TextField = TextField(), isTyping: Bool = false) {
    self.field = field
    self.isTyping = isTyping
  }

  /// What has been typed.
  package var text: String { field.text }
}

extension FilterField {
  /// Draws the filter on the line of a list that belongs to it, with the caret while it is typed.
  ///
  /// - Parameter hint: What is shown while nothing is typed; without one the filter is named unless it is being typed.
  func draw(in line: Rectangle, sign: DisplayText = "/", hint: DisplayText? = nil, on canvas: inout Canvas) {
    let start = line.origin.moved(columns: 1)
    let typed = start.moved(columns: 2)
    let room = line.columns - 4
    canvas.draw(sign, at: start, style: isTyping ? .accent.bold() : .dim)
    if field.isEmpty { canvas.draw(hint ?? (isTyping ? .empty : "filter"), at: typed, style: .dim, within: room) }
    let before = DisplayText(field.beforeCaret).columns
    // What stands before the caret is seen, however long it is.
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
  /// The cells of what is only proposed, in a field that is drawn at a place.
  ///
  /// - Parameter hidden: How many columns of the text stand before that place and are not seen.
  func proposedCells(at place: Point, within columns: Int, hidden: Int = 0) -> Rectangle {
    let start = min(max(0, DisplayText(typed).columns - hidden), columns)
    let end = min(max(start, DisplayText(text).columns - hidden), columns)
    return Rectangle(column: place.column + start, row: place.row, columns: proposed > 0 ? end - start : 0, rows: 1)
  }
}
