import VirgaSource

extension TextTable {
  /// Reads a `.strings` file in UTF-8 or UTF-16.
  ///
  /// It contains comments and lines such as `"key" = "text";`.
  ///
  /// After a mistake, reading continues after the next semicolon or line end.
  public init(strings bytes: [UInt8], name: String) {
    self.init()
    guard !bytes.starts(with: Array("bplist".utf8)) else {
      let message = "Use the source of this table, not the compiled form"
      report(.error, "compiled-strings", message, at: SourceLocation(startOf: name))
      return
    }
    guard let source = decoded(bytes, name: name) else { return }
    var reader = StringsReader(source)
    reader.read(into: &self)
  }
}

private struct StringsReader {
  private var scanner: TextScanner

  init(_ source: SourceText) { scanner = TextScanner(source) }

  mutating func read(into table: inout TextTable) {
    while skipSpace(&table), !scanner.isAtEnd {
      let start = scanner.offset
      if !readEntry(into: &table) { recover(from: start) }
    }
  }

  /// Reads `key = text;`, or `key;` whose text is the key; false for anything else.
  private mutating func readEntry(into table: inout TextTable) -> Bool {
    let keyStart = scanner.offset
    guard let key = readString(&table) else { return false }
    let keyLocation = scanner.location(from: keyStart)
    var text = ResourceText(key, at: keyLocation)
    guard skipSpace(&table) else { return false }
    if scanner.consume("=") {
      guard skipSpace(&table) else { return false }
      let start = scanner.offset
      guard let value = readString(&table) else { return false }
      text = ResourceText(value, at: scanner.location(from: start))
    }
    table.add(key, text, writtenAt: keyLocation)
    let end = scanner.offset
    guard skipSpace(&table) else { return false }
    if !scanner.consume(";") {
      table.report(
        .error, "missing-semicolon", "End every text with `;`",
        at: scanner.location(from: end, to: end))
    }
    return true
  }

  private mutating func readString(_ table: inout TextTable) -> String? {
    let start = scanner.offset
    if let quote = scanner.peek, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
      return readQuoted(quote, &table)
    }
    let word = scanner.consumeWhile(Self.isBare)
    guard word.isEmpty else { return word }
    scanner.skipCharacter()
    table.report(
      .error, "unexpected-text", "Write every text as `\"key\" = \"text\";`",
      at: scanner.location(from: start))
    return nil
  }

  private mutating func readQuoted(_ quote: UInt8, _ table: inout TextTable) -> String? {
    let start = scanner.offset
    scanner.skip(1)
    var text: [UInt8] = []
    while let byte = scanner.peek {
      if byte == quote {
        scanner.skip(1)
        return String(decoding: text, as: UTF8.self)
      }
      if byte == UInt8(ascii: "\\") {
        scanner.skip(1)
        text += StringsEscape.read(&scanner)
      } else {
        text.append(byte)
        scanner.skip(1)
      }
    }
    let location = scanner.location(from: start, to: start + 1)
    table.report(
      .error, "missing-quote", "Close the text that starts here with a quote", at: location)
    return nil
  }

  /// Returns false if a comment is not terminated.
  private mutating func skipSpace(_ table: inout TextTable) -> Bool {
    while true {
      _ = scanner.consumeWhile { $0 <= 0x20 }
      let start = scanner.offset
      if scanner.consume("//") {
        _ = scanner.consumeWhile { $0 != 0x0A && $0 != 0x0D }
      } else if scanner.consume("/*") {
        if scanner.skip(past: "*/") { continue }
        scanner.skipToEnd()
        let location = scanner.location(from: start, to: start + 2)
        table.report(
          .error, "missing-comment-end", "Close the comment that starts here with `*/`",
          at: location)
        return false
      } else {
        return true
      }
    }
  }

  /// Continues after the next semicolon or line end; always advances.
  private mutating func recover(from start: Int) {
    if scanner.offset == start { scanner.skipCharacter() }
    _ = scanner.consumeWhile { $0 != UInt8(ascii: ";") && $0 != 0x0A && $0 != 0x0D }
    if !scanner.isAtEnd { scanner.skip(1) }
  }

  /// Whether a byte may be part of an unquoted word, as in property lists.
  private static func isBare(_ byte: UInt8) -> Bool {
    byte.isLetter || byte.isDigit || "_$/:.-".utf8.contains(byte)
  }
}

enum StringsEscape {
  /// Reads the escape after a backslash and returns its bytes.
  static func read(_ scanner: inout TextScanner) -> [UInt8] {
    guard let byte = scanner.peek else { return [] }
    switch byte {
    case UInt8(ascii: "U"), UInt8(ascii: "u"):
      scanner.skip(1)
      return readUnicode(&scanner).map { Array(String($0).utf8) } ?? [byte]
    case UInt8(ascii: "0")...UInt8(ascii: "7"):
      return readNumber(&scanner, digits: 3, radix: 8).flatMap(Unicode.Scalar.init).map {
        Array(String($0).utf8)
      } ?? []
    default:
      scanner.skip(1)
      return [named[byte] ?? byte]
    }
  }

  private static let named: [UInt8: UInt8] = [
    UInt8(ascii: "n"): 0x0A, UInt8(ascii: "r"): 0x0D, UInt8(ascii: "t"): 0x09,
    UInt8(ascii: "a"): 0x07,
    UInt8(ascii: "b"): 0x08, UInt8(ascii: "f"): 0x0C, UInt8(ascii: "v"): 0x0B,
  ]

  /// Reads up to four hexadecimal digits, or two such escapes that form a surrogate pair.
  static func readUnicode(_ scanner: inout TextScanner) -> Unicode.Scalar? {
    guard let unit = readNumber(&scanner, digits: 4, radix: 16) else { return nil }
    guard UTF16.isLeadSurrogate(unit) else { return Unicode.Scalar(unit) ?? "\u{FFFD}" }
    let start = scanner.offset
    if scanner.consume("\\U") || scanner.consume("\\u"),
      let low = readNumber(&scanner, digits: 4, radix: 16),
      UTF16.isTrailSurrogate(low)
    {
      return UTF16.decode(UTF16.EncodedScalar([unit, low]))
    }
    scanner.offset = start
    return "\u{FFFD}"
  }

  private static func readNumber(
    _ scanner: inout TextScanner, digits most: Int, radix: Int
  ) -> UInt16? {
    let start = scanner.offset
    var value = 0
    while scanner.offset < start + most, let byte = scanner.peek,
      let digit = byte.hexadecimalValue, digit < radix
    {
      value = value * radix + digit
      scanner.skip(1)
    }
    return scanner.offset > start ? UInt16(value) : nil
  }
}
