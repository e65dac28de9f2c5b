import VirgaCanvas
import VirgaSource

/// The line above the last one: the last message, the search while it is typed, and what runs in
/// the background.
enum StatusLine {
  /// The columns before a message and after its mark.
  private static let margin = 1
  /// The columns between a message and its mark.
  private static let gap = 2

  /// The message to show: the last one, or else a failure that was not dismissed, or else the
  /// problem at the cursor; nil without any.
  ///
  /// If the last one is a problem whose text is listed already, only the position of that problem
  /// is shown, as in `problem 2 of 5`.
  ///
  /// If there is none and the person has not acted yet, the message says where changes stay, unless
  /// the console is read-only; on the screen of features, it also explains the signs in their list.
  private static func message(of model: Model) -> StatusMessage? {
    let message: StatusMessage? =
      positionOfProblem(in: model) ?? model.status ?? model.messages.undismissedFailure
      ?? model.features.problemAtCursor(model.shared)
    if let message { return message }
    let isJustStarted = !model.input.hasPersonActed && model.workspace.manifest != nil
    guard isJustStarted, !model.options.isReadOnly else { return nil }
    let isInMemory = model.options.isInMemory
    return model.screen == .features
      ? .signs(inMemory: isInMemory, in: model.size.columns)
      : .whereChangesStay(inMemory: isInMemory)
  }

  /// The position of the problem that the last message is about, as in `problem 2 of 5`, if the
  /// list of problems shows its text already; else nil.
  private static func positionOfProblem(in model: Model) -> StatusMessage? {
    guard
      model.layout.panels[.problems] != nil,
      let item = model.features.problems.list.selected,
      let status = model.status
    else { return nil }
    let text = StatusMessage.found(item.problem, in: item.found.channelPrefix).text.plain
    // The message may say first that a step went past the last problem.
    guard status.kind == .problem && status.text.plain.hasSuffix(text) else { return nil }
    // The id of a problem is its index among all problems. Hints come last, and are not counted
    // while an error or a warning is visited.
    let countWithoutHints = model.problems.count(.error) + model.problems.count(.warning)
    let isHint = item.id >= countWithoutHints
    let count = isHint ? model.problems.all.count : countWithoutHints
    return .problem("problem \(item.id + 1) of \(count)")
  }

  /// The first lines of a text: two, or as many as contain paths and ids, up to a third of the
  /// screen.
  private static func firstLines(of text: DisplayText, in model: Model) -> [DisplayText] {
    let lines = text.wrapped(to: roomWithoutMark(in: model))
    let lastWithPathOrID = lines.lastIndex {
      $0.plain.split(separator: " ").contains(where: isPathOrID)
    }
    let rowsWithPathsOrIDs = lastWithPathOrID.map { $0 + 1 } ?? 0
    let thirdOfScreen = model.size.rows / 3
    let usualRows = 2
    let shownRows = max(usualRows, min(rowsWithPathsOrIDs, thirdOfScreen))
    return Array(lines.prefix(shownRows))
  }

  /// Draws the message and, at the right, a mark: background work, the key that lists a failure
  /// other than this message, or the key to the full text.
  ///
  /// A message that does not fit covers the lower border of the panels until the next action, and
  /// rows above it if it has more than two lines. No border moves.
  static func draw(_ model: Model, on canvas: inout Canvas) {
    if model.search.field.isTyping { return model.search.draw(model, on: &canvas) }
    let line = model.layout.status
    // The other half of the line is for the message.
    let halfOfLine = line.columns / 2
    let workMark = workMark(of: model, columns: halfOfLine)
    // Background work is shown even without a message.
    let emptyMessage: StatusMessage? = workMark == nil ? nil : .info("")
    guard let message = message(of: model) ?? emptyMessage else { return }
    let failureMark = failureMark(beside: message, in: model)
    let shown = shownText(of: message, beside: workMark ?? failureMark, in: model)
    draw(shown.lines, of: message, within: shown.columns, lastLine: line, on: &canvas)
    let isAboutFailure = !failureMark.isEmpty && shown.mark == failureMark
    draw(mark: shown.mark, isAboutFailure: isAboutFailure, in: line, on: &canvas)
  }

  /// What is shown of a message.
  private struct ShownText {
    /// The last line is in the status line, the others are above it.
    let lines: [DisplayText]
    /// The columns in which the lines are drawn, beyond which they are cut.
    let columns: Int
    /// The text at the right end of the status line; empty for none.
    let mark: DisplayText
  }

  /// The text of a message in one line beside a mark at its right end if it fits there, else in
  /// several lines; a message that follows no action gets one line, even if that cuts it.
  ///
  /// - Parameter mark: The mark for one line; empty for none.
  private static func shownText(
    of message: StatusMessage, beside mark: DisplayText, in model: Model
  ) -> ShownText {
    let text = textWithSign(of: message)
    let roomBesideMark = room(beside: mark, in: model)
    // Without an action, the message is the problem at the cursor or a hint, which never covers the
    // panels.
    let isAboutNoAction = model.status == nil && model.messages.undismissedFailure == nil
    let isOneLine = isAboutNoAction || text.columns <= roomBesideMark
    return isOneLine
      ? ShownText(lines: [text], columns: roomBesideMark, mark: mark)
      : severalLines(of: text, beside: mark, in: model)
  }

  /// The key that lists the messages, if a failure is not the message to show; else empty.
  private static func failureMark(beside message: StatusMessage, in model: Model) -> DisplayText {
    let hasOtherFailure = model.messages.undismissedFailure.map { $0 != message } == true
    return hasOtherFailure ? DisplayText("! \(model.keyName(of: "messages")) messages") : .empty
  }

  /// Draws a mark at the right end of a line.
  private static func draw(
    mark: DisplayText, isAboutFailure: Bool, in line: Rectangle, on canvas: inout Canvas
  ) {
    let start = Point(column: line.endColumn - margin - mark.columns, row: line.row)
    canvas.draw(mark, at: start, style: .text.bold())
    // Such a mark begins with the sign, which is drawn again in the style of a failure.
    if isAboutFailure { canvas.draw(PanelSymbols.problem, at: start, style: .error.bold()) }
  }

  /// The text of a message, with the sign of a problem before what was refused or failed: at the
  /// start, or after the words about what went well, as in `saved a; ! b is not writable`.
  ///
  /// A message without a problem has no sign.
  private static func textWithSign(of message: StatusMessage) -> DisplayText {
    guard signStyle(of: message) != nil else { return message.text }
    let start = message.text.prefix(message.columnsBeforeFailure)
    return start + PanelSymbols.problem + " "
      + message.text.dropping(message.columnsBeforeFailure)
  }

  /// Draws the lines of a message: the last one in the status line, the others above it, over the
  /// panels; the sign of a problem has a style of its own.
  private static func draw(
    _ texts: [DisplayText], of message: StatusMessage, within columns: Int,
    lastLine line: Rectangle, on canvas: inout Canvas
  ) {
    let firstRow = line.row - texts.count + 1
    let signStyle = signStyle(of: message)
    // The sign is before what failed, which can be after words about what went well. Its column is
    // counted from the start of the current line: negative if the sign was in a line above.
    var columnsBeforeSign = message.columnsBeforeFailure
    for (index, text) in texts.enumerated() {
      let area = Rectangle(column: 0, row: firstRow + index, columns: line.columns, rows: 1)
      // Only a message of several lines is drawn over something, namely the panels.
      if texts.count > 1 { canvas.fill(area) }
      let start = area.origin.moved(columns: margin)
      canvas.draw(text, at: start, within: columns)
      if let signStyle, hasSign(text, after: columnsBeforeSign, within: columns) {
        canvas.draw(
          PanelSymbols.problem, at: start.moved(columns: columnsBeforeSign), style: signStyle)
      }
      // The blank at which the line was broken is not in the next one.
      columnsBeforeSign -= text.columns + 1
    }
  }

  /// Whether the sign of a problem is in a line after a number of columns, which is negative if the
  /// sign is in a line above.
  ///
  /// - Parameter visibleColumns: The columns beyond which the line is cut.
  private static func hasSign(
    _ line: DisplayText, after columns: Int, within visibleColumns: Int
  ) -> Bool {
    guard columns >= 0, columns < min(line.columns, visibleColumns) else { return false }
    // If a line above was broken inside a word, `columns` is one too small: then no sign is found
    // there.
    return line.dropping(columns).plain.hasPrefix(PanelSymbols.problem.plain)
  }

  /// The style of the sign before a message; nil for a message without a sign.
  private static func signStyle(of message: StatusMessage) -> Style? {
    switch message.kind {
    case .info, .position, .recovery: nil
    case .problem, .refusal: .warning
    case .failure: .error.bold()
    }
  }

  /// The columns for a text in the same line as a mark, which may be empty.
  private static func room(beside mark: DisplayText, in model: Model) -> Int {
    let columns = roomWithoutMark(in: model)
    return mark.isEmpty ? columns : columns - gap - mark.columns
  }

  /// The columns for a text in a line without a mark.
  private static func roomWithoutMark(in model: Model) -> Int {
    model.layout.status.columns - 2 * margin
  }

  /// The lines of a long message, with room for the mark at the right of the last one.
  ///
  /// If lines are left out, an ellipsis ends the last one. Without a usual mark, the mark is then
  /// the key that shows the full text.
  private static func severalLines(
    of text: DisplayText, beside usualMark: DisplayText, in model: Model
  ) -> ShownText {
    let columns = roomWithoutMark(in: model)
    var lines = firstLines(of: text, in: model)
    let isCut = lines.count < text.wrapped(to: columns).count
    let mark = isCut && usualMark.isEmpty ? markOfFullText(in: model) : usualMark
    let roomBesideMark = room(beside: mark, in: model)
    if isCut {
      // The ellipsis gets a line of its own if the last one ends in a path that leaves no room.
      let last = lines.removeLast()
      lines += endingInEllipsis(last, in: roomBesideMark)
    } else if let last = lines.last, last.columns > roomBesideMark {
      // The mark gets a line of its own.
      lines.append(.empty)
    }
    return ShownText(lines: lines, columns: columns, mark: mark)
  }

  /// The key that shows the whole message, as in `M: full text`; empty if no key does.
  private static func markOfFullText(in model: Model) -> DisplayText {
    model.key(of: "messages").map { DisplayText("\($0): full text") } ?? .empty
  }

  /// The last shown line of a text that goes on, with an ellipsis, for which words at the end of
  /// the line are dropped.
  ///
  /// A path that does not fit in the room keeps its line: the ellipsis gets another one.
  private static func endingInEllipsis(_ line: DisplayText, in room: Int) -> [DisplayText] {
    let ellipsis: DisplayText = " …"
    let roomBeforeEllipsis = room - ellipsis.columns
    let cut = droppingProse(line, to: roomBeforeEllipsis)
    return cut.columns <= roomBeforeEllipsis ? [cut + ellipsis] : [cut, "…"]
  }

  /// The progress of background work with the key that cancels it, or else the mark of a running
  /// simulation; nil while neither runs.
  ///
  /// - Parameter columns: The most columns of the progress, without the key.
  private static func workMark(of model: Model, columns: Int) -> DisplayText? {
    // `work` is the job of a command, such as an import; `reading` is that of manifests.
    guard let progress = model.files.work ?? model.files.reading else {
      return SimulationRun.progressMark(in: model)
    }
    // `clear` is the command of `Esc`, which cancels work before anything else.
    return progress.truncatedInside(to: columns)
      + DisplayText(" · \(model.keyName(of: "clear")) cancels")
  }

  /// Drops words from the end until the line fits, but never a path or an id: if the last word is
  /// one, the line stays too long.
  private static func droppingProse(_ line: DisplayText, to limit: Int) -> DisplayText {
    var words = line.plain.split(separator: " ")
    while let last = words.last, !isPathOrID(last),
      DisplayText(words.joined(separator: " ")).columns > limit
    {
      words.removeLast()
    }
    return DisplayText(words.joined(separator: " "))
  }

  /// Whether a word looks like a path, an id or code rather than prose: `a/b`, `app.yaml:12`,
  /// `x=1`, but not `end.`.
  private static func isPathOrID(_ word: Substring) -> Bool {
    if word.contains("`") || word.contains("/") { return true }
    // The order of the characters is reversed, which does not matter here.
    let withoutOuterPunctuation =
      word.drop { $0.isPunctuation }.reversed().drop { $0.isPunctuation }
    return withoutOuterPunctuation.contains { "-_.:=".contains($0) }
  }
}
