/// A place between two characters of a text, where a cursor can be.
struct TextPosition: Hashable, Comparable, Sendable {
  /// The line, from 0.
  package var line: Int
  /// The number of UTF-8 bytes of the line before the place.
  package var offset: Int

  /// The place in `line` after `offset` bytes.
  package init(line: Int, offset: Int) {
    self.line = line
    self.offset = offset
  }

  /// The first place of any text.
  package static let start = TextPosition(line: 0, offset: 0)

  /// Whether one place comes before another in reading order.
  package static func < (left: TextPosition, right: TextPosition) -> Bool {
    left.line == right.line ? left.offset < right.offset : left.line < right.line
  }

  /// The place after `text` if that begins here.
  func advanced(over text: String) -> TextPosition {
    var place = self
    for byte in text.utf8 {
      if byte == 0x0A {
        place = TextPosition(line: place.line + 1, offset: 0)
      } else {
        place.offset += 1
      }
    }
    return place
  }
}

/// A selection between a fixed end and the cursor, in either order.
struct TextSelection: Hashable, Sendable {
  /// The end that stays fixed while the selection grows.
  var anchor: TextPosition
  /// The end that moves: the cursor.
  package var head: TextPosition

  /// Selects nothing, with the cursor at `place`.
  package init(at place: TextPosition = .start) { self.init(from: place, to: place) }

  /// Selects the text between `anchor` and `head`.
  package init(from anchor: TextPosition, to head: TextPosition) {
    self.anchor = anchor
    self.head = head
  }

  /// The selected range, in reading order.
  package var range: Range<TextPosition> { min(anchor, head)..<max(anchor, head) }
  /// Whether nothing is selected.
  package var isEmpty: Bool { anchor == head }
}
