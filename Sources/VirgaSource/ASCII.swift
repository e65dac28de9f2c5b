/// Classes of ASCII bytes, for lexers that read UTF-8 without decoding it.
///
/// A wrapping subtraction tests a range with one comparison: bytes before its start become large.
extension UInt8 {
  /// Whether it is a digit from `0` (0x30) to `9`.
  ///
  /// A byte before `0` wraps to a large number, so one comparison tests both ends of the range.
  @inlinable package var isDigit: Bool { self &- 0x30 < 10 }

  /// Whether it is a letter from `a` (0x61) to `z`.
  ///
  /// A byte before `a` wraps to a large number, so one comparison tests both ends of the range.
  @inlinable package var isLowercaseLetter: Bool { self &- 0x61 < 26 }

  /// Whether it is a letter from `A` (0x41) to `Z`.
  ///
  /// A byte before `A` wraps to a large number, so one comparison tests both ends of the range.
  @inlinable package var isUppercaseLetter: Bool { self &- 0x41 < 26 }

  /// Whether it is a letter; the bit 0x20 makes an uppercase letter lowercase.
  @inlinable package var isLetter: Bool { (self | 0x20).isLowercaseLetter }

  /// Whether it is a printable ASCII character other than a space: after the space (0x20) and
  /// before the control character delete (0x7F).
  @inlinable package var isVisible: Bool { self > 0x20 && self < 0x7F }

  /// Whether it separates the tokens of JSON: a space (0x20), a line feed (0x0A), a carriage return
  /// (0x0D) or a tab (0x09).
  @inlinable package var isSpace: Bool {
    self == 0x20 || self == 0x0A || self == 0x0D || self == 0x09
  }

  /// The value of a hexadecimal digit, 10 for `a` and `A`; nil for another byte.
  @inlinable package var hexadecimalValue: Int? {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(self - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): Int(self - UInt8(ascii: "a")) + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): Int(self - UInt8(ascii: "A")) + 10
    default: nil
    }
  }
}

extension Unicode.Scalar {
  /// Whether it is a letter or a digit; ASCII skips the slow Unicode tables.
  @inlinable package var isPartOfWord: Bool {
    guard isASCII else { return properties.isAlphabetic || properties.numericType != nil }
    let byte = UInt8(ascii: self)
    return byte.isLetter || byte.isDigit
  }
}

extension String {
  /// Whether any byte of its UTF-8 satisfies a condition; several times faster than a search in
  /// `utf8`.
  @inlinable package func hasByte(_ condition: (UInt8) -> Bool) -> Bool {
    // A copy, because `withUTF8` is mutating.
    var text = self
    return text.withUTF8 { bytes in bytes.contains(where: condition) }
  }
}

extension FixedWidthInteger {
  /// At least `count` hexadecimal digits: `10.hexadecimal(digits: 4)` is `000a`.
  package func hexadecimal(digits count: Int, uppercase: Bool = false) -> String {
    let digits = String(self, radix: 16, uppercase: uppercase)
    let missingCount = Swift.max(0, count - digits.utf8.count)
    return String(repeating: "0", count: missingCount) + digits
  }
}

/// Percent encoding of URLs (RFC 3986, section 2.1).
package enum PercentEncoding {
  /// Encodes bytes as text, with `%` and two digits for each byte that `isAllowed` rejects.
  ///
  /// Bytes that are not ASCII are always encoded.
  package static func encoded(
    _ bytes: some Sequence<UInt8>, keeping isAllowed: (UInt8) -> Bool
  ) -> String {
    bytes.reduce(into: "") { text, byte in
      let isASCII = byte < 0x80
      if isASCII, isAllowed(byte) {
        text.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        text += "%" + byte.hexadecimal(digits: 2, uppercase: true)
      }
    }
  }

  /// Decodes part of a URL: `a%20b` is `a b`.
  ///
  /// A `%` without two digits after it stays.
  package static func decoded(_ text: Substring) -> String {
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    let digitCount = 2
    while let byte = rest.popFirst() {
      let digits = rest.prefix(digitCount).compactMap(\.hexadecimalValue)
      if byte == UInt8(ascii: "%"), digits.count == digitCount {
        bytes.append(UInt8(digits[0] * 16 + digits[1]))
        rest = rest.dropFirst(digitCount)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Whether a byte never needs encoding (RFC 3986, section 2.3).
  package static func isUnreserved(_ byte: UInt8) -> Bool {
    byte.isLetter || byte.isDigit || "-._~".utf8.contains(byte)
  }
}
