import VirgaSource

/// What a person writes between values although JSON has no place for it.
extension JSONParser {
  /// Skips and reports comments, control characters and spaces of other kinds; whether there were any.
  ///
  /// Plain space around them is skipped too.
  @discardableResult
  mutating func skipOddities() -> Bool {
    var found = false
    skipSpace()
    while index < bytes.count, let length = oddity() {
      index += length
      found = true
      skipSpace()
    }
    return found
  }

  /// Reports the oddity at the index and gives its length, nil where there is none.
  private mutating func oddity() -> Int? {
    let byte = bytes[index]
    if byte == Byte.hash || startsComment(at: index) {
      let end = commentEnd()
      report(JSONMistake("json-comment", index..<end, "JSON has no comments; remove it"))
      return end - index
    }
    if byte < 0x20 {
      reportOddScalar(UInt32(byte), 1)
      return 1
    }
    guard byte >= 0x80 else { return nil }
    let length = scalarLength(at: index)
    if length == 0 {
      reportInvalidUnicode(index..<index + 1)
      return invalidLength()
    }
    let text = String(decoding: bytes[index..<index + length], as: UTF8.self)
    guard let scalar = text.unicodeScalars.first, Self.isOddSpace(scalar) else { return nil }
    reportOddScalar(scalar.value, length)
    return length
  }

  private mutating func reportOddScalar(_ scalar: UInt32, _ length: Int) {
    report(
      JSONMistake(
        "json-unexpected-character", index..<index + length,
        "\(Self.scalarName(scalar)) has no place between values; remove it or write a plain space"))
  }

  private static func isOddSpace(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x80...0xA0, 0x1680, 0x2000...0x200F, 0x2028...0x202F, 0x205F...0x2064, 0x3000, 0xFEFF: true
    default: false
    }
  }

  /// The length of the ill-formed bytes at the index, up to what is well formed again.
  private func invalidLength() -> Int {
    var end = index + 1
    while end < bytes.count, bytes[end] >= 0x80, scalarLength(at: end) == 0 { end += 1 }
    return end - index
  }

  private func commentEnd() -> Int {
    var end = index + 1
    if bytes[index] == Byte.slash, bytes[end] == Byte.star {
      end += 1
      while end + 1 < bytes.count, bytes[end] != Byte.star || bytes[end + 1] != Byte.slash { end += 1 }
      return min(end + 2, bytes.count)
    }
    while end < bytes.count, !Byte.isLineEnd(bytes[end]) { end += 1 }
    while Byte.isSpace(bytes[end - 1]) { end -= 1 }
    return end
  }

  /// Skips a separator or closing bracket where the root should start.
  mutating func skipStrayRoot() -> Step {
    report(JSONMistake("json-unexpected-character", index..<index + 1, "expected a value; remove this"))
    index += 1
    return .value
  }

  /// Looks for the root once more, after something that is no value.
  mutating func readRootAgain() -> Step {
    skipOddities()
    guard index < bytes.count else {
      append(.invalid, index..<index)
      return .after
    }
    return readValue(bytes[index])
  }
}
