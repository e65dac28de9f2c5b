/// A character that is easily written in place of an ASCII one, such as a typographic quote or a
/// full-width comma.
///
/// Word processors, chat programs and keyboards for other languages write them.
package struct Lookalike: Hashable, Sendable {
  package let scalar: Unicode.Scalar
  /// The ASCII character that was meant.
  package let ascii: Unicode.Scalar

  /// The character `scalar`; nil if it does not look like an ASCII one.
  package init?(_ scalar: Unicode.Scalar) {
    guard !scalar.isASCII, let ascii = Self.ascii(for: scalar) else { return nil }
    self.scalar = scalar
    self.ascii = ascii
  }

  /// The first character in a text that looks like an ASCII one; nil if it has none.
  package init?(firstIn text: String) {
    let isASCII = text.utf8.allSatisfy { byte in byte < 0x80 }
    guard !isASCII else { return nil }
    guard let found = text.unicodeScalars.lazy.compactMap(Lookalike.init).first else { return nil }
    self = found
  }

  package var isQuote: Bool { ascii == "\"" || ascii == "'" }

  /// Whether the meant character ends a word of JSON: a comma, colon or semicolon, or a bracket.
  package var endsWord: Bool { ",:;[]{}".unicodeScalars.contains(ascii) }

  /// What it is and what it is not, as a message: `“` (U+201C) is not `"`.
  package var message: String { message(insteadOf: ascii) }

  /// The message in a language that needs `expected` here, even if the character looks like another
  /// one.
  ///
  /// JSON has no single quotes, so that its message for `‘` ends with "is not `"`".
  package func message(insteadOf expected: Unicode.Scalar) -> String {
    "\(Self.characterWithNumber(scalar)) is not `\(expected)`"
  }

  /// A character with its number, as in "`“` (U+201C)".
  package static func characterWithNumber(_ scalar: Unicode.Scalar) -> String {
    "`\(scalar)` (U+\(scalar.value.hexadecimal(digits: 4, uppercase: true)))"
  }

  /// The ASCII character that `scalar` looks like: `,` for the full-width `，`; nil if none.
  private static func ascii(for scalar: Unicode.Scalar) -> Unicode.Scalar? {
    if let found = asciiByLookalike[scalar] { return found }
    // The full-width forms are in the order of ASCII, from U+FF01 for `!` (U+0021).
    let distance: UInt32 = 0xFF01 - 0x21
    let isFullWidth = ("\u{FF01}"..."\u{FF5E}").contains(scalar)
    return isFullWidth ? Unicode.Scalar(scalar.value - distance) : nil
  }

  /// The ASCII characters by their lookalikes, other than full-width ones.
  private static let asciiByLookalike: [Unicode.Scalar: Unicode.Scalar] = {
    let groups: [(ascii: Unicode.Scalar, others: String.UnicodeScalarView)] = [
      ("\"", "“”„‟«»″‶❝❞〝〞〟".unicodeScalars),
      ("'", "‘’‚‛‹›′‵❛❜´".unicodeScalars),
      (":", "︓﹕∶꞉".unicodeScalars),
      (",", "、︐﹐﹑،".unicodeScalars),
      (";", "︔﹔\u{37E}؛".unicodeScalars),
      ("-", "−–—‐‑‒―﹘﹣".unicodeScalars),
      ("[", "【".unicodeScalars), ("]", "】".unicodeScalars),
    ]
    return groups.reduce(into: [:]) { table, group in
      for other in group.others { table[other] = group.ascii }
    }
  }()
}

extension String {
  /// The text with ASCII characters in place of those that look like them.
  package var replacingLookalikes: String {
    var replaced = UnicodeScalarView()
    for scalar in unicodeScalars { replaced.append(Lookalike(scalar)?.ascii ?? scalar) }
    return String(replaced)
  }

  /// The text between quotes of which at least one is typographic, as in `“red”` and `“red"`; nil
  /// if the text has no such quotes around it.
  ///
  /// They were probably meant to quote the text, but only ASCII quotes do that.
  package var betweenTypographicQuotes: String? {
    let scalars = unicodeScalars
    guard scalars.count >= 2, let first = scalars.first, let last = scalars.last else { return nil }
    guard first.isQuoteOrLookalike, last.isQuoteOrLookalike else { return nil }
    guard !first.isASCII || !last.isASCII else { return nil }
    return String(UnicodeScalarView(scalars.dropFirst().dropLast()))
  }
}

extension Unicode.Scalar {
  /// Whether it is a single or double quote of ASCII, or looks like one.
  fileprivate var isQuoteOrLookalike: Bool {
    self == "\"" || self == "'" || Lookalike(self)?.isQuote == true
  }
}
