import VirgaSource

enum JSONText {
  /// The text between the quotes of a string, decoded as far as possible.
  ///
  /// Its mistakes were already reported.
  ///
  /// An escape that JSON lacks yields its own character.
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

  /// Returns the length of the escape.
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
    return 2
  }

  private static func appendScalar(
    at index: Int, of content: UnsafeBufferPointer<UInt8>, to result: inout [UInt8]
  ) -> Int {
    guard let unit = codeUnit(at: index, of: content) else {
      result.append(Byte.u)
      return 2
    }
    var value = unit
    var length = 6
    if unit & 0xFC00 == 0xD800, let low = codeUnit(at: index + 6, of: content),
      low & 0xFC00 == 0xDC00
    {
      value = 0x10000 + ((unit & 0x3FF) << 10) + (low & 0x3FF)
      length = 12
    }
    let scalar = Unicode.Scalar(value) ?? "\u{FFFD}"
    result.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
    return length
  }

  /// The code unit of `\uXXXX` at `index`; nil if there is none.
  static func codeUnit(at index: Int, of content: UnsafeBufferPointer<UInt8>) -> UInt32? {
    guard index + 6 <= content.count, content[index] == Byte.backslash, content[index + 1] == Byte.u
    else { return nil }
    var unit: UInt32 = 0
    for byte in content[index + 2..<index + 6] {
      guard let digit = byte.hexadecimalValue else { return nil }
      unit = (unit << 4) | UInt32(digit)
    }
    return unit
  }
}
