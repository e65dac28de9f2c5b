import VirgaSource

/// Decodes the escapes of JSON strings.
enum JSONText {
  /// The text between the quotes of a string, decoded: `a\nb` has a line feed.
  ///
  /// Wrong escapes were reported by the parser. One that JSON lacks gives its own character: `\d`
  /// gives `d`.
  static func unescaped(_ content: UnsafeBufferPointer<UInt8>) -> String {
    var result: [UInt8] = []
    result.reserveCapacity(content.count)
    var index = 0
    while index < content.count {
      let byte = content[index]
      if byte == Byte.backslash, index + 1 < content.count {
        index += appendEscape(at: index, of: content, to: &result)
      } else {
        result.append(byte)
        index += 1
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// Decodes the escape that starts with the backslash at `index`; returns its length in bytes.
  private static func appendEscape(
    at index: Int, of content: UnsafeBufferPointer<UInt8>, to result: inout [UInt8]
  ) -> Int {
    switch content[index + 1] {
    case UInt8(ascii: "b"): result.append(0x08)
    case UInt8(ascii: "f"): result.append(0x0C)
    case UInt8(ascii: "n"): result.append(Byte.lineFeed)
    case UInt8(ascii: "r"): result.append(Byte.carriageReturn)
    case UInt8(ascii: "t"): result.append(Byte.tab)
    case Byte.u: return appendScalar(at: index, of: content, to: &result)
    case let other: result.append(other)
    }
    return shortEscapeLength
  }

  /// Decodes the scalar of the escapes at `index`; returns their length in bytes.
  ///
  /// `\u00E9` gives `é`; the pair `\uD83D\uDE00` gives one scalar, U+1F600. Half of a pair alone
  /// gives U+FFFD, and `\u` without four digits gives `u`.
  private static func appendScalar(
    at index: Int, of content: UnsafeBufferPointer<UInt8>, to result: inout [UInt8]
  ) -> Int {
    guard let unit = codeUnit(at: index, of: content) else {
      result.append(Byte.u)
      return shortEscapeLength
    }
    var value = unit
    var length = unicodeEscapeLength
    if isFirstOfPair(unit), let second = codeUnit(at: index + length, of: content),
      isSecondOfPair(second)
    {
      // Ten bits of each half, as UTF-16 defines it.
      value = 0x10000 + ((unit & 0x3FF) << 10) + (second & 0x3FF)
      length = 2 * unicodeEscapeLength
    }
    let scalar = Unicode.Scalar(value) ?? "\u{FFFD}"
    result.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
    return length
  }

  /// The length of `\n` and its kind.
  static let shortEscapeLength = 2

  /// The length of `\uXXXX`.
  static let unicodeEscapeLength = 6

  /// Whether a code unit of UTF-16 is the first half of a pair, from D800 to DBFF.
  static func isFirstOfPair(_ unit: UInt32) -> Bool { unit & 0xFC00 == 0xD800 }

  /// Whether a code unit of UTF-16 is the second half of a pair, from DC00 to DFFF.
  static func isSecondOfPair(_ unit: UInt32) -> Bool { unit & 0xFC00 == 0xDC00 }

  /// The code unit of the escape `\uXXXX` at `index`; nil if there is no such escape.
  static func codeUnit(at index: Int, of content: UnsafeBufferPointer<UInt8>) -> UInt32? {
    let end = index + unicodeEscapeLength
    guard end <= content.count, content[index] == Byte.backslash, content[index + 1] == Byte.u
    else { return nil }
    var unit: UInt32 = 0
    for byte in content[index + 2..<end] {
      guard let digit = byte.hexadecimalValue else { return nil }
      unit = (unit << 4) | UInt32(digit)
    }
    return unit
  }
}
