/// A place between two characters of a text: where a cursor can stand.
struct TextPlace: Hashable, Comparable, Sendable {
  /// The line, from 0.
  package var line: Int
  /// The UTF-8 bytes of the line that stand before the place.
  package var offset: Int

  /// The place in `line` behind `offset` bytes.
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

  /// The place behind `text` where that begins here.
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

/// What is selected: the text between a fixed end and the cursor, which may stand on either side of it.
struct TextSelection: Hashable, Sendable {
  /// The end that stays while the selection grows.
  var anchor: TextPlace
  /// The end that moves: the cursor.
  package var head: TextPlace

  /// Nothing selected, the cursor at `place`.
  package init(at place: TextPlace = .start) { self.init(from: place, to: place) }

  /// All between `anchor` and `head`.
  package init(from anchor: TextPlace, to head: TextPlace) {
    self.anchor = anchor
    self.head = head
  }

  /// The selected stretch, in reading order.
  package var range: Range<TextPlace> { min(anchor, head)..<max(anchor, head) }
  /// Whether nothing is selected.
  package var isEmpty: Bool { anchor == head }
}
