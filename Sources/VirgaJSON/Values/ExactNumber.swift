/// The exact value of a number: significant digits without zeros at either end, times a power of ten.
///
/// Exponents beyond ±10¹⁸ compare by their spelling, since no arithmetic is done on them.
struct ExactNumber: Hashable {
  private var isNegative = false
  private var digits = ""
  private var exponent = 0
  private var hugeExponent = ""

  init(_ integer: Int64) { self.init(String(integer)) }

  /// The value of a number that RFC 8259 allows.
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

  /// The value as an integer, where it is one that fits 64 bits.
  var integer: Int64? {
    guard hugeExponent.isEmpty, digits.isEmpty || (0...18).contains(exponent) else { return nil }
    let text = digits.isEmpty ? "0" : digits + String(repeating: "0", count: exponent)
    return Int64(isNegative ? "-" + text : text)
  }

  private mutating func readExponent(_ text: Substring.UTF8View, shiftedBy shift: Int) {
    let isLess = text.first == Byte.minus
    let unsigned = (isLess || text.first == Byte.plus ? text.dropFirst() : text).drop { $0 == Byte.zero }
    guard unsigned.count <= 18 else {
      hugeExponent = (isLess ? "-" : "") + String(decoding: unsigned, as: UTF8.self)
      exponent = shift
      return
    }
    let size = unsigned.reduce(0) { $0 * 10 + Int($1 & 0x0F) }
    exponent = (isLess ? -size : size) + shift
  }
}
