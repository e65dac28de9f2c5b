/// A word of a line of fish.
enum FishWord {
  /// The word without its quotes, of which the last may be open; nothing in it is expanded.
  ///
  /// `'it\'s'` gives `it's`. In a quote a backslash stays in front of most characters, as in
  /// `'a\b'`.
  static func unquoted(_ word: String) -> String {
    var result = String.UnicodeScalarView()
    var quote: Unicode.Scalar?
    var isEscaped = false
    for scalar in word.unicodeScalars {
      if isEscaped {
        isEscaped = false
        if let quote, !escapable(in: quote).contains(scalar) { result.append("\\") }
        result.append(scalar)
      } else if scalar == "\\" {
        isEscaped = true
      } else if scalar == quote {
        quote = nil
      } else if quote == nil, scalar == "'" || scalar == "\"" {
        quote = scalar
      } else {
        result.append(scalar)
      }
    }
    return String(result)
  }

  /// The scalars before which fish removes a backslash in a quote.
  private static func escapable(in quote: Unicode.Scalar) -> String.UnicodeScalarView {
    (quote == "'" ? "'\\" : "\"\\$").unicodeScalars
  }
}
