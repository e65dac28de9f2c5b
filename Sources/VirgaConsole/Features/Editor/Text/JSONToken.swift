import VirgaCanvas
import VirgaSource

/// A token of a line; JSON strings do not span lines, so any line can be read on its own.
struct JSONToken: Equatable, Sendable {
  /// How it is drawn: `boolean` for `true`, `punctuation` for brackets and separators, `text` for
  /// other text, `false` and `null` included.
  private(set) var role: StyleRole
  /// Its bytes in the line.
  let range: Range<Int>
  let firstByte: UInt8
  /// Whether a string has its closing quote.
  private(set) var isClosed = true

  /// The tokens of a line, blanks left out: `"a": 1` gives a key, a punctuation and a number.
  ///
  /// A string becomes a key when a colon follows it; one without its closing quote reaches the end.
  static func tokens(of line: String) -> [JSONToken] {
    let bytes = Array(line.utf8)
    var tokens: [JSONToken] = []
    var endOfLast = 0
    while let start = bytes[endOfLast...].firstIndex(where: { !$0.isSpaceOrTab }) {
      let token = Self.token(at: start, in: bytes)
      let isColon = token.firstByte == UInt8(ascii: ":")
      if isColon, let last = tokens.indices.last, tokens[last].role == .string {
        tokens[last].role = .key
      }
      tokens.append(token)
      endOfLast = token.range.upperBound
    }
    return tokens
  }

  /// The token that begins at an index.
  private static func token(at start: Int, in bytes: [UInt8]) -> JSONToken {
    let first = bytes[start]
    if first == UInt8(ascii: "\"") { return string(at: start, in: bytes) }
    // `isOpeningBracket` is nil for a byte that is not a bracket.
    let isBracket = first.isOpeningBracket != nil
    let isPunctuation = isBracket || ",:".utf8.contains(first)
    guard isPunctuation else { return word(at: start, in: bytes) }
    return JSONToken(role: .punctuation, range: start..<start + 1, firstByte: first)
  }

  /// The string whose opening quote is at an index, up to its closing quote or the end of the line.
  private static func string(at start: Int, in bytes: [UInt8]) -> JSONToken {
    var end = start + 1
    var isClosed = false
    while end < bytes.count, !isClosed {
      if bytes[end] == UInt8(ascii: "\\") {
        // The next byte is escaped: in `\"`, the quote does not close the string.
        end += 1
      } else {
        isClosed = bytes[end] == UInt8(ascii: "\"")
      }
      end += 1
    }
    // A backslash may be the last byte of the line.
    end = min(end, bytes.count)
    return JSONToken(
      role: .string, range: start..<end, firstByte: bytes[start], isClosed: isClosed)
  }

  /// The number, `true`, `false`, `null` or other text that begins at an index, up to a blank or
  /// punctuation.
  private static func word(at start: Int, in bytes: [UInt8]) -> JSONToken {
    let end = bytes[(start + 1)...].firstIndex { "{}[],:\" \t".utf8.contains($0) } ?? bytes.count
    let first = bytes[start]
    let isNumber = first == UInt8(ascii: "-") || first.isDigit
    // Of the words, only `true` has a color, so that what is on stands out.
    let isTrue = bytes[start..<end].elementsEqual("true".utf8)
    let roleOfOther: StyleRole = isNumber ? .number : .text
    return JSONToken(role: isTrue ? .boolean : roleOfOther, range: start..<end, firstByte: first)
  }
}

extension UInt8 {
  /// Whether a bracket opens: true for `{` and `[`, false for `}` and `]`, nil for any other byte.
  var isOpeningBracket: Bool? {
    switch self {
    case UInt8(ascii: "{"), UInt8(ascii: "["): true
    case UInt8(ascii: "}"), UInt8(ascii: "]"): false
    default: nil
    }
  }
}
