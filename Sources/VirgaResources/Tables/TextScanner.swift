import VirgaSource

/// Scans the bytes of a text.
struct TextScanner {
  let source: SourceText
  var offset = 0

  init(_ source: SourceText) { self.source = source }

  var isAtEnd: Bool { offset >= source.bytes.count }

  var peek: UInt8? { isAtEnd ? nil : source.bytes[offset] }

  mutating func skip(_ count: Int) { offset = min(offset + count, source.bytes.count) }

  mutating func skipToEnd() { offset = source.bytes.count }

  /// Skips one whole scalar.
  mutating func skipCharacter() {
    skip(1)
    while let byte = peek, byte & 0xC0 == 0x80 { skip(1) }
  }

  mutating func consume(_ word: StaticString) -> Bool {
    let isNext = word.withUTF8Buffer { source.bytes[offset...].starts(with: $0) }
    if isNext { offset += word.utf8CodeUnitCount }
    return isNext
  }

  /// Returns false without moving if `word` does not occur.
  mutating func skip(past word: StaticString) -> Bool {
    let start = offset
    while !isAtEnd {
      if consume(word) { return true }
      offset += 1
    }
    offset = start
    return false
  }

  mutating func consumeWhile(_ matches: (UInt8) -> Bool) -> String {
    let start = offset
    while let byte = peek, matches(byte) { offset += 1 }
    return String(decoding: source.bytes[start..<offset], as: UTF8.self)
  }

  func text(from start: Int, to end: Int) -> String {
    String(decoding: source.bytes[start..<end], as: UTF8.self)
  }

  func location(from start: Int, to end: Int? = nil) -> SourceLocation {
    SourceLocation(file: source.name, range: source.range(of: start..<max(start, end ?? offset)))
  }
}
