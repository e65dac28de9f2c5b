extension UInt8 {
  @inlinable package var isDigit: Bool { self &- 0x30 < 10 }

  /// Whether it is an ASCII letter from a to z.
  @inlinable package var isLowercaseLetter: Bool { self &- 0x61 < 26 }

  /// Whether it is an ASCII letter from A to Z.
  @inlinable package var isUppercaseLetter: Bool { self &- 0x41 < 26 }

  @inlinable package var isLetter: Bool { (self | 0x20).isLowercaseLetter }

  /// Whether it is a printable ASCII character other than a space.
  @inlinable package var isVisible: Bool { self > 0x20 && self < 0x7F }

  /// Whether it separates the tokens of JSON: a space, a tab, a line feed or a carriage return.
  @inlinable package var isSpace: Bool {
    self == 0x20 || self == 0x0A || self == 0x0D || self == 0x09
  }

  /// The value of a hexadecimal digit; nil for another byte.
  @inlinable package var hexadecimalValue: Int? {
    isDigit ? Int(self) - 0x30 : isLetter && (self | 0x20) <= 0x66 ? Int(self | 0x20) - 0x57 : nil
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
    var text = self
    return text.withUTF8 { $0.contains(where: condition) }
  }
}

extension FixedWidthInteger {
  /// Hexadecimal digits, padded with zeros to `width`.
  package func hexadecimal(_ width: Int, uppercase: Bool = false) -> String {
    let digits = String(self, radix: 16, uppercase: uppercase)
    return String(repeating: "0", count: Swift.max(0, width - digits.utf8.count)) + digits
  }
}

/// Percent encoding of URLs (RFC 3986, section 2.1).
package enum PercentEncoding {
  /// Encodes bytes as text, with `%` and two digits for each byte that `isKept` rejects.
  package static func encoded(
    _ bytes: some Sequence<UInt8>, keeping isKept: (UInt8) -> Bool
  ) -> String {
    bytes.reduce(into: "") { text, byte in
      if byte < 0x80, isKept(byte) {
        text.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        text += "%" + byte.hexadecimal(2, uppercase: true)
      }
    }
  }

  /// Decodes part of a URL; a `%` without two digits after it is kept.
  package static func decoded(_ text: Substring) -> String {
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      let digits = rest.prefix(2)
      if byte == UInt8(ascii: "%"), digits.count == 2,
        let code = UInt8(String(Substring(digits)), radix: 16)
      {
        bytes.append(code)
        rest = rest.dropFirst(2)
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
