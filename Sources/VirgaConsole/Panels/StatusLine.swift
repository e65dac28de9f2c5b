import VirgaCanvas

/// The line above the last one: the last message, the search while it is typed, and what runs in
/// the background.
enum StatusLine {
  /// The last message, or else a failure, the problem at the cursor or, at first, what can be done
  /// without harm.
  private static func message(of model: Model) -> StatusMessage? {
    if let message = model.status ?? model.messages.failure
      ?? model.features.problemAtCursor(model.shared)
    {
      return message
    }
    let isFirst =
      !model.input.isUsed && !model.options.isReadOnly && model.workspace.manifest != nil
    return isFirst ? .safe(inMemory: model.options.isInMemory) : nil
  }

  /// The number of message lines above typed text, whose problems they must not hide.
  static func rows(_ model: Model) -> Int {
    guard model.focus == .editor, let said = model.status ?? model.messages.failure else {
      return 1
    }
    return lines(of: said.text, in: model).count
  }

  /// Two lines, or more for the paths and ids of a text; the list of messages shows longer prose in
  /// full.
  private static func lines(of text: DisplayText, in model: Model) -> [DisplayText] {
    let lines = text.wrapped(to: model.size.columns - 2)
    let named =
      lines.lastIndex { $0.plain.split(separator: " ").contains(where: isName) }.map { $0 + 1 } ?? 0
    return Array(lines.prefix(max(2, min(named, model.size.rows / 3))))
  }

  /// Draws the message and, at the right, a mark: background work, or the key to the full text.
  ///
  /// A message that does not fit covers the lowest rows of the panels until the next action.
  static func draw(_ model: Model, on canvas: inout Canvas) {
    if model.search.field.isTyping { return model.search.draw(model, on: &canvas) }
    let line = model.layout.status
    let work = work(of: model, columns: line.columns / 2)
    guard let status = message(of: model) ?? (work == nil ? nil : .info("")) else { return }
    let style: Style =
      switch status.kind {
      case .info, .position, .recovery: .text
      case .problem, .refusal: .warning
      case .failure: .error.bold()
      }
    let hasFailure = model.messages.failure.map { $0 != status } == true
    var mark =
      work ?? (hasFailure ? DisplayText("! \(model.keyName(of: "messages")) messages") : .empty)
    let whole = line.columns - 2
    var room: Int { whole - (mark.isEmpty ? 0 : mark.columns + 2) }
    let isWhole =
      status.text.columns <= room || model.status == nil && model.messages.failure == nil
    var texts = isWhole ? [status.text] : lines(of: status.text, in: model)
    if !isWhole, texts.count < status.text.wrapped(to: whole).count {
      if mark.isEmpty {
        mark = model.key(of: "messages").map { DisplayText("\($0): full text") } ?? .empty
      }
      let roomBeforeEllipsis = room - 2
      let cut = droppingProse(texts.removeLast(), to: roomBeforeEllipsis)
      texts += cut.columns <= roomBeforeEllipsis ? [cut + " …"] : [cut, "…"]
    } else if !isWhole, let last = texts.last, last.columns > room {
      // The mark gets a line of its own.
      texts.append(.empty)
    }
    if texts.count > rows(model) { canvas.copy(line: line.row - 1, to: line.row - texts.count) }
    for (row, text) in texts.enumerated() {
      let area = Rectangle(
        column: 0, row: line.row - texts.count + 1 + row, columns: line.columns, rows: 1)
      if texts.count > 1 { canvas.fill(area) }
      canvas.draw(
        text, at: area.origin.moved(columns: 1), style: style, within: isWhole ? room : whole)
    }
    canvas.drawRightAligned(
      mark, at: Point(column: line.endColumn - 1, row: line.row), style: .error.bold())
  }

  /// The progress of background work and the key that cancels it; nil while none runs.
  private static func work(of model: Model, columns: Int) -> DisplayText? {
    guard let work = model.files.work ?? model.files.reading else {
      return SimulationRun.mark(in: model)
    }
    return work.truncatedInside(to: columns)
      + DisplayText(" · \(model.keyName(of: "clear")) cancels")
  }

  /// Drops words from the end until the line fits, but never a path or an id.
  private static func droppingProse(_ line: DisplayText, to limit: Int) -> DisplayText {
    var words = line.plain.split(separator: " ")
    while let last = words.last, !isName(last),
      DisplayText(words.joined(separator: " ")).columns > limit
    {
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
