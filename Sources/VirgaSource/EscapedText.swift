extension String {
  /// Replaces each occurrence of the bytes of `part` with `other`, in linear time.
  ///
  /// For escaping: a shell, SQL and source code work on bytes, but `replacing(_:with:)` compares
  /// characters, so it does not recognize a quote followed by a combining accent. An empty `part`
  /// changes nothing.
  package func replacing(bytesOf part: String, with other: String) -> String {
    guard let first = part.utf8.first else { return self }
    // Most texts have nothing to escape, and are returned without a copy of their bytes.
    guard hasByte({ $0 == first }) else { return self }
    let bytes = Array(utf8)
    var replaced: [UInt8] = []
    replaced.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count {
      if bytes[index] == first, bytes[index...].starts(with: part.utf8) {
        replaced += other.utf8
        index += part.utf8.count
      } else {
        replaced.append(bytes[index])
        index += 1
      }
    }
    return String(decoding: replaced, as: UTF8.self)
  }

  /// The text with each line end shown as `⏎`, so that a name cannot forge a line of output.
  package var inOneLine: String { String(map { $0.isNewline ? "⏎" : $0 }) }

  /// The text if it has at most `limit` scalars; a longer one is cut, and ends with an ellipsis as
  /// the last of its `limit` scalars.
  package func shortened(to limit: Int) -> String {
    guard unicodeScalars.count > limit else { return self }
    let start = unicodeScalars.prefix(limit - 1)
    return String(UnicodeScalarView(start)) + "…"
  }

  /// Decodes `units`; nil if they are not valid in `encoding`.
  ///
  /// `String(validating:as:)` does the same but requires newer systems than this package supports.
  package init?<Encoding: Unicode.Encoding>(
    valid units: some Sequence<Encoding.CodeUnit>, as encoding: Encoding.Type
  ) {
    var bytes: [UInt8] = []
    let hasMistake = transcode(
      units.makeIterator(), from: encoding, to: UTF8.self, stoppingOnError: true,
      into: { bytes.append($0) })
    guard !hasMistake else { return nil }
    self.init(decoding: bytes, as: UTF8.self)
  }
}
