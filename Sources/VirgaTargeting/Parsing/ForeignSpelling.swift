/// Operators of other languages and characters of other keyboards, with the operator to write in
/// their place: `>=` for `=>` and `≥`.
enum ForeignSpelling {
  /// The foreign operator that a text starts with, and the one to write: `=>` and `>=` for `=> 3`;
  /// nil if it starts with none.
  static func foreignOperator(
    startingAt text: ArraySlice<UInt8>
  ) -> (foreign: String, replacement: String)? {
    // None is the beginning of another, so that at most one is found.
    operators.first { text.starts(with: $0.foreign.utf8) }
  }

  /// The operator to write for a foreign one in ASCII: `==` for `===`; nil for any other text.
  static func replacement(forASCII ascii: String) -> String? {
    symbols[ascii] ?? operators.first { $0.foreign == ascii }?.replacement
  }

  /// Foreign operators, of which none is part of a valid expression.
  private static let operators: [(foreign: String, replacement: String)] = [
    ("===", "=="), ("!==", "!="), ("=>", ">="), ("=<", "<="), ("<>", "!="),
  ]

  /// The operator for a single character, or for the ASCII form of full-width ones.
  static func replacement(forSymbol symbol: String) -> String? { symbols[symbol] }

  private static let symbols = [
    "≥": ">=", "≧": ">=", "⩾": ">=", "≤": "<=", "≦": "<=", "⩽": "<=", "≠": "!=", "≡": "==",
    "×": "*", "÷": "/",
    "∕": "/", "⁄": "/", "∗": "*", "∧": "&&", "∨": "||", "∈": "in", "¦": "|", "=": "==", "&": "&&",
  ]

  /// The operator for a word such as `and` or `AND`; nil for other words.
  static func replacement(forWord word: String) -> String? {
    switch word.lowercased() {
    case "and": "&&"
    case "or": "||"
    default: nil
    }
  }

  static func isNegation(_ word: String) -> Bool { word.lowercased() == "not" }

  /// The hint for a minus sign before a value: to write the replacement, or a difference from 0.
  static func minusHint(_ replacement: String? = nil) -> String {
    "negative numbers are not supported: write `\(replacement ?? "(0 - …)")`"
  }

  /// The hint for `!`, `not` and `¬`.
  static let negationHint = "negation is not supported: write `== false`"
}
