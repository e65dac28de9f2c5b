package import VirgaCanvas

/// The filter of a screen: what is typed into it, and whether keys go there.
package struct FilterField: Equatable, Sendable {
  /// What has been typed.
  package var field = TextField()
  /// Whether keys go to the filter.
  package var isTyping = false

  /// An empty filter.
  package init() {}

  /// What has been typed.
  package var text: String { field.text }

  /// What became of a key.
  package enum Outcome: Equatable, Sendable {
    /// The text is another one now.
    case changed
    /// The key moves the cursor: by a line for 1, by a page for 2.
    case moving(Int)
    /// The text stayed.
    case nothing
  }

  /// Takes a key that was pressed while the filter is typed.
  package mutating func take(_ press: KeyPress) -> Outcome {
    switch (press.key, press.modifiers) {
    case (.escape, _), (.character("c"), .control):
      isTyping = false
      let wasEmpty = field.isEmpty
      field = TextField()
      return wasEmpty ? .nothing : .changed
    case (.enter, _), (.tab, _): isTyping = false
    case (.backspace, _) where field.isEmpty: isTyping = false
    case (.up, _): return .moving(-1)
    case (.down, _): return .moving(1)
    case (.pageUp, _): return .moving(-2)
    case (.pageDown, _): return .moving(2)
    default:
      let before = field.text
      if field.take(press), field.text != before { return .changed }
    }
    return .nothing
  }
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
