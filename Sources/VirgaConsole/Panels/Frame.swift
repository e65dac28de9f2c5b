package import VirgaCanvas

/// Draws a state as a whole screen; depends only on the state.
package func frame(of model: Model) -> Canvas {
  var canvas = Canvas(size: model.size, isASCII: model.options.isASCII)
  guard model.layout.arrangement != .tooSmall else {
    drawTooSmall(model, on: &canvas)
    return canvas
  }
  // What is drawn later covers what was drawn before.
  HeaderLine(model).draw(on: &canvas)
  // `screen` says which screen is shown, and has its views; `shownScreen` has its state.
  for panel in model.layout.panels.keys {
    model.screen.view(of: panel)?.draw(model, on: &canvas)
    model.search.highlight(panel, of: model, on: &canvas)
  }
  drawHiddenPanels(model, on: &canvas)
  if model.overlay == nil { model.shownScreen.drawOver(model, on: &canvas) }
  StatusLine.draw(model, on: &canvas)
  HintLine.draw(model, on: &canvas)
  PickerPanel(model)?.draw(on: &canvas)
  if let caption = model.messages.caption { draw(caption, in: model.layout.status, on: &canvas) }
  return canvas
}

/// Names the panels for which there is no room, with their key, in the focused panel's border.
///
/// The names are cut if the border has no room for them beside the scroll position.
private func drawHiddenPanels(_ model: Model, on canvas: inout Canvas) {
  guard let area = model.layout.panels[model.focus], let names = hiddenPanels(of: model) else {
    return
  }
  // A corner and one column of the border stay visible at each side.
  let sideColumns = 2
  let room = area.columns - 2 * sideColumns - columnsOfScrollPosition(in: model)
  let text = betweenBlanks(names, in: room).truncated(to: room)
  canvas.drawRightAligned(
    text, at: Point(column: area.endColumn - sideColumns, row: area.endRow - 1), style: .dim)
}

/// The columns that the scroll position of the focused panel takes in the lower border, with what
/// separates it from a text beside it; 0 if it is not shown.
private func columnsOfScrollPosition(in model: Model) -> Int {
  let position = model.screen.view(of: model.focus)?.scrollPosition(in: model) ?? .empty
  // A blank on each side of it, and a column of the border between the two texts.
  let besidePosition = 3
  return position.isEmpty ? 0 : position.columns + besidePosition
}

/// The names of hidden panels with a blank at each end; if they are too long for the room, with one
/// blank between two names instead of two.
private func betweenBlanks(_ names: DisplayText, in room: Int) -> DisplayText {
  let text = " " + names + " "
  guard text.columns > room else { return text }
  return " " + DisplayText(names.plain.split(separator: " ").joined(separator: " ")) + " "
}

/// The panels that do not fit on the screen, with the key that shows them, as in
/// `Tab:  Values  Details`; nil if none is hidden.
///
/// Between the config editor and its merged result, a key of its own goes from each to the other,
/// as in `F6: Edit`. From the editor, only the merged result is named, because `Tab` types there.
func hiddenPanels(of model: Model) -> DisplayText? {
  // `screen` says which screen is shown, and lists its panels; `shownScreen` has its state, which
  // says at which of them `Tab` stops.
  let hidden = model.screen.panels.filter {
    model.layout.panels[$0] == nil && model.shownScreen.isTabStop($0, model.shared)
  }
  /// The key of a command, as in `Tab:`; no word if it has none.
  func wordOfKey(_ command: String) -> [String] { model.key(of: command).map { [$0 + ":"] } ?? [] }
  /// As in `F6: Edit`.
  func keyAndTitle(of panel: Panel, shownBy command: String) -> String {
    (wordOfKey(command) + [panel.title]).joined(separator: " ")
  }
  // `Tab` does not stop at a merged result that is out of sight, so it is not among `hidden`: a
  // key of its own shows it.
  let isMergedHidden = model.focus == .editor && model.layout.panels[.merged] == nil
  let panelsBehindTab = model.focus == .editor ? [] : hidden.filter { $0 != .editor }
  var words: [String] = []
  if isMergedHidden { words.append(keyAndTitle(of: .merged, shownBy: "show-merged")) }
  // `Tab` stops at a hidden editor only while its merged result has the focus.
  if hidden.contains(.editor) { words.append(keyAndTitle(of: .editor, shownBy: "show-text")) }
  if !panelsBehindTab.isEmpty { words += wordOfKey("next-panel") + panelsBehindTab.map(\.title) }
  return words.isEmpty ? nil : DisplayText(words.joined(separator: "  "))
}

/// Draws only how large a terminal virga needs, and how to quit.
private func drawTooSmall(_ model: Model, on canvas: inout Canvas) {
  // A key that quits, even if it does not work in the current context, such as a text field.
  let quitKey = model.key(of: "quit", inAnyContext: true) ?? ""
  let lines = [
    "too small: \(model.size)", "virga needs \(Layout.smallest)", "\(quitKey) quits",
  ]
  for (row, line) in lines.enumerated() {
    canvas.draw(DisplayText(line), at: Point(column: 0, row: row), within: model.size.columns)
  }
  canvas.cursor = Point(column: 0, row: 0)
}

/// Draws the caption of a tour: its last line covers the status line, the others the rows above.
private func draw(_ caption: TourCaption, in status: Rectangle, on canvas: inout Canvas) {
  let margin = 1
  let lines = caption.lines(columns: status.columns)
  for (row, line) in lines.enumerated() {
    // The last line of the caption is in the row of the status line.
    let origin = Point(column: status.column, row: status.endRow - lines.count + row)
    canvas.fill(
      Rectangle(origin: origin, size: Size(columns: status.columns, rows: 1)), style: .selection)
    canvas.draw(line, at: origin.moved(columns: margin), style: .selection)
  }
}

extension Canvas {
  /// Restyles a line as selected: reversed in one color, which is visible even without colors.
  mutating func select(_ line: Rectangle) {
    // Dim or underlined text would be hard to read in reverse; other emphasis, such as bold, stays.
    let faint: Emphasis = [.dim, .underline]
    restyle(line) { Style(.selection, $0.emphasis.subtracting(faint)) }
  }

  /// Draws the border of a panel; a heavy line in another color shows the focus.
  ///
  /// Without line characters, `>` before the title shows the focus.
  mutating func drawBorder(
    _ area: Rectangle, title: DisplayText, subtitle: DisplayText = .empty, hasFocus: Bool
  ) {
    border(
      area,
      hasFocus
        ? BorderLook(.focusedBorder, .heavy, titleStyle: .title.bold())
        : BorderLook(titleStyle: .title),
      title: BorderText.focusSign(hasFocus: hasFocus, isASCII: isASCII) + title,
      subtitle: subtitle)
  }

  /// Draws the scroll position of a panel, between blanks at the left of its lower border; nothing
  /// if it is empty.
  mutating func drawScrollPosition(_ scrollPosition: DisplayText, in area: Rectangle) {
    guard !scrollPosition.isEmpty else { return }
    let cornerAndLine = 2
    let start = Point(column: area.column + cornerAndLine, row: area.endRow - 1)
    draw(" " + scrollPosition + " ", at: start, style: .dim)
  }
}
