package import VirgaCanvas

/// One line of text being typed: a filter, a search or the command line.
package struct TextField: Equatable, Sendable {
  /// What has been typed.
  package private(set) var text: String
  /// The caret, as a count of characters before it.
  package private(set) var caret: Int

  /// A field that holds `text`, with the caret behind it.
  package init(_ text: String = "") {
    self.text = text
    self.caret = text.count
  }

  /// Whether nothing has been typed.
  package var isEmpty: Bool { text.isEmpty }

  /// The text before the caret.
  package var beforeCaret: String { String(text.prefix(caret)) }

  /// Puts `inserted` at the caret; line ends and tabs become blanks.
  package mutating func insert(_ inserted: String) {
    let line = String(inserted.map { $0.isNewline || $0 == "\t" ? " " : $0 })
    text.insert(contentsOf: line, at: text.index(text.startIndex, offsetBy: caret))
    caret += line.count
    caret = min(caret, text.count)
  }

  /// Takes a key that edits text; false where the key means nothing to a text field.
  package mutating func take(_ press: KeyPress) -> Bool {
    switch (press.key, press.modifiers) {
    case (.character(let character), []), (.character(let character), .shift):
      insert(String(character))
    case (.backspace, _) where press.modifiers.contains(.alt), (.character("w"), .control):
      delete(back: caret - wordStart())
    case (.backspace, _), (.character("h"), .control):
      delete(back: 1)
    case (.delete, _):
      deleteForward()
    case (.character("u"), .control):
      delete(back: caret)
    case (.character("k"), .control):
      text = beforeCaret
    case (.left, .control), (.left, .alt), (.character("b"), .alt):
      caret = wordStart()
    case (.right, .control), (.right, .alt), (.character("f"), .alt):
      caret = wordEnd()
    case (.left, _), (.character("b"), .control):
      caret = max(0, caret - 1)
    case (.right, _), (.character("f"), .control):
      caret = min(text.count, caret + 1)
    case (.home, _), (.character("a"), .control):
      caret = 0
    case (.end, _), (.character("e"), .control):
      caret = text.count
    default:
      return false
    }
    return true
  }

  private mutating func delete(back count: Int) {
    let count = min(count, caret)
    let end = text.index(text.startIndex, offsetBy: caret)
    text.removeSubrange(text.index(end, offsetBy: -count)..<end)
    caret -= count
  }

  private mutating func deleteForward() {
    guard caret < text.count else { return }
    text.remove(at: text.index(text.startIndex, offsetBy: caret))
  }

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
