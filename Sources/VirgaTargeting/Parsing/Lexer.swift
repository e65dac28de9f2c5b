import VirgaSource

/// Splits the text of an expression into tokens.
///
/// All of the text is split before it is parsed, so an invalid character is an error anywhere.
struct Lexer {
  let source: SourceText
  /// The next byte to read.
  private var offset = 0
  private(set) var tokens: [Token] = []
  /// Whether an error may read the tokens after it to suggest a fix; false while one does, so that
  /// an error among those tokens does not read further ones.
  private(set) var canLookAhead = true

  /// All tokens of a text, of which the last one is `end`.
  static func tokens(of source: SourceText) throws(SyntaxError) -> [Token] {
    var lexer = Lexer(source: source)
    while try lexer.readToken() {}
    return lexer.tokens
  }

  /// The next two tokens from an offset, for an error there that suggests a fix.
  ///
  /// Fewer if the text ends or a token has an error. Empty if this lexer is itself looking ahead:
  /// else errors that it meets would read the same text again and again.
  func lookaheadTokens(from start: Int) -> [Token] {
    guard canLookAhead else { return [] }
    // A copy, which has the tokens read so far and adds those that follow.
    var reader = self
    reader.canLookAhead = false
    reader.offset = start
    let lookaheadCount = 2
    while reader.tokens.count < tokens.count + lookaheadCount {
      let hasMore = (try? reader.readToken()) == true
      guard hasMore else { break }
    }
    return Array(reader.tokens.dropFirst(tokens.count))
  }

  /// Reads one token; at the end of the text it adds the token `end` and returns false.
  private mutating func readToken() throws(SyntaxError) -> Bool {
    skipWhiteSpace()
    guard let byte = peek() else {
      tokens.append(Token(kind: .end, bytes: offset..<offset))
      return false
    }
    switch byte {
    case UInt8(ascii: "'"), UInt8(ascii: "\""): try readString(quote: byte)
    case let byte where byte.isDigit: readNumber()
    case UInt8(ascii: ".") where isDigit(peek(1)): readNumber()
    default:
      if startsWord(at: offset) { readWord() } else { try readSymbol() }
    }
    return true
  }

  /// Reads a string; a backslash can only escape the quote that encloses it.
  private mutating func readString(quote: UInt8) throws(SyntaxError) {
    let start = offset
    var text: [UInt8] = []
    offset += 1
    while let byte = peek(), byte != quote {
      // The quote that it escapes is part of the text.
      if byte == UInt8(ascii: "\\") { try skipBackslash(before: quote) }
      text.append(source.bytes[offset])
      offset += 1
    }
    guard peek() == quote else { throw unterminated(start, quote: quote) }
    offset += 1
    append(.string(String(decoding: text, as: UTF8.self)), from: start)
  }

  /// Skips the backslash that is next, up to the quote that it escapes; anything else after it is
  /// an error.
  private mutating func skipBackslash(before quote: UInt8) throws(SyntaxError) {
    guard peek(1) == quote else {
      throw SyntaxError(
        "unknown-escape",
        "A backslash is only allowed before the quote that encloses the string",
        offset..<offset + 1)
    }
    offset += 1
  }

  /// Reads a number such as `12`, `12.5` or `.5`; it has neither sign nor exponent.
  private mutating func readNumber() {
    let start = offset
    skipDigits()
    if peek() == UInt8(ascii: "."), isDigit(peek(1)) {
      offset += 1
      skipDigits()
    }
    let text = String(decoding: source.bytes[start..<offset], as: UTF8.self)
    // `Double` reads every such text, and gives infinity if it has too many digits.
    append(.number(Double(text) ?? .infinity), from: start)
  }

  /// Reads a name, a keyword, or the operator `in`.
  private mutating func readWord() {
    let start = offset
    while startsWord(at: offset) || isDigit(peek()) { offset += scalar(at: offset).length }
    let text = String(decoding: source.bytes[start..<offset], as: UTF8.self)
    if text == BinaryOperator.isIn.rawValue {
      append(.operator(.isIn), from: start)
    } else if let keyword = Token.Keyword(rawValue: text) {
      append(.keyword(keyword), from: start)
    } else {
      append(.word(text), from: start)
    }
  }

  /// Reads a bracket, another mark or an operator.
  private mutating func readSymbol() throws(SyntaxError) {
    let start = offset
    let first = scalar(at: offset)
    // Marks first, because most symbols are brackets and commas. Of the operators only `||` begins
    // like a mark.
    let isOr = first.value == "|" && peek(1) == UInt8(ascii: "|")
    guard !isOr, let mark = Self.mark(first.value) else {
      return try readOperator(startingWith: first)
    }
    offset += 1
    append(.mark(mark), from: start)
  }

  /// Reads an operator; one of another language, such as `=>`, is an error.
  private mutating func readOperator(
    startingWith first: (value: Unicode.Scalar, length: Int)
  ) throws(SyntaxError) {
    try refuseForeignOperator()
    let start = offset
    let firstText = String(first.value)
    // The longer one first: `<` begins `<=`.
    guard
      let symbol = longOperator(startingWith: firstText) ?? BinaryOperator(rawValue: firstText)
    else {
      throw unexpected(first.value, at: start..<start + first.length)
    }
    offset += symbol.rawValue.utf8.count
    append(.operator(symbol), from: start)
  }

  /// Throws an error if an operator of another language is next, such as `=>`.
  private func refuseForeignOperator() throws(SyntaxError) {
    let foreignSpelling = ForeignSpelling.foreignOperator(startingAt: source.bytes[offset...])
    guard let (foreign, replacement) = foreignSpelling else { return }
    let bytes = offset..<offset + foreign.utf8.count
    throw SyntaxError(
      "unexpected-character", "`\(foreign)` is not an operator", bytes, writing: replacement)
  }

  /// The operator of two characters that is next and begins with `first`; nil if there is none.
  private func longOperator(startingWith first: String) -> BinaryOperator? {
    // Only after such a byte, so that most short operators do not need a second text.
    guard let next = peek(1), Self.secondBytesOfOperators.contains(next) else { return nil }
    return BinaryOperator(rawValue: first + String(UnicodeScalar(next)))
  }

  /// The second characters of `==`, `&&`, `||` and `//`.
  private static let secondBytesOfOperators = "=&|/".utf8

  /// The marks by their ASCII code; nil for codes that are none.
  private static let marks: [Token.Mark?] = {
    let asciiCount = 128
    var marks: [Token.Mark?] = Array(repeating: nil, count: asciiCount)
    for mark in Token.Mark.allCases { marks[Int(mark.rawValue.asciiValue ?? 0)] = mark }
    return marks
  }()

  /// The mark that a character is; nil for operators and for all other characters.
  private static func mark(_ scalar: Unicode.Scalar) -> Token.Mark? {
    scalar.isASCII ? marks[Int(scalar.value)] : nil
  }

  /// Appends the token whose bytes were read from `start` on.
  private mutating func append(_ kind: Token.Kind, from start: Int) {
    tokens.append(Token(kind: kind, bytes: start..<offset))
  }

  /// The byte that is `ahead` bytes after the next one; nil after the end of the text.
  private func peek(_ ahead: Int = 0) -> UInt8? {
    offset + ahead < source.bytes.count ? source.bytes[offset + ahead] : nil
  }

  private func isDigit(_ byte: UInt8?) -> Bool { byte?.isDigit ?? false }

  private mutating func skipDigits() { while isDigit(peek()) { offset += 1 } }

  /// Moves to the next character that is not white space; JEXL allows all white space of Unicode.
  private mutating func skipWhiteSpace() {
    while offset < source.bytes.count {
      let next = scalar(at: offset)
      guard isWhiteSpace(next.value) else { return }
      offset += next.length
    }
  }

  /// Whether a name can begin here: with a letter of any language or `_`.
  func startsWord(at offset: Int) -> Bool {
    guard offset < source.bytes.count else { return false }
    let scalar = scalar(at: offset).value
    // Unicode properties are only looked up where they are needed, because that is slow.
    guard scalar.isASCII else { return scalar.properties.isAlphabetic }
    return ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar) || scalar == "_"
  }

  /// Whether a character is white space in Unicode; of ASCII, a blank or a tab to a return.
  private func isWhiteSpace(_ scalar: Unicode.Scalar) -> Bool {
    guard scalar.isASCII else { return scalar.properties.isWhitespace }
    return scalar == " " || ("\t"..."\r").contains(scalar)
  }

  /// The Unicode scalar at an offset, and its length in bytes, 1 to 4.
  func scalar(at offset: Int) -> (value: Unicode.Scalar, length: Int) {
    let byte = source.bytes[offset]
    let isASCII = byte < 0x80
    if isASCII { return (Unicode.Scalar(byte), 1) }
    let maxLength = 4
    let rest = source.bytes[offset..<min(offset + maxLength, source.bytes.count)]
    let value = String(decoding: rest, as: UTF8.self).unicodeScalars.first ?? "\u{FFFD}"
    // Invalid bytes are decoded as U+FFFD, which can be longer than what is left of the text.
    return (value, min(UTF8.width(value), rest.count))
  }
}

/// A token of an expression, with its bytes in the text.
struct Token {
  enum Kind: Equatable {
    case number(Double)
    case string(String)
    case word(String)
    case keyword(Keyword)
    case `operator`(BinaryOperator)
    case mark(Mark)
    case end
  }

  /// A reserved word, which cannot be a name. (`in` is reserved too, as an operator.)
  enum Keyword: String {
    case `true`, `false`, `null`
  }

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

  var kind: Kind
  var bytes: Range<Int>

  /// The token as it is shown in messages.
  var spelling: String {
    switch kind {
    case .number(let value): "\(value)"
    case .string(let text): "'\(text)'"
    case .word(let text): text
    case .keyword(let keyword): keyword.rawValue
    case .operator(let symbol): symbol.rawValue
    case .mark(let mark): String(mark.rawValue)
    case .end: ""
    }
  }
}

/// Why a text is not an expression, with byte offsets.
struct SyntaxError: Error {
  var code: Problem.Code
  var message: String
  var bytes: Range<Int>
  var hint: String?
  /// The text that fixes it in place of those bytes.
  var replacement: String?

  /// An error without a replacement that fixes it.
  init(_ code: Problem.Code, _ message: String, _ bytes: Range<Int>, hint: String? = nil) {
    self.code = code
    self.message = message
    self.bytes = bytes
    self.hint = hint
  }

  /// An error that is fixed by writing a replacement in place of the bytes, as the hint says.
  init(_ code: Problem.Code, _ message: String, _ bytes: Range<Int>, writing replacement: String) {
    self.init(code, message, bytes, hint: "write `\(replacement)`")
    self.replacement = replacement
  }

  /// The error as a problem, with its position in the text.
  func problem(in source: SourceText) -> Problem {
    let location = SourceLocation(file: source.name, range: source.range(of: bytes))
    return Problem(.error, code, message, at: location).with(hint: hint).with(
      replacement: replacement)
  }
}
