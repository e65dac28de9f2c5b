import VirgaSource

/// Converts numbers written in YAML to JSON (Rule: VirgaYAML/Scalars).
package enum YAMLNumber {
  /// The JSON literal of an integer's text.
  ///
  /// `0x1F` is `31`. The result is nil if the integer is outside -2⁶³..<2⁶⁴.
  package static func integerLiteral(_ text: String) -> String? {
    let (isNegative, digits, radix) = parts(of: text)
    if isNegative {
      guard let value = UInt64(digits, radix: radix), value <= 1 << 63 else { return nil }
      return value == 0 ? "0" : "-\(value)"
    }
    return UInt64(digits, radix: radix).map { String($0) }
  }

  /// The JSON literal of a fraction's text, as the reference tool prints it: `1e3` is `1000.0`.
  static func numberLiteral(_ text: String) -> String {
    let unsigned = text.hasPrefix("+") ? String(text.dropFirst()) : text
    guard let value = decimal(unsigned) else { return "null" }
    return shortest(value)
  }

  private static func parts(of text: String) -> (isNegative: Bool, digits: Substring, radix: Int) {
    let isNegative = text.hasPrefix("-")
    let unsigned = isNegative || text.hasPrefix("+") ? text.dropFirst() : Substring(text)
    if unsigned.hasPrefix("0x") { return (isNegative, unsigned.dropFirst(2), 16) }
    if unsigned.hasPrefix("0o") { return (isNegative, unsigned.dropFirst(2), 8) }
    if unsigned.hasPrefix("0b") { return (isNegative, unsigned.dropFirst(2), 2) }
    return (isNegative, unsigned, 10)
  }

  /// The finite double of a text such as `1.` or `.5`; nil if invalid.
  package static func decimal(_ text: String) -> Double? {
    var text = text
    let mantissa = text.prefix { $0 != "e" && $0 != "E" }
    guard mantissa.utf8.contains(where: \.isDigit) else { return nil }
    if mantissa.utf8.last == UInt8(ascii: ".") {
      text = mantissa + "0" + text.dropFirst(mantissa.count)
    }
    if text.utf8.first == UInt8(ascii: ".") { text = "0" + text }
    guard let value = Double(text), value.isFinite else { return nil }
    return value
  }

  private static func shortest(_ value: Double) -> String {
    let text = value.description
    guard let mark = text.firstIndex(of: "e") else { return text }
    let mantissa = text[..<mark].hasSuffix(".0") ? text[..<mark].dropLast(2) : text[..<mark]
    let exponent = text[text.index(after: mark)...]
    let isNegative = exponent.hasPrefix("-")
    let digits = exponent.drop { $0 == "+" || $0 == "-" || $0 == "0" }
    return "\(mantissa)e\(isNegative ? "-" : "")\(digits.isEmpty ? "0" : digits)"
  }
}
