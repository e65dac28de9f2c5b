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
    guard starts(with: word) else { return false }
    offset += word.utf8CodeUnitCount
    return true
  }

  func starts(with word: StaticString) -> Bool {
    word.withUTF8Buffer { word in
      offset + word.count <= source.bytes.count && source.bytes[offset..<offset + word.count].elementsEqual(word)
    }
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

  func text(from start: Int, to end: Int) -> String { String(decoding: source.bytes[start..<end], as: UTF8.self) }

  func location(from start: Int, to end: Int? = nil) -> SourceLocation {
    SourceLocation(file: source.name, range: source.range(of: start..<max(start, end ?? offset)))
  }
}

/// Decodes a resource file: UTF-8, or UTF-16 with a byte-order mark, as older tools write it.
enum TextEncoding {
  static func decoded(_ bytes: [UInt8], name: String) -> Result<SourceText, Problems> {
    switch (bytes.first, bytes.dropFirst().first) {
    case (0xFF, 0xFE): return utf16(bytes.dropFirst(2), name: name) { UInt16($0) | UInt16($1) << 8 }
    case (0xFE, 0xFF): return utf16(bytes.dropFirst(2), name: name) { UInt16($0) << 8 | UInt16($1) }
    default: return utf8(bytes, name: name)
    }
  }

  private static func utf8(_ bytes: [UInt8], name: String) -> Result<SourceText, Problems> {
    let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
    guard String(valid: text, as: UTF8.self) != nil else { return .failure(problem(in: name)) }
    return .success(SourceText(name: name, bytes: text))
  }

  private static func utf16(
    _ bytes: ArraySlice<UInt8>, name: String, unit: (UInt8, UInt8) -> UInt16
  ) -> Result<SourceText, Problems> {
    let pairs = stride(from: bytes.startIndex, to: bytes.endIndex - 1, by: 2)
    let units = pairs.map { unit(bytes[$0], bytes[$0 + 1]) }
    guard bytes.count.isMultiple(of: 2), let text = String(valid: units, as: UTF16.self) else {
      return .failure(problem(in: name))
    }
    return .success(SourceText(name: name, text: text))
  }

  private static func problem(in name: String) -> Problems {
    let start = SourceLocation(file: name, range: SourceRange(at: .start))
    return Problems([Problem(.error, "unreadable-text", "Save the file as UTF-8", at: start)])
  }
}
