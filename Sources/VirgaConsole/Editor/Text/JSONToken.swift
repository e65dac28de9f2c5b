import VirgaCanvas

/// A token of a line; JSON strings do not span lines, so any line can be read on its own.
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

  private(set) var kind: Kind
  /// Its bytes in the line.
  let range: Range<Int>
  let firstByte: UInt8
  /// Whether a string has its closing quote.
  private(set) var isClosed = true

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

  static func tokens(of line: String) -> [JSONToken] {
    let bytes = Array(line.utf8)
    var tokens: [JSONToken] = []
    var end = 0
    while let start = bytes[end...].firstIndex(where: { $0 != 0x20 && $0 != 0x09 }) {
      end = start + 1
      var isClosed = true
      let kind: Kind
      switch bytes[start] {
      case UInt8(ascii: "\""):
        isClosed = false
        while end < bytes.count, !isClosed {
          if bytes[end] == UInt8(ascii: "\\") { end += 1 } else { isClosed = bytes[end] == UInt8(ascii: "\"") }
          end += 1
        }
        end = min(end, bytes.count)
        kind = .string
      case let byte where byte.isOpeningBracket != nil: kind = .bracket
      case UInt8(ascii: ","), UInt8(ascii: ":"):
        if bytes[start] == UInt8(ascii: ":"), tokens.last?.kind == .string { tokens[tokens.count - 1].kind = .key }
        kind = .separator
      default:
        end = bytes[end...].firstIndex { "{}[],:\" \t".utf8.contains($0) } ?? bytes.count
        let isNumber = bytes[start] == UInt8(ascii: "-") || (0x30...0x39).contains(bytes[start])
        let isWord = ["true", "false", "null"].contains { bytes[start..<end].elementsEqual($0.utf8) }
        kind = isWord ? .word : isNumber ? .number : .other
      }
      tokens.append(JSONToken(kind: kind, range: start..<end, firstByte: bytes[start], isClosed: isClosed))
    }
    return tokens
  }

  /// Whether the position after `offset` bytes of a line is in a string.
  static func isInString(_ offset: Int, of line: String) -> Bool {
    tokens(of: line).contains { token in
      (token.kind == .key || token.kind == .string) && token.range.lowerBound < offset
        && (offset < token.range.upperBound || offset == token.range.upperBound && !token.isClosed)
    }
  }
}

extension UInt8 {
  /// Whether a bracket opens; nil for other characters.
  var isOpeningBracket: Bool? {
    switch self {
    case UInt8(ascii: "{"), UInt8(ascii: "["): true
    case UInt8(ascii: "}"), UInt8(ascii: "]"): false
    default: nil
    }
  }
}
