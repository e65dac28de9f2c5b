import VirgaSource

/// Converts numbers written in YAML to JSON (Rule: VirgaYAML/Scalars).
package enum YAMLNumber {
  /// The JSON literal of an integer's text: `31` for `0x1F`; nil if the integer is outside
  /// -2⁶³..<2⁶⁴, which signed and unsigned 64-bit integers cover together.
  package static func integerLiteral(_ text: String) -> String? {
    let parts = parts(of: text)
    guard let magnitude = UInt64(parts.digits, radix: parts.radix) else { return nil }
    guard parts.isNegative else { return String(magnitude) }
    let magnitudeOfSmallest: UInt64 = 1 << 63
    guard magnitude <= magnitudeOfSmallest else { return nil }
    // The integer zero has no sign.
    return magnitude == 0 ? "0" : "-\(magnitude)"
  }

  /// The JSON literal of the text of a number that is not an integer, as the reference tool,
  /// nimbus-fml, prints it.
  ///
  /// `1e3` gives `1000.0`, and `+.5` gives `0.5`. A number that is not finite, `.inf` or `.nan`,
  /// gives `null`, because JSON has only finite numbers.
  static func numberLiteral(_ text: String) -> String {
    let unsigned = text.hasPrefix("+") ? String(text.dropFirst()) : text
    guard let value = finiteDouble(unsigned) else { return "null" }
    return shortestLiteral(value)
  }

  /// An integer's text: `-0x1F` is negative, with the digits `1F` in the radix 16.
  private struct IntegerParts {
    let isNegative: Bool
    let digits: Substring
    let radix: Int
  }

  /// Splits an integer such as `-0x1F` into its sign, its digits and its radix.
  private static func parts(of text: String) -> IntegerParts {
    let isNegative = text.hasPrefix("-")
    let unsigned = isNegative || text.hasPrefix("+") ? text.dropFirst() : Substring(text)
    let radixes = ["0x": 16, "0o": 8, "0b": 2]
    let prefixLength = 2
    guard let radix = radixes[String(unsigned.prefix(prefixLength))] else {
      return IntegerParts(isNegative: isNegative, digits: unsigned, radix: 10)
    }
    let digits = unsigned.dropFirst(prefixLength)
    return IntegerParts(isNegative: isNegative, digits: digits, radix: radix)
  }

  /// The finite double of a number's text, as `Double` reads it; nil if it cannot, as with `0o17`.
  ///
  /// `1.` and `.5`, which YAML also has, are read as `1.0` and `0.5`.
  package static func finiteDouble(_ text: String) -> Double? {
    var text = text
    let mantissa = text.prefix { $0 != "e" && $0 != "E" }
    // A point alone is not a number.
    guard mantissa.utf8.contains(where: \.isDigit) else { return nil }
    if mantissa.utf8.last == UInt8(ascii: ".") {
      text = mantissa + "0" + text.dropFirst(mantissa.count)
    }
    if text.utf8.first == UInt8(ascii: ".") { text = "0" + text }
    guard let value = Double(text), value.isFinite else { return nil }
    return value
  }

  /// The shortest spelling of a double, with an exponent as the reference tool, nimbus-fml, prints
  /// it: `1e20`, not `1e+20`, and `1e-7`, not `1e-07`.
  private static func shortestLiteral(_ value: Double) -> String {
    let text = value.description
    guard let exponentMark = text.firstIndex(of: "e") else { return text }
    let mantissa = text[..<exponentMark]
    let shortMantissa = mantissa.hasSuffix(".0") ? mantissa.dropLast(".0".count) : mantissa
    let exponent = text[text.index(after: exponentMark)...]
    let sign = exponent.hasPrefix("-") ? "-" : ""
    // An exponent is never 0, so a digit remains.
    let digits = exponent.drop { $0 == "+" || $0 == "-" || $0 == "0" }
    return "\(shortMantissa)e\(sign)\(digits)"
  }
}
