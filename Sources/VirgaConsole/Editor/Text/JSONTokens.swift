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
}

extension JSONToken {
  /// The tokens of a line that overlap `window`.
  ///
  /// JSON strings do not span lines, so any line can be highlighted on its own.
  static func tokens(of line: String, in window: Range<Int> = 0..<Int.max) -> [JSONToken] {
    var line = line
    return line.withUTF8 { bytes in
      var scanner = JSONTokenScanner(bytes: bytes)
      var tokens: [JSONToken] = []
      while let token = scanner.next(), token.range.lowerBound < window.upperBound {
        if token.range.upperBound > window.lowerBound { tokens.append(token) }
      }
      return tokens
    }
  }

  /// The brackets of a line that are not in a string, with their offsets.
  static func brackets(of line: String) -> [(offset: Int, byte: UInt8)] {
    var line = line
    return line.withUTF8 { bytes in
      var scanner = JSONTokenScanner(bytes: bytes)
      var brackets: [(Int, UInt8)] = []
      while let token = scanner.next() {
        if token.kind == .bracket { brackets.append((token.range.lowerBound, bytes[token.range.lowerBound])) }
      }
      return brackets
    }
  }

  /// Whether the position after `offset` bytes of a line is in a string.
  static func isInString(_ offset: Int, of line: String) -> Bool {
    var line = line
    return line.withUTF8 { bytes in
      var scanner = JSONTokenScanner(bytes: bytes)
      while let token = scanner.next(), token.range.lowerBound < offset {
        guard token.kind == .key || token.kind == .string else { continue }
        let isClosed = token.range.count > 1 && bytes[token.range.upperBound - 1] == 0x22 && scanner.lastWasClosed
        if offset < token.range.upperBound || (offset == token.range.upperBound && !isClosed) { return true }
      }
      return false
    }
  }
}

/// Goes through the bytes of one line.
private struct JSONTokenScanner {
  let bytes: UnsafeBufferPointer<UInt8>
  var index = 0
  var lastWasClosed = false

  mutating func next() -> JSONToken? {
    while index < bytes.count, bytes[index] == 0x20 || bytes[index] == 0x09 { index += 1 }
    guard index < bytes.count else { return nil }
    let start = index
    let kind = scanToken()
    return JSONToken(kind: kind, range: start..<index)
  }

  private mutating func scanToken() -> JSONToken.Kind {
    let byte = bytes[index]
    switch byte {
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
    lastWasClosed = false
    while index < bytes.count, !lastWasClosed {
      if bytes[index] == 0x5C { index += 1 } else { lastWasClosed = bytes[index] == 0x22 }
      index += 1
    }
    index = min(index, bytes.count)
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
