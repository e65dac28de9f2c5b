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
  public var double: Double { Double(literal) ?? 0 }

  var exact: ExactNumber { ExactNumber(literal) }

  private static func isNumber(_ text: String.UTF8View) -> Bool {
    var rest = text[...]
    if rest.first == Byte.minus { rest.removeFirst() }
    let whole = rest.prefix(while: \.isDigit)
    guard let first = whole.first, first != Byte.zero || whole.count == 1 else { return false }
    rest = rest.dropFirst(whole.count)
    if rest.first == Byte.point {
      rest.removeFirst()
      guard removeDigits(from: &rest) else { return false }
    }
    if let mark = rest.first, mark | 0x20 == Byte.e {
      rest.removeFirst()
      if rest.first == Byte.plus || rest.first == Byte.minus { rest.removeFirst() }
      guard removeDigits(from: &rest) else { return false }
    }
    return rest.isEmpty
  }

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

/// The exact value of a number: its significant digits times a power of ten.
///
/// Exponents beyond ±10¹⁸ are compared by spelling, without arithmetic.
struct ExactNumber: Hashable {
  private var isNegative = false
  private var digits = ""
  private var exponent = 0
  private var hugeExponent = ""

  init(_ integer: Int64) { self.init(String(integer)) }

  init(_ literal: String) {
    var text = literal.utf8[...]
    let sign = text.first == Byte.minus
    if sign { text.removeFirst() }
    let mantissa = text.prefix { $0 | 0x20 != Byte.e }
    let power = text.dropFirst(mantissa.count + 1)
    let fraction = mantissa.drop { $0 != Byte.point }.dropFirst()
    let all = mantissa.filter { $0 != Byte.point }
    let leading = all.drop { $0 == Byte.zero }
    guard let last = leading.lastIndex(where: { $0 != Byte.zero }) else { return }
    isNegative = sign
    digits = String(decoding: leading[...last], as: UTF8.self)
    let shift = (leading.endIndex - 1 - last) - fraction.count
    readExponent(power, shiftedBy: shift)
  }

  var integer: Int64? {
    guard hugeExponent.isEmpty, digits.isEmpty || (0...18).contains(exponent) else { return nil }
    let text = digits.isEmpty ? "0" : digits + String(repeating: "0", count: exponent)
    return Int64(isNegative ? "-" + text : text)
  }

  private mutating func readExponent(_ text: Substring.UTF8View, shiftedBy shift: Int) {
    let isLess = text.first == Byte.minus
    let unsigned = (isLess || text.first == Byte.plus ? text.dropFirst() : text).drop {
      $0 == Byte.zero
    }
    guard unsigned.count <= 18 else {
      hugeExponent = (isLess ? "-" : "") + String(decoding: unsigned, as: UTF8.self)
      exponent = shift
      return
    }
    let size = unsigned.reduce(0) { $0 * 10 + Int($1 & 0x0F) }
    exponent = (isLess ? -size : size) + shift
  }
}
