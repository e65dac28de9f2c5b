// Cursor motions by user-perceived characters, words and lines.
extension TextBuffer {
  func nearest(_ place: TextPosition) -> TextPosition {
    let line = min(max(place.line, 0), lines.count - 1)
    let offset = min(max(place.offset, 0), length(of: line))
    guard offset > 0, offset < length(of: line) else { return TextPosition(line: line, offset: offset) }
    return TextPosition(line: line, offset: characterStart(at: offset, in: lines[line]))
  }

  /// The place after the next character; at a line's end, the start of the next line.
  func place(after place: TextPosition) -> TextPosition {
    let text = lines[place.line]
    guard place.offset < text.utf8.count else {
      return place.line + 1 < lines.count ? TextPosition(line: place.line + 1, offset: 0) : place
    }
    let index = text.utf8.index(text.startIndex, offsetBy: place.offset)
    return TextPosition(
      line: place.line, offset: text.utf8.distance(from: text.startIndex, to: text.index(after: index)))
  }

  /// The place before the previous character; at a line's start, the end of the previous line.
  func place(before place: TextPosition) -> TextPosition {
    let text = lines[place.line]
    guard place.offset > 0 else {
      return place.line > 0 ? TextPosition(line: place.line - 1, offset: length(of: place.line - 1)) : place
    }
    let index = text.utf8.index(text.startIndex, offsetBy: place.offset)
    return TextPosition(
      line: place.line, offset: text.utf8.distance(from: text.startIndex, to: text.index(before: index)))
  }

  func wordEnd(after place: TextPosition) -> TextPosition {
    let bytes = lines[place.line].utf8
    guard place.offset < bytes.count else { return self.place(after: place) }
    var index = bytes.index(bytes.startIndex, offsetBy: place.offset)
    while index < bytes.endIndex, !bytes[index].isInWord { bytes.formIndex(after: &index) }
    while index < bytes.endIndex, bytes[index].isInWord { bytes.formIndex(after: &index) }
    return TextPosition(line: place.line, offset: bytes.distance(from: bytes.startIndex, to: index))
  }

  func wordStart(before place: TextPosition) -> TextPosition {
    guard place.offset > 0 else { return self.place(before: place) }
    let bytes = lines[place.line].utf8
    var index = bytes.index(bytes.startIndex, offsetBy: place.offset)
    while index > bytes.startIndex, !bytes[bytes.index(before: index)].isInWord { bytes.formIndex(before: &index) }
    while index > bytes.startIndex, bytes[bytes.index(before: index)].isInWord { bytes.formIndex(before: &index) }
    return TextPosition(line: place.line, offset: bytes.distance(from: bytes.startIndex, to: index))
  }

  /// The number of bytes of blanks at the start of a line.
  func indentation(of line: Int) -> Int { lines[line].utf8.prefix { $0 == 0x20 || $0 == 0x09 }.count }

  /// The byte after a place; nil at the end of a line.
  func byte(at place: TextPosition) -> UInt8? {
    let bytes = lines[place.line].utf8
    guard place.offset < bytes.count else { return nil }
    return bytes[bytes.index(bytes.startIndex, offsetBy: place.offset)]
  }

  /// The byte before a place; nil at the start of a line.
  func byte(before place: TextPosition) -> UInt8? {
    place.offset > 0 ? byte(at: TextPosition(line: place.line, offset: place.offset - 1)) : nil
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
