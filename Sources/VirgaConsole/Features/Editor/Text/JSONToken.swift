import VirgaCanvas

/// A token of a line; JSON strings do not span lines, so any line can be read on its own.
struct JSONToken: Equatable, Sendable {
  /// How it is drawn: `boolean` also for `null`, `punctuation` for brackets and separators, `text`
  /// for other text.
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
    // The end of the last token.
    var end = 0
    while let start = bytes[end...].firstIndex(where: { $0 != 0x20 && $0 != 0x09 }) {
      end = start + 1
      var isClosed = true
      let role: StyleRole
      switch bytes[start] {
      case UInt8(ascii: "\""):
        isClosed = false
        while end < bytes.count, !isClosed {
          if bytes[end] == UInt8(ascii: "\\") {
            end += 1
          } else {
            isClosed = bytes[end] == UInt8(ascii: "\"")
          }
          end += 1
        }
        end = min(end, bytes.count)
        role = .string
      case let byte where byte.isOpeningBracket != nil: role = .punctuation
      case UInt8(ascii: ","), UInt8(ascii: ":"):
        if bytes[start] == UInt8(ascii: ":"), tokens.last?.role == .string {
          tokens[tokens.count - 1].role = .key
        }
        role = .punctuation
      default:
        end = bytes[end...].firstIndex { "{}[],:\" \t".utf8.contains($0) } ?? bytes.count
        let isNumber = bytes[start] == UInt8(ascii: "-") || (0x30...0x39).contains(bytes[start])
        let isWord = ["true", "false", "null"].contains {
          bytes[start..<end].elementsEqual($0.utf8)
        }
        role = isWord ? .boolean : isNumber ? .number : .text
      }
      tokens.append(
        JSONToken(role: role, range: start..<end, firstByte: bytes[start], isClosed: isClosed))
    }
    return tokens
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
