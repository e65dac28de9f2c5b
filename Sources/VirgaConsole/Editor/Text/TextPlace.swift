/// A place between two characters of a text, where a cursor can be.
struct TextPlace: Hashable, Comparable, Sendable {
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
  package static let start = TextPlace(line: 0, offset: 0)

  /// Whether one place comes before another in reading order.
  package static func < (left: TextPlace, right: TextPlace) -> Bool {
    left.line == right.line ? left.offset < right.offset : left.line < right.line
  }

  /// The place after `text` if that begins here.
  func advanced(over text: String) -> TextPlace {
    var place = self
    for byte in text.utf8 {
      if byte == 0x0A {
        place = TextPlace(line: place.line + 1, offset: 0)
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
  var anchor: TextPlace
  /// The end that moves: the cursor.
  package var head: TextPlace

  /// Selects nothing, with the cursor at `place`.
  package init(at place: TextPlace = .start) { self.init(from: place, to: place) }

  /// Selects the text between `anchor` and `head`.
  package init(from anchor: TextPlace, to head: TextPlace) {
    self.anchor = anchor
    self.head = head
  }

  /// The selected range, in reading order.
  package var range: Range<TextPlace> { min(anchor, head)..<max(anchor, head) }
  /// Whether nothing is selected.
  package var isEmpty: Bool { anchor == head }
}
