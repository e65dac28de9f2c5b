import VirgaSource

/// Walks over the bytes of a text.
struct TextScanner {
  let source: SourceText
  /// The byte at which it stands.
  var offset = 0

  init(_ source: SourceText) { self.source = source }

  var isAtEnd: Bool { offset >= source.bytes.count }

  /// The byte that comes next; nil at the end.
  var peek: UInt8? { isAtEnd ? nil : source.bytes[offset] }

  mutating func skip(_ count: Int) { offset = min(offset + count, source.bytes.count) }

  mutating func skipToEnd() { offset = source.bytes.count }

  /// Skips one whole scalar.
  mutating func skipCharacter() {
    skip(1)
    while let byte = peek, byte & 0xC0 == 0x80 { skip(1) }
  }

  /// Skips `word` where it comes next; false where it does not.
  mutating func take(_ word: StaticString) -> Bool {
    guard starts(with: word) else { return false }
    offset += word.utf8CodeUnitCount
    return true
  }

  func starts(with word: StaticString) -> Bool {
    word.withUTF8Buffer { word in
      offset + word.count <= source.bytes.count && source.bytes[offset..<offset + word.count].elementsEqual(word)
    }
  }

  /// Skips everything up to `word` and the word itself; stays where it is and gives false where it does not come.
  mutating func skip(past word: StaticString) -> Bool {
    let start = offset
    while !isAtEnd {
      if take(word) { return true }
      offset += 1
    }
    offset = start
    return false
  }

  mutating func takeWhile(_ matches: (UInt8) -> Bool) -> String {
    let start = offset
    while let byte = peek, matches(byte) { offset += 1 }
    return String(decoding: source.bytes[start..<offset], as: UTF8.self)
  }

  func text(from start: Int, to end: Int) -> String { String(decoding: source.bytes[start..<end], as: UTF8.self) }

  func location(from start: Int, to end: Int? = nil) -> SourceLocation {
    SourceLocation(file: source.name, range: source.range(of: start..<max(start, end ?? offset)))
  }
}
