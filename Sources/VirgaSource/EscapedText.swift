extension String {
  /// The text with `other` in place of each occurrence of the bytes of `part`; time in proportion to the length.
  ///
  /// For escaping: a shell, SQL and source code read bytes. `replacing(_:with:)` compares characters, and to it a quote
  /// with an accent above is not a quote.
  package func replacing(bytesOf part: String, with other: String) -> String {
    let (bytes, part, other) = (Array(utf8), Array(part.utf8), Array(other.utf8))
    guard let first = part.first, bytes.contains(first) else { return self }
    var replaced: [UInt8] = []
    replaced.reserveCapacity(bytes.count)
    var place = 0
    while place < bytes.count {
      if bytes[place] == first, bytes[place...].starts(with: part) {
        replaced += other
        place += part.count
      } else {
        replaced.append(bytes[place])
        place += 1
      }
    }
    return String(decoding: replaced, as: UTF8.self)
  }
}
