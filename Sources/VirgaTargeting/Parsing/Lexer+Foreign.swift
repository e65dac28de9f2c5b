import VirgaSource

/// Errors about characters that expressions do not have, and what to write in their place.
extension Lexer {
  func unexpected(_ scalar: Unicode.Scalar, at bytes: Range<Int>) -> SyntaxError {
    if scalar == "!" || scalar == "¬" {
      return SyntaxError(
        Self.code, Self.notAllowed(scalar), bytes, hint: ForeignSpelling.negationHint)
    }
    if let symbol = ForeignSpelling.ofSymbol(String(scalar)) {
      let hint = symbol == "==" && scalar == "=" ? "write `==` to compare" : "write `\(symbol)`"
      var error = SyntaxError(Self.code, Self.notAllowed(scalar), bytes, hint: hint)
      error.replacement = symbol
      return error
    }
    guard let lookalike = Lookalike(scalar) else {
      return SyntaxError(Self.code, Self.notAllowed(scalar), bytes)
    }
    if lookalike.isQuote { return foreignString(lookalike, at: bytes) }
    return lookalike.ascii == "-" ? foreignMinus(lookalike, at: bytes) : foreignMarks(from: bytes.lowerBound)
  }

  /// The error for a string whose closing quote is missing.
  func unterminated(_ start: Int, quote: UInt8) -> SyntaxError {
    let code: Problem.Code = "unterminated-text"
    let own = String(Unicode.Scalar(quote))
    if let (lookalike, bytes) = firstQuote(from: start + 1, closing: Unicode.Scalar(quote)) {
      let message = "\(Lookalike.named(lookalike.scalar)) does not close the string"
      return SyntaxError(code, message, bytes, writing: own)
    }
    return SyntaxError(code, "Close the string with the quote that opens it", start..<source.bytes.count)
  }

  private static let code: Problem.Code = "unexpected-character"

  private static func notAllowed(_ scalar: Unicode.Scalar) -> String {
    let name = scalar.isASCII ? "`\(scalar)`" : Lookalike.named(scalar)
    return "\(name) is not allowed in an expression"
  }

  private func foreignString(_ opening: Lookalike, at bytes: Range<Int>) -> SyntaxError {
    let message = "\(Lookalike.named(opening.scalar)) does not open a string"
    guard let end = closingQuote(of: opening, from: bytes.upperBound) else {
      return SyntaxError(Self.code, message, bytes, writing: String(opening.ascii))
    }
    let content = String(decoding: source.bytes[bytes.upperBound..<end.lowerBound], as: UTF8.self)
    let quote = content.utf8.contains(UInt8(ascii: "'")) ? "\"" : "'"
    return SyntaxError(Self.code, message, bytes.lowerBound..<end.upperBound, writing: quote + content + quote)
  }

  /// The bytes of the quote that closes a string, an ASCII one or one that looks like it.
  private func closingQuote(of opening: Lookalike, from start: Int) -> Range<Int>? {
    var offset = start
    while offset < source.bytes.count {
      let (scalar, length) = scalar(at: offset)
      if (Lookalike(scalar)?.ascii ?? scalar) == opening.ascii { return offset..<offset + length }
      offset += length
    }
    return nil
  }

  private func firstQuote(from start: Int, closing quote: Unicode.Scalar) -> (Lookalike, Range<Int>)? {
    var offset = start
    while offset < source.bytes.count {
      let (scalar, length) = scalar(at: offset)
      if let found = Lookalike(scalar), found.ascii == quote { return (found, offset..<offset + length) }
      offset += length
    }
    return nil
  }

  /// There are no negative numbers, so a minus sign that follows no value needs one.
  private func foreignMinus(_ minus: Lookalike, at bytes: Range<Int>) -> SyntaxError {
    let isBinary = tokens.last?.endsValue ?? false
    return SyntaxError(Self.code, minus.message, bytes, writing: isBinary ? "-" : "0 -")
  }

  /// The error for adjacent characters of another width, such as `＝＝`, as one operator.
  private func foreignMarks(from start: Int) -> SyntaxError {
    var (ascii, end) = ("", start)
    while end < source.bytes.count {
      let (scalar, length) = scalar(at: end)
      guard let next = Lookalike(scalar), !next.isQuote, next.ascii != "-" else { break }
      ascii.unicodeScalars.append(next.ascii)
      end += length
    }
    let message = Self.notAllowed(scalar(at: start).value)
    return SyntaxError(
      Self.code, message, start..<end, writing: ForeignSpelling.ofSymbol(ascii) ?? ascii)
  }
}

extension Token {
  /// Whether an operator can follow it.
  fileprivate var endsValue: Bool {
    switch kind {
    case .number, .string, .word, .keyword: true
    case .mark(let mark): [.closeParenthesis, .closeBracket, .closeBrace].contains(mark)
    case .operator, .end: false
    }
  }
}
