import VirgaSource

/// Decodes the escapes of JSON strings.
enum JSONText {
  /// The text between the quotes of a string, decoded: `a\nb` has a line feed.
  ///
  /// An escape that JSON does not have gives the character after the backslash: `\d` gives `d`.
  static func unescaped(_ content: UnsafeBufferPointer<UInt8>) -> String {
    var result: [UInt8] = []
    result.reserveCapacity(content.count)
    var index = 0
    while index < content.count {
      let byte = content[index]
      // A string that is not closed may end with a backslash, which then stays.
      let isLast = index + 1 == content.count
      if byte == Byte.backslash, !isLast {
        let escapeLength = appendEscape(at: index, of: content, to: &result)
        index += escapeLength
      } else {
        result.append(byte)
        index += 1
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// Decodes the escape that starts with the backslash at `index`; returns its length in bytes.
  ///
  /// An escape that JSON does not have gives the character after the backslash: `\d` gives `d`.
  private static func appendEscape(
    at index: Int, of content: UnsafeBufferPointer<UInt8>, to result: inout [UInt8]
  ) -> Int {
    switch content[index + 1] {
    case UInt8(ascii: "b"): result.append(Byte.backspace)
    case UInt8(ascii: "f"): result.append(Byte.formFeed)
    case UInt8(ascii: "n"): result.append(Byte.lineFeed)
    case UInt8(ascii: "r"): result.append(Byte.carriageReturn)
    case UInt8(ascii: "t"): result.append(Byte.tab)
    case Byte.u: return appendScalar(at: index, of: content, to: &result)
    case let other: result.append(other)
    }
    return shortEscapeLength
  }

  /// Decodes the escape at `index`, which begins with `\u`, or a pair of them; returns the number
  /// of bytes that it decoded.
  ///
  /// `\u00E9` gives `é`; the pair `\uD83D\uDE00` gives one scalar, U+1F600. Half of a pair alone
  /// gives U+FFFD, and `\u` without four digits gives `u`.
  private static func appendScalar(
    at index: Int, of content: UnsafeBufferPointer<UInt8>, to result: inout [UInt8]
  ) -> Int {
    guard let unit = codeUnit(at: index, of: content) else {
      result.append(Byte.u)
      // What follows the `u` is read as any other text.
      return shortEscapeLength
    }
    if isFirstOfPair(unit), let second = codeUnit(at: index + unicodeEscapeLength, of: content),
      isSecondOfPair(second)
    {
      append(codePoint: codePoint(ofPair: unit, second), to: &result)
      return 2 * unicodeEscapeLength
    }
    // Appends U+FFFD if the unit is half of a pair.
    append(codePoint: unit, to: &result)
    return unicodeEscapeLength
  }

  /// The code point of the two halves of a pair of UTF-16: U+1F600 for D83D and DE00.
  private static func codePoint(ofPair first: UInt32, _ second: UInt32) -> UInt32 {
    // The lowest ten bits of each half count the scalars from U+10000, as UTF-16 defines it.
    let lowTenBits: UInt32 = 0x3FF
    return 0x10000 + ((first & lowTenBits) << 10) + (second & lowTenBits)
  }

  /// Appends a code point as UTF-8; U+FFFD for half of a pair, which is not a scalar.
  private static func append(codePoint: UInt32, to result: inout [UInt8]) {
    let scalar = Unicode.Scalar(codePoint) ?? "\u{FFFD}"
    result.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
  }

  /// The length in bytes of an escape with one character after the backslash, such as `\n`.
  static let shortEscapeLength = 2

  /// The length in bytes of an escape such as `\u00E9`.
  static let unicodeEscapeLength = 6

  /// Whether a code unit of UTF-16 is the first half of a pair.
  static func isFirstOfPair(_ unit: UInt32) -> Bool { (0xD800...0xDBFF).contains(unit) }

  /// Whether a code unit of UTF-16 is the second half of a pair.
  static func isSecondOfPair(_ unit: UInt32) -> Bool { (0xDC00...0xDFFF).contains(unit) }

  /// The code unit of the escape `\uXXXX` at `index`; nil if there is no such escape.
  static func codeUnit(at index: Int, of content: UnsafeBufferPointer<UInt8>) -> UInt32? {
    let end = index + unicodeEscapeLength
    guard end <= content.count, content[index] == Byte.backslash, content[index + 1] == Byte.u
    else { return nil }
    let digitsStart = index + "\\u".utf8.count
    var unit: UInt32 = 0
    for byte in content[digitsStart..<end] {
      guard let digit = byte.hexadecimalValue else { return nil }
      // A hexadecimal digit is four bits.
      unit = (unit << 4) | UInt32(digit)
    }
    return unit
  }
}
