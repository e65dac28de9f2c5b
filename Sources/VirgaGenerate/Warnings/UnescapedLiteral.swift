/// How a language reads the string literals of nimbus-fml, which does not escape backslashes.
extension CodeLanguage {
  /// The text that code of this language (`self`) reads from a literal in which `text` is not
  /// escaped: for `C:\new`, `C:`, a line end and `ew`; nil if the literal does not compile.
  func textRead(fromUnescapedLiteral text: String) -> String? {
    let hasQuoteOrLineEnd = text.utf8.contains { byte in
      byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\n")
    }
    // nimbus-fml writes these texts as Kotlin raw strings, which have no escapes.
    let isRawString = self == .kotlin && hasQuoteOrLineEnd
    return isRawString ? text : textRead(inQuotes: text)
  }

  /// The text that code reads from a literal with `text` between its quotes; nil if the literal
  /// does not compile, because it has a quote, a line end, or a backslash without an escape.
  private func textRead(inQuotes text: String) -> String? {
    var rest = text.unicodeScalars[...]
    var result = String.UnicodeScalarView()
    while let scalar = rest.popFirst() {
      switch scalar {
      case "\\":
        guard let escaped = readEscape(&rest) else { return nil }
        result.append(escaped)
      case "\"", "\n", "\r": return nil
      default: result.append(scalar)
      }
    }
    return String(result)
  }

  /// Reads an escape sequence of this language (`self`) from `rest`, after its backslash; nil if
  /// the language has no such escape.
  private func readEscape(_ rest: inout Substring.UnicodeScalarView) -> Unicode.Scalar? {
    guard let scalar = rest.popFirst() else { return nil }
    switch (scalar, self) {
    case ("\\", _), ("\"", _), ("'", _), ("$", .kotlin): return scalar
    case ("n", _): return "\n"
    case ("t", _): return "\t"
    case ("r", _): return "\r"
    case ("b", .kotlin): return "\u{8}"
    case ("0", .swift): return "\0"
    case ("u", .swift):
      // `\u{1F600}`, with at most eight digits.
      guard rest.popFirst() == "{", let closingBrace = rest.firstIndex(of: "}") else { return nil }
      let digits = rest[..<closingBrace]
      rest = rest[rest.index(after: closingBrace)...]
      return Self.scalar(hexadecimal: digits, digitCount: 1...8)
    case ("u", .kotlin):
      // `\u00E9`
      let digitCount = 4
      let digits = rest.prefix(digitCount)
      rest = rest.dropFirst(digitCount)
      return Self.scalar(hexadecimal: digits, digitCount: digitCount...digitCount)
    default: return nil
    }
  }

  /// The scalar with a hexadecimal number of `digitCount` digits; nil if it is not such a number.
  private static func scalar(
    hexadecimal digits: Substring.UnicodeScalarView, digitCount: ClosedRange<Int>
  ) -> Unicode.Scalar? {
    guard digitCount.contains(digits.count), digits.allSatisfy(\.properties.isASCIIHexDigit) else {
      return nil
    }
    return UInt32(String(digits), radix: 16).flatMap(Unicode.Scalar.init)
  }
}
