/// What a backslash means in a `.strings` file.
enum StringsEscape {
  /// Reads what follows a backslash and gives the bytes that it stands for.
  static func read(_ scanner: inout TextScanner) -> [UInt8] {
    guard let byte = scanner.peek else { return [] }
    switch byte {
    case UInt8(ascii: "U"), UInt8(ascii: "u"):
      scanner.skip(1)
      return readUnicode(&scanner).map { Array(String($0).utf8) } ?? [byte]
    case UInt8(ascii: "0")...UInt8(ascii: "7"): return readOctal(&scanner)
    default:
      scanner.skip(1)
      return [named[byte] ?? byte]
    }
  }

  private static let named: [UInt8: UInt8] = [
    UInt8(ascii: "n"): 0x0A, UInt8(ascii: "r"): 0x0D, UInt8(ascii: "t"): 0x09, UInt8(ascii: "a"): 0x07,
    UInt8(ascii: "b"): 0x08, UInt8(ascii: "f"): 0x0C, UInt8(ascii: "v"): 0x0B,
  ]

  /// The scalar of up to four hexadecimal digits, or of two such escapes that are a surrogate pair.
  static func readUnicode(_ scanner: inout TextScanner) -> Unicode.Scalar? {
    guard let unit = readHexadecimal(&scanner) else { return nil }
    guard UTF16.isLeadSurrogate(unit) else { return Unicode.Scalar(unit) ?? "\u{FFFD}" }
    let start = scanner.offset
    if scanner.take("\\U") || scanner.take("\\u"), let low = readHexadecimal(&scanner), UTF16.isTrailSurrogate(low) {
      return UTF16.decode(UTF16.EncodedScalar([unit, low]))
    }
    scanner.offset = start
    return "\u{FFFD}"
  }

  private static func readHexadecimal(_ scanner: inout TextScanner) -> UInt16? {
    var value: UInt16 = 0
    var count = 0
    while count < 4, let byte = scanner.peek, let digit = Character(Unicode.Scalar(byte)).hexDigitValue {
      value = value << 4 | UInt16(digit)
      count += 1
      scanner.skip(1)
    }
    return count > 0 ? value : nil
  }

  private static func readOctal(_ scanner: inout TextScanner) -> [UInt8] {
    var value = 0
    var count = 0
    while count < 3, let byte = scanner.peek, (UInt8(ascii: "0")...UInt8(ascii: "7")).contains(byte) {
      value = value * 8 + Int(byte - UInt8(ascii: "0"))
      count += 1
      scanner.skip(1)
    }
    return Unicode.Scalar(UInt16(value)).map { Array(String($0).utf8) } ?? []
  }
}
