import VirgaSource

extension TextTable {
  /// Reads a `.strings` file in UTF-8 or UTF-16.
  ///
  /// It contains comments and lines such as `"key" = "text";`.
  ///
  /// After a mistake, reading continues after the next semicolon or line end.
  package init(strings bytes: [UInt8], name: String) {
    self.init()
    let startOfCompiledTable = Array("bplist".utf8)
    guard !bytes.starts(with: startOfCompiledTable) else {
      let message = "Use the source of this table, not the compiled form"
      report(.error, "compiled-strings", message, at: SourceLocation(startOf: name))
      return
    }
    // Nil if the encoding is another one, which is reported.
    guard let source = decoded(bytes, name: name) else { return }
    var reader = StringsReader(source)
    reader.read(into: &self)
  }
}

/// Reads the entries of a `.strings` file.
private struct StringsReader {
  private var scanner: TextScanner

  init(_ source: SourceText) { scanner = TextScanner(source) }

  /// Reads all entries into a table, and reports the problems to it.
  mutating func read(into table: inout TextTable) {
    // False after a comment that is not terminated, which goes on to the end of the file.
    while skipSpaceAndComments(&table), !scanner.isAtEnd {
      let start = scanner.offset
      let isRead = readEntry(into: &table)
      if !isRead { skipMistake(from: start) }
    }
  }

  /// Reads `key = text;`, or `key;` whose text is the key, into a table.
  ///
  /// False after a mistake, which is reported to the table.
  private mutating func readEntry(into table: inout TextTable) -> Bool {
    guard let key = readText(&table), skipSpaceAndComments(&table) else { return false }
    var text = key
    if scanner.consume("=") {
      guard skipSpaceAndComments(&table), let written = readText(&table) else { return false }
      text = written
    }
    table.add(key.text, text, writtenAt: key.location)
    return skipSemicolon(&table)
  }

  /// Reads a quoted string or an unquoted word with its location; nil for anything else, which is
  /// reported.
  private mutating func readText(_ table: inout TextTable) -> ResourceText? {
    let start = scanner.offset
    guard let text = readString(&table) else { return nil }
    return ResourceText(text, at: scanner.location(from: start))
  }

  /// Skips the semicolon after a text and reports a missing one; false only if a comment before it
  /// is not terminated.
  private mutating func skipSemicolon(_ table: inout TextTable) -> Bool {
    // A missing semicolon is reported directly after the text, not where the next entry begins.
    let end = scanner.offset
    guard skipSpaceAndComments(&table) else { return false }
    if !scanner.consume(";") {
      table.report(
        .error, "missing-semicolon", "End every text with `;`",
        at: scanner.location(from: end, to: end))
    }
    return true
  }

  /// Reads a quoted string or an unquoted word; nil for anything else, which is reported.
  private mutating func readString(_ table: inout TextTable) -> String? {
    let start = scanner.offset
    if let first = scanner.peek {
      let isQuote = first == UInt8(ascii: "\"") || first == UInt8(ascii: "'")
      if isQuote { return readQuoted(first, &table) }
    }
    let word = scanner.consumeWhile(Self.isPartOfUnquotedWord)
    guard word.isEmpty else { return word }
    scanner.skipCharacter()
    table.report(
      .error, "unexpected-text", "Write every text as `\"key\" = \"text\";`",
      at: scanner.location(from: start))
    return nil
  }

  /// Reads a string between two quotes of this kind, with its escapes resolved; nil if the closing
  /// quote is missing, which is reported.
  private mutating func readQuoted(_ quote: UInt8, _ table: inout TextTable) -> String? {
    let start = scanner.offset
    scanner.skip(1)
    var text: [UInt8] = []
    while let byte = scanner.peek {
      scanner.skip(1)
      switch byte {
      case quote: return String(decoding: text, as: UTF8.self)
      case UInt8(ascii: "\\"): text += StringsEscape.read(&scanner)
      default: text.append(byte)
      }
    }
    let endOfOpeningQuote = start + 1
    table.report(
      .error, "missing-quote", "Close the text that starts here with a quote",
      at: scanner.location(from: start, to: endOfOpeningQuote))
    return nil
  }

  /// Skips space and comments; returns false if a comment is not terminated, which is reported.
  private mutating func skipSpaceAndComments(_ table: inout TextTable) -> Bool {
    while true {
      _ = scanner.consumeWhile(\.isSpaceOrControl)
      let start = scanner.offset
      if scanner.consume("//") {
        _ = scanner.consumeWhile { !$0.endsLine }
      } else if scanner.consume("/*") {
        guard skipComment(from: start, &table) else { return false }
      } else {
        return true
      }
    }
  }

  /// Skips a comment after its `/*`, which is at the offset `start`; if it is not terminated,
  /// reports that, skips to the end and returns false.
  private mutating func skipComment(from start: Int, _ table: inout TextTable) -> Bool {
    if scanner.skip(past: "*/") { return true }
    scanner.skipToEnd()
    table.report(
      .error, "missing-comment-end", "Close the comment that starts here with `*/`",
      at: scanner.location(from: start, to: start + "/*".utf8.count))
    return false
  }

  /// Skips what is left of a mistake, up to the next semicolon or line end.
  ///
  /// At least one character is skipped, so that reading always goes on: `start` is the offset at
  /// which reading the entry began.
  private mutating func skipMistake(from start: Int) {
    if scanner.offset == start { scanner.skipCharacter() }
    _ = scanner.consumeWhile { $0 != UInt8(ascii: ";") && !$0.endsLine }
    if !scanner.isAtEnd { scanner.skip(1) }
  }

  /// Whether a byte may be part of an unquoted word, as in property lists.
  private static func isPartOfUnquotedWord(_ byte: UInt8) -> Bool {
    byte.isLetter || byte.isDigit || "_$/:.-".utf8.contains(byte)
  }
}

/// The escapes of `.strings` files.
enum StringsEscape {
  /// Reads the escape after a backslash and returns its bytes: `n` gives a line feed, `U00e9` and
  /// the octal `351` an é, and any other character itself, as does a `U` without digits.
  static func read(_ scanner: inout TextScanner) -> [UInt8] {
    guard let byte = scanner.peek else { return [] }
    switch byte {
    case UInt8(ascii: "U"), UInt8(ascii: "u"):
      scanner.skip(1)
      guard let scalar = readUnicode(&scanner) else { return [byte] }
      return Array(String(scalar).utf8)
    case UInt8(ascii: "0")...UInt8(ascii: "7"):
      let number = readNumber(&scanner, maxDigits: octalDigits, radix: 8)
      guard let scalar = number.flatMap(Unicode.Scalar.init) else { return [] }
      return Array(String(scalar).utf8)
    default:
      scanner.skip(1)
      return [byteOfLetter[byte] ?? byte]
    }
  }

  /// The digits of an octal escape, such as `\351`.
  private static let octalDigits = 3

  /// The digits of an escape such as `\U00e9`.
  private static let unicodeDigits = 4

  /// The bytes of escapes with a letter, as in C.
  private static let byteOfLetter: [UInt8: UInt8] = [
    UInt8(ascii: "n"): 0x0A, UInt8(ascii: "r"): 0x0D, UInt8(ascii: "t"): 0x09,
    UInt8(ascii: "a"): 0x07,
    UInt8(ascii: "b"): 0x08, UInt8(ascii: "f"): 0x0C, UInt8(ascii: "v"): 0x0B,
  ]

  /// The scalar U+FFFD, which takes the place of one that cannot be read.
  private static let replacement: Unicode.Scalar = "\u{FFFD}"

  /// Reads the up to four hexadecimal digits after `\U`, or two such escapes that form a surrogate
  /// pair: `D83D\UDE00` gives one scalar.
  ///
  /// Nil without a digit; half a pair gives U+FFFD.
  static func readUnicode(_ scanner: inout TextScanner) -> Unicode.Scalar? {
    guard let unit = readNumber(&scanner, maxDigits: unicodeDigits, radix: 16) else { return nil }
    guard UTF16.isLeadSurrogate(unit) else { return Unicode.Scalar(unit) ?? replacement }
    let endOfFirst = scanner.offset
    let isEscapeNext = scanner.consume("\\U") || scanner.consume("\\u")
    if isEscapeNext, let trail = readNumber(&scanner, maxDigits: unicodeDigits, radix: 16),
      UTF16.isTrailSurrogate(trail)
    {
      return UTF16.decode(UTF16.EncodedScalar([unit, trail]))
    }
    // What follows is not the other half: it is read as text of its own.
    scanner.offset = endOfFirst
    return replacement
  }

  /// Reads the number of an escape, of up to `maxDigits` digits; nil without a digit.
  ///
  /// An escape has at most three octal or four hexadecimal digits, which fit in 16 bits.
  private static func readNumber(
    _ scanner: inout TextScanner, maxDigits: Int, radix: Int
  ) -> UInt16? {
    let start = scanner.offset
    var value = 0
    while scanner.offset < start + maxDigits, let byte = scanner.peek,
      let digit = byte.hexadecimalValue, digit < radix
    {
      value = value * radix + digit
      scanner.skip(1)
    }
    return scanner.offset > start ? UInt16(value) : nil
  }
}
