import VirgaSource

extension TextTable {
  /// Reads a `.strings` file: lines such as `"key" = "text";`, with comments, in UTF-8 or UTF-16.
  ///
  /// Past every mistake reading goes on behind the next semicolon or line end.
  public init(strings bytes: [UInt8], name: String) {
    self.init()
    let start = SourceLocation(file: name, range: SourceRange(at: .start))
    if bytes.starts(with: Array("bplist".utf8)) {
      report(.error, "compiled-strings", "Give the source of this table, not the compiled form", at: start)
      return
    }
    switch TextEncoding.decoded(bytes, name: name) {
    case .failure(let problems): report(problems.all)
    case .success(let source):
      var reader = StringsReader(source)
      reader.read(into: &self)
    }
  }
}

/// Reads the entries of a `.strings` file one after another.
private struct StringsReader {
  private var scanner: TextScanner

  init(_ source: SourceText) { scanner = TextScanner(source) }

  mutating func read(into table: inout TextTable) {
    while skipSpace(&table), !scanner.isAtEnd {
      let start = scanner.offset
      if !readEntry(into: &table) { recover(from: start) }
    }
  }

  /// Reads `key = text;` or `key;`, where the key is the text too; false where that is not what stands here.
  private mutating func readEntry(into table: inout TextTable) -> Bool {
    let keyStart = scanner.offset
    guard let key = readString(&table) else { return false }
    let keyLocation = scanner.location(from: keyStart)
    var text = ResourceText(key, at: keyLocation)
    guard skipSpace(&table) else { return false }
    if scanner.take("=") {
      guard skipSpace(&table) else { return false }
      let start = scanner.offset
      guard let value = readString(&table) else { return false }
      text = ResourceText(value, at: scanner.location(from: start))
    }
    table.add(key, text, writtenAt: keyLocation)
    let end = scanner.offset
    guard skipSpace(&table) else { return false }
    guard scanner.take(";") else {
      let place = scanner.location(from: end, to: end)
      table.report(.error, "missing-semicolon", "End every text with `;`", at: place)
      return true
    }
    return true
  }

  private mutating func readString(_ table: inout TextTable) -> String? {
    let start = scanner.offset
    if let quote = scanner.peek, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
      return readQuoted(quote, &table)
    }
    let word = scanner.takeWhile(Self.isBare)
    guard word.isEmpty else { return word }
    scanner.skipCharacter()
    table.report(
      .error, "unexpected-text", "Write every text as `\"key\" = \"text\";`", at: scanner.location(from: start))
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
    let place = scanner.location(from: start, to: start + 1)
    table.report(.error, "missing-quote", "Close the text that starts here with a quote", at: place)
    return nil
  }

  /// Skips white space and comments; false where a comment does not end.
  private mutating func skipSpace(_ table: inout TextTable) -> Bool {
    while true {
      _ = scanner.takeWhile { $0 <= 0x20 }
      let start = scanner.offset
      if scanner.take("//") {
        _ = scanner.takeWhile { $0 != 0x0A && $0 != 0x0D }
      } else if scanner.take("/*") {
        if scanner.skip(past: "*/") { continue }
        scanner.skipToEnd()
        let place = scanner.location(from: start, to: start + 2)
        table.report(.error, "missing-comment-end", "Close the comment that starts here with `*/`", at: place)
        return false
      } else {
        return true
      }
    }
  }

  /// Goes on behind the next semicolon or line end; always moves.
  private mutating func recover(from start: Int) {
    if scanner.offset == start { scanner.skipCharacter() }
    _ = scanner.takeWhile { $0 != UInt8(ascii: ";") && $0 != 0x0A && $0 != 0x0D }
    if !scanner.isAtEnd { scanner.skip(1) }
  }

  /// What an unquoted word may be made of, as property lists have it.
  private static func isBare(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "_$/:.-".utf8.contains(byte)
    }
  }
}
