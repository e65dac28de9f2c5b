import VirgaSource

/// Strings, and recovery from missing, extra and wrong quotes.
extension JSONParser {
  /// Reads the string whose opening quote is at the index.
  ///
  /// Escapes, control characters and non-ASCII characters are checked. A line end ends the string,
  /// unless the string seems to continue in the next line.
  mutating func readString(as kind: StringKind) {
    let start = index
    var end = index + 1
    var flags: LocatedNode.Flags = []
    while end < bytes.count {
      let byte = bytes[end]
      if byte == Byte.quote { return appendString(kind, start..<end + 1, flags) }
      let isASCIIWithoutControls = byte >= Byte.space && byte < Byte.firstNonASCII
      if isASCIIWithoutControls && byte != Byte.backslash {
        end += 1
      } else {
        let continues = readUncommonCharacter(byte, kind, at: &end, &flags)
        // The string ends here, without its closing quote.
        if !continues { break }
      }
    }
    readUnclosedString(from: start, lineEnd: end, kind, flags)
  }

  /// Reads an escape, a non-ASCII scalar or a control character at `end`, and moves `end` behind
  /// it; false if the string ends there, without its closing quote.
  private mutating func readUncommonCharacter(
    _ byte: UInt8, _ kind: StringKind, at end: inout Int, _ flags: inout LocatedNode.Flags
  ) -> Bool {
    if byte >= Byte.firstNonASCII {
      end += lengthOfCheckedNonASCII(at: end, &flags)
    } else if byte == Byte.backslash {
      flags.insert(.needsDecoding)
      guard end + 1 < bytes.count, !Byte.isLineEnd(bytes[end + 1]) else {
        // The line ends after the backslash, and with it the string.
        end += 1
        return false
      }
      end += lengthOfCheckedEscape(at: end)
    } else {
      if Byte.isLineEnd(byte), !continuesOnNextLine(from: end, kind) { return false }
      end += lengthAfterReportingControl(byte, at: end, &flags)
    }
    return true
  }

  /// Checks the character of a string at `start` that is not ASCII; returns its length in bytes.
  ///
  /// Of bytes that are not UTF-8, one is read at a time.
  @inline(__always)
  private mutating func lengthOfCheckedNonASCII(
    at start: Int, _ flags: inout LocatedNode.Flags
  ) -> Int {
    let length = scalarLength(at: start)
    let isUTF8 = length > 0
    if !isUTF8 { reportInvalidUnicode(at: start, &flags) }
    return isUTF8 ? length : 1
  }

  /// Reports the control character at `start` in a string, whose `flags` then say that a mistake
  /// was reported; returns its length in bytes.
  private mutating func lengthAfterReportingControl(
    _ byte: UInt8, at start: Int, _ flags: inout LocatedNode.Flags
  ) -> Int {
    let isBeforeLineFeed = start + 1 < bytes.count && bytes[start + 1] == Byte.lineFeed
    // CR LF is one line end.
    let length = byte == Byte.carriageReturn && isBeforeLineFeed ? 2 : 1
    reportControl(byte, start..<start + length, &flags)
    return length
  }

  /// Checks the escape whose backslash is at `start`; returns its length in bytes.
  ///
  /// The backslash is not the last byte of its line.
  private mutating func lengthOfCheckedEscape(at start: Int) -> Int {
    switch bytes[start + 1] {
    case Byte.quote, Byte.backslash, Byte.slash:
      return JSONText.shortEscapeLength
    case UInt8(ascii: "b"), UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"),
      UInt8(ascii: "t"):
      return JSONText.shortEscapeLength
    case Byte.u:
      return lengthOfCheckedUnicodeEscape(at: start)
    default:
      // A byte that is not UTF-8 has no length, but is one byte of the escape.
      let lengthAfterBackslash = max(1, scalarLength(at: start + 1))
      let length = 1 + lengthAfterBackslash
      let range = start..<start + length
      report(
        "json-bad-escape", range, "`\(shown(range))` is not an escape; write `\\\\` for a backslash"
      )
      return length
    }
  }

  /// Checks the escape `\uXXXX`, or the pair of two, at `start`; returns its length in bytes.
  private mutating func lengthOfCheckedUnicodeEscape(at start: Int) -> Int {
    guard let unit = JSONText.codeUnit(at: start, of: bytes) else {
      return lengthAfterReportingIncompleteEscape(at: start)
    }
    let length = JSONText.unicodeEscapeLength
    let isFirst = JSONText.isFirstOfPair(unit)
    let isHalfOfPair = isFirst || JSONText.isSecondOfPair(unit)
    guard isHalfOfPair else { return length }
    if isFirst, let second = JSONText.codeUnit(at: start + length, of: bytes),
      JSONText.isSecondOfPair(second)
    {
      return 2 * length
    }
    let missing = isFirst ? "the second half must follow" : "the first half must come before it"
    let range = start..<start + length
    report("json-lone-surrogate", range, "`\(shown(range))` is half of a pair; \(missing)")
    return length
  }

  /// Reports `\u` without four hexadecimal digits, at `start`; returns the length in bytes with
  /// the digits that there are.
  private mutating func lengthAfterReportingIncompleteEscape(at start: Int) -> Int {
    let digitsStart = start + "\\u".utf8.count
    let neededDigits = 4
    let candidates = bytes[digitsStart...].prefix(neededDigits)
    let digits = candidates.prefix { $0.hexadecimalValue != nil }
    let range = start..<digitsStart + digits.count
    report(
      "json-bad-escape", range, "`\(shown(range))` is not an escape; `\\u` needs four hex digits")
    return range.count
  }

  /// Reports a control character in a string, unless `flags` say that a mistake in the string was
  /// reported before.
  private mutating func reportControl(
    _ byte: UInt8, _ range: Range<Int>, _ flags: inout LocatedNode.Flags
  ) {
    guard !flags.contains(.hasReportedMistake) else { return }
    flags.insert(.hasReportedMistake)
    let advice =
      switch byte {
      case Byte.tab: "a tab in a string is written `\\t`"
      case Byte.lineFeed, Byte.carriageReturn: "a line end in a string is written `\\n`"
      default:
        "the control character \(Self.scalarName(UInt32(byte))) in a string is written "
          + "`\\u\(byte.hexadecimal(digits: 4))`"
      }
    report("json-control-character", range, advice)
  }

  /// Reports a byte of a string that is not UTF-8, unless the string has another mistake before.
  ///
  /// The string is marked for decoding, which replaces the byte.
  private mutating func reportInvalidUnicode(at offset: Int, _ flags: inout LocatedNode.Flags) {
    if !flags.contains(.hasReportedMistake) { reportInvalidUnicode(offset..<offset + 1) }
    flags.formUnion([.needsDecoding, .hasReportedMistake])
  }

  /// Reports a byte that is not UTF-8, the first one of `range`.
  mutating func reportInvalidUnicode(_ range: Range<Int>) {
    let byte = bytes[range.lowerBound].hexadecimal(digits: 2, uppercase: true)
    report("json-invalid-utf8", range, "the byte 0x\(byte) is not UTF-8; save the text as UTF-8")
  }

  /// Reads a string without a closing quote, which starts at `start`, up to where its author
  /// probably meant to end it.
  ///
  /// A key ends before the colon; any other string ends at the end of its line, before a comma and
  /// brackets that close open containers: `"red},` is `"red`.
  mutating func readUnclosedString(
    from start: Int, lineEnd: Int, _ kind: StringKind, _ flags: LocatedNode.Flags
  ) {
    let afterQuote = start + 1
    let content = afterQuote..<lineEnd
    let colonOfKey = kind == .key ? bytes[content].firstIndex(of: Byte.colon) : nil
    let end = colonOfKey ?? endBeforeClosers(of: content)
    appendUnclosedString(start..<end, kind, flags)
  }

  /// Reports and appends a string without its closing quote, or with a typographic one: `"red` or
  /// `"red”`.
  private mutating func appendUnclosedString(
    _ range: Range<Int>, _ kind: StringKind, _ flags: LocatedNode.Flags
  ) {
    let afterOpeningQuote = range.lowerBound + 1
    if let quote = typographicQuote(closing: range) {
      let content = afterOpeningQuote..<quote.range.lowerBound
      return reportAndAppendTypographicString(
        range, content: content, kind, quotedBy: quote.character)
    }
    report(
      "json-unclosed-string", range, "the string is not closed; add `\"`",
      writing: doubleQuoted(afterOpeningQuote..<range.upperBound))
    appendString(kind, range, flags.union([.unclosed, .hasReportedMistake]))
  }

  /// The typographic quote at the end of `range` that closes a string with an ASCII opening quote;
  /// nil if the string ends in another way.
  ///
  /// Nil too if the content has a typographic quote: then it is unclear which one closes the
  /// string.
  private func typographicQuote(closing range: Range<Int>) -> FoundLookalike? {
    guard let quote = lookalikeQuote(endingAt: range.upperBound) else { return nil }
    let content = range.lowerBound + 1..<quote.range.lowerBound
    return hasLookalikeQuote(content) ? nil : quote
  }

  /// The end of `content` without a trailing comma, and without the brackets before it if they
  /// close the innermost containers.
  ///
  /// Of `red]},` that is the end of `red` in an array in an object, but of `red]` in an object
  /// alone.
  func endBeforeClosers(of content: Range<Int>) -> Int {
    var end = content.upperBound
    while end > content.lowerBound, bytes[end - 1].isSpace || bytes[end - 1] == Byte.comma {
      end -= 1
    }
    let closersStart = startOfClosers(endingAt: end, notBefore: content.lowerBound)
    let closers = bytes[closersStart..<end].filter { !$0.isSpace }
    guard !closers.isEmpty else { return end }
    let closeInnermost = zip(closers, openContainers.reversed()).allSatisfy { closer, container in
      (closer == Byte.closeBrace) == container.isObject
    }
    return closeInnermost ? endBeforeSpace(of: content.lowerBound..<closersStart) : end
  }

  /// The start of the closing brackets that end at `end`, with the spaces between them; `end` if
  /// there are none.
  ///
  /// At most as many bytes are taken as containers are open: further brackets would close nothing,
  /// so they belong to the string. A space counts as one of these bytes.
  private func startOfClosers(endingAt end: Int, notBefore lowerBound: Int) -> Int {
    var start = end
    while start > lowerBound, end - start < openContainers.count,
      "}] ".utf8.contains(bytes[start - 1])
    { start -= 1 }
    return start
  }

  /// The end of a range of the text without the white space at its end.
  func endBeforeSpace(of content: Range<Int>) -> Int {
    var end = content.upperBound
    while end > content.lowerBound, bytes[end - 1].isSpace { end -= 1 }
    return end
  }

  /// Whether a string with a line end in it is closed in a following line.
  ///
  /// True if the text before the next quote does not begin with a closing bracket or a comma, as
  /// JSON after a string does, and if that quote can close the string. False if only space is
  /// before the quote: then it opens another string.
  func continuesOnNextLine(from lineEnd: Int, _ kind: StringKind) -> Bool {
    // Without a limit, a text with many such lines would take quadratic time.
    let maxSearchedBytes = 1024
    let following = bytes[lineEnd...].prefix(maxSearchedBytes)
    guard let quote = following.firstIndex(of: Byte.quote) else { return false }
    let textBeforeQuote = following[..<quote]
    guard let first = textBeforeQuote.first(where: { !$0.isSpace }) else { return false }
    let beginsLikeJSON = [Byte.closeBrace, Byte.closeBracket, Byte.comma].contains(first)
    return !beginsLikeJSON && quoteCanClose(kind, at: quote)
  }

  /// Whether the quote at `offset`, one byte long, can close a string; see
  /// ``quoteCanClose(_:endingAt:)``.
  func quoteCanClose(_ kind: StringKind, at offset: Int) -> Bool {
    quoteCanClose(kind, endingAt: offset + 1)
  }

  /// Whether a quote that ends before `offset` can close a string, judging by what follows it.
  ///
  /// A colon must follow a key; a comma, a closing bracket or the end of the line must follow any
  /// other string. The end of the text may follow every string.
  func quoteCanClose(_ kind: StringKind, endingAt offset: Int) -> Bool {
    // Only spaces and tabs are skipped, so this can be a line end.
    let next = firstNonBlank(from: offset)
    guard next < bytes.count else { return true }
    // A full-width comma counts as a comma.
    let meantByte = lookalike(at: next).map { UInt8(ascii: $0.character.ascii) }
    let byte = meantByte ?? bytes[next]
    switch kind {
    case .key: return byte == Byte.colon
    case .string:
      let isCommaOrCloser = [Byte.comma, Byte.closeBrace, Byte.closeBracket].contains(byte)
      return isCommaOrCloser || Byte.isLineEnd(byte)
    }
  }

  /// Reads a single-quoted string, `'red'`, as if it were double-quoted.
  ///
  /// It ends at the first single quote in the line that can close it, judging by what follows. If
  /// none can, it ends at the first one.
  mutating func readSingleQuoted(as kind: StringKind) {
    let start = index
    let restOfLine = bytes[(start + 1)...].prefix { !Byte.isLineEnd($0) }
    let quotes = restOfLine.indices.filter { restOfLine[$0] == Byte.apostrophe }
    guard let closing = quotes.first(where: { quoteCanClose(kind, at: $0) }) ?? quotes.first else {
      return readWithoutClosingApostrophe(from: start, restOfLine, kind)
    }
    let range = start..<closing + 1
    report(
      "json-single-quotes", range, "strings need double quotes; replace the single quotes",
      writing: doubleQuoted(start + 1..<closing))
    // The content has to be decoded, because it may have `\'`. Mistakes in it are not reported.
    appendString(kind, range, [.needsDecoding, .hasReportedMistake])
  }

  /// Reads a string that starts with a single quote, but has no other one in its line: it ends with
  /// a typographic quote, as in `'red’`, or it is not closed.
  private mutating func readWithoutClosingApostrophe(
    from start: Int, _ restOfLine: Slice<UnsafeBufferPointer<UInt8>>, _ kind: StringKind
  ) {
    // An ASCII quote does not close the string, so only a lookalike counts.
    if let closing = closingQuote(in: restOfLine, of: kind),
      let quote = lookalike(at: closing.lowerBound)
    {
      let content = restOfLine.startIndex..<closing.lowerBound
      return reportAndAppendTypographicString(
        start..<closing.upperBound, content: content, kind, quotedBy: quote.character)
    }
    // Decoded in any case, because nothing has looked for escapes in it.
    readUnclosedString(from: start, lineEnd: restOfLine.endIndex, kind, .needsDecoding)
  }

  /// A part of the text as a string in double quotes, in which a quote has a backslash and an
  /// apostrophe has none; nil if a backslash at its end would hide the closing quote.
  private func doubleQuoted(_ content: Range<Int>) -> String? {
    let endsWithBackslash = !content.isEmpty && bytes[content.upperBound - 1] == Byte.backslash
    if endsWithBackslash { return nil }
    return "\"" + escapingQuotes(in: content) + "\""
  }

  /// Repairs a string whose closing quote is directly followed by a word or another quote.
  ///
  /// Either the string was never closed and this quote opens the next one (`"a, "b"`), or the quote
  /// is part of the string (`"say "hi" now"`), or it is doubled (`"a""`). Returns false if none of
  /// these seems true.
  mutating func repairMisplacedQuote(before byte: UInt8) -> Bool {
    guard Byte.continuesWord(byte) || byte == Byte.quote else { return false }
    guard let last = lastItem, last.kind == .string else { return false }
    let isDirectlyBefore = last.range.upperBound == index
    let hasBothQuotes = last.flags.isDisjoint(with: [.unopened, .unclosed])
    guard isDirectlyBefore, hasBothQuotes else { return false }
    let isDoubleQuoted = bytes[last.range.lowerBound] == Byte.quote
    guard isDoubleQuoted else { return false }
    if byte == Byte.quote { return skipDoubledQuote(after: last) }
    return endStringBeforeSeparator(last) || extendStringOverQuote(last)
  }

  /// Ends a string before a separator inside it, so that its closing quote opens the next string:
  /// `"a, "b"` is `"a` and `"b"`.
  ///
  /// False if no separator is before that quote.
  private mutating func endStringBeforeSeparator(_ last: LocatedNode) -> Bool {
    guard let separator = separatorAtEnd(of: last) else { return false }
    // The shorter string is appended in its place; the separator and the quote are read next.
    removeLastItem()
    // A key with a colon in it, as in `"a: 1, "b"`, ends before the colon; any other string ends
    // before the separator.
    let content = last.contentRange
    let isKey = last.stringKind == .key
    let colonOfKey = isKey ? bytes[content].firstIndex(of: Byte.colon) : nil
    let newContent = content.lowerBound..<(colonOfKey ?? separator)
    let newEnd = endBeforeSpace(of: newContent)
    // Decoding changes nothing if the string has no escapes.
    appendUnclosedString(
      last.range.lowerBound..<newEnd, last.stringKind, last.flags.union(.needsDecoding))
    return true
  }

  /// The offset of a separator at the end of a string's content, apart from spaces after it; nil if
  /// there is none.
  ///
  /// JSON can go on with another string after a comma, an opening bracket and, in a key, a colon.
  private func separatorAtEnd(of string: LocatedNode) -> Int? {
    let content = string.contentRange
    let end = endBeforeSpace(of: content)
    guard end > content.lowerBound else { return nil }
    let lastByte = bytes[end - 1]
    let canPrecedeString = [Byte.comma, Byte.openBrace, Byte.openBracket].contains(lastByte)
    let isColonInKey = string.stringKind == .key && lastByte == Byte.colon
    return canPrecedeString || isColonInKey ? end - 1 : nil
  }

  /// Skips a second closing quote; false if nothing follows it that can follow a string.
  private mutating func skipDoubledQuote(after last: LocatedNode) -> Bool {
    guard quoteCanClose(last.stringKind, at: index) else { return false }
    report("json-unescaped-quote", index..<index + 1, "extra quote; remove it", writing: "")
    skip(1)
    return true
  }

  /// The next double quote without a backslash in the line; nil if there is none.
  func nextQuote(from start: Int) -> Int? {
    var offset = start
    while offset < bytes.count, !Byte.isLineEnd(bytes[offset]) {
      if bytes[offset] == Byte.quote { return offset }
      let next = offset + 1
      let isEscape =
        bytes[offset] == Byte.backslash && next < bytes.count && !Byte.isLineEnd(bytes[next])
      // A backslash and the byte after it are skipped together, but not beyond the line.
      offset = isEscape ? next + 1 : next
    }
    return nil
  }

  /// The next double quote in the line that can close a string, because JSON can go on after it, as
  /// with a comma; nil if there is none.
  private func nextClosingQuote(of kind: StringKind) -> Int? {
    var quote = nextQuote(from: index)
    while let found = quote, !quoteCanClose(kind, at: found) {
      quote = nextQuote(from: found + 1)
    }
    return quote
  }

  /// Extends a string over its closing quote to a later one, as in `"say "hi" now"`; false if no
  /// later quote in the line can close it.
  private mutating func extendStringOverQuote(_ last: LocatedNode) -> Bool {
    guard let quote = nextClosingQuote(of: last.stringKind) else { return false }
    // The closing quote is directly before the index; now it is inside the string.
    let quoteInside = index - 1..<index
    report(
      "json-unescaped-quote", quoteInside, "a quote within a string is written `\\\"`",
      writing: #"\""#)
    removeLastItem()
    let extendedRange = last.range.lowerBound..<quote + 1
    // Decoded in any case, because nothing has looked for escapes behind the inner quote.
    appendString(
      last.stringKind, extendedRange, last.flags.union([.needsDecoding, .hasReportedMistake]))
    return true
  }
}
