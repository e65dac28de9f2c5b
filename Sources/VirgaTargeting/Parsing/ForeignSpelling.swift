/// Spellings of other languages and keyboards, and what expressions have in their place.
enum ForeignSpelling {
  /// The operator for one that starts a text, with the foreign spelling; nil if none does.
  static func ofOperator(startingAt text: ArraySlice<UInt8>) -> (foreign: String, own: String)? {
    operators.first { text.starts(with: $0.foreign.utf8) }
  }

  /// The operator for all of a text in ASCII; nil if it is none that is known here.
  static func ofMarks(_ marks: String) -> String? {
    symbols[marks] ?? operators.first { $0.foreign == marks }?.own
  }

  /// No two of them begin the same way, and none is part of a valid expression.
  private static let operators: [(foreign: String, own: String)] = [
    ("===", "=="), ("!==", "!="), ("=>", ">="), ("=<", "<="), ("<>", "!="),
  ]

  /// The operator for a single character, or for the ASCII form of full-width ones.
  static func ofSymbol(_ symbol: String) -> String? { symbols[symbol] }

  private static let symbols = [
    "≥": ">=", "≧": ">=", "⩾": ">=", "≤": "<=", "≦": "<=", "⩽": "<=", "≠": "!=", "≡": "==",
    "×": "*", "÷": "/",
    "∕": "/", "⁄": "/", "∗": "*", "∧": "&&", "∨": "||", "∈": "in", "¦": "|", "=": "==", "&": "&&",
  ]

  /// The operator for a word such as `and`, in any case; nil for other words.
  static func ofWord(_ word: String) -> String? {
    switch word.lowercased() {
    case "and": "&&"
    case "or": "||"
    default: nil
    }
  }

  static func isNegation(_ word: String) -> Bool { word.lowercased() == "not" }

  /// What to write for a minus sign before a value.
  static func minusHint(_ replacement: String? = nil) -> String {
    "negative numbers are not supported: write `\(replacement ?? "(0 - …)")`"
  }

  /// What to write for `!`, `not` and `¬`.
  static let negationHint = "negation is not supported: write `== false`"
}
