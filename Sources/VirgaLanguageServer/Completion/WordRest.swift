import VirgaSource

/// The rest of the word at the cursor, which a completion replaces too.
struct WordRest {
  /// The number of bytes up to the end of the word, with the quote that closes it.
  let length: Int
  /// Whether the last of them is a quote that closes the one before the cursor.
  let hasClosingQuote: Bool
  /// Whether a colon follows, so that the word is a key.
  let isBeforeColon: Bool

  /// The rest of a word.
  ///
  /// - Parameters:
  ///   - line: The line after the cursor.
  ///   - openQuote: The quote that is open at the cursor; nil outside of quotes.
  ///   - hasBegun: Whether a part of the word is before the cursor.
  init(_ line: ArraySlice<UInt8>, openQuote: UInt8?, hasBegun: Bool) {
    var end = Self.plainEnd(in: line)
    var isQuoted = false
    let closingQuote = openQuote.flatMap { Self.closingQuote($0, in: line) }
    hasClosingQuote = closingQuote != nil
    if openQuote != nil {
      isQuoted = true
      if let closingQuote { end = closingQuote + 1 }
    } else if !hasBegun, let close = Self.endOfQuotes(at: line) {
      isQuoted = true
      end = close + 1
    }
    length = end - line.startIndex
    let next = line[end...].drop { $0.isSpace }
    let isColon = next.first == UInt8(ascii: ":")
    let isColonOfKey = isQuoted || (next.dropFirst().first?.isSpace ?? true)
    isBeforeColon = isColon && isColonOfKey
  }

  /// The next quote of a line, if it closes an open one rather than opening another text: then the
  /// number of quotes is odd.
  private static func closingQuote(_ quote: UInt8, in line: ArraySlice<UInt8>) -> Int? {
    var quotes: [Int] = []
    // A double quote after a backslash is a part of a text.
    var isEscaped = false
    for index in line.indices {
      if line[index] == quote, !isEscaped { quotes.append(index) }
      let isBackslash = line[index] == UInt8(ascii: "\\") && quote == UInt8(ascii: "\"")
      isEscaped = isBackslash && !isEscaped
    }
    return quotes.count.isMultiple(of: 2) ? nil : quotes.first
  }

  /// The last byte of a text in quotes at the start of a line; nil if none is there.
  private static func endOfQuotes(at line: ArraySlice<UInt8>) -> Int? {
    guard let quote = line.first, isQuote(quote) else { return nil }
    return line.dropFirst().firstIndex(of: quote)
  }

  /// The end of a word without quotes.
  private static func plainEnd(in line: ArraySlice<UInt8>) -> Int {
    let end = line.indices.first { index in
      let byte = line[index]
      let next = index + 1 < line.endIndex ? line[index + 1] : UInt8(ascii: " ")
      let endsKey = byte == UInt8(ascii: ":") && next.isSpace
      return byte.isSpace || ",{}[]".utf8.contains(byte) || isQuote(byte) || endsKey
    }
    return end ?? line.endIndex
  }

  private static func isQuote(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'")
  }
}
