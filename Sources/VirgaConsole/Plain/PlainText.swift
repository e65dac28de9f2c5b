import VirgaCanvas

/// What the console says in words, a line each, for screen readers and pipes.
///
/// It reads the frame: the line under the cursor is what a person would look at. Only what changed is said.
package struct PlainText: Sendable {
  private var header = ""
  private var panel = ""
  private var line = ""
  private var status: StatusMessage?
  private var overlay: Picker?

  /// Nothing was said yet.
  package init() {}

  /// What there is to say about `state` that was not said before.
  package mutating func changes(in state: State) -> [String] {
    let frame = frameOfFocus(state)
    var said: [String] = []
    let header = Self.words(frame, in: state.layout.header)
    if header != self.header { said.append(header) }
    if let overlay = state.overlay {
      if overlay != self.overlay { said += Self.lines(of: overlay) }
    } else {
      let panel = state.focus.title
      let line =
        PlainRows.selected(in: state) ?? frame.cursor.map { Self.line(frame, at: $0, in: state) }
        ?? Self.emptiness(frame, in: state)
      if panel != self.panel || self.overlay != nil {
        said.append("\(panel): \(line)")
      } else if line != self.line {
        said.append(line)
      }
      (self.panel, self.line) = (panel, line)
    }
    if let message = state.status, message != status { said.append(Self.words(message)) }
    self.header = header
    status = state.status
    overlay = state.overlay
    return said.filter { !$0.isEmpty }
  }

  /// Every line of the panel in focus that is seen, the one under the cursor marked.
  package static func panel(of state: State) -> [String] {
    if let rows = PlainRows.rows(of: state), !rows.isEmpty {
      return rows.map { ($0.hasCursor ? "> " : "  ") + DisplayText($0.text).plain }
    }
    let frame = frame(of: state)
    guard let area = state.layout.panels[state.focus]?.inset(by: 1) else { return [] }
    return (0..<area.rows).compactMap { row in
      let text = words(frame, in: area.line(row))
      guard !text.isEmpty else { return nil }
      return (frame.cursor?.row == area.row + row ? "> " : "  ") + text
    }
  }

  private static func lines(of overlay: Picker) -> [String] {
    var number = 0
    let lines = overlay.lines.map { line in
      guard !line.isHeading else { return line.title.isEmpty ? "" : "\(line.title.plain):" }
      number += 1
      let parts = [line.keys.plain, line.title.plain, line.detail.plain].filter { !$0.isEmpty }
      return "\(number). " + parts.joined(separator: "  ")
    }
    return lines + [
      overlay.kind == .keys ? "type a number to run one, or any command" : "type a number to choose, or Esc"
    ]
  }

  private static func line(_ frame: Canvas, at point: Point, in state: State) -> String {
    guard let area = state.layout.panels[state.focus]?.inset(by: 1), area.contains(point) else { return "" }
    return words(frame, in: area.line(point.row - area.row))
  }

  /// What stands where a list without lines has the focus.
  private static func emptiness(_ frame: Canvas, in state: State) -> String {
    guard state.parts.scroll(of: state.focus) != nil, state.parts.count(in: state.focus, of: state) == 0 else {
      return ""
    }
    let area = state.parts.rowsArea(of: state.focus, in: state)
    return (0..<area.rows).lazy.map { words(frame, in: area.line($0)) }.first { !$0.isEmpty } ?? ""
  }

  /// The text in a line of the frame: without marks of the cursor, blanks joined.
  private static func words(_ frame: Canvas, in area: Rectangle) -> String {
    guard (0..<frame.size.rows).contains(area.row) else { return "" }
    let text = DisplayText(frame.line(area.row, trimmed: false)).slice(area.column..<area.endColumn).plain
    return PlainWords.of(text)
  }

  private static func words(_ message: StatusMessage) -> String {
    switch message.kind {
    case .note, .problem: message.text.plain
    case .refusal: "refused: \(message.text.plain)"
    case .failure: "failed: \(message.text.plain)"
    }
  }
}

extension State {
  /// Whether a text or a choice is asked for, so that an empty line ends that.
  package var isAsking: Bool { typedLine != nil || overlay != nil }

  /// Takes a line that was typed without a screen: the number of a choice, a text that was asked for, a
  /// command, or a key.
  mutating func takePlain(_ line: String) -> [Effect] {
    if let overlay, let number = Int(line) {
      let lines = overlay.lines
      let places = lines.indices.filter { !lines[$0].isHeading }
      if places.indices.contains(number - 1) {
        self.overlay?.select(places[number - 1])
        return chooseInOverlay()
      }
      // Where any text can be typed a number may be that.
      guard overlay.kind == .commandLine else {
        status = .refusal("there is no choice \(number); there are \(places.count)")
        return []
      }
    }
    // The list of keys was read out and is done with: the next line is one of its own.
    if overlay?.kind == .keys { closeOverlay() }
    // Ctrl-[ on a keyboard that sends lines.
    if line == "\u{1B}" { return take(.key("Esc")) }
    if let typed = typedLine, typed.typing != .overlay {
      if line.isEmpty { return take(.key("Esc")) }
      if let press = KeyPress(line), !press.isTyped { return take(.key(press)) }
      // The line is the whole text that was asked for.
      self[typed.field] = TextField()
      return take(.paste(line)) + take(.key("Enter"))
    }
    if line.isEmpty { return isAsking ? take(.key("Esc")) : [] }
    let line = spelledOut(line)
    let name = line.split(separator: " ").first.map(String.init) ?? ""
    let command = CommandTable.command(named: name)
    if command == nil {
      if let press = KeyPress(line) { return take(.key(press)) }
      // Where text is typed, a line that is neither command nor key is that text.
      if isTyping { return take(.paste(line)) }
    }
    // A command of the list is for the list.
    if command.map({ keyContexts.contains($0.context) }) != true { overlay = nil }
    return runLine(line)
  }

  /// A line as the command that it is short for: `/text` filters, and `feature NAME` goes to one as `--feature` does.
  private func spelledOut(_ line: String) -> String {
    if line.utf8.first == UInt8(ascii: "/"), line.utf8.count > 1 {
      return "\(overlay?.kind == .choice ? "filter-list" : "filter") \(line.dropFirst())"
    }
    return line.hasPrefix("feature ") ? "select \(line.dropFirst(8))" : line
  }
}
