import VirgaSource

/// A number that is not a plain 64-bit integer, with its spelling: `3.0`, `1e3`, `-0`, forty
/// digits.
///
/// Two numbers are equal if their exact values are, regardless of spelling.
public struct JSONNumber: Sendable {
  /// The spelling; always a valid RFC 8259 number.
  public let literal: String

  /// The number spelled `literal`; nil if it is not a JSON number.
  public init?(_ literal: String) {
    guard Self.isNumber(literal.utf8) else { return nil }
    self.literal = literal
  }

  /// The number with the shortest digits that round-trip to `value`; nil for infinities and NaN.
  public init?(_ value: Double) {
    guard value.isFinite else { return nil }
    literal = value.description
  }

  /// A number whose spelling the parser has already checked.
  init(checked literal: String) { self.literal = literal }

  /// The nearest double; infinity if the number is out of range.
  ///
  /// The 0 is never used: a valid number can be read as a double.
  public var double: Double { Double(literal) ?? 0 }

  var exact: ExactNumber { ExactNumber(literal) }

  /// Whether a text is a number of RFC 8259: `-0.5e3`, but not `01`, `1.` or `+1`.
  private static func isNumber(_ text: String.UTF8View) -> Bool {
    var rest = text[...]
    if rest.first == Byte.minus { rest.removeFirst() }
    guard removeWholePart(from: &rest), removeFraction(from: &rest), removeExponent(from: &rest)
    else { return false }
    return rest.isEmpty
  }

  /// Removes the digits at the start; false if there are none, or a zero before others: `01`.
  private static func removeWholePart(from text: inout String.UTF8View.SubSequence) -> Bool {
    let hasLeadingZero = text.first == Byte.zero && text.dropFirst().first?.isDigit == true
    return removeDigits(from: &text) && !hasLeadingZero
  }

  /// Removes a point at the start and the digits after it: `.5`; false if no digit follows.
  ///
  /// Without a point it removes nothing and returns true.
  private static func removeFraction(from text: inout String.UTF8View.SubSequence) -> Bool {
    guard text.first == Byte.point else { return true }
    text.removeFirst()
    return removeDigits(from: &text)
  }

  /// Removes an exponent at the start: `e3`, `E+3`; false if it has no digits.
  ///
  /// Without an exponent it removes nothing and returns true.
  private static func removeExponent(from text: inout String.UTF8View.SubSequence) -> Bool {
    guard let mark = text.first, isExponentMark(mark) else { return true }
    text.removeFirst()
    if text.first == Byte.plus || text.first == Byte.minus { text.removeFirst() }
    return removeDigits(from: &text)
  }

  /// Whether a byte is `e` or `E`.
  fileprivate static func isExponentMark(_ byte: UInt8) -> Bool {
    // This bit makes an `E` lowercase.
    let lowercaseBit: UInt8 = 0x20
    return byte | lowercaseBit == Byte.e
  }

  /// Removes the digits at the start; false if there are none.
  private static func removeDigits(from text: inout String.UTF8View.SubSequence) -> Bool {
    let digits = text.prefix(while: \.isDigit)
    text = text.dropFirst(digits.count)
    return !digits.isEmpty
  }
}

extension JSONNumber: Hashable {
  /// Whether both have the same exact value.
  public static func == (left: JSONNumber, right: JSONNumber) -> Bool {
    left.literal == right.literal || left.exact == right.exact
  }

  /// Hashes the exact value, so that equal numbers have equal hashes.
  public func hash(into hasher: inout Hasher) { hasher.combine(exact) }
}

extension JSONNumber: CustomStringConvertible {
  /// The spelling.
  public var description: String { literal }
}

/// The exact value of a number: its significant digits as an integer, times a power of ten.
///
/// `-1.50e3` has the digits `15` and the exponent 2; all zeros are equal, with no digits. Exponents
/// that an `Int` may not hold, beyond ±10¹⁸, are compared by spelling, without arithmetic.
struct ExactNumber: Hashable {
  private var isNegative = false
  /// The digits without zeros at the start and end.
  private var digits = ""
  /// The power of ten of the last digit, without an exponent in ``hugeExponent``.
  private var exponent = 0
  /// The digits of a written exponent that is too large for arithmetic, with its sign; else empty.
  private var hugeExponent = ""

  /// The value of an integer.
  init(_ integer: Int64) { self.init(String(integer)) }

  /// The value of a valid JSON number.
  init(_ literal: String) {
    var unsigned = literal.utf8[...]
    let hasMinus = unsigned.first == Byte.minus
    if hasMinus { unsigned.removeFirst() }
    // In `-1.50e3` the mantissa is `1.50`, its fraction `50`, and the written exponent `3`.
    let mantissa = unsigned.prefix { !JSONNumber.isExponentMark($0) }
    let fraction = mantissa.drop { $0 != Byte.point }.dropFirst()
    let writtenExponent = unsigned.dropFirst(mantissa.count).dropFirst()
    let allDigits = mantissa.filter { $0 != Byte.point }
    let withoutLeadingZeros = allDigits.drop { $0 == Byte.zero }
    // Zero keeps the initial values, without digits, whatever its sign and exponent.
    guard let last = withoutLeadingZeros.lastIndex(where: { $0 != Byte.zero }) else { return }
    isNegative = hasMinus
    digits = String(decoding: withoutLeadingZeros[...last], as: UTF8.self)
    let trailingZeroCount = withoutLeadingZeros[last...].dropFirst().count
    // `1.50e3` is 15 times ten to the power of 3 + 1 - 2.
    setExponent(written: writtenExponent, plus: trailingZeroCount - fraction.count)
  }

  /// The value as a 64-bit integer; nil if it is not one.
  var integer: Int64? {
    let isZero = digits.isEmpty
    if isZero { return 0 }
    // With a negative exponent the value is a fraction, because the digits do not end in zeros.
    // 10¹⁸ is the highest power of ten in 64 bits. An exponent too large for arithmetic, positive
    // or negative, is in `hugeExponent`.
    guard hugeExponent.isEmpty, (0...18).contains(exponent) else { return nil }
    let magnitude = digits + String(repeating: "0", count: exponent)
    return Int64(isNegative ? "-" + magnitude : magnitude)
  }

  /// Sets the exponent to the written one, such as `+05`, plus `shift`.
  ///
  /// If the written one is too large for arithmetic, its digits are stored in ``hugeExponent``, and
  /// only `shift` in ``exponent``.
  private mutating func setExponent(written text: Substring.UTF8View, plus shift: Int) {
    let hasMinus = text.first == Byte.minus
    let hasSign = hasMinus || text.first == Byte.plus
    let unsigned = hasSign ? text.dropFirst() : text
    let written = unsigned.drop { $0 == Byte.zero }
    guard written.count <= Self.maxExponentDigits else {
      hugeExponent = (hasMinus ? "-" : "") + String(decoding: written, as: UTF8.self)
      exponent = shift
      return
    }
    let magnitude = written.reduce(0) { value, digit in value * 10 + Int(digit - Byte.zero) }
    exponent = (hasMinus ? -magnitude : magnitude) + shift
  }

  /// The number of digits of an exponent that always fits into an `Int`, which has 32 bits on some
  /// watches.
  private static let maxExponentDigits = Int.bitWidth < Int64.bitWidth ? 9 : 18
}
