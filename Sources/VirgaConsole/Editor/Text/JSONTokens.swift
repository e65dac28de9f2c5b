import VirgaCanvas

struct JSONToken: Equatable, Sendable {
  enum Kind: Equatable, Sendable {
    case key
    case string
    case number
    /// `true`, `false` or `null`.
    case word
    case bracket
    case separator
    /// Anything that is not JSON.
    case other
  }

  var kind: Kind
  /// Its bytes in the line.
  var range: Range<Int>
  var firstByte: UInt8
  /// Whether a string has its closing quote.
  var isClosed = true

  var opens: Bool { firstByte.isOpeningBracket == true }

  var style: Style {
    switch kind {
    case .key: .key
    case .string: .string
    case .number: .number
    case .word: .boolean
    case .bracket, .separator: .punctuation
    case .other: .text
    }
  }

  /// The tokens of a line that overlap `window`.
  ///
  /// JSON strings do not span lines, so any line can be highlighted on its own.
  static func tokens(of line: String, in window: Range<Int> = 0..<Int.max) -> [JSONToken] {
    scan(line) { tokens in
      Array(
        tokens.lazy.prefix { $0.range.lowerBound < window.upperBound }
          .filter { $0.range.upperBound > window.lowerBound })
    }
  }

  /// The brackets of a line that are not in a string.
  static func brackets(of line: String) -> [JSONToken] { scan(line) { $0.filter { $0.kind == .bracket } } }

  /// Whether the position after `offset` bytes of a line is in a string.
  static func isInString(_ offset: Int, of line: String) -> Bool {
    scan(line) { tokens in
      tokens.lazy.prefix { $0.range.lowerBound < offset }.contains { token in
        (token.kind == .key || token.kind == .string)
          && (offset < token.range.upperBound || offset == token.range.upperBound && !token.isClosed)
      }
    }
  }

  private static func scan<Result>(_ line: String, _ read: (JSONTokenScanner) -> Result) -> Result {
    var line = line
    return line.withUTF8 { read(JSONTokenScanner(bytes: $0)) }
  }
}

private struct JSONTokenScanner: Sequence, IteratorProtocol {
  let bytes: UnsafeBufferPointer<UInt8>
  var index = 0
  var isClosed = true

  mutating func next() -> JSONToken? {
    while index < bytes.count, bytes[index] == 0x20 || bytes[index] == 0x09 { index += 1 }
    guard index < bytes.count else { return nil }
    let start = index
    isClosed = true
    let kind = scanToken()
    return JSONToken(kind: kind, range: start..<index, firstByte: bytes[start], isClosed: isClosed)
  }

  private mutating func scanToken() -> JSONToken.Kind {
    switch bytes[index] {
    case 0x22: return scanString()
    case UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "["), UInt8(ascii: "]"):
      index += 1
      return .bracket
    case UInt8(ascii: ","), UInt8(ascii: ":"):
      index += 1
      return .separator
    default: return scanBareWord()
    }
  }

  private mutating func scanString() -> JSONToken.Kind {
    index += 1
    isClosed = false
    while index < bytes.count, !isClosed {
      if bytes[index] == 0x5C { index += 1 } else { isClosed = bytes[index] == 0x22 }
      index += 1
    }
    index = Swift.min(index, bytes.count)
    var ahead = index
    while ahead < bytes.count, bytes[ahead] == 0x20 || bytes[ahead] == 0x09 { ahead += 1 }
    return ahead < bytes.count && bytes[ahead] == UInt8(ascii: ":") ? .key : .string
  }

  private mutating func scanBareWord() -> JSONToken.Kind {
    let start = index
    while index < bytes.count, !Self.ends(bytes[index]) { index += 1 }
    let word = bytes[start..<index]
    if word.elementsEqual("true".utf8) || word.elementsEqual("false".utf8) || word.elementsEqual("null".utf8) {
      return .word
    }
    let first = bytes[start]
    return first == UInt8(ascii: "-") || (0x30...0x39).contains(first) ? .number : .other
  }

  private static func ends(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x20, 0x09, 0x22, 0x2C, 0x3A, 0x5B, 0x5D, 0x7B, 0x7D: true
    default: false
    }
  }
}
