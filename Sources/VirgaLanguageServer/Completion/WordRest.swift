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
    hasClosingQuote = openQuote.map { Self.closes($0, line) } ?? false
    if let openQuote {
      isQuoted = true
      if hasClosingQuote, let close = line.firstIndex(of: openQuote) { end = close + 1 }
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

  /// Whether the next quote of a line closes an open one, rather than opening another text: then
  /// the number of quotes is odd.
  private static func closes(_ quote: UInt8, _ line: ArraySlice<UInt8>) -> Bool {
    let quoteCount = line.count { $0 == quote }
    return !quoteCount.isMultiple(of: 2)
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
