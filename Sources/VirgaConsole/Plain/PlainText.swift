import VirgaCanvas

/// The console in words for screen readers and pipes, one line each; only changes are printed.
package struct PlainText: Sendable {
  private var printedHeader = ""
  /// The title of the panel from which `printedLine` is.
  private var printedPanel = ""
  private var printedLine = ""
  private var printedStatus: StatusMessage?
  /// The list over the screen; nil if it was closed at the last call.
  private var printedOverlay: Picker?

  /// Starts before anything was printed.
  package init() {}

  /// The lines for what changed in the model since the last call, which are recorded as printed.
  package mutating func changes(in model: Model) -> [String] {
    let header = HeaderLine(model).words
    var changes: [String] = []
    if header != printedHeader { changes.append(header) }
    if let overlay = model.overlay {
      if overlay != printedOverlay { changes += Self.lines(of: overlay) }
    } else {
      // The call also records the panel and line as printed. Its text is empty if nothing changed
      // there; empty lines are left out at the end.
      changes.append(changeUnderCursor(in: model))
    }
    if let message = model.status, message != printedStatus { changes.append(Self.words(message)) }
    (printedHeader, printedStatus, printedOverlay) = (header, model.status, model.overlay)
    return changes.filter { !$0.isEmpty }
  }

  /// The line under the cursor if it changed, after the panel's title if another panel has the
  /// focus or a list over the screen was closed; else an empty text.
  ///
  /// - Parameter model: A model without an open list over the screen.
  private mutating func changeUnderCursor(in model: Model) -> String {
    let panel = model.focus.title
    let line = model.view?.cursorWords(of: model) ?? ""
    let isOtherPanel = panel != printedPanel
    let isOtherLine = line != printedLine
    // No list is open now, so one that was open at the last call was closed.
    let hasClosedOverlay = printedOverlay != nil
    (printedPanel, printedLine) = (panel, line)
    if isOtherPanel || hasClosedOverlay { return "\(panel): \(line)" }
    return isOtherLine ? line : ""
  }

  /// The visible rows of the focused list, or all lines of the focused text, without empty ones:
  /// the filter first, and `>` before the row under the cursor, or in a text without a cursor
  /// before the first visible line.
  ///
  /// For a list without rows, only why it is empty.
  package static func panelLines(of model: Model) -> [String] {
    guard let view = model.view else { return [] }
    let list = view.list(in: model)
    let isEmptyList = list?.count == 0
    // Without a row, the words under the cursor say why the list is empty.
    if isEmptyList { return ["  " + view.cursorWords(of: model)] }
    // Nil for a text, of which all lines are printed.
    let visibleRows = list.map {
      $0.scroll.window(count: $0.count, height: view.visibleRowCount(in: model))
    }
    let lines: [String]
    if let visibleRows {
      lines = visibleRows.map { row in view.words(forRow: row, of: model) }
    } else {
      // The lines of a text keep their indentation, which shows what belongs to what.
      lines = wholeLines(of: view, in: model).map { SpokenText.indented($0.text.plain) }
    }
    // The index in `lines` of the row under the cursor.
    let cursor = view.cursorRow(in: model) - (visibleRows?.lowerBound ?? 0)
    let filter = view.filter.map { model[keyPath: $0].text } ?? ""
    let filterLine = filter.isEmpty ? [] : ["  / " + DisplayText(filter).plain]
    return filterLine + withCursor(lines, at: cursor)
  }

  /// Lines with `>` before the one at an index and blanks before the others; empty ones are left
  /// out, and control characters and the like are made safe for a terminal.
  private static func withCursor(_ lines: [String], at cursor: Int) -> [String] {
    lines.enumerated().filter { !$0.element.isEmpty }.map { index, line in
      (index == cursor ? "> " : "  ") + DisplayText(line).plain
    }
  }

  /// A width in which hardly any line is wrapped.
  private static let columnsOfWholeLines = 1_000

  /// The lines of a panel's text as they would be on a very wide screen.
  private static func wholeLines(of view: any PanelView, in model: Model) -> [StyledLine] {
    var wide = model
    wide.shared.layout.size.columns = columnsOfWholeLines
    wide.layOut()
    return view.lines(of: wide)
  }

  /// The lines of a list over the screen, numbered as in `1. yes  drop it`, and a line that says
  /// how to choose.
  ///
  /// A list of keys has no numbers, because its keys are typed.
  private static func lines(of overlay: Picker) -> [String] {
    let isListOfKeys = overlay.kind == .keys
    var number = 0
    let lines = overlay.lines.map { line in
      guard !line.isHeading else { return line.title.isEmpty ? "" : "\(line.title.plain):" }
      number += 1
      let parts = [line.leading.plain, line.title.plain, line.detail.plain].filter { !$0.isEmpty }
      return (isListOfKeys ? "" : "\(number). ") + parts.joined(separator: "  ")
    }
    return lines + [isListOfKeys ? "type a key or a command" : "type a number to choose, or Esc"]
  }

  /// A message in words: plain output has no color that shows that something was refused or failed.
  private static func words(_ message: StatusMessage) -> String {
    switch message.kind {
    case .info, .position, .problem, .recovery: message.text.plain
    case .refusal: "refused: \(message.text.plain)"
    case .failure: "failed: \(message.text.plain)"
    }
  }

  /// Whether a text or choice is requested, so that an empty line ends that.
  package static func isAsking(_ model: Model) -> Bool {
    model.typedLine != nil || model.overlay != nil
  }

  /// Handles a line that a person typed in plain mode: a number, text, a command or a key.
  static func handle(_ line: String, in model: inout Model) -> Outcome {
    if let outcome = chooseByNumber(line, in: &model) { return outcome }
    // The list of keys was read out and is done: the next line is a new command.
    if model.overlay?.kind == .keys { model.closeOverlay() }
    // Input of whole lines has no Esc key: Ctrl-[ sends the character ESC, and an empty line ends
    // what is asked.
    let isEscape = line == "\u{1B}"
    let endsAsking = line.isEmpty && isAsking(model)
    if isEscape || endsAsking { return model.handle(.key("Esc")) }
    // While a list is open, the line may be a command, so it is not entered as text here.
    if let typedLine = model.typedLine, typedLine.typing != .overlay {
      return enter(line, in: typedLine, of: &model)
    }
    // `/homescreen` filters a list as it does on the screen; `/` alone is a key.
    let isFilter = line.count > 1 && line.hasPrefix("/")
    return runOrPress(isFilter ? "filter \(line.dropFirst())" : line, in: &model)
  }

  /// Chooses the line of a list whose number was typed; refuses other numbers.
  ///
  /// Nil if no choice was meant: the line is not a number, no list is shown, it is the list of
  /// keys, which is only read, or it is that of a command line, in which a number beyond its lines
  /// may be an argument.
  private static func chooseByNumber(_ line: String, in model: inout Model) -> Outcome? {
    guard let number = Int(line) else { return nil }
    guard let overlay = model.overlay, overlay.kind != .keys else { return nil }
    // Headings have no numbers.
    let rows = overlay.lines.indices.filter { !overlay.lines[$0].isHeading }
    let index = number - 1
    if rows.indices.contains(index) {
      model.overlay?.select(rows[index])
      return model.chooseInOverlay()
    }
    let canBeText = overlay.kind == .commandLine
    return canBeText ? nil : .refused(.numberExpected("choice", line, of: rows.count))
  }

  /// Enters a line as the whole text of the field that waits for one; the name of a key that types
  /// no character presses that key.
  private static func enter(
    _ line: String, in typedLine: TypedLine, of model: inout Model
  ) -> Outcome {
    if let press = KeyPress(line), !press.isTyped { return model.handle(.key(press)) }
    // The line replaces a proposed text.
    model[keyPath: typedLine.field] = TextField()
    // Both events are applied here; only their effects are left to the caller.
    let effectsOfTyping = model.apply(model.handle(.paste(line)))
    let effectsOfEnter = model.apply(model.handle(.key("Enter")))
    return .done(effectsOfTyping + effectsOfEnter)
  }

  /// Runs a command line, or if it does not begin with a command, presses the key of that name, or
  /// types it if text is typed.
  private static func runOrPress(_ line: String, in model: inout Model) -> Outcome {
    let command = line.split(separator: " ").first.flatMap {
      CommandTable.command(named: String($0))
    }
    if command == nil, !line.isEmpty {
      if let press = KeyPress(line) { return model.handle(.key(press)) }
      if model.isTyping { return model.handle(.paste(line)) }
    }
    // A list stays only for a command that applies to it; all lists close otherwise.
    let appliesToList = command?.applicableContext(in: model.keyContexts) != nil
    if !appliesToList { model.overlay = nil }
    return model.runLine(line)
  }
}

/// Texts of the screen as a screen reader reads them out.
enum SpokenText {
  /// A text with its marks in words, without drawing characters and extra blanks: `● pocket · on`
  /// is `overridden pocket, on`.
  static func of(_ text: String) -> String {
    let spelled = text.map { character in
      wordsForMarks[character] ?? (character.isDrawing ? " " : String(character))
    }.joined()
    return spelled.split(separator: " ").reduce(into: "") { result, word in
      // A comma follows the word before it directly.
      let needsBlank = !result.isEmpty && word != ","
      result += (needsBlank ? " " : "") + word
    }
  }

  /// The same after as many blanks as the text starts with blanks and drawing characters, so that a
  /// tree keeps its indentation.
  static func indented(_ text: String) -> String {
    let indentation = text.prefix { $0 == " " || $0.isDrawing }
    return String(repeating: " ", count: indentation.count) + of(text)
  }

  /// The words for marks; those that only separate or point are read as a pause or not at all.
  private static let wordsForMarks: [Character: String] = [
    "▸": " ", "▾": " ", "│": " ", "┃": " ", "●": " overridden ", "◆": " experiment ",
    "◇": " rollout ", "✎": " draft ",
    "·": ",", "✓": " checked ", "✗": " failed ", "←": ",", "→": " to ",
  ]
}

extension Character {
  /// Whether it is part of a line, border or bar, which is not read out.
  fileprivate var isDrawing: Bool {
    let boxDrawingAndBlockElements: ClosedRange<UInt32> = 0x2500...0x259F
    return unicodeScalars.allSatisfy { boxDrawingAndBlockElements.contains($0.value) }
  }
}
