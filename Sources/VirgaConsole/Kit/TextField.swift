import VirgaCanvas

/// A line of text that is being typed, with a caret and a proposal at its end.
struct TextField: Equatable, Sendable {
  private(set) var text: String
  /// The position of the caret, in characters.
  private(set) var caret: Int
  /// The number of characters of the proposal at the end.
  private(set) var proposedCount: Int
  /// The start of the text, such as a command name, that `.delete(.lineStart)` keeps.
  private var protectedStart: String

  /// Creates a field with `text` and a selected `proposal`; the caret is at the end.
  ///
  /// - Parameter start: The start of `text` that deleting to the start of the line keeps, such as a
  ///   command before the path that a person types.
  init(_ text: String = "", proposing proposal: String = "", keeping start: String = "") {
    self.text = text + proposal
    // A combining mark at the start of a proposal joins the character before it.
    caret = self.text.count
    proposedCount = caret - text.count
    protectedStart = start
  }

  var isEmpty: Bool { text.isEmpty }

  private var beforeCaret: String { String(text.prefix(caret)) }
  /// The text without the proposal.
  var typed: String { String(text.dropLast(proposedCount)) }
  var proposal: String { String(text.suffix(proposedCount)) }

  /// Replaces the text; the caret moves to the end.
  mutating func replace(by text: String) { self = TextField(text, keeping: protectedStart) }

  /// Replaces the proposal after the typed text; the caret moves to the end.
  mutating func propose(_ proposal: String) {
    self = TextField(typed, proposing: proposal, keeping: protectedStart)
  }

  /// Inserts a text at the caret, after deleting the proposed ending of the text; line breaks and
  /// tabs become blanks.
  mutating func insert(_ inserted: String) {
    deleteProposal()
    let line = String(inserted.map { $0.isNewline || $0 == "\t" ? " " : $0 })
    text.insert(contentsOf: line, at: text.index(text.startIndex, offsetBy: caret))
    // A combining mark joins the character before it, so the text may grow by less.
    caret = min(caret + line.count, text.count)
  }

  /// Moves the caret, or deletes from it to where the motion ends.
  ///
  /// A field has one line and no selection: it ignores actions on lines, and only moves the caret
  /// where an editor also selects.
  ///
  /// A proposal becomes a part of the text. But moving left goes to the start of the proposal, and
  /// deleting removes the proposal alone.
  mutating func perform(_ action: TextAction) {
    defer { proposedCount = 0 }
    switch action {
    case .move(.left, selects: _) where proposedCount > 0: caret -= proposedCount
    case .move(let motion, selects: _): caret = caretIndex(after: motion) ?? caret
    case .delete where proposedCount > 0: deleteProposal()
    case .delete(let motion): delete(motion)
    case .breakLine, .indent, .outdent: return
    }
  }

  /// Deletes from the caret to where a motion ends; nothing for a motion between lines.
  private mutating func delete(_ motion: TextAction.Motion) {
    // Deleting to the start keeps a command that the console has put there, as `load-recipes` is
    // before a typed path; other keys delete it too. `protectedCount` is 0 if the caret is in the
    // command or a person has changed it: then nothing is kept.
    let target = motion == .lineStart ? protectedCount : caretIndex(after: motion)
    guard let target else { return }
    let (start, end) = (min(target, caret), max(target, caret))
    text = String(text.prefix(start) + text.dropFirst(end))
    caret = start
  }

  /// Deletes the proposal, an ending that the console put after the typed text; a caret in it moves
  /// to the end of the typed text.
  private mutating func deleteProposal() {
    text.removeLast(proposedCount)
    caret = min(caret, text.count)
    proposedCount = 0
  }

  /// The position of the caret after a motion, in characters; nil for motions between lines.
  private func caretIndex(after motion: TextAction.Motion) -> Int? {
    switch motion {
    case .left: max(0, caret - 1)
    case .right: min(text.count, caret + 1)
    case .wordLeft: caret - Self.wordLength(text.prefix(caret).reversed())
    case .wordRight: caret + Self.wordLength(text.dropFirst(caret))
    case .lineStart, .textStart: 0
    case .lineEnd, .textEnd: text.count
    case .rows, .pages: nil
    }
  }

  /// The number of characters that deleting to the start of the line keeps.
  ///
  /// 0 if the protected start was edited, or if the caret is in it.
  private var protectedCount: Int {
    let isIntact = text.hasPrefix(protectedStart) && caret >= protectedStart.count
    return isIntact ? protectedStart.count : 0
  }

  /// The number of blanks at the start of a text and of the characters of the word after them.
  ///
  /// `"  and more"` gives 5: two blanks and `and`.
  private static func wordLength(_ text: some Sequence<Character>) -> Int {
    let characters = Array(text)
    let blanks = characters.prefix { $0 == " " }.count
    let word = characters.dropFirst(blanks).prefix { $0 != " " }
    return blanks + word.count
  }

  /// Draws the text in `room` cells, with the proposal at its end in reverse video; one more cell
  /// is for a caret after the text.
  ///
  /// A text that is too long is cut at its end, with an ellipsis there. If that would hide the
  /// caret, the text is scrolled sideways until the caret is in the cell after it, and the ellipsis
  /// is at its start.
  ///
  /// - Returns: The place of the caret.
  func draw(at start: Point, within room: Int, style: Style, on canvas: inout Canvas) -> Point {
    let columnsBeforeCaret = DisplayText(beforeCaret).columns
    let hiddenColumns = max(0, columnsBeforeCaret - room)
    let isScrolled = hiddenColumns > 0
    let shown = DisplayText(text).dropping(hiddenColumns)
    canvas.draw(
      shown, at: start, style: style, within: room, ellipsis: isScrolled ? .empty : .ellipsis)
    if isScrolled { canvas.draw(.ellipsis, at: start, style: .dim) }
    let proposed = proposedColumns(
      inShown: min(shown.columns, room), hiddenBefore: hiddenColumns)
    canvas.reverse(
      Rectangle(
        column: start.column + proposed.lowerBound, row: start.row, columns: proposed.count,
        rows: 1))
    return start.moved(columns: columnsBeforeCaret - hiddenColumns)
  }

  /// The visible columns that the proposal takes at the end of the shown part of the text, counted
  /// from the start of that part; empty without a proposal.
  ///
  /// - Parameters:
  ///   - shownColumns: The width of the shown part.
  ///   - hiddenColumns: The columns of the text before that part.
  private func proposedColumns(
    inShown shownColumns: Int, hiddenBefore hiddenColumns: Int
  ) -> Range<Int> {
    let typedEnd = max(0, DisplayText(typed).columns - hiddenColumns)
    // A part of the proposal that is scrolled out of sight does not count.
    let start = min(typedEnd, shownColumns)
    return start..<(proposedCount > 0 ? shownColumns : start)
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
    let signStart = line.origin.moved(columns: 1)
    let textStart = signStart.moved(columns: 2)
    // A blank, the sign and a blank are before the text, and one blank is after it.
    let room = line.columns - 4
    canvas.draw(sign, at: signStart, style: isTyping ? .accent.bold() : .dim)
    if field.isEmpty {
      let name: DisplayText = isTyping ? .empty : "filter"
      canvas.draw(hint ?? name, at: textStart, style: .dim, within: room)
    }
    let caret = field.draw(at: textStart, within: room, style: .match, on: &canvas)
    if isTyping { canvas.cursor = caret }
  }
}
