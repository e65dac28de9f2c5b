package import VirgaCanvas

/// Draws a state as a whole screen; depends only on the state.
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
  if let caption = state.messages.caption { draw(caption, of: state, on: &canvas) }
  return canvas
}

/// In the focused panel's bottom border, with their key.
private func drawHiddenPanels(_ state: State, on canvas: inout Canvas) {
  guard let area = state.layout.panels[state.focus], let text = hiddenPanels(of: state) else { return }
  let room = area.columns - 4
  let tight = DisplayText(" \(text.plain.split(separator: " ").joined(separator: " ")) ")
  canvas.drawRightAligned(
    (text.columns > room ? tight : text).truncated(to: room),
    at: Point(column: area.endColumn - 2, row: area.endRow - 1), style: .dim)
}

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

/// In the lines above the last one.
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
  guard let status = state.shownStatus ?? (state.workMark(columns: 1) == nil ? nil : .info("")) else { return }
  let style: Style =
    switch status.kind {
    case .info, .position, .recovery: .text
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
  // A message that does not fit grows upwards over the panels, until the next action.
  let lines = isWhole ? [status.text] : state.messageLines(of: status.text)
  var texts = lines
  if !isWhole, lines.count < status.text.wrapped(to: whole).count {
    if mark.isEmpty { mark = state.messagesKeyHint }
    let cut = texts.removeLast().droppingProse(to: room - 2)
    texts += cut.columns <= room - 2 ? [cut + " …"] : [cut, "…"]
  } else if !isWhole, let last = texts.last, last.columns > room {
    texts.append(.empty)
  }
  // The bottom borders of the panels move up above the message.
  if texts.count > state.messageRows { canvas.copy(line: line.row - 1, to: line.row - texts.count) }
  for (row, text) in texts.enumerated() {
    let area = Rectangle(column: 0, row: line.row - texts.count + 1 + row, columns: line.columns, rows: 1)
    if texts.count > 1 { canvas.fill(area) }
    canvas.draw(text, at: area.origin.moved(columns: 1), style: style, within: isWhole ? room : whole)
  }
  canvas.drawRightAligned(mark, at: Point(column: line.endColumn - 1, row: line.row), style: .error.bold())
}

extension State {
  fileprivate func workMark(columns: Int) -> DisplayText? {
    guard let work = files.work ?? files.reading else { return SimulationRun.mark(in: self) }
    return work.truncatedInside(to: columns) + DisplayText(" · \(keyName(of: "clear")) cancels")
  }

  /// Empty while keys type text.
  fileprivate var messagesKeyHint: DisplayText {
    let keys = CommandTable.command(named: "messages").flatMap { self.keys(of: $0).first }
    return keys.map { DisplayText($0.map(\.description).joined(separator: " ") + ": full text") } ?? .empty
  }

  /// The number of message lines above typed text, whose problems they must not hide.
  var messageRows: Int {
    guard focus == .editor, let said = status ?? messages.failure else { return 1 }
    return messageLines(of: said.text).count
  }

  /// Two, or more for its paths and ids; the list of messages shows longer prose in full.
  fileprivate func messageLines(of text: DisplayText) -> [DisplayText] {
    let lines = text.wrapped(to: size.columns - 2)
    let named = lines.lastIndex { $0.plain.split(separator: " ").contains(where: \.isName) }.map { $0 + 1 } ?? 0
    return Array(lines.prefix(max(2, min(named, size.rows / 3))))
  }
}

extension DisplayText {
  /// Drops words from the end until the line fits, but never a path or an id.
  fileprivate func droppingProse(to limit: Int) -> DisplayText {
    var words = plain.split(separator: " ")
    while let last = words.last, !last.isName, DisplayText(words.joined(separator: " ")).columns > limit {
      words.removeLast()
    }
    return DisplayText(words.joined(separator: " "))
  }
}

extension Substring {
  /// Whether it looks like a path, an id or code rather than prose.
  fileprivate var isName: Bool {
    let inner = drop { $0.isPunctuation }.reversed().drop { $0.isPunctuation }
    return contains("`") || contains("/") || inner.contains { "-_.:=".contains($0) }
  }
}

extension Canvas {
  /// Reversed in one color, so visible even without color.
  mutating func select(_ line: Rectangle) {
    restyle(line) { Style(.selection, $0.emphasis.subtracting([.dim, .underline])) }
  }

  mutating func copy(line: Int, to other: Int) {
    for column in 0..<size.columns {
      let point = Point(column: column, row: line)
      draw(DisplayText(glyph(at: point)), at: Point(column: column, row: other), style: self[point].style)
    }
  }

  mutating func drawBorder(_ area: Rectangle, title: DisplayText, subtitle: DisplayText = .empty, hasFocus: Bool) {
    border(
      area,
      hasFocus ? BorderLook(.focusedBorder, .heavy, titleStyle: .title.bold()) : BorderLook(titleStyle: .title),
      title: DisplayText(hasFocus && isASCII ? "> " : "") + title, subtitle: subtitle)
  }
}
