extension JSONParser {
  /// The length of the UTF-8 sequence at `offset`, 0 where it is ill-formed.
  func scalarLength(at offset: Int) -> Int {
    let first = bytes[offset]
    switch first {
    case 0..<0x80: return 1
    case 0xC2...0xDF: return isContinued(offset + 1, 1) ? 2 : 0
    case 0xE0...0xEF:
      guard isContinued(offset + 1, 2) else { return 0 }
      let second = bytes[offset + 1]
      return (first == 0xE0 && second < 0xA0) || (first == 0xED && second > 0x9F) ? 0 : 3
    case 0xF0...0xF4:
      guard isContinued(offset + 1, 3) else { return 0 }
      let second = bytes[offset + 1]
      return (first == 0xF0 && second < 0x90) || (first == 0xF4 && second > 0x8F) ? 0 : 4
    default: return 0
    }
  }

  private func isContinued(_ offset: Int, _ count: Int) -> Bool {
    guard offset + count <= bytes.count else { return false }
    for place in offset..<offset + count where bytes[place] & 0xC0 != 0x80 { return false }
    return true
  }

  /// The text of a stretch for a message: cut short, ill-formed bytes replaced.
  func shown(_ range: Range<Int>) -> String {
    let text = String(decoding: bytes[range.prefix(200)], as: UTF8.self)
    let scalars = text.unicodeScalars
    return scalars.count > 40 ? String(String.UnicodeScalarView(scalars.prefix(39))) + "…" : text
  }

  /// `U+00A0` for 160.
  static func scalarName(_ scalar: UInt32) -> String {
    let digits = String(scalar, radix: 16, uppercase: true)
    return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}
