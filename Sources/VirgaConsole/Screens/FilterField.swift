import VirgaCanvas

/// The filter of a screen: what is typed into it, and whether keys go there.
package struct FilterField: Equatable, Sendable {
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
  func draw(in line: Rectangle, on canvas: inout Canvas) {
    let start = line.origin.moved(columns: 1)
    canvas.draw("/", at: start, style: isTyping ? .accent.bold() : .dim)
    let room = line.columns - 4
    guard isTyping || !field.isEmpty else {
      canvas.draw("filter", at: start.moved(columns: 2), style: .dim, within: room)
      return
    }
    let before = DisplayText(field.beforeCaret)
    let hidden = max(0, before.columns - room + 1)
    let typed = DisplayText(field.text).dropping(hidden)
    canvas.draw(typed, at: start.moved(columns: 2), style: .match, within: room, ellipsis: .empty)
    if isTyping { canvas.cursor = start.moved(columns: 2 + before.columns - hidden) }
  }
}
