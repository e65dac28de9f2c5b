import VirgaSource

/// Numbers, and words without quotes in place of values and keys.
extension JSONParser {
  /// The end of the word at `start`, such as a number; `start` if there is none.
  func wordEnd(from start: Int) -> Int {
    var end = start
    while end < bytes.count, continuesWord(at: end), !startsComment(at: end) { end += 1 }
    return end
  }

  /// Whether the byte at `offset` is part of a word; a full-width separator or bracket is not.
  func continuesWord(at offset: Int) -> Bool {
    guard Byte.continuesWord(bytes[offset]) else { return false }
    let isASCII = bytes[offset] < Byte.firstNonASCII
    guard !isASCII, let found = lookalike(at: offset) else { return true }
    return !found.character.endsWord
  }

  /// Whether `//` or `/*` is at `offset`.
  func startsComment(at offset: Int) -> Bool {
    guard bytes[offset] == Byte.slash, offset + 1 < bytes.count else { return false }
    return bytes[offset + 1] == Byte.slash || bytes[offset + 1] == Byte.star
  }

  /// Reads words in place of a value, and reports them as one mistake: a number such as `+1` or
  /// `.5`, a string without its opening quote (`red"`), or words (`very red`).
  ///
  /// The string is read; a number and words become an unreadable value.
  mutating func recoverBareWord() {
    let first = bytes[index]
    let second = index + 1 < bytes.count ? bytes[index + 1] : nil
    let startsLikeNumber = first == Byte.plus || first == Byte.point
    let continuesLikeNumber = second?.isDigit == true || second == Byte.point
    if startsLikeNumber, continuesLikeNumber { return recoverNumber() }
    // A quote can close a string if JSON can go on after it.
    if let quote = nextQuote(from: index), quoteCanClose(.string, at: quote) {
      return appendUnopenedString(index..<quote + 1, .string)
    }
    // `−1` with a minus sign that is not a hyphen has a more precise problem.
    let words = index..<phraseEnd(from: index)
    report(problemOfLookalikes(in: words) ?? problemOfWords(in: words))
    append(.unreadable, words)
  }

  /// Reports and appends a string without its opening quote.
  private mutating func appendUnopenedString(_ range: Range<Int>, _ kind: StringKind) {
    report(
      "json-unopened-string", range, "the string has no opening quote; add `\"` before it",
      writing: "\"" + text(in: range))
    // Always decoded, because nothing has looked for escapes in it.
    appendString(kind, range, [.unopened, .needsDecoding, .hasReportedMistake])
  }

  /// The problem of words in place of a value, with the value that was probably meant as its fix:
  /// `null`, a literal of a similar name, or the words as a string.
  ///
  /// Long words are shortened in the message, but not in the fix.
  private func problemOfWords(in range: Range<Int>) -> JSONSyntaxProblem {
    let word = shown(range)
    switch word.lowercased() {
    case "none", "nil", "undefined", "nan", "infinity":
      var problem = JSONSyntaxProblem(
        "json-bare-word", range, "`\(word)` is not a JSON value; write `null`")
      problem.replacement = "null"
      return problem
    default:
      let literals = ["true", "false", "null"]
      var problem = JSONSyntaxProblem(
        "json-bare-word", range, "`\(word)` is not a JSON value; put text in double quotes",
        hint: NameSuggestions.hint(for: word, among: literals))
      let literal = NameSuggestions.nearest(to: word, among: literals, limit: 1).first
      problem.replacement = literal ?? JSONValue.string(text(in: range)).compact
      return problem
    }
  }

  /// A range of the text as it is.
  private func text(in range: Range<Int>) -> String {
    String(decoding: bytes[range], as: UTF8.self)
  }

  /// The end of the words at `start`, which may have spaces and colons between them: in
  /// `see http://a.b` the end of the text, in `red // why` the end of `red`.
  ///
  /// At least one byte is read, even if it is not part of a word, so that the parser moves on.
  private func phraseEnd(from start: Int) -> Int {
    var end = max(start + 1, wordEnd(from: start))
    while end < bytes.count {
      let isColon = bytes[end] == Byte.colon
      let nextWord = isColon ? end + 1 : firstNonBlank(from: end)
      let hasSeparator = nextWord > end
      guard hasSeparator, nextWord < bytes.count, continuesWord(at: nextWord) else { break }
      // `//` after a colon belongs to a URL.
      if !isColon && startsComment(at: nextWord) { break }
      // The end is looked for from the second byte on, because at the `//` of a URL, which looks
      // like a comment, `wordEnd` finds no word.
      end = max(nextWord + 1, wordEnd(from: nextWord + 1))
    }
    return end
  }

  /// The offset of the first byte from `start` that is not a space or tab.
  func firstNonBlank(from start: Int) -> Int {
    var offset = start
    while offset < bytes.count, bytes[offset] == Byte.space || bytes[offset] == Byte.tab {
      offset += 1
    }
    return offset
  }

  /// Reads a key without quotes as one mistake: `color`, or with only its closing quote, `color"`
  /// or `color”`.
  mutating func readBareKey() {
    let start = index
    var end = start
    while end < bytes.count, continuesWord(at: end) || bytes[end] == Byte.space { end += 1 }
    let quoteFollows = end < bytes.count && bytes[end] == Byte.quote
    // What follows a quote, such as a colon, shows whether it closes the key.
    if quoteFollows, quoteCanClose(.key, at: end) {
      return appendUnopenedString(start..<end + 1, .key)
    }
    // The spaces at the end do not belong to the key; its first byte is never one of them.
    while end > start + 1, bytes[end - 1] == Byte.space { end -= 1 }
    appendBareKey(start..<end)
  }

  /// Reports and appends a key without quotes, or with only a typographic closing quote: `color”`;
  /// the fix is the key in double quotes.
  private mutating func appendBareKey(_ range: Range<Int>) {
    // A quote without text before it does not close a key.
    if let quote = lookalikeQuote(endingAt: range.upperBound),
      quote.range.lowerBound > range.lowerBound
    {
      let content = range.lowerBound..<quote.range.lowerBound
      return reportAndAppendTypographicString(
        range, content: content, .key, quotedBy: quote.character)
    }
    report(
      "json-unquoted-key", range, "put the key in double quotes: `\"\(shown(range))\"`",
      writing: JSONValue.string(text(in: range)).compact)
    // The key has neither quote, which was reported.
    appendString(.key, range, [.unopened, .unclosed, .hasReportedMistake])
  }

  /// Reads the number at the index; a wrong one, such as `01`, `1.` or `1a`, is recovered from.
  mutating func readNumber() {
    let number = scannedNumber()
    let end = number.end
    // A slash continues a word, as in `1/2`, unless it starts a comment: `1//` is a number.
    let isWholeWord = end >= bytes.count || !continuesWord(at: end) || startsComment(at: end)
    guard number.isValid, isWholeWord else { return recoverNumber() }
    let range = index..<end
    // Only an exponent or very many digits make a number too large for a double.
    let mayOverflow = number.hasExponent || range.count >= Self.minOverflowLength
    if mayOverflow, isOutOfRange(range) {
      let message = "`\(shown(range))` is too large for a number; write one below 1.8e308"
      report("json-number-range", range, message)
      return append(.unreadable, range)
    }
    append(number.isInteger ? .integer : .number, range)
  }

  /// Where the number at the index ends, whether it is valid, and which parts it has.
  private struct ScannedNumber {
    var end: Int
    var isValid = false
    var isInteger = true
    var hasExponent = false
  }

  /// Scans the whole part, the fraction and the exponent of the number at the index; the result
  /// says where it ends and whether it is valid.
  @inline(__always)
  private func scannedNumber() -> ScannedNumber {
    var number = ScannedNumber(end: index)
    if bytes[number.end] == Byte.minus { number.end += 1 }
    scanWholePart(&number)
    scanFraction(&number)
    scanExponent(&number)
    return number
  }

  /// Scans the digits before a point, which make the number valid unless they begin with an extra
  /// zero.
  @inline(__always)
  private func scanWholePart(_ number: inout ScannedNumber) {
    let wholeStart = number.end
    let hasWhole = skipDigits(&number.end)
    let hasSeveralDigits = number.end > wholeStart + 1
    let hasLeadingZero = hasWhole && bytes[wholeStart] == Byte.zero && hasSeveralDigits
    number.isValid = hasWhole && !hasLeadingZero
  }

  /// Scans the point and the digits after it, if there is a point; without digits, the number is
  /// not valid.
  @inline(__always)
  private func scanFraction(_ number: inout ScannedNumber) {
    guard number.end < bytes.count, bytes[number.end] == Byte.point else { return }
    number.isInteger = false
    number.end += 1
    // The digits are skipped even if the number is already known to be wrong.
    let hasDigits = skipDigits(&number.end)
    number.isValid = hasDigits && number.isValid
  }

  /// Scans `e` or `E`, a sign and the digits after it, if there is an `e`; without digits, the
  /// number is not valid.
  @inline(__always)
  private func scanExponent(_ number: inout ScannedNumber) {
    // This bit makes an `E` lowercase.
    let lowercaseBit: UInt8 = 0x20
    guard number.end < bytes.count, bytes[number.end] | lowercaseBit == Byte.e else { return }
    number.isInteger = false
    number.hasExponent = true
    number.end += 1
    let hasSign =
      number.end < bytes.count
      && (bytes[number.end] == Byte.plus || bytes[number.end] == Byte.minus)
    if hasSign { number.end += 1 }
    // The digits are skipped even if the number is already known to be wrong.
    let hasDigits = skipDigits(&number.end)
    number.isValid = hasDigits && number.isValid
  }

  /// The shortest literal without an exponent that can be out of a double's range.
  private static let minOverflowLength = 309

  /// Whether the number in a range is beyond the finite doubles.
  private func isOutOfRange(_ range: Range<Int>) -> Bool {
    let literal = String(decoding: UnsafeBufferPointer(rebasing: bytes[range]), as: UTF8.self)
    return JSONNumber(checked: literal).double.isInfinite
  }

  /// Moves `end` behind the digits there; false if there are none.
  @inline(__always)
  private func skipDigits(_ end: inout Int) -> Bool {
    let start = end
    while end < bytes.count, bytes[end].isDigit { end += 1 }
    return end > start
  }

  /// Reports a word that starts like a number, and reads it as one unreadable value.
  mutating func recoverNumber() {
    let range = index..<wordEnd(from: index)
    let message = "`\(shown(range))` is not a JSON number; \(adviceOnNumber(range))"
    var problem = JSONSyntaxProblem("json-bad-number", range, message)
    problem.replacement = meantNumber(range)
    // A minus sign that is not a hyphen has a more precise problem.
    report(problemOfLookalikes(in: range) ?? problem)
    append(.unreadable, range)
  }

  /// The number that a wrong one was meant to be: `1` for `+1`, `01` and `1.`, and `0.5` for `.5`;
  /// nil if that is not known.
  private func meantNumber(_ range: Range<Int>) -> String? {
    // A longer word is not worth reading.
    guard range.count <= Self.maxWordBytes else { return nil }
    var unsigned = text(in: range)
    let minus = unsigned.hasPrefix("-") ? "-" : ""
    let hasSign = unsigned.hasPrefix("-") || unsigned.hasPrefix("+")
    if hasSign { unsigned.removeFirst() }
    if unsigned.hasSuffix(".") { unsigned.removeLast() }
    guard !unsigned.isEmpty else { return nil }
    let withoutZeros = unsigned.drop { $0 == "0" }
    let startsWithDigit = withoutZeros.utf8.first?.isDigit == true
    // The whole part has at least one digit.
    let number = (startsWithDigit ? "" : "0") + String(withoutZeros)
    // Not checked by parsing it as JSON: for a wrong number the parser would call this function
    // again.
    return Self.isDecimal(number) ? minus + number : nil
  }

  /// Whether a text is digits, as in `10`, or digits with a point between them, as in `10.5`.
  private static func isDecimal(_ text: String) -> Bool {
    let parts = text.utf8.split(separator: Byte.point, omittingEmptySubsequences: false)
    let areDigits = parts.allSatisfy { part in !part.isEmpty && part.allSatisfy(\.isDigit) }
    return parts.count <= 2 && areDigits
  }

  /// How to correct a wrong number: "remove the leading zero" for `01`.
  private func adviceOnNumber(_ range: Range<Int>) -> String {
    var rest = bytes[range]
    if rest.first == Byte.plus { return "remove the `+`" }
    if rest.first == Byte.minus { rest.removeFirst() }
    guard let first = rest.first else { return "write digits after the `-`" }
    if first == Byte.point { return "write a digit before the `.`" }
    let wholeDigits = rest.prefix(while: \.isDigit)
    if wholeDigits.count > 1, first == Byte.zero { return "remove the leading zero" }
    rest = rest.dropFirst(wholeDigits.count)
    if rest.first == Byte.point {
      let fraction = rest.dropFirst().prefix(while: \.isDigit)
      if fraction.isEmpty { return "write a digit after the `.`" }
      rest = rest.dropFirst(1 + fraction.count)
    }
    switch rest.first {
    // As in `1e`, `1.5e` and `1e+`, but not in `1e5x`.
    case Byte.e where !Self.hasExponent(rest), UInt8(ascii: "E") where !Self.hasExponent(rest):
      return "write digits after the `e`"
    case UInt8(ascii: "x"), UInt8(ascii: "X"): return "write it in decimal"
    case UInt8(ascii: "_"): return "remove the `_`"
    default: return "write digits, or text in double quotes"
    }
  }

  /// Whether a part of a number that begins with `e` goes on like an exponent: with a digit, as in
  /// `e5`, or with a sign and a digit, as in `e-5`.
  private static func hasExponent(_ part: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    var afterE = part.dropFirst()
    if afterE.first == Byte.plus || afterE.first == Byte.minus { afterE = afterE.dropFirst() }
    return afterE.first?.isDigit == true
  }

  /// The length of the UTF-8 sequence at `offset`; 0 if it is ill-formed.
  func scalarLength(at offset: Int) -> Int {
    var parser = UTF8.ForwardParser()
    let longestSequence = 4
    var iterator = bytes[offset...].prefix(longestSequence).makeIterator()
    guard case .valid(let scalar) = parser.parseScalar(from: &iterator) else { return 0 }
    return scalar.count
  }

  /// A range of the text for a message: truncated, with ill-formed bytes replaced.
  func shown(_ range: Range<Int>) -> String {
    // A scalar has at most 4 bytes. With 5 bytes for each, more scalars are decoded than shown, so
    // that `shortened` marks a long text as cut.
    let decodedBytes = 5 * Self.maxShownScalars
    let start = range.prefix(decodedBytes)
    return String(decoding: bytes[start], as: UTF8.self).shortened(to: Self.maxShownScalars)
  }

  /// The maximum number of scalars of the text in a message.
  static let maxShownScalars = 40

  /// The name of a scalar by its number: `U+00A0` for 160.
  static func scalarName(_ scalar: UInt32) -> String {
    "U+" + scalar.hexadecimal(digits: 4, uppercase: true)
  }
}
