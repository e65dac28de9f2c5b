import VirgaCanvas

/// A line of text that is being typed, with a caret and a proposal at its end.
struct TextField: Equatable, Sendable {
  private(set) var text: String
  /// The position of the caret, in characters.
  private(set) var caret: Int
  /// The number of characters of the proposal at the end.
  private(set) var proposed: Int
  /// The start of the text, such as a command name, that `.delete(.lineStart)` keeps.
  private var protectedStart: String

  /// Creates a field with `text` and a selected `proposal`; the caret is at the end.
  ///
  /// - Parameter start: The start of `text` that deleting to the start of the line keeps.
  init(_ text: String = "", proposing proposal: String = "", keeping start: String = "") {
    self.text = text + proposal
    // A combining mark at the start of a proposal joins the character before it.
    caret = self.text.count
    proposed = caret - text.count
    protectedStart = start
  }

  var isEmpty: Bool { text.isEmpty }
  private var beforeCaret: String { String(text.prefix(caret)) }
  /// The text without the proposal.
  var typed: String { String(text.dropLast(proposed)) }
  var proposal: String { String(text.suffix(proposed)) }

  /// Replaces the text; the caret moves to the end.
  mutating func replace(by text: String) { self = TextField(text, keeping: protectedStart) }
  mutating func propose(_ other: String) {
    self = TextField(typed, proposing: other, keeping: protectedStart)
  }

  /// Inserts a text at the caret and replaces the proposal; line breaks and tabs become blanks.
  mutating func insert(_ inserted: String) {
    dropProposal()
    let line = String(inserted.map { $0.isNewline || $0 == "\t" ? " " : $0 })
    text.insert(contentsOf: line, at: text.index(text.startIndex, offsetBy: caret))
    caret = min(caret + line.count, text.count)
  }

  /// Moves the caret or deletes; ignores actions on lines.
  mutating func perform(_ action: TextAction) {
    defer { proposed = 0 }
    switch action {
    case .move(.left, _) where proposed > 0: caret -= proposed
    case .move(let motion, _): caret = index(motion) ?? caret
    case .delete where proposed > 0: dropProposal()
    case .delete(let motion):
      guard let end = motion == .lineStart ? protectedCount : index(motion) else { return }
      let start = min(end, caret)
      text = String(text.prefix(start) + text.dropFirst(max(end, caret)))
      caret = start
    case .breakLine, .indent, .outdent: return
    }
  }

  private mutating func dropProposal() {
    text.removeLast(proposed)
    caret = min(caret, text.count)
    proposed = 0
  }

  /// The position of the caret after a motion, in characters; nil for motions between lines.
  private func index(_ motion: TextAction.Motion) -> Int? {
    switch motion {
    case .left: max(0, caret - 1)
    case .right: min(text.count, caret + 1)
    case .wordLeft: caret - Self.word(text.prefix(caret).reversed())
    case .wordRight: caret + Self.word(text.dropFirst(caret))
    case .lineStart, .textStart: 0
    case .lineEnd, .textEnd: text.count
    case .rows, .pages: nil
    }
  }

  /// The number of characters that deleting to the start keeps, if they are intact.
  private var protectedCount: Int {
    let isIntact = text.hasPrefix(protectedStart) && caret >= protectedStart.count
    return isIntact ? protectedStart.count : 0
  }

  /// The number of blanks at the start, and of the characters of the word after them.
  ///
  /// `"  and more"` gives 5.
  private static func word(_ text: some Sequence<Character>) -> Int {
    let isBlank = text.map { $0 == " " }
    let blanks = isBlank.prefix { $0 }.count
    return blanks + isBlank.dropFirst(blanks).prefix { !$0 }.count
  }

  /// Draws the text, scrolled so that what is before the caret is visible, and its proposal
  /// reversed.
  ///
  /// - Returns: The place of the caret.
  func draw(at start: Point, within room: Int, style: Style, on canvas: inout Canvas) -> Point {
    let before = DisplayText(beforeCaret).columns
    let hidden = max(0, before - room)
    let shown = DisplayText(text).dropping(hidden)
    canvas.draw(
      shown, at: start, style: style, within: room, ellipsis: hidden > 0 ? .empty : .ellipsis)
    if hidden > 0 { canvas.draw(.ellipsis, at: start, style: .dim) }
    let first = min(max(0, DisplayText(typed).columns - hidden), room)
    let proposal = proposed > 0 ? max(0, min(shown.columns, room) - first) : 0
    canvas.reverse(
      Rectangle(column: start.column + first, row: start.row, columns: proposal, rows: 1))
    return start.moved(columns: before - hidden)
  }
}

/// The filter or search line of a panel.
struct FilterField: Equatable, Sendable {
  var field = TextField()
  var isTyping = false

  var text: String { field.text }

  /// Draws the filter on its line, with the caret while it is being typed.
  ///
  /// - Parameter hint: The text while the filter is empty; nil to name the filter unless it is
  ///   being typed.
  func draw(
    in line: Rectangle, sign: DisplayText = "/", hint: DisplayText? = nil, on canvas: inout Canvas
  ) {
    let start = line.origin.moved(columns: 1)
    let typed = start.moved(columns: 2)
    let room = line.columns - 4
    canvas.draw(sign, at: start, style: isTyping ? .accent.bold() : .dim)
    if field.isEmpty {
      canvas.draw(hint ?? (isTyping ? .empty : "filter"), at: typed, style: .dim, within: room)
    }
    let caret = field.draw(at: typed, within: room, style: .match, on: &canvas)
    if isTyping { canvas.cursor = caret }
  }
}
