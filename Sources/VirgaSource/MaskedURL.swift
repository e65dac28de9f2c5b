extension String {
  /// The replacement for a secret.
  package static let mask = "***"

  /// The text with what may be secret in URLs masked: `https://***@example.com/a?key=***`.
  ///
  /// That is user names and passwords, and the values of a query.
  package var maskingCredentials: String { maskingCredentials { _ in Self.mask } }

  /// The same, but with an unchanged number of scalars, so that columns stay valid.
  var maskingCredentialsInPlace: String {
    maskingCredentials { String(repeating: "*", count: $0.unicodeScalars.count) }
  }

  /// Whether something was masked in it, so that it is not a usable URL any longer.
  package var hasMaskedCredentials: Bool {
    let bytes = Array(utf8)
    return SecretFinder.secrets(in: bytes).contains { bytes[$0].elementsEqual(Self.mask.utf8) }
  }

  /// Whether it is a URL rather than a path, as for what a manifest includes.
  package var isURL: Bool { contains("://") }

  /// A URL without its query and fragment; anything else is unchanged.
  package var withoutQuery: String {
    let bytes = Array(utf8)
    guard let scheme = bytes.indices.first(where: { SecretFinder.isStart(of: bytes, at: $0) }),
      let end = bytes[(scheme + 3)...].firstIndex(where: { "?#".utf8.contains($0) })
    else { return self }
    return String(decoding: bytes[..<end], as: UTF8.self)
  }

  private func maskingCredentials(_ mask: (String) -> String) -> String {
    guard hasByte({ $0 == UInt8(ascii: "@") || $0 == UInt8(ascii: "?") }) else { return self }
    let bytes = Array(utf8)
    let secrets = SecretFinder.secrets(in: bytes)
    guard !secrets.isEmpty else { return self }
    var masked: [UInt8] = []
    var done = 0
    for secret in secrets {
      masked += bytes[done..<secret.lowerBound]
      masked += mask(String(decoding: bytes[secret], as: UTF8.self)).utf8
      done = secret.upperBound
    }
    return String(decoding: masked + bytes[done...], as: UTF8.self)
  }
}

/// Finds secrets in the URLs of a text: what comes before an `@`, and the values of a query.
///
/// A part of a query without a name counts as a value.
private struct SecretFinder {
  private let bytes: [UInt8]
  private var index = 0
  private var secrets: [Range<Int>] = []

  /// The ranges of the secrets, in order.
  static func secrets(in bytes: [UInt8]) -> [Range<Int>] {
    var finder = SecretFinder(bytes: bytes)
    while finder.index < bytes.count { finder.readURL() }
    return finder.secrets
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  /// Whether the `://` of a URL is at `index`.
  static func isStart(of bytes: [UInt8], at index: Int) -> Bool {
    index + 2 < bytes.count && bytes[index] == UInt8(ascii: ":")
      && bytes[index + 1] == UInt8(ascii: "/")
      && bytes[index + 2] == UInt8(ascii: "/")
  }

  /// Skips to the next URL and reads it, or ends.
  private mutating func readURL() {
    index = bytes[index...].firstIndex { byte in byte == UInt8(ascii: ":") } ?? bytes.count
    guard Self.isStart(of: bytes, at: index) else { return index += 1 }
    index += 3
    readAuthority()
    readPath()
  }

  private mutating func readAuthority() {
    let end = bytes[index...].firstIndex { $0 <= 0x20 || "/?#".utf8.contains($0) } ?? bytes.count
    if let at = bytes[index..<end].lastIndex(of: UInt8(ascii: "@")) {
      secrets.append(index..<at)
      index = at
    }
    // The authority may end with the colon of another URL.
    index = max(index, end - 1)
  }

  /// Reads up to the query and its end, the next URL, or the end of the text that belongs to the
  /// URL.
  private mutating func readPath() {
    while index < bytes.count, !Self.endsURL(bytes[index]), !Self.isStart(of: bytes, at: index) {
      index += 1
      if bytes[index - 1] == UInt8(ascii: "?") { return readQuery() }
    }
  }

  private mutating func readQuery() {
    let end = bytes[index...].firstIndex { Self.endsURL($0) } ?? bytes.count
    for part in bytes[index..<end].split(separator: UInt8(ascii: "&")) {
      let value = part.firstIndex(of: UInt8(ascii: "=")).map { $0 + 1 } ?? part.startIndex
      let isLast = part.endIndex == end
      let last = part[value...].lastIndex { !isLast || !Self.punctuation.contains($0) }
      if let last { secrets.append(value..<last + 1) }
    }
    index = end
  }

  /// Whether a URL in a text ends before a byte, or its fragment begins there.
  private static func endsURL(_ byte: UInt8) -> Bool {
    byte <= 0x20 || "#\"`<>".utf8.contains(byte)
  }

  /// What belongs to the sentence around a URL if it is at its end.
  private static let punctuation = Set(":,.;!?')]}".utf8)
}
