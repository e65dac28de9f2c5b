/// The bytes of JSON's syntax, by name.
enum Byte {
  static let backspace: UInt8 = 0x08
  static let tab: UInt8 = 0x09
  static let lineFeed: UInt8 = 0x0A
  static let formFeed: UInt8 = 0x0C
  static let carriageReturn: UInt8 = 0x0D
  static let space: UInt8 = 0x20
  static let quote = UInt8(ascii: "\"")
  static let apostrophe = UInt8(ascii: "'")
  static let backslash = UInt8(ascii: "\\")
  static let slash = UInt8(ascii: "/")
  static let star = UInt8(ascii: "*")
  static let hash = UInt8(ascii: "#")
  static let comma = UInt8(ascii: ",")
  static let colon = UInt8(ascii: ":")
  static let semicolon = UInt8(ascii: ";")
  static let equals = UInt8(ascii: "=")
  static let openBrace = UInt8(ascii: "{")
  static let closeBrace = UInt8(ascii: "}")
  static let openBracket = UInt8(ascii: "[")
  static let closeBracket = UInt8(ascii: "]")
  static let minus = UInt8(ascii: "-")
  static let plus = UInt8(ascii: "+")
  static let point = UInt8(ascii: ".")
  static let zero = UInt8(ascii: "0")
  static let nine = UInt8(ascii: "9")
  static let e = UInt8(ascii: "e")
  static let u = UInt8(ascii: "u")
  /// The smallest byte that is not ASCII.
  static let firstNonASCII: UInt8 = 0x80
  /// The smallest byte that starts a UTF-8 sequence of several bytes; those that continue one are
  /// smaller.
  static let firstOfSequence: UInt8 = 0xC0

  /// Whether a byte ends a line, alone or as a part of CR LF.
  static func isLineEnd(_ byte: UInt8) -> Bool { byte == lineFeed || byte == carriageReturn }

  /// Whether `byte` can continue a word: a number, `true`, or a key or text without quotes.
  static func continuesWord(_ byte: UInt8) -> Bool {
    switch byte {
    case 0...space, quote, comma, colon, semicolon, openBrace, closeBrace, openBracket,
      closeBracket:
      false
    default: true
    }
  }
}
