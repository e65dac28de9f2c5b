// Cursor motions by user-perceived characters, words and lines.
extension TextBuffer {
  func nearest(_ position: TextPosition) -> TextPosition {
    let line = min(max(position.line, 0), lines.count - 1)
    let offset = min(max(position.offset, 0), length(of: line))
    guard offset > 0, offset < length(of: line) else { return TextPosition(line: line, offset: offset) }
    return TextPosition(line: line, offset: characterStart(at: offset, in: lines[line]))
  }

  /// The position after the next character; at a line's end, the start of the next line.
  func position(after position: TextPosition) -> TextPosition {
    let text = lines[position.line]
    guard position.offset < text.utf8.count else {
      return position.line + 1 < lines.count ? TextPosition(line: position.line + 1, offset: 0) : position
    }
    let index = text.utf8.index(text.startIndex, offsetBy: position.offset)
    return TextPosition(
      line: position.line, offset: text.utf8.distance(from: text.startIndex, to: text.index(after: index)))
  }

  /// The position before the previous character; at a line's start, the end of the previous line.
  func position(before position: TextPosition) -> TextPosition {
    let text = lines[position.line]
    guard position.offset > 0 else {
      return position.line > 0 ? TextPosition(line: position.line - 1, offset: length(of: position.line - 1)) : position
    }
    let index = text.utf8.index(text.startIndex, offsetBy: position.offset)
    return TextPosition(
      line: position.line, offset: text.utf8.distance(from: text.startIndex, to: text.index(before: index)))
  }

  func wordEnd(after position: TextPosition) -> TextPosition {
    let bytes = lines[position.line].utf8
    guard position.offset < bytes.count else { return self.position(after: position) }
    var index = bytes.index(bytes.startIndex, offsetBy: position.offset)
    while index < bytes.endIndex, !bytes[index].isInWord { bytes.formIndex(after: &index) }
    while index < bytes.endIndex, bytes[index].isInWord { bytes.formIndex(after: &index) }
    return TextPosition(line: position.line, offset: bytes.distance(from: bytes.startIndex, to: index))
  }

  func wordStart(before position: TextPosition) -> TextPosition {
    guard position.offset > 0 else { return self.position(before: position) }
    let bytes = lines[position.line].utf8
    var index = bytes.index(bytes.startIndex, offsetBy: position.offset)
    while index > bytes.startIndex, !bytes[bytes.index(before: index)].isInWord { bytes.formIndex(before: &index) }
    while index > bytes.startIndex, bytes[bytes.index(before: index)].isInWord { bytes.formIndex(before: &index) }
    return TextPosition(line: position.line, offset: bytes.distance(from: bytes.startIndex, to: index))
  }

  /// The number of bytes of blanks at the start of a line.
  func indentation(of line: Int) -> Int { lines[line].utf8.prefix { $0 == 0x20 || $0 == 0x09 }.count }

  /// The byte after a position; nil at the end of a line.
  func byte(at position: TextPosition) -> UInt8? {
    let bytes = lines[position.line].utf8
    guard position.offset < bytes.count else { return nil }
    return bytes[bytes.index(bytes.startIndex, offsetBy: position.offset)]
  }

  /// The byte before a position; nil at the start of a line.
  func byte(before position: TextPosition) -> UInt8? {
    position.offset > 0 ? byte(at: TextPosition(line: position.line, offset: position.offset - 1)) : nil
  }

  private func characterStart(at offset: Int, in text: String) -> Int {
    var index = text.utf8.index(text.startIndex, offsetBy: offset)
    while index > text.startIndex, text.utf8[index] & 0xC0 == 0x80 { text.utf8.formIndex(before: &index) }
    let start = text.index(before: text.index(after: index))
    return text.utf8.distance(from: text.startIndex, to: start)
  }
}

extension UInt8 {
  /// Whether words contain the byte: letters, digits, `_`, `-` and everything beyond ASCII.
  fileprivate var isInWord: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"), 0x80...0xFF:
      true
    default: false
    }
  }
}
