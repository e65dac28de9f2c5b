import VirgaSource

/// Reads the bytes of a text one after the other.
struct TextScanner {
  let source: SourceText
  /// The offset in bytes of the next byte.
  var offset = 0

  init(_ source: SourceText) { self.source = source }

  /// Whether all bytes are read.
  var isAtEnd: Bool { offset >= source.bytes.count }

  /// The next byte, which is not consumed; nil at the end.
  var peek: UInt8? { isAtEnd ? nil : source.bytes[offset] }

  /// Skips a number of bytes, or all that are left if these are fewer.
  mutating func skip(_ count: Int) { offset = min(offset + count, source.bytes.count) }

  mutating func skipToEnd() { offset = source.bytes.count }

  /// Skips one whole scalar: its first byte, and the continuation bytes of UTF-8.
  mutating func skipCharacter() {
    skip(1)
    while let byte = peek, UTF8.isContinuation(byte) { skip(1) }
  }

  /// Skips `word` if it is next; returns whether it is.
  mutating func consume(_ word: StaticString) -> Bool {
    let isNext = word.withUTF8Buffer { source.bytes[offset...].starts(with: $0) }
    if isNext { offset += word.utf8CodeUnitCount }
    return isNext
  }

  /// Skips everything up to `word`, and `word` too; returns false without moving if it does not
  /// occur.
  mutating func skip(past word: StaticString) -> Bool {
    let start = offset
    while !isAtEnd {
      if consume(word) { return true }
      offset += 1
    }
    offset = start
    return false
  }

  /// Skips the bytes that match and returns them as text.
  mutating func consumeWhile(_ matches: (UInt8) -> Bool) -> String {
    let start = offset
    while let byte = peek, matches(byte) { offset += 1 }
    return String(decoding: source.bytes[start..<offset], as: UTF8.self)
  }

  /// The text between two offsets.
  func text(from start: Int, to end: Int) -> String {
    String(decoding: source.bytes[start..<end], as: UTF8.self)
  }

  /// The location of the bytes from `start` to `end`, by default to the current offset; empty if
  /// that is before `start`.
  func location(from start: Int, to end: Int? = nil) -> SourceLocation {
    let end = max(start, end ?? offset)
    return SourceLocation(file: source.name, range: source.range(of: start..<end))
  }
}

extension UInt8 {
  /// Whether it is a space or a control character of ASCII, which separate words.
  var isSpaceOrControl: Bool { self <= UInt8(ascii: " ") }

  /// Whether it is a line feed or a carriage return.
  var endsLine: Bool { self == UInt8(ascii: "\n") || self == UInt8(ascii: "\r") }
}
