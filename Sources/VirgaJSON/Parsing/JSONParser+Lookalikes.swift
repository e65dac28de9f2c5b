import VirgaSource

/// Recovery from characters that look like those of JSON: typographic quotes, full-width marks,
/// minus signs.
extension JSONParser {
  /// A character that looks like an ASCII one, and the bytes that it takes.
  struct FoundLookalike {
    let character: Lookalike
    let range: Range<Int>

    var length: Int { range.count }
  }

  /// The character at `offset` if it looks like an ASCII one; nil for other characters.
  func lookalike(at offset: Int) -> FoundLookalike? {
    // Neither an ASCII byte nor one inside of a character begins a lookalike.
    guard offset < bytes.count, bytes[offset] >= Byte.firstOfSequence else { return nil }
    // Bytes that are not UTF-8 have the length 0, which gives an empty text.
    let range = offset..<offset + scalarLength(at: offset)
    let text = String(decoding: bytes[range], as: UTF8.self)
    guard let character = text.unicodeScalars.first.flatMap(Lookalike.init) else { return nil }
    return FoundLookalike(character: character, range: range)
  }

  /// The quote that ends at `offset` and looks like an ASCII one; nil if there is none.
  func lookalikeQuote(endingAt offset: Int) -> FoundLookalike? {
    // All these quotes have 2 or 3 bytes in UTF-8.
    let possibleLengths = 2...3
    for length in possibleLengths where offset >= length {
      guard let found = lookalike(at: offset - length), found.length == length else { continue }
      return found.character.isQuote ? found : nil
    }
    return nil
  }

  /// Whether a range of the text has a quote that looks like an ASCII one.
  func hasLookalikeQuote(_ range: Range<Int>) -> Bool {
    range.contains { lookalike(at: $0)?.character.isQuote ?? false }
  }

  /// Reads what looks like a value, or like a separator or closing bracket in its place: `“red”`,
  /// `［` or `，`; returns the next step, or nil for other characters.
  mutating func recoverLookalikeValue(_ step: Step) -> Step? {
    guard let found = lookalike(at: index) else { return nil }
    switch found.character.ascii {
    case "\"", "'":
      readTypographicString(found, as: .string)
      return .afterItem
    case "{": return openLookalike(found, of: .object)
    case "[": return openLookalike(found, of: .array)
    case ",", ";", ":", "}", "]": return recoverMissingValue(before: found, step)
    default: return nil
    }
  }

  /// Reads a lookalike of an opening bracket as that bracket; at the maximum depth, parsing stops.
  private mutating func openLookalike(
    _ found: FoundLookalike, of kind: LocatedNode.Kind
  ) -> Step {
    guard openContainers.count < limits.depth else { return stopTooDeep() }
    reportLookalike(found)
    openContainer(kind, found.range)
    return .first
  }

  /// Recovers from what looks like a separator or closing bracket in place of a value.
  private mutating func recoverMissingValue(before found: FoundLookalike, _ step: Step) -> Step {
    // Outside of containers, `.value` is the step before the root, which can still follow.
    let isAfterColon = step == .value && !openContainers.isEmpty
    if isAfterColon {
      // The character is read again, after the missing value.
      reportAndAppendMissingValue()
      return .afterItem
    }
    // A character that closes no container is skipped, and the same step goes on.
    return closeOrSkipLookalike(found) ?? step
  }

  /// Reads what looks like a key, or like a separator or bracket in its place: `“color”` or `：`;
  /// returns the next step, or nil for other characters.
  mutating func recoverLookalikeMember() -> Step? {
    guard let found = lookalike(at: index) else { return nil }
    if found.character.isQuote {
      readTypographicString(found, as: .key)
      return .colon
    }
    // Other characters than separators and brackets are part of a word.
    guard found.character.endsWord else { return nil }
    // A colon or the start of a value, whose key is missing.
    let canFollowKey = "{[:".unicodeScalars.contains(found.character.ascii)
    if canFollowKey { return appendMissingKey(beforeColon: found.character.ascii == ":") }
    // A character that does not close the object is skipped, and a member is still expected.
    return closeOrSkipLookalike(found) ?? .item
  }

  /// Reads what looks like a comma, a colon or a closing bracket, after a key or an item; returns
  /// the next step, or nil for other characters.
  mutating func recoverLookalikeSeparator(_ step: Step) -> Step? {
    guard let found = lookalike(at: index) else { return nil }
    switch (found.character.ascii, step) {
    case (":", .colon):
      reportLookalike(found)
      // `consumeColon` consumes one byte, the last one of the lookalike.
      moveToLastByte(of: found)
      return consumeColon()
    // A semicolon is read as a comma.
    case (",", .afterItem), (";", .afterItem): return consumeLookalikeComma(found)
    case ("}", .afterItem), ("]", .afterItem):
      let stepAfterCloser = closeOrSkipLookalike(found)
      // A bracket that does not close the innermost container is only skipped.
      return stepAfterCloser ?? .afterItem
    default: return nil
    }
  }

  /// Reports what looks like a comma, and consumes it as one; an item follows.
  private mutating func consumeLookalikeComma(_ found: FoundLookalike) -> Step {
    reportLookalike(found)
    // A separator is one byte, so the last byte of the lookalike stands for the comma.
    moveToLastByte(of: found)
    // The comma was reported: a closing bracket after it does not report it as a trailing one too.
    rememberSeparator(at: index, isReported: true)
    skip(1)
    return .item
  }

  /// Moves to the last byte of a lookalike, which is then consumed in place of the character of
  /// JSON, because that has one byte.
  private mutating func moveToLastByte(of found: FoundLookalike) {
    move(to: found.range.upperBound - 1)
  }

  /// Reports a lookalike of a separator or closing bracket, and skips it; returns the next step if
  /// it closes the innermost container, else nil.
  private mutating func closeOrSkipLookalike(_ found: FoundLookalike) -> Step? {
    reportLookalike(found)
    let closer: Unicode.Scalar = innermostIsObject ? "}" : "]"
    let isCloser = !openContainers.isEmpty && found.character.ascii == closer
    guard isCloser else {
      skip(found.length)
      return nil
    }
    // `consumeCloser` consumes one byte, the last one of the lookalike.
    moveToLastByte(of: found)
    return consumeCloser()
  }

  /// Reports a character that looks like one of JSON, with that one as the fix.
  private mutating func reportLookalike(_ found: FoundLookalike) {
    let fix = String(found.character.meantInJSON)
    report(lookalikeProblem(found.character, found.range, writing: fix))
  }

  /// The problem of a lookalike: its message names the character of JSON that was meant, and `text`
  /// fixes it in place of `range`.
  private func lookalikeProblem(
    _ character: Lookalike, _ range: Range<Int>, writing text: String
  ) -> JSONSyntaxProblem {
    let message = character.message(insteadOf: character.meantInJSON)
    let shownText = text.shortened(to: Self.maxShownScalars)
    var problem = JSONSyntaxProblem("json-lookalike", range, message, hint: "write `\(shownText)`")
    problem.replacement = text
    return problem
  }

  /// Reads a string that begins with a typographic quote as if it were an ASCII one.
  private mutating func readTypographicString(_ opening: FoundLookalike, as kind: StringKind) {
    let start = index
    let contentStart = start + opening.length
    let restOfLine = bytes[contentStart...].prefix { !Byte.isLineEnd($0) }
    if let closing = closingQuote(in: restOfLine, of: kind) {
      return reportAndAppendTypographicString(
        start..<closing.upperBound, content: contentStart..<closing.lowerBound, kind,
        quotedBy: opening.character)
    }
    report(lookalikeProblem(opening.character, start..<contentStart, writing: "\""))
    appendUnclosedTypographicString(from: contentStart, lineEnd: restOfLine.endIndex, kind)
  }

  /// Appends a string without any closing quote, whose opening quote was reported; its text starts
  /// at `start`, behind that quote.
  ///
  /// A key ends before the colon; another string ends with its line, before a comma and the
  /// brackets that close open containers.
  private mutating func appendUnclosedTypographicString(
    from start: Int, lineEnd: Int, _ kind: StringKind
  ) {
    let content = start..<lineEnd
    let end: Int
    switch kind {
    case .key: end = bytes[content].firstIndex(of: Byte.colon) ?? lineEnd
    case .string: end = endBeforeClosers(of: content)
    }
    // The range has neither quote, and nothing has looked for escapes in it.
    appendString(kind, start..<end, [.unopened, .unclosed, .needsDecoding, .hasReportedMistake])
  }

  /// The quote in `line` that most likely closes a string; nil if there is none.
  ///
  /// That is the first quote, ASCII or typographic, after which JSON can go on, for example with a
  /// comma. Without such a quote it is the first typographic one.
  func closingQuote(in line: Slice<UnsafeBufferPointer<UInt8>>, of kind: StringKind) -> Range<Int>?
  {
    var firstTypographic: Range<Int>?
    var offset = line.startIndex
    while offset < line.endIndex {
      let typographic = lookalike(at: offset).flatMap { $0.character.isQuote ? $0.range : nil }
      let range = typographic ?? offset..<offset + 1
      let isQuote = typographic != nil || line[offset] == Byte.quote
      if isQuote, quoteCanClose(kind, endingAt: range.upperBound) { return range }
      if firstTypographic == nil { firstTypographic = typographic }
      offset = range.upperBound
    }
    return firstTypographic
  }

  /// Appends a string with a typographic quote on at least one side, and reports it as one mistake.
  ///
  /// - Parameter quote: The typographic quote that the problem names; of two the first one.
  mutating func reportAndAppendTypographicString(
    _ range: Range<Int>, content: Range<Int>, _ kind: StringKind, quotedBy quote: Lookalike
  ) {
    report(lookalikeProblem(quote, range, writing: "\"" + escapingQuotes(in: content) + "\""))
    // The content is appended as a string without quotes, because typographic ones do not count. It
    // is decoded, because nothing has looked for escapes in it.
    appendString(kind, content, [.unopened, .unclosed, .needsDecoding, .hasReportedMistake])
    // The content ends before the closing quote.
    moveBehindToken(endingAt: range.upperBound)
  }

  /// A part of the text to be put between double quotes: each double quote has a backslash, and an
  /// apostrophe has none, because JSON has no escape `\'`.
  func escapingQuotes(in content: Range<Int>) -> String {
    var escaped: [UInt8] = []
    // A backslash escapes the next byte, unless it is itself escaped, as the second one of `\\"`.
    var isEscaped = false
    for byte in bytes[content] {
      let isUnescapedQuote = byte == Byte.quote && !isEscaped
      if isUnescapedQuote { escaped.append(Byte.backslash) }
      let isEscapedApostrophe = byte == Byte.apostrophe && isEscaped
      if isEscapedApostrophe { escaped.removeLast() }
      escaped.append(byte)
      isEscaped = byte == Byte.backslash && !isEscaped
    }
    return String(decoding: escaped, as: UTF8.self)
  }

  /// The problem of a number, `true`, `false` or `null` in characters that only look like theirs,
  /// as in `−1` with a minus sign that is not a hyphen; nil for other words.
  func problemOfLookalikes(in range: Range<Int>) -> JSONSyntaxProblem? {
    // A longer word is none of these, and is not worth reading.
    guard range.count <= Self.maxWordBytes else { return nil }
    let isASCII = bytes[range].allSatisfy { $0 < Byte.firstNonASCII }
    guard !isASCII else { return nil }
    let text = String(decoding: bytes[range], as: UTF8.self)
    // A quote begins a string, not one of these words.
    guard let first = Lookalike(firstIn: text), !first.isQuote else { return nil }
    let replaced = text.replacingLookalikes
    guard let value = try? JSONValue.parse(replaced), value.isScalar else { return nil }
    return lookalikeProblem(first, range, writing: replaced)
  }

  /// The maximum length in bytes of such a word; others are not decoded.
  static let maxWordBytes = 100
}

extension Lookalike {
  /// The character of JSON that was meant: JSON has neither single quotes nor semicolons.
  fileprivate var meantInJSON: Unicode.Scalar {
    switch ascii {
    case "'": "\""
    case ";": ","
    default: ascii
    }
  }
}

extension JSONValue {
  /// Whether it is neither an array nor an object.
  fileprivate var isScalar: Bool {
    switch self {
    case .array, .object: false
    default: true
    }
  }
}
