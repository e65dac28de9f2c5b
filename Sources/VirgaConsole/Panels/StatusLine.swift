import VirgaCanvas

/// The line above the last one: the last message, the search while it is typed, and what runs in the background.
enum StatusLine {
  /// The last message, or else a failure, the problem at the cursor or, at first, what can be done without harm.
  private static func message(of state: State) -> StatusMessage? {
    if let message = state.status ?? state.messages.failure ?? TextEditing.problemAtCursor(in: state) { return message }
    let isFirst = !state.input.isUsed && !state.options.isReadOnly && state.workspace.manifest != nil
    return isFirst ? .safe(inMemory: state.options.isInMemory) : nil
  }

  /// The number of message lines above typed text, whose problems they must not hide.
  static func rows(_ state: State) -> Int {
    guard state.focus == .editor, let said = state.status ?? state.messages.failure else { return 1 }
    return lines(of: said.text, in: state).count
  }

  /// Two lines, or more for the paths and ids of a text; the list of messages shows longer prose in full.
  private static func lines(of text: DisplayText, in state: State) -> [DisplayText] {
    let lines = text.wrapped(to: state.size.columns - 2)
    let named = lines.lastIndex { $0.plain.split(separator: " ").contains(where: isName) }.map { $0 + 1 } ?? 0
    return Array(lines.prefix(max(2, min(named, state.size.rows / 3))))
  }

  static func draw(_ state: State, on canvas: inout Canvas) {
    if state.search.field.isTyping { return state.search.draw(state, on: &canvas) }
    let line = state.layout.status
    let work = work(of: state, columns: line.columns / 2)
    guard let status = message(of: state) ?? (work == nil ? nil : .info("")) else { return }
    let style: Style =
      switch status.kind {
      case .info, .position, .recovery: .text
      case .problem, .refusal: .warning
      case .failure: .error.bold()
      }
    let hasFailure = state.messages.failure.map { $0 != status } == true
    var mark = work ?? (hasFailure ? DisplayText("! \(state.keyName(of: "messages")) messages") : .empty)
    let whole = line.columns - 2
    var room: Int { whole - (mark.isEmpty ? 0 : mark.columns + 2) }
    let isWhole = status.text.columns <= room || state.status == nil && state.messages.failure == nil
    // A message that does not fit grows upwards over the panels, until the next action.
    var texts = isWhole ? [status.text] : lines(of: status.text, in: state)
    if !isWhole, texts.count < status.text.wrapped(to: whole).count {
      if mark.isEmpty { mark = state.key(of: "messages").map { DisplayText("\($0): full text") } ?? .empty }
      let cut = droppingProse(texts.removeLast(), to: room - 2)
      texts += cut.columns <= room - 2 ? [cut + " …"] : [cut, "…"]
    } else if !isWhole, let last = texts.last, last.columns > room {
      texts.append(.empty)
    }
    if texts.count > rows(state) { canvas.copy(line: line.row - 1, to: line.row - texts.count) }
    for (row, text) in texts.enumerated() {
      let area = Rectangle(column: 0, row: line.row - texts.count + 1 + row, columns: line.columns, rows: 1)
      if texts.count > 1 { canvas.fill(area) }
      canvas.draw(text, at: area.origin.moved(columns: 1), style: style, within: isWhole ? room : whole)
    }
    canvas.drawRightAligned(mark, at: Point(column: line.endColumn - 1, row: line.row), style: .error.bold())
  }

  private static func work(of state: State, columns: Int) -> DisplayText? {
    guard let work = state.files.work ?? state.files.reading else { return SimulationRun.mark(in: state) }
    return work.truncatedInside(to: columns) + DisplayText(" · \(state.keyName(of: "clear")) cancels")
  }

  /// Drops words from the end until the line fits, but never a path or an id.
  private static func droppingProse(_ line: DisplayText, to limit: Int) -> DisplayText {
    var words = line.plain.split(separator: " ")
    while let last = words.last, !isName(last), DisplayText(words.joined(separator: " ")).columns > limit {
      words.removeLast()
    }
    return DisplayText(words.joined(separator: " "))
  }

  /// Whether a word looks like a path, an id or code rather than prose.
  private static func isName(_ word: Substring) -> Bool {
    let inner = word.drop { $0.isPunctuation }.reversed().drop { $0.isPunctuation }
    return word.contains("`") || word.contains("/") || inner.contains { "-_.:=".contains($0) }
  }
}
