/// A piece of an expression's text.
struct Token {
  /// What a piece is.
  enum Kind: Equatable {
    case number(Double)
    case string(String)
    case word(String)
    case keyword(Keyword)
    case `operator`(BinaryOperator)
    case mark(Mark)
    case end
  }

  /// A word that names no attribute, property or transform. (`in` is one as well, and an operator.)
  enum Keyword: String {
    case `true`, `false`, `null`
  }

  /// Punctuation.
  enum Mark: Character, CaseIterable {
    case openParenthesis = "("
    case closeParenthesis = ")"
    case openBracket = "["
    case closeBracket = "]"
    case openBrace = "{"
    case closeBrace = "}"
    case comma = ","
    case colon = ":"
    case question = "?"
    case dot = "."
    case pipe = "|"
  }

  /// What the piece is.
  var kind: Kind
  /// Its bytes in the text.
  var bytes: Range<Int>
}
