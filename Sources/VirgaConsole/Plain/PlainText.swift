import VirgaCanvas

/// The console in words for screen readers and pipes, one line each; only changes are printed.
package struct PlainText: Sendable {
  private var header = ""
  private var panel = ""
  private var line = ""
  private var status: StatusMessage?
  private var overlay: Picker?

  /// Starts before anything was printed.
  package init() {}

  /// The lines for what changed in `model`.
  package mutating func changes(in model: Model) -> [String] {
    var said: [String] = []
    let header = HeaderLine(model).words
    if header != self.header { said.append(header) }
    if let overlay = model.overlay {
      if overlay != self.overlay { said += Self.lines(of: overlay) }
    } else {
      let panel = model.focus.title
      let line = model.view?.cursorWords(of: model) ?? ""
      if panel != self.panel || self.overlay != nil {
        said.append("\(panel): \(line)")
      } else if line != self.line {
        said.append(line)
      }
      (self.panel, self.line) = (panel, line)
    }
    if let message = model.status, message != status { said.append(Self.words(message)) }
    (self.header, status, overlay) = (header, model.status, model.overlay)
    return said.filter { !$0.isEmpty }
  }

  /// The visible rows of the focused list, or all lines of its text.
  package static func panel(of model: Model) -> [String] {
    guard let view = model.view else { return [] }
    let list = view.list(in: model)
    guard list?.count != 0 else { return ["  " + view.cursorWords(of: model)] }
    let window = list.map { $0.scroll.window(count: $0.count, height: view.height(in: model)) }
    let words = window.map { $0.map { view.words(forRow: $0, of: model) } }
    let lines = words ?? wholeLines(of: view, in: model).map { SpokenText.indented($0.text.plain) }
    let cursor = view.cursorRow(in: model) - (window?.lowerBound ?? 0)
    let filter = view.filter.map { model[keyPath: $0].text } ?? ""
    return (filter.isEmpty ? [] : ["  / " + DisplayText(filter).plain])
      + lines.enumerated().filter { !$0.element.isEmpty }.map { row, line in
        (row == cursor ? "> " : "  ") + DisplayText(line).plain
      }
  }

  /// The lines of a text, hardly ever wrapped.
  private static func wholeLines(of view: any PanelView, in model: Model) -> [StyledLine] {
    var wide = model
    wide.shared.layout.size.columns = 1_000
    wide.layOut()
    return view.lines(of: wide)
  }

  /// The lines of a list over the screen, with numbers to choose them by.
  ///
  /// A list of keys has no numbers, because its keys are typed.
  private static func lines(of overlay: Picker) -> [String] {
    var number = 0
    let lines = overlay.lines.map { line in
      guard !line.isHeading else { return line.title.isEmpty ? "" : "\(line.title.plain):" }
      number += 1
      let parts = [line.keys.plain, line.title.plain, line.detail.plain].filter { !$0.isEmpty }
      return (overlay.kind == .keys ? "" : "\(number). ") + parts.joined(separator: "  ")
    }
    return lines + [
      overlay.kind == .keys ? "type a key or a command" : "type a number to choose, or Esc"
    ]
  }

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

  /// Handles a line typed without a screen: a number, text, a command or a key.
  static func handle(_ line: String, in model: inout Model) -> Outcome {
    if let overlay = model.overlay, overlay.kind != .keys, let number = Int(line) {
      let rows = overlay.lines.indices.filter { !overlay.lines[$0].isHeading }
      if rows.indices.contains(number - 1) {
        model.overlay?.select(rows[number - 1])
        return model.chooseInOverlay()
      }
      // If any text can be typed, a number can be text.
      guard overlay.kind == .commandLine else {
        return .refused(.numberExpected("choice", line, of: rows.count))
      }
    }
    // The list of keys was read out and is done: the next line is a new command.
    if model.overlay?.kind == .keys { model.closeOverlay() }
    // Ctrl-[ on a keyboard that sends lines.
    if line == "\u{1B}" || line.isEmpty && isAsking(model) { return model.handle(.key("Esc")) }
    if let typed = model.typedLine, typed.typing != .overlay {
      if let press = KeyPress(line), !press.isTyped { return model.handle(.key(press)) }
      // The line is the whole requested text.
      model[keyPath: typed.field] = TextField()
      return .done(
        model.apply(model.handle(.paste(line))) + model.apply(model.handle(.key("Enter"))))
    }
    let line = line.count > 1 && line.hasPrefix("/") ? "filter \(line.dropFirst())" : line
    let command = line.split(separator: " ").first.flatMap {
      CommandTable.command(named: String($0))
    }
    if command == nil, !line.isEmpty {
      if let press = KeyPress(line) { return model.handle(.key(press)) }
      // While text is typed, a line that is neither command nor key is text.
      if model.isTyping { return model.handle(.paste(line)) }
    }
    // A command of the list applies to the list.
    if command?.applicableContext(in: model.keyContexts) == nil { model.overlay = nil }
    return model.runLine(line)
  }
}

enum SpokenText {
  /// A text with its marks in words, without drawing characters and extra blanks.
  static func of(_ text: String) -> String {
    let words = text.map { spoken[$0] ?? ($0.isDrawing ? " " : String($0)) }.joined()
    return words.split(separator: " ").reduce(into: "") { text, word in
      text += (text.isEmpty || word == "," ? "" : " ") + word
    }
  }

  /// The same with its indentation, which branches of a tree are part of.
  static func indented(_ text: String) -> String {
    String(repeating: " ", count: text.prefix { $0 == " " || $0.isDrawing }.count) + of(text)
  }

  private static let spoken: [Character: String] = [
    "▸": " ", "▾": " ", "│": " ", "┃": " ", "●": " overridden ", "◆": " experiment ",
    "◇": " rollout ", "✎": " draft ",
    "·": ",", "✓": " checked ", "✗": " failed ", "←": ",", "→": " to ",
  ]
}

extension Character {
  /// Whether it is part of a line, border or bar, which is not read out.
  fileprivate var isDrawing: Bool {
    unicodeScalars.allSatisfy { (0x2500...0x259F).contains($0.value) }
  }
}
