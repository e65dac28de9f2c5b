extension String {
  /// The text with another one in place of a part, wherever the part's bytes stand.
  ///
  /// For escaping: a shell, SQL or a file of code reads bytes. `replacing(_:with:)` goes by characters, to which a quote
  /// with an accent over it is no quote.
  package func replacing(bytesOf part: String, with other: String) -> String {
    String(decoding: Array(utf8).replacing(Array(part.utf8), with: Array(other.utf8)), as: UTF8.self)
  }
}
