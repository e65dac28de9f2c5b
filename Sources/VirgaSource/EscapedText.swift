extension String {
  /// Replaces each occurrence of the bytes of `part` with `other`, in linear time.
  ///
  /// For escaping: a shell, SQL and source code work on bytes, but `replacing(_:with:)` compares characters, so it does not recognize a
  /// quote followed by a combining accent.
  package func replacing(bytesOf part: String, with other: String) -> String {
    guard let first = part.utf8.first, hasByte({ $0 == first }) else { return self }
    let (bytes, part, other) = (Array(utf8), Array(part.utf8), Array(other.utf8))
    var replaced: [UInt8] = []
    replaced.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count {
      if bytes[index] == first, bytes[index...].starts(with: part) {
        replaced += other
        index += part.count
      } else {
        replaced.append(bytes[index])
        index += 1
      }
    }
    return String(decoding: replaced, as: UTF8.self)
  }

  /// The text with each line end shown as `⏎`, so that a name cannot forge a line of output.
  package var inOneLine: String { String(map { $0.isNewline ? "⏎" : $0 }) }

  /// The text, cut to `most` scalars, of which the last one is then an ellipsis.
  package func shortened(to most: Int) -> String {
    let scalars = unicodeScalars
    return scalars.count <= most ? self : String(String.UnicodeScalarView(scalars.prefix(most - 1))) + "…"
  }

  /// The text with user names and passwords in URLs masked: `https://***@example.com/a`.
  package var maskingCredentials: String { maskingCredentials { _ in Self.mask } }

  /// The same, but with an unchanged number of scalars, so that columns stay valid.
  var maskingCredentialsInPlace: String {
    maskingCredentials { String(repeating: "*", count: $0.unicodeScalars.count) }
  }

  private func maskingCredentials(_ mask: (String) -> String) -> String {
    guard utf8.contains(UInt8(ascii: "@")), case let bytes = Array(utf8), let first = Self.authority(in: bytes, from: 0)
    else { return self }
    var masked: [UInt8] = []
    var done = 0
    var next: Range<Int>? = first
    while let authority = next {
      if let at = bytes[authority].lastIndex(of: UInt8(ascii: "@")) {
        let credentials = String(decoding: bytes[authority.lowerBound..<at], as: UTF8.self)
        masked += bytes[done..<authority.lowerBound] + Array(mask(credentials).utf8)
        done = at
      }
      next = Self.authority(in: bytes, from: authority.upperBound)
    }
    return String(decoding: masked + bytes[done...], as: UTF8.self)
  }

  /// The replacement for a user name and a password.
  package static let mask = "***"

  /// The bytes between `://` and the path of the next URL after `start`, including user name and password.
  private static func authority(in bytes: [UInt8], from start: Int) -> Range<Int>? {
    var index = start
    while index + 2 < bytes.count {
      guard bytes[index] == UInt8(ascii: ":"), bytes[index + 1] == UInt8(ascii: "/"),
        bytes[index + 2] == UInt8(ascii: "/")
      else {
        index += 1
        continue
      }
      let end = bytes[(index + 3)...].firstIndex { $0 <= 0x20 || "/?#".utf8.contains($0) }
      return index + 3..<(end ?? bytes.count)
    }
    return nil
  }

  /// Decodes `units`; nil if they are not valid in `encoding`.
  ///
  /// `String(validating:as:)` does the same but requires newer systems than this package supports.
  package init?<Encoding: Unicode.Encoding>(valid units: some Sequence<Encoding.CodeUnit>, as encoding: Encoding.Type) {
    var bytes: [UInt8] = []
    let hasMistake = transcode(
      units.makeIterator(), from: encoding, to: UTF8.self, stoppingOnError: true, into: { bytes.append($0) })
    guard !hasMistake else { return nil }
    self.init(decoding: bytes, as: UTF8.self)
  }
}
