/// One line of text being typed: a filter, a search or the command line.
struct TextField: Equatable, Sendable {
  /// What has been typed.
  package private(set) var text: String
  /// The caret, as a count of characters before it.
  private(set) var caret: Int
  /// How many characters before the caret were only proposed: they are selected, and what is typed takes their place.
  private(set) var proposed: Int
  /// What the text began with, such as the name of a command: deleting to the start of the line leaves it.
  private var kept: String

  /// A field that holds `text` and behind it a `proposal`, which is selected, with the caret at the end.
  ///
  /// - Parameter kept: What `text` begins with that deleting to the start of the line leaves.
  package init(_ text: String = "", proposing proposal: String = "", keeping kept: String = "") {
    self.text = text + proposal
    // A mark that a proposal begins with joins the character before it.
    caret = self.text.count
    proposed = caret - text.count
    self.kept = kept
  }

  /// Puts another text in place of this one, with the caret behind it.
  mutating func replace(by text: String) { self = TextField(text, keeping: kept) }

  /// Whether nothing has been typed.
  package var isEmpty: Bool { text.isEmpty }

  /// The text before the caret.
  var beforeCaret: String { String(text.prefix(caret)) }

  /// The text without what is only proposed.
  package var typed: String { String(text.dropLast(proposed)) }

  /// What is only proposed.
  var proposal: String { String(text.suffix(proposed)) }

  /// Proposes something else behind what was typed.
  mutating func propose(_ other: String) { self = TextField(typed, proposing: other, keeping: kept) }

  /// Puts `inserted` at the caret, in place of what is only proposed; line ends and tabs become blanks.
  package mutating func insert(_ inserted: String) {
    dropProposal()
    let line = String(inserted.map { $0.isNewline || $0 == "\t" ? " " : $0 })
    text.insert(contentsOf: line, at: text.index(text.startIndex, offsetBy: caret))
    caret += line.count
    caret = min(caret, text.count)
  }

  /// Moves the caret or deletes; what concerns several lines means nothing to a field.
  package mutating func perform(_ action: TextAction) {
    defer { proposed = 0 }
    switch action {
    case .move(.left, _) where proposed > 0: caret -= proposed
    case .move(let motion, _): caret = place(motion) ?? caret
    case .delete where proposed > 0: dropProposal()
    case .delete(let motion):
      guard let place = motion == .lineStart ? keptEnd : place(motion) else { return }
      let start = text.index(text.startIndex, offsetBy: min(place, caret))
      text.removeSubrange(start..<text.index(text.startIndex, offsetBy: max(place, caret)))
      caret = min(place, caret)
    case .breakLine, .indent, .outdent: return
    }
  }

  private mutating func dropProposal() {
    text.removeLast(proposed)
    caret = min(caret, text.count)
    proposed = 0
  }

  private func place(_ motion: TextAction.Motion) -> Int? {
    switch motion {
    case .left: max(0, caret - 1)
    case .right: min(text.count, caret + 1)
    case .wordLeft: wordStart()
    case .wordRight: wordEnd()
    case .lineStart, .textStart: 0
    case .lineEnd, .textEnd: text.count
    case .rows, .pages: nil
    }
  }

  /// How far deleting to the start goes: to what is kept, where it still stands there.
  private var keptEnd: Int { text.hasPrefix(kept) && caret >= kept.count ? kept.count : 0 }

  private func wordStart() -> Int {
    let characters = Array(text)
    var index = caret
    while index > 0, characters[index - 1] == " " { index -= 1 }
    while index > 0, characters[index - 1] != " " { index -= 1 }
    return index
  }

  private func wordEnd() -> Int {
    let characters = Array(text)
    var index = caret
    while index < characters.count, characters[index] == " " { index += 1 }
    while index < characters.count, characters[index] != " " { index += 1 }
    return index
  }
}
