/// The answer of a terminal that was asked for the color of its background, with OSC 11.
///
/// `ESC ] 11 ; rgb:ffff/ffff/ffff` is white.
enum BackgroundReport {
  /// The bytes before the color.
  static let start: [UInt8] = Array("\u{1B}]11;".utf8)

  private static let formats: [[UInt8]] = ["rgb:", "rgba:"].map { Array($0.utf8) }
  /// The bytes of the rest of an answer, its end included.
  private static let rest = Set("0123456789ABCDEFabcdefrg:/\u{7}\u{1B}".utf8)

  /// Whether a byte may continue an answer that arrives in parts.
  static func mayContinue(with byte: UInt8) -> Bool { rest.contains(byte) }

  /// The color in an answer without its end; nil if it is another string.
  static func color(in answer: ArraySlice<UInt8>) -> RGB? {
    guard answer.starts(with: start) else { return nil }
    let written = answer.dropFirst(start.count)
    guard let format = formats.first(where: { written.starts(with: $0) }) else { return nil }
    let components = written.dropFirst(format.count)
      .split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
      .compactMap(component)
    // Opacity may follow.
    guard components.count >= 3 else { return nil }
    return RGB(components[0], components[1], components[2])
  }

  /// The component that 1 to 4 hexadecimal digits are, from 0 to 255: `f` and `ffff` are 255;
  /// nil for other text.
  private static func component(_ digits: ArraySlice<UInt8>) -> UInt8? {
    guard let value = UInt16(String(decoding: digits, as: UTF8.self), radix: 16) else { return nil }
    let bitsOfDigit = 4
    let largest = (1 << (bitsOfDigit * digits.count)) - 1
    return UInt8(clamping: Int(value) * Int(UInt8.max) / largest)
  }
}
