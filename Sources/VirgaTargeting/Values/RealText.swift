/// Spells reals in compact JSON: the shortest digits that round-trip.
///
/// From 0.00001 to below 10¹⁶ they are written out, beyond that with an exponent. The spelling is hashed, so it must match the SDK's
/// exactly.
enum RealText {
  /// The spelling; null if the number is not finite.
  static func spelling(of value: Double) -> String {
    guard value.isFinite else { return "null" }
    guard value != 0 else { return value.sign == .minus ? "-0.0" : "0.0" }
    let (digits, point) = shortest(value.magnitude)
    let sign = value < 0 ? "-" : ""
    switch point {
    case _ where point >= digits.count && point <= 16:
      return sign + digits + String(repeating: "0", count: point - digits.count) + ".0"
    case _ where point >= 1 && point <= 16:
      return sign + digits.prefix(point) + "." + digits.dropFirst(point)
    case -4...0:
      return sign + "0." + String(repeating: "0", count: -point) + digits
    default:
      let fraction = digits.count > 1 ? "." + digits.dropFirst() : ""
      return sign + digits.prefix(1) + fraction + "e\(point - 1)"
    }
  }

  /// The significant digits, and the number of them before the decimal point.
  private static func shortest(_ value: Double) -> (digits: String, point: Int) {
    let parts = value.description.split(separator: "e")
    let exponent = parts.count > 1 ? Int(parts[1]) ?? 0 : 0
    let mantissa = parts[0].split(separator: ".")
    let whole = mantissa[0]
    let all = whole + (mantissa.count > 1 ? mantissa[1] : "")
    let leading = all.prefix { $0 == "0" }.count
    var digits = all.dropFirst(leading)
    while digits.last == "0", digits.count > 1 { digits.removeLast() }
    return (String(digits), whole.count - leading + exponent)
  }
}

/// Compares texts by bytes, as targeting does.
///
/// Swift's own comparison considers two spellings of `é` equal.
package enum ByteText {
  /// Whether two texts have the same bytes.
  package static func areEqual(_ left: String, _ right: String) -> Bool {
    guard left.utf8.count == right.utf8.count else { return false }
    var left = left
    var right = right
    return left.withUTF8 { left in right.withUTF8 { right in left.elementsEqual(right) } }
  }

  /// Whether one text sorts before another by bytes.
  package static func isLess(_ left: String, _ right: String) -> Bool {
    left.utf8.lexicographicallyPrecedes(right.utf8)
  }

  /// Whether one text sorts before another for display.
  ///
  /// Texts that Swift considers equal are ordered by bytes.
  package static func isBefore(_ left: String, _ right: String) -> Bool {
    left < right || left == right && isLess(left, right)
  }

  /// Whether `whole` contains the bytes of `part`; always true for the empty text.
  package static func contains(_ whole: String, _ part: String) -> Bool {
    var whole = whole
    var part = part
    return whole.withUTF8 { whole in
      part.withUTF8 { part in
        guard let first = part.first else { return true }
        guard part.count <= whole.count else { return false }
        return (0...(whole.count - part.count)).contains { start in
          whole[start] == first && (1..<part.count).allSatisfy { whole[start + $0] == part[$0] }
        }
      }
    }
  }
}
