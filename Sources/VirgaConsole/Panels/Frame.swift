package import VirgaCanvas

/// The frame of a state: the whole screen, and nothing but a function of the state.
package func frame(of state: State) -> Canvas {
  var canvas = Canvas(size: state.size, isASCII: state.options.isASCII)
  guard state.layout.arrangement != .tooSmall else {
    drawTooSmall(state, on: &canvas)
    return canvas
  }
  HeaderLine.draw(state, on: &canvas)
  for panel in state.layout.panels.keys {
    state.parts.view(of: panel)?.draw(state, on: &canvas)
    state.search.highlight(panel, of: state, on: &canvas)
  }
  drawHiddenPanels(state, on: &canvas)
  if state.overlay == nil { state.parts.drawOver(state, on: &canvas) }
  drawStatus(state, on: &canvas)
  HintLine.draw(state, on: &canvas)
  PickerPanel(state)?.draw(on: &canvas)
  if let caption = state.caption { draw(caption, of: state, on: &canvas) }
  return canvas
}

/// Names the panels that there is no room for at the lower edge of the one in focus, with the key that goes to them.
private func drawHiddenPanels(_ state: State, on canvas: inout Canvas) {
  guard let area = state.layout.panels[state.focus], let text = hiddenPanels(of: state) else { return }
  canvas.drawEnding(
    text.truncated(to: area.columns - 4), at: Point(column: area.endColumn - 2, row: area.endRow - 1), style: .dim)
}

/// The names of the panels that there is no room for; nil where there are none.
func hiddenPanels(of state: State) -> DisplayText? {
  let hidden = state.screen.panels.filter { state.layout.panels[$0] == nil && state.parts.isOffered($0, in: state) }
  let merged = state.focus == .editor && state.layout.panels[.merged] == nil
  guard !hidden.isEmpty || merged else { return nil }
  func key(_ command: String) -> [String] {
    let keys = CommandTable.command(named: command).flatMap { state.keys(of: $0).first }
    return keys.map { [$0.map(\.description).joined(separator: " ") + ":"] } ?? []
  }
  let beside = merged ? [(key("show-merged") + [Panel.merged.title]).joined(separator: " ")] : []
  let words = beside + key("next-panel") + hidden.map(\.title)
  return DisplayText(" " + words.joined(separator: "  ") + " ")
}

private func drawTooSmall(_ state: State, on canvas: inout Canvas) {
  let least = Layout.smallest
  let quit = CommandTable.command(named: "quit").flatMap { state.options.keys.keys(of: $0).first } ?? []
  let lines: [DisplayText] = [
    "too small: \(state.size)", "virga needs \(least)", "\(quit.map(\.description).joined(separator: " ")) quits",
  ]
  for (row, line) in lines.enumerated() {
    canvas.draw(line, at: Point(column: 0, row: row), within: state.size.columns)
  }
  canvas.cursor = Point(column: 0, row: 0)
}

/// Says what a guided tour says, whole, in the lines above the last one.
private func draw(_ caption: TourCaption, of state: State, on canvas: inout Canvas) {
  let status = state.layout.status
  let lines = caption.lines(columns: status.columns)
  let top = status.endRow - lines.count
  for (row, line) in lines.enumerated() {
    let area = Rectangle(column: status.column, row: top + row, columns: status.columns, rows: 1)
    canvas.fill(area, style: .selection)
    canvas.draw(line, at: area.origin.moved(columns: 1), style: .selection)
  }
}

private func drawStatus(_ state: State, on canvas: inout Canvas) {
  if state.search.field.isTyping { return state.search.draw(state, on: &canvas) }
  guard let status = state.shownStatus ?? (state.workMark(columns: 1) == nil ? nil : .note("")) else { return }
  let style: Style =
    switch status.kind {
    case .note, .place, .recovery: .text
    case .problem, .refusal: .warning
    case .failure: .error.bold()
    }
  let line = state.layout.status
  let hasFailure = state.messages.failure.map { $0 != status } == true
  var mark =
    state.workMark(columns: line.columns / 2)
    ?? (hasFailure ? DisplayText("! \(state.keyName(of: "messages")) messages") : .empty)
  let whole = line.columns - 2
  var room: Int { whole - (mark.isEmpty ? 0 : mark.columns + 2) }
  let isWhole = status.text.columns <= room || state.status == nil && state.messages.failure == nil
  // What does not fit grows upwards over the panels, until the next key that does something.
  let lines = isWhole ? [status.text] : status.text.wrapped(to: whole)
  var texts = Array(lines.prefix(longestStatus))
  if lines.count > longestStatus {
    if mark.isEmpty { mark = state.wayToMessages }
    texts[longestStatus - 1] = (texts[longestStatus - 1].prefix(room - 2) + " …").truncated(to: room)
  } else if !isWhole, let last = texts.last, last.columns > room {
    texts.append(.empty)
  }
  // The panels end above the message, not under it.
  if texts.count > state.messageRows { canvas.copy(line: line.row - 1, to: line.row - texts.count) }
  for (row, text) in texts.enumerated() {
    let place = Rectangle(column: 0, row: line.row - texts.count + 1 + row, columns: line.columns, rows: 1)
    if texts.count > 1 { canvas.fill(place) }
    canvas.draw(text, at: place.origin.moved(columns: 1), style: style, within: isWhole ? room : whole)
  }
  canvas.drawEnding(mark, at: Point(column: line.endColumn - 1, row: line.row), style: .error.bold())
}

extension State {
  /// What takes long now, and how it is ended.
  fileprivate func workMark(columns: Int) -> DisplayText? {
    guard let work = work ?? reading else { return simulationMark }
    return work.truncatedInside(to: columns) + DisplayText(" · \(keyName(of: "clear")) cancels")
  }

  /// The key that lists messages, which are whole there; nothing while keys are text.
  fileprivate var wayToMessages: DisplayText {
    let keys = CommandTable.command(named: "messages").flatMap { self.keys(of: $0).first }
    return keys.map { DisplayText($0.map(\.description).joined(separator: " ") + " reads on") } ?? .empty
  }
}

extension State {
  /// How many lines a message takes above a text that is typed: it must not hide what is wrong with that.
  var messageRows: Int {
    guard focus == .editor, let said = status ?? messages.failure else { return 1 }
    return min(said.text.wrapped(to: size.columns - 2).count, longestStatus)
  }
}

/// How many lines a message may take; one that is longer is whole in the list of messages.
private let longestStatus = 2

extension Canvas {
  /// Makes a row the selected one: one colour from edge to edge, reversed, so that it is seen without any colour.
  mutating func select(_ line: Rectangle) {
    restyle(line) { Style(.selection, $0.emphasis.subtracting([.dim, .underline])) }
  }

  /// Draws what stands in one line in another one too.
  mutating func copy(line: Int, to other: Int) {
    for column in 0..<size.columns {
      let point = Point(column: column, row: line)
      draw(DisplayText(glyph(at: point)), at: Point(column: column, row: other), style: self[point].style)
    }
  }

  /// Draws a panel's border; the focus is said by a heavy line and a bold title, in ASCII by `>` before it.
  mutating func drawBorder(_ area: Rectangle, title: DisplayText, note: DisplayText = .empty, hasFocus: Bool) {
    border(
      area,
      hasFocus ? BorderLook(.focusedBorder, .heavy, titleStyle: .title.bold()) : BorderLook(titleStyle: .title),
      title: DisplayText(hasFocus && isASCII ? "> " : "") + title, note: note)
  }
}
