import VirgaSource

/// The text of one Android string while its pieces come in: white space, quotes and escapes as Android has them.
///
/// White space outside quotes counts as one space and vanishes at the ends; a quote is only a mark, unless escaped.
struct AndroidText {
  private var result: [UInt8] = []
  private var isQuoted = false
  private var hasSpace = false

  /// Adds text; where `keepsSpace` is true, white space is kept as in quotes.
  mutating func add(_ text: String, keepsSpace: Bool = false) {
    var scanner = TextScanner(SourceText(name: "", text: text))
    while let byte = scanner.peek {
      scanner.skip(1)
      switch byte {
      case UInt8(ascii: "\"") where !keepsSpace: toggleQuotes()
      case UInt8(ascii: "\\"): put(Self.escape(&scanner))
      case 0x09, 0x0A, 0x0D, 0x20: if isQuoted || keepsSpace { put([byte]) } else { hasSpace = true }
      default: put([byte])
      }
    }
  }

  /// All of the text.
  var text: String { String(decoding: result, as: UTF8.self) }

  private mutating func toggleQuotes() {
    // Space before an opening quote belongs to the text, even if nothing but space is quoted.
    put([])
    isQuoted.toggle()
  }

  private mutating func put(_ bytes: [UInt8]) {
    if hasSpace, !result.isEmpty { result.append(0x20) }
    hasSpace = false
    result += bytes
  }

  private static func escape(_ scanner: inout TextScanner) -> [UInt8] {
    guard let byte = scanner.peek else { return [] }
    scanner.skip(1)
    switch byte {
    case UInt8(ascii: "n"): return [0x0A]
    case UInt8(ascii: "t"): return [0x09]
    case UInt8(ascii: "u"): return StringsEscape.readUnicode(&scanner).map { Array(String($0).utf8) } ?? []
    default: return [byte]
    }
  }
}
