import VirgaSource

/// Errors about characters that expressions do not have, with what to write in their place.
///
/// For `a ≥ 3` the error says to write `>=`, for `“x”` to write `'x'`.
extension Lexer {
  /// The error for a character at which no token can begin.
  func unexpected(_ scalar: Unicode.Scalar, at bytes: Range<Int>) -> SyntaxError {
    // Full-width characters that belong together, such as `＝＝`, are reported as one.
    let run = foreignRun(from: bytes.lowerBound)
    if let lookalike = run.firstLookalike { return errorAboutRun(run, with: lookalike) }
    if scalar == "!" || scalar == "¬" {
      return SyntaxError(
        Self.code, Self.notAllowed(scalar), bytes, hint: ForeignSpelling.negationHint)
    }
    if let replacement = ForeignSpelling.replacement(forSymbol: String(scalar)) {
      return errorAboutOperator(scalar, at: bytes, replacedBy: replacement)
    }
    guard let lookalike = Lookalike(scalar) else {
      return SyntaxError(Self.code, Self.notAllowed(scalar), bytes)
    }
    // Any other lookalike would be in the run, so this is a quote or a minus sign.
    return lookalike.isQuote
      ? errorAboutString(lookalike, at: bytes) : errorAboutMinus(lookalike, at: bytes)
  }

  /// The error for a character that is an operator elsewhere, such as `≥`, which says to write the
  /// operator that expressions have for it.
  ///
  /// For `=`, which assigns in other languages, the hint also says what `==` is for.
  private func errorAboutOperator(
    _ scalar: Unicode.Scalar, at bytes: Range<Int>, replacedBy replacement: String
  ) -> SyntaxError {
    let hint = scalar == "=" ? "write `==` to compare" : "write `\(replacement)`"
    var error = SyntaxError(Self.code, Self.notAllowed(scalar), bytes, hint: hint)
    // Not the text of the hint: a word needs blanks around it, so `'a'∈list` becomes `'a' in list`.
    let isWord = replacement == BinaryOperator.isIn.rawValue
    error.replacement = isWord ? " \(replacement) " : replacement
    return error
  }

  /// The error for a string whose closing quote is missing: at the first quote such as `’` that
  /// looks like it, or else at the whole string.
  func unterminated(_ start: Int, quote: UInt8) -> SyntaxError {
    let code: Problem.Code = "unterminated-text"
    let asciiQuote = String(Unicode.Scalar(quote))
    if let (lookalike, bytes) = firstQuote(from: start + 1, closing: Unicode.Scalar(quote)) {
      let message = "\(Lookalike.characterWithNumber(lookalike.scalar)) does not close the string"
      return SyntaxError(code, message, bytes, writing: asciiQuote)
    }
    return SyntaxError(
      code, "Close the string with the quote that opens it", start..<source.bytes.count)
  }

  private static let code: Problem.Code = "unexpected-character"

  /// The message for a character that has no place in an expression.
  private static func notAllowed(_ scalar: Unicode.Scalar) -> String {
    let name = scalar.isASCII ? "`\(scalar)`" : Lookalike.characterWithNumber(scalar)
    return "\(name) is not allowed in an expression"
  }

  /// The error for a quote such as `“`; its replacement is the whole string in ASCII quotes, or if
  /// no quote closes it, the opening one alone.
  private func errorAboutString(_ opening: Lookalike, at bytes: Range<Int>) -> SyntaxError {
    let message = "\(Lookalike.characterWithNumber(opening.scalar)) does not open a string"
    guard let end = closingQuote(of: opening, from: bytes.upperBound) else {
      return SyntaxError(Self.code, message, bytes, writing: String(opening.ascii))
    }
    let content = String(decoding: source.bytes[bytes.upperBound..<end.lowerBound], as: UTF8.self)
    return SyntaxError(
      Self.code, message, bytes.lowerBound..<end.upperBound, writing: Self.stringLiteral(content))
  }

  /// A string literal: in single quotes, or in double quotes if the content has single ones.
  ///
  /// If the content has both, the literal is in single quotes, with a backslash before each single
  /// quote of the content.
  private static func stringLiteral(_ content: String) -> String {
    guard content.contains("'") else { return "'\(content)'" }
    guard content.contains("\"") else { return "\"\(content)\"" }
    return "'\(content.replacing("'", with: "\\'"))'"
  }

  /// The bytes of the quote that closes a string, an ASCII one or one that looks like it.
  ///
  /// A quote before a letter is an apostrophe, unless no other quote closes the string: then the
  /// first one does. Nil if there is no quote at all.
  private func closingQuote(of opening: Lookalike, from start: Int) -> Range<Int>? {
    var firstApostrophe: Range<Int>?
    var offset = start
    while offset < source.bytes.count {
      let (scalar, length) = scalar(at: offset)
      let bytes = offset..<offset + length
      offset = bytes.upperBound
      let ascii = Lookalike(scalar)?.ascii ?? scalar
      let isQuoteOfKind = ascii == opening.ascii
      guard isQuoteOfKind else { continue }
      let isApostrophe = startsWord(at: bytes.upperBound)
      guard isApostrophe else { return bytes }
      firstApostrophe = firstApostrophe ?? bytes
    }
    return firstApostrophe
  }

  /// The first character from `start` on that looks like the ASCII character `quote` without being
  /// it, and its bytes; nil if there is no such character.
  private func firstQuote(
    from start: Int, closing quote: Unicode.Scalar
  ) -> (lookalike: Lookalike, bytes: Range<Int>)? {
    var offset = start
    while offset < source.bytes.count {
      let (scalar, length) = scalar(at: offset)
      if let found = Lookalike(scalar), found.ascii == quote {
        return (found, offset..<offset + length)
      }
      offset += length
    }
    return nil
  }

  /// The error for a minus sign that is not the ASCII one.
  ///
  /// After a value it becomes `-`. Elsewhere it would be a negation, which does not exist, so that
  /// `−3`, the sign with its operand, becomes `0 - 3`.
  private func errorAboutMinus(_ minus: Lookalike, at bytes: Range<Int>) -> SyntaxError {
    if tokens.last?.endsValue == true {
      return SyntaxError(Self.code, minus.message, bytes, writing: "-")
    }
    let negation = Negation(
      bytes, after: tokens.last, before: lookaheadTokens(from: bytes.upperBound)[...], in: source)
    // Nil if only a person can tell how far the operand goes.
    guard let replacement = negation.replacement else {
      return SyntaxError(Self.code, minus.message, bytes, hint: ForeignSpelling.minusHint())
    }
    return SyntaxError(Self.code, minus.message, negation.bytes, writing: replacement)
  }

  /// Adjacent characters of one operator or one number, such as `＝＝`.
  private struct ForeignRun {
    var bytes: Range<Int>
    /// The characters in ASCII.
    var ascii = ""
    /// The first of them that is not ASCII itself but looks like it; nil if all are ASCII.
    var firstLookalike: Unicode.Scalar?

    /// Appends a character of `length` bytes that is `ascii` or looks like it; `lookalike` is the
    /// character itself if it is not ASCII, else nil.
    ///
    /// The message of the error names the first lookalike of the run.
    mutating func append(_ ascii: Unicode.Scalar, lookalike: Unicode.Scalar?, length: Int) {
      self.ascii.unicodeScalars.append(ascii)
      firstLookalike = firstLookalike ?? lookalike
      bytes = bytes.lowerBound..<bytes.upperBound + length
    }
  }

  /// The characters from an offset that form one operator or one number, such as `＝＝` or `１．5`, for
  /// one error about all of them.
  ///
  /// Each may be in ASCII or look like it. All are of `=!<>&|`, or all are digits and points; any
  /// other character is a run of its own. A `<` or `>` directly before them, which was read as an
  /// operator, belongs to them, as in `<＝`. At a minus sign or a quote the run is empty.
  private func foreignRun(from start: Int) -> ForeignRun {
    var run = lessOrGreater(before: start) ?? ForeignRun(bytes: start..<start)
    while run.bytes.upperBound < source.bytes.count {
      let (scalar, length) = scalar(at: run.bytes.upperBound)
      let lookalike = Lookalike(scalar)
      let ascii = lookalike?.ascii ?? scalar
      // Both have errors of their own: a quote opens a string, and a minus may be a negation.
      let isMinusOrQuote = ascii == "-" || ascii == "'" || ascii == "\""
      guard !isMinusOrQuote, Self.belongs(ascii, to: run.ascii) else { break }
      run.append(ascii, lookalike: lookalike?.scalar, length: length)
    }
    return run
  }

  /// The `<` or `>` directly before an offset, as the start of a run; nil if there is none.
  ///
  /// In `<＝`, the `<` was already read as an operator when the `＝` is found. One error reports
  /// both.
  private func lessOrGreater(before start: Int) -> ForeignRun? {
    guard let previous = tokens.last, previous.isLessOrGreater,
      previous.bytes.upperBound == start
    else { return nil }
    return ForeignRun(bytes: previous.bytes, ascii: previous.spelling)
  }

  /// Whether a character continues a run: both are part of an operator, or both of a number.
  ///
  /// An empty run can begin with any character. If that is part of neither, nothing continues the
  /// run.
  private static func belongs(_ ascii: Unicode.Scalar, to run: String) -> Bool {
    guard let last = run.unicodeScalars.last else { return true }
    let charactersOfOperators = "=!<>&|"
    let charactersOfNumbers = "0123456789."
    return [charactersOfOperators, charactersOfNumbers].contains { characters in
      characters.unicodeScalars.contains(last) && characters.unicodeScalars.contains(ascii)
    }
  }

  /// The error for characters of another width, such as `＝＝`; its replacement is their ASCII form,
  /// `==`, if that is valid.
  private func errorAboutRun(_ run: ForeignRun, with lookalike: Unicode.Scalar) -> SyntaxError {
    let message = Self.notAllowed(lookalike)
    if run.ascii == "!" {
      return SyntaxError(Self.code, message, run.bytes, hint: ForeignSpelling.negationHint)
    }
    // Operators of other languages, such as `＝＝＝` for `==`.
    if let replacement = ForeignSpelling.replacement(forASCII: run.ascii) {
      return SyntaxError(Self.code, message, run.bytes, writing: replacement)
    }
    let isValidInASCII = (try? Self.tokens(of: SourceText(name: "", text: run.ascii))) != nil
    return isValidInASCII
      ? SyntaxError(Self.code, message, run.bytes, writing: run.ascii)
      : SyntaxError(Self.code, message, run.bytes)
  }
}

extension Token {
  /// Whether it is `<` or `>`, to which a following `=` belongs.
  fileprivate var isLessOrGreater: Bool {
    kind == .operator(.less) || kind == .operator(.greater)
  }

  /// Whether a value can end with this token, so that an operator can follow.
  fileprivate var endsValue: Bool {
    switch kind {
    case .number, .string, .word, .keyword: true
    case .mark(let mark): [.closeParenthesis, .closeBracket, .closeBrace].contains(mark)
    case .operator, .end: false
    }
  }
}
