/// Spells reals in compact JSON: the shortest digits that round-trip.
///
/// From 0.00001 to below 10¹⁶ they are written out, beyond that with an exponent. The spelling is hashed, so it must match the SDK's
/// exactly.
enum RealText {
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
