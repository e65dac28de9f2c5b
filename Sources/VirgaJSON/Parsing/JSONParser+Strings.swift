import VirgaSource

extension JSONParser {
  mutating func readString(as kind: StringKind) {
    let start = index
    var end = index + 1
    var flags: LocatedNode.Flags = []
    while end < bytes.count {
      let byte = bytes[end]
      if byte == Byte.quote { return appendString(kind, start..<end + 1, flags) }
      if byte >= 0x20 && byte < 0x80 && byte != Byte.backslash {
        end += 1
      } else {
        guard readUncommon(byte, &end, &flags, in: start, kind) else { break }
      }
    }
    reportUnclosedString(from: start, lineEnd: end, kind, flags)
  }

  /// Reads an escape, non-ASCII scalar or control character; false if the string ends there.
  private mutating func readUncommon(
    _ byte: UInt8, _ end: inout Int, _ flags: inout LocatedNode.Flags, in start: Int,
    _ kind: StringKind
  ) -> Bool {
    if byte >= 0x80 {
      let length = scalarLength(at: end)
      if length == 0 { reportInvalidUnicode(at: end, &flags) }
      end += max(length, 1)
    } else if byte == Byte.backslash {
      flags.insert(.escaped)
      guard end + 1 < bytes.count, !Byte.isLineEnd(bytes[end + 1]) else {
        end += 1
        return false
      }
      end += readEscape(at: end)
    } else {
      if Byte.isLineEnd(byte), !continuesOnNextLine(from: end, kind) { return false }
      let length =
        byte == Byte.carriageReturn && end + 1 < bytes.count && bytes[end + 1] == Byte.lineFeed
        ? 2 : 1
      reportControl(byte, end..<end + length, &flags)
      end += length
    }
    return true
  }

  /// Checks the escape at `start` and returns its length.
  private mutating func readEscape(at start: Int) -> Int {
    switch bytes[start + 1] {
    case Byte.quote, Byte.backslash, Byte.slash, UInt8(ascii: "b"), UInt8(ascii: "f"),
      UInt8(ascii: "n"),
      UInt8(ascii: "r"), UInt8(ascii: "t"):
      return 2
    case Byte.u:
      return readUnicodeEscape(at: start)
    default:
      let length = 1 + max(1, scalarLength(at: start + 1))
      let range = start..<start + length
      report(
        "json-bad-escape", range, "`\(shown(range))` is not an escape; write `\\\\` for a backslash"
      )
      return length
    }
  }

  private mutating func readUnicodeEscape(at start: Int) -> Int {
    guard let unit = JSONText.codeUnit(at: start, of: bytes) else {
      let digits = bytes[(start + 2)...].prefix(4).prefix { $0.hexadecimalValue != nil }
      let range = start..<start + 2 + digits.count
      report(
        "json-bad-escape", range, "`\(shown(range))` is not an escape; `\\u` needs four hex digits")
      return range.count
    }
    guard unit & 0xF800 == 0xD800 else { return 6 }
    if unit < 0xDC00, let low = JSONText.codeUnit(at: start + 6, of: bytes), low & 0xFC00 == 0xDC00
    {
      return 12
    }
    let missing =
      unit < 0xDC00 ? "the second half must follow" : "the first half must come before it"
    let range = start..<start + 6
    report("json-lone-surrogate", range, "`\(shown(range))` is half of a pair; \(missing)")
    return 6
  }

  private mutating func reportControl(
    _ byte: UInt8, _ range: Range<Int>, _ flags: inout LocatedNode.Flags
  ) {
    guard !flags.contains(.reported) else { return }
    flags.insert(.reported)
    let advice =
      switch byte {
      case Byte.tab: "a tab in a string is written `\\t`"
      case Byte.lineFeed, Byte.carriageReturn: "a line end in a string is written `\\n`"
      default:
        "the control character \(Self.scalarName(UInt32(byte))) in a string is written "
          + "`\\u\(String(0x10000 | UInt32(byte), radix: 16).dropFirst())`"
      }
    report("json-control-character", range, advice)
  }

  private mutating func reportInvalidUnicode(at offset: Int, _ flags: inout LocatedNode.Flags) {
    defer { flags.formUnion([.escaped, .reported]) }
    guard !flags.contains(.reported) else { return }
    reportInvalidUnicode(offset..<offset + 1)
  }

  mutating func reportInvalidUnicode(_ range: Range<Int>) {
    let byte = String(0x100 | Int(bytes[range.lowerBound]), radix: 16, uppercase: true).dropFirst()
    report("json-invalid-utf8", range, "the byte 0x\(byte) is not UTF-8; save the text as UTF-8")
  }

  // Recovery from missing, extra and wrong quotes.
  /// Ends a string without a closing quote where its author probably meant to.
  ///
  /// A key ends before the colon; any other string ends at the end of its line, before a comma and
  /// brackets that close open containers.
  mutating func reportUnclosedString(
    from start: Int, lineEnd: Int, _ kind: StringKind, _ flags: LocatedNode.Flags
  ) {
    var end = lineEnd
    if kind == .key, let colon = bytes[start + 1..<lineEnd].firstIndex(of: Byte.colon) {
      end = colon
    } else {
      end = withoutClosers(start + 1..<lineEnd)
    }
    appendUnclosed(start..<end, kind, flags)
  }

  private mutating func appendUnclosed(
    _ range: Range<Int>, _ kind: StringKind, _ flags: LocatedNode.Flags
  ) {
    if let quote = lookalikeQuote(endingAt: range.upperBound),
      quote.range.lowerBound > range.lowerBound,
      !hasForeignQuote(range.lowerBound + 1..<quote.range.lowerBound)
    {
      let content = range.lowerBound + 1..<quote.range.lowerBound
      return appendForeign(range, content: content, kind, quotedBy: quote.character)
    }
    report("json-unclosed-string", range, "the string is not closed; add `\"`")
    appendString(kind, range, flags.union([.unclosed, .reported]))
  }

  /// The end of `content` without a trailing comma and brackets that close open containers.
  func withoutClosers(_ content: Range<Int>) -> Int {
    var end = content.upperBound
    while end > content.lowerBound, bytes[end - 1].isSpace || bytes[end - 1] == Byte.comma {
      end -= 1
    }
    var first = end
    while first > content.lowerBound, end - first < open.count,
      "}] ".utf8.contains(bytes[first - 1])
    { first -= 1 }
    let closers = bytes[first..<end].filter { !$0.isSpace }
    guard !closers.isEmpty, closers.count <= open.count else { return end }
    let fits = zip(closers, open.reversed()).allSatisfy { ($0 == Byte.closeBrace) == $1.isObject }
    return fits ? withoutSpace(content.lowerBound..<first) : end
  }

  /// The end of a part of the text without the white space at its end.
  func withoutSpace(_ content: Range<Int>) -> Int {
    var end = content.upperBound
    while end > content.lowerBound, bytes[end - 1].isSpace { end -= 1 }
    return end
  }

  /// Whether a string with a line end in it is closed in a following line.
  ///
  /// True if the text before the next quote does not look like JSON and the text after it does.
  func continuesOnNextLine(from lineEnd: Int, _ kind: StringKind) -> Bool {
    let reach = bytes[lineEnd..<min(lineEnd + 1024, bytes.count)]
    guard let quote = reach.firstIndex(of: Byte.quote),
      let first = reach[..<quote].first(where: { !$0.isSpace }),
      first != Byte.closeBrace, first != Byte.closeBracket, first != Byte.comma
    else { return false }
    return isEnd(quote, of: kind)
  }

  /// Whether a quote at `offset` can close a string, judging by what follows it.
  func isEnd(_ offset: Int, of kind: StringKind) -> Bool { isEnd(before: offset + 1, of: kind) }

  /// Whether a quote that ends at `offset` can close a string.
  func isEnd(before offset: Int, of kind: StringKind) -> Bool {
    var next = offset
    while next < bytes.count, bytes[next] == Byte.space || bytes[next] == Byte.tab { next += 1 }
    guard next < bytes.count else { return true }
    let byte = lookalike(at: next).map { UInt8(ascii: $0.character.ascii) } ?? bytes[next]
    if byte == Byte.colon { return kind == .key }
    return kind != .key
      && (Byte.isLineEnd(byte) || [Byte.comma, Byte.closeBrace, Byte.closeBracket].contains(byte))
  }

  /// Reads a single-quoted string as if it were double-quoted.
  mutating func readSingleQuoted(as kind: StringKind) {
    let start = index
    let line = bytes[(start + 1)...].prefix { !Byte.isLineEnd($0) }
    let quotes = line.indices.filter { line[$0] == Byte.apostrophe }
    guard let end = quotes.first(where: { isEnd($0, of: kind) }) ?? quotes.first else {
      if let found = closingQuote(in: line, of: kind), let quote = lookalike(at: found.lowerBound) {
        let content = start + 1..<found.lowerBound
        return appendForeign(
          start..<found.upperBound, content: content, kind, quotedBy: quote.character)
      }
      return reportUnclosedString(from: start, lineEnd: line.endIndex, kind, .escaped)
    }
    report(
      "json-single-quotes", start..<end + 1, "strings need double quotes; replace the single quotes"
    )
    appendString(kind, start..<end + 1, [.escaped, .reported])
  }

  /// Repairs a string whose closing quote is directly followed by a word.
  ///
  /// Either the string was never closed and this quote opens the next one (`"a, "b"`), or the quote
  /// is part of the string (`"say "hi" now"`). Returns false if neither seems true.
  mutating func repairString(before byte: UInt8) -> Bool {
    guard Byte.continuesWord(byte) || byte == Byte.quote, let last = lastItem,
      last.kind == .string, last.flags.isDisjoint(with: [.unopened, .unclosed]),
      last.range.upperBound == index,
      bytes[last.range.lowerBound] == Byte.quote
    else { return false }
    if byte == Byte.quote { return skipDoubledQuote(last) }
    return endBeforeSeparator(last) || extendOverQuote(last)
  }

  private mutating func endBeforeSeparator(_ last: LocatedNode) -> Bool {
    let content = last.contentRange
    let end = withoutSpace(content)
    let separators =
      [Byte.comma, Byte.openBrace, Byte.openBracket] + (last.stringKind == .key ? [Byte.colon] : [])
    guard end > content.lowerBound, separators.contains(bytes[end - 1]) else { return false }
    removeLastItem()
    var flags = last.flags
    flags.insert(.escaped)
    let colon = last.stringKind == .key ? bytes[content].firstIndex(of: Byte.colon) : nil
    let newEnd = withoutSpace(content.lowerBound..<(colon ?? end - 1))
    appendUnclosed(last.range.lowerBound..<newEnd, last.stringKind, flags)
    return true
  }

  private mutating func skipDoubledQuote(_ last: LocatedNode) -> Bool {
    guard isEnd(index, of: last.stringKind) else { return false }
    report("json-unescaped-quote", index..<index + 1, "extra quote; remove it")
    skip(1)
    return true
  }

  func nextQuote(from start: Int) -> Int? {
    var index = start
    while index < bytes.count, !Byte.isLineEnd(bytes[index]) {
      if bytes[index] == Byte.quote { return index }
      index += bytes[index] == Byte.backslash ? 2 : 1
    }
    return nil
  }

  private mutating func extendOverQuote(_ last: LocatedNode) -> Bool {
    var quote = nextQuote(from: index)
    while let found = quote, !isEnd(found, of: last.stringKind) {
      quote = nextQuote(from: found + 1)
    }
    guard let quote else { return false }
    report("json-unescaped-quote", index - 1..<index, "a quote within a string is written `\\\"`")
    removeLastItem()
    appendString(
      last.stringKind, last.range.lowerBound..<quote + 1, last.flags.union([.escaped, .reported]))
    return true
  }
}
