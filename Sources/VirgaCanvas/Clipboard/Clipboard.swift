/// The sequence (OSC 52) that copies a text to the terminal's clipboard.
package enum Clipboard {
  /// The maximum number of bytes in base64 that terminals accept.
  static let limit = 74_994

  /// The bytes to send: `ESC ] 52 ; c ;`, the text in base64, and a bell; nil if the text is too
  /// long.
  ///
  /// Depending on its settings, tmux accepts only the plain or only the wrapped form, so it gets
  /// both.
  package static func sequence(for text: String, isInsideMultiplexer: Bool) -> [UInt8]? {
    let encoded = base64(Array(safe(text).utf8))
    guard encoded.count <= limit else { return nil }
    let bell: UInt8 = 0x07
    let plain = Array("\u{1B}]52;c;".utf8) + encoded + [bell]
    guard isInsideMultiplexer else { return plain }
    // tmux passes on what is between these two; each Escape in it is written twice.
    let wrapped = Array("\u{1B}Ptmux;\u{1B}".utf8) + plain + Array("\u{1B}\\".utf8)
    return plain + wrapped
  }

  /// The text without characters that would affect the terminal it is pasted into: controls and
  /// direction marks become `U+FFFD`.
  ///
  /// Line feeds and tabs stay.
  package static func safe(_ text: String) -> String {
    let replacement: Unicode.Scalar = "\u{FFFD}"
    var safe = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar.value {
      // Tab and line feed.
      case 0x09, 0x0A: safe.append(scalar)
      // The controls of ASCII, Delete and the C1 controls.
      case 0..<0x20, 0x7F..<0xA0: safe.append(replacement)
      // Marks that change the direction of the text, and can make it look like another.
      case 0x200E...0x200F, 0x202A...0x202E, 0x2066...0x2069: safe.append(replacement)
      default: safe.append(scalar)
      }
    }
    return String(safe)
  }

  /// The bytes in base64: three bytes become four digits of six bits, and `=` fills the last four.
  ///
  /// `Hi` gives `SGk=`.
  static func base64(_ bytes: [UInt8]) -> [UInt8] {
    let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    var encoded: [UInt8] = []
    let groupCount = (bytes.count + 2) / 3
    encoded.reserveCapacity(groupCount * 4)
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      let missingBytes = 3 - group.count
      // 24 bits, the first byte highest; missing bytes are zeros.
      let bits = group.reduce(0) { bits, byte in bits << 8 | Int(byte) } << (8 * missingBytes)
      for digit in 0..<4 {
        // One byte needs two digits, two bytes need three.
        let isFiller = digit > group.count
        let digitsAfter = 3 - digit
        let sixBits = (bits >> (6 * digitsAfter)) & 0b11_1111
        encoded.append(isFiller ? UInt8(ascii: "=") : digits[sixBits])
      }
    }
    return encoded
  }
}
