/// A position between two characters of a text.
struct TextPosition: Hashable, Comparable, Sendable {
  /// The line, from 0.
  var line: Int
  /// The number of UTF-8 bytes of the line before the position.
  var offset = 0

  static let start = TextPosition(line: 0)

  static func < (left: TextPosition, right: TextPosition) -> Bool {
    left.line == right.line ? left.offset < right.offset : left.line < right.line
  }

  /// The position after `text` if that begins here: `ab` moves by two bytes, `a\nb` to the next
  /// line after one byte.
  func advanced(over text: String) -> TextPosition {
    let lineBreaks = text.utf8.count(where: \.isLineFeed)
    let bytesOfLastLine = text.utf8.reversed().prefix { !$0.isLineFeed }.count
    let bytesBefore = lineBreaks == 0 ? offset : 0
    return TextPosition(line: line + lineBreaks, offset: bytesBefore + bytesOfLastLine)
  }
}

/// A selection of text; the cursor is its head.
struct TextSelection: Hashable, Sendable {
  /// The end that stays fixed while the selection grows.
  var anchor: TextPosition
  var head: TextPosition

  init(from anchor: TextPosition, to head: TextPosition) {
    self.anchor = anchor
    self.head = head
  }
  /// An empty selection, with the cursor at a position.
  init(at position: TextPosition = .start) { self.init(from: position, to: position) }

  var range: Range<TextPosition> { min(anchor, head)..<max(anchor, head) }
  var isEmpty: Bool { anchor == head }
}

extension Range<TextPosition> {
  /// The range of bytes in a line.
  init(_ bytes: Range<Int>, in line: Int) {
    let start = TextPosition(line: line, offset: bytes.lowerBound)
    let end = TextPosition(line: line, offset: bytes.upperBound)
    self = start..<end
  }

  /// The bytes of a line of `length` bytes that are in the range; nil if it does not reach the
  /// line.
  func part(in line: Int, length: Int) -> Range<Int>? {
    let reachesLine = lowerBound.line <= line && line <= upperBound.line
    guard reachesLine else { return nil }
    let wholeLine = Range(0..<length, in: line)
    let part = clamped(to: wholeLine)
    return part.lowerBound.offset..<part.upperBound.offset
  }
}
