import VirgaCanvas

/// Draws a panel that is a text: as much of it as there is room for from where it is scrolled to, and how far that is.
enum TextPanel {
  static func draw(
    _ panel: Panel, title: DisplayText, note: DisplayText = .empty, of state: State, on canvas: inout Canvas
  ) {
    guard let area = state.layout.panels[panel], let lines = state.parts.lines(of: panel, in: state),
      let path = state.parts.top(of: panel)
    else { return }
    let inside = area.inset(by: 1)
    let hasFocus = state.focus == panel
    let top = min(state[path], max(0, lines.count - inside.rows))
    let reach = Prose.reach(from: top, rows: inside.rows, of: lines.count)
    let title = self.title(title, beside: reach, in: area)
    canvas.drawBorder(area, title: title, note: notes(note, reach, beside: title, in: area), hasFocus: hasFocus)
    for (row, line) in lines.dropFirst(top).prefix(inside.rows).enumerated() {
      canvas.draw(line, at: inside.origin.moved(columns: 1, rows: row), within: inside.columns - 2)
    }
    if hasFocus, state.overlay == nil { canvas.cursor = inside.origin.moved(columns: 1) }
  }

  /// A title, or its beginning and end where it leaves no room for how far down is seen.
  static func title(_ title: DisplayText, beside reach: DisplayText, in area: Rectangle) -> DisplayText {
    reach.isEmpty ? title : title.truncatedInside(to: max(12, area.columns - reach.columns - 9))
  }

  /// What stands at the end of a border: a note and how far down is seen, where there is no room for both the latter.
  static func notes(
    _ note: DisplayText, _ reach: DisplayText, beside title: DisplayText, in area: Rectangle
  ) -> DisplayText {
    let both = [note, reach].filter { !$0.isEmpty }.joined(separator: " · ")
    return reach.isEmpty || title.columns + both.columns + 9 <= area.columns ? both : reach
  }
}
