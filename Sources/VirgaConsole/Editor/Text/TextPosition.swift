struct TextPosition: Hashable, Comparable, Sendable {
  /// The line, from 0.
  var line: Int
  /// The number of UTF-8 bytes of the line before the place.
  var offset: Int

  /// The place in `line` after `offset` bytes.
  init(line: Int, offset: Int) {
    self.line = line
    self.offset = offset
  }

  static let start = TextPosition(line: 0, offset: 0)

  static func < (left: TextPosition, right: TextPosition) -> Bool {
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

struct TextSelection: Hashable, Sendable {
  /// The end that stays fixed while the selection grows.
  var anchor: TextPosition
  var head: TextPosition

  init(at place: TextPosition = .start) { self.init(from: place, to: place) }

  init(from anchor: TextPosition, to head: TextPosition) {
    self.anchor = anchor
    self.head = head
  }

  var range: Range<TextPosition> { min(anchor, head)..<max(anchor, head) }
  var isEmpty: Bool { anchor == head }
}
