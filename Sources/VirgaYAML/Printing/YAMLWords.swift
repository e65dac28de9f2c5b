/// Texts that YAML 1.2 would read as something other than a string if they had no quotes: truth values, null, numbers.
enum YAMLWords {
  private static let words: Set<String> = ["", "~", "null", "true", "false"]

  static func meansAnotherValue(_ text: String) -> Bool {
    (text.utf8.count <= longestWord && isWord(text)) || isNumber(text)
  }

  private static let longestWord = 5

  private static func isWord(_ text: String) -> Bool {
    let lowered = text.lowercased()
    guard words.contains(lowered) else { return false }
    return text == lowered || text == text.uppercased() || text == capitalised(lowered)
  }

  private static func capitalised(_ text: String) -> String { text.prefix(1).uppercased() + text.dropFirst() }

  /// Whether a reader may take the text for a number; digits after a zero are quoted for readers of YAML 1.1.
  private static func isNumber(_ text: String) -> Bool {
    let unsigned = text.hasPrefix("-") || text.hasPrefix("+") ? text.dropFirst() : Substring(text)
    guard let first = unsigned.utf8.first, (0x30...0x39).contains(first) || first == UInt8(ascii: ".") else {
      return false
    }
    if unsigned.utf8.allSatisfy({ (0x30...0x39).contains($0) }) { return true }
    if [".inf", ".Inf", ".INF", ".nan", ".NaN", ".NAN"].contains(unsigned) { return true }
    for (prefix, radix) in [("0x", 16), ("0o", 8), ("0b", 2)] where unsigned.hasPrefix(prefix) {
      return UInt64(unsigned.dropFirst(2), radix: radix) != nil
    }
    guard unsigned.utf8.allSatisfy({ (0x30...0x39).contains($0) || ".eE+-".utf8.contains($0) }) else { return false }
    return decimal(unsigned)
  }

  private static func decimal(_ text: Substring) -> Bool {
    let mantissa = text.prefix { $0 != "e" && $0 != "E" }
    guard mantissa.utf8.contains(where: { (0x30...0x39).contains($0) }) else { return false }
    let parts = mantissa.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count <= 2, parts.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }) else {
      return false
    }
    let exponent = text.dropFirst(mantissa.count + 1)
    if mantissa.count == text.count { return true }
    let digits = exponent.hasPrefix("+") || exponent.hasPrefix("-") ? exponent.dropFirst() : exponent
    return !digits.isEmpty && digits.utf8.allSatisfy { (0x30...0x39).contains($0) }
  }
}
