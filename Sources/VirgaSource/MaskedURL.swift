extension String {
  /// The replacement for a secret.
  package static let secretMask = "***"

  /// The text with what may be secret in URLs masked: `https://***@example.com/a?key=***`.
  ///
  /// That is user names and passwords, and the values of a query.
  package var maskingCredentials: String { maskingCredentials { _ in Self.secretMask } }

  /// The text with each secret in its URLs replaced by as many `*` as it has scalars, so that
  /// columns stay valid.
  var maskingCredentialsKeepingColumns: String {
    maskingCredentials { secret in String(repeating: "*", count: secret.unicodeScalars.count) }
  }

  /// Whether a secret in it was replaced by the `secretMask`, so that it is no longer a usable URL.
  package var hasMaskedCredentials: Bool {
    let bytes = Array(utf8)
    let secrets = SecretFinder.secrets(in: bytes)
    return secrets.contains { range in bytes[range].elementsEqual(Self.secretMask.utf8) }
  }

  /// Whether it is a URL rather than a path, as for what a manifest includes.
  package var isURL: Bool { contains("://") }

  /// A URL without its query and fragment; anything else is unchanged.
  package var withoutQuery: String {
    let bytes = Array(utf8)
    let isSchemeEnd = { (index: Int) in SecretFinder.isSchemeEnd(in: bytes, at: index) }
    guard let schemeEnd = bytes.indices.first(where: isSchemeEnd) else { return self }
    let afterScheme = bytes[(schemeEnd + "://".utf8.count)...]
    guard let end = afterScheme.firstIndex(where: { "?#".utf8.contains($0) }) else { return self }
    return String(decoding: bytes[..<end], as: UTF8.self)
  }

  /// The text with each secret in its URLs replaced by what `mask` returns for it.
  private func maskingCredentials(_ mask: (String) -> String) -> String {
    // Without an `@` or a `?` no URL has a secret.
    guard hasByte({ $0 == UInt8(ascii: "@") || $0 == UInt8(ascii: "?") }) else { return self }
    let bytes = Array(utf8)
    let secrets = SecretFinder.secrets(in: bytes)
    guard !secrets.isEmpty else { return self }
    var masked: [UInt8] = []
    var copiedEnd = 0
    for secret in secrets {
      masked += bytes[copiedEnd..<secret.lowerBound]
      masked += mask(String(decoding: bytes[secret], as: UTF8.self)).utf8
      copiedEnd = secret.upperBound
    }
    return String(decoding: masked + bytes[copiedEnd...], as: UTF8.self)
  }
}

/// Finds secrets in the URLs of a text: the user name and password before an `@`, and the values of
/// a query.
///
/// In `https://ann:pw@example.com/a?key=1&two` they are `ann:pw`, `1` and `two`: a part of a query
/// without a name is a value.
private struct SecretFinder {
  private let bytes: [UInt8]
  /// The offset of the next byte to read.
  private var index = 0
  private var secrets: [Range<Int>] = []

  /// The ranges of the secrets in the URLs of a text, in order: user names with passwords, and the
  /// values of queries.
  static func secrets(in bytes: [UInt8]) -> [Range<Int>] {
    var finder = SecretFinder(bytes: bytes)
    while finder.index < bytes.count { finder.readURL() }
    return finder.secrets
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  /// Whether the `://` of a URL is at `index`.
  static func isSchemeEnd(in bytes: [UInt8], at index: Int) -> Bool {
    index + 2 < bytes.count && bytes[index] == UInt8(ascii: ":")
      && bytes[index + 1] == UInt8(ascii: "/")
      && bytes[index + 2] == UInt8(ascii: "/")
  }

  /// Skips to the next colon; if that is the start of `://`, adds the secrets of the URL.
  ///
  /// Without a colon, skips the rest of the text.
  private mutating func readURL() {
    guard let colon = bytes[index...].firstIndex(of: UInt8(ascii: ":")) else {
      index = bytes.count
      return
    }
    guard Self.isSchemeEnd(in: bytes, at: colon) else {
      // The colon of something else, which is skipped.
      index = colon + 1
      return
    }
    index = colon + "://".utf8.count
    readAuthority()
    readPath()
  }

  /// Moves from behind the `://` of a URL to the last byte of its host, and adds what is before the
  /// last `@` as a secret: the user name and password `ann:pw` of `ann:pw@example.com`.
  private mutating func readAuthority() {
    let end = bytes[index...].firstIndex(where: Self.endsAuthority) ?? bytes.count
    if let atSign = bytes[index..<end].lastIndex(of: UInt8(ascii: "@")) {
      secrets.append(index..<atSign)
      index = atSign
    }
    // The path is read from the last byte of the host on, because that may be the colon of another
    // URL, as in `a://b://c`. The index does not go back if the host is empty.
    let lastByte = end - 1
    index = max(index, lastByte)
  }

  /// Skips the path, and reads a query after it; stops at the end of the URL, and at the `://` of
  /// another one.
  private mutating func readPath() {
    while index < bytes.count, !Self.endsURL(bytes[index]), !Self.isSchemeEnd(in: bytes, at: index)
    {
      let startsQuery = bytes[index] == UInt8(ascii: "?")
      index += 1
      if startsQuery { return readQuery() }
    }
  }

  /// Adds the values of a query as secrets: `1` and `two` of `key=1&two`.
  ///
  /// Punctuation at the end of the URL belongs to the sentence around it: `…?key=1).` has the value
  /// `1`.
  private mutating func readQuery() {
    let end = bytes[index...].firstIndex { Self.endsURL($0) } ?? bytes.count
    for part in bytes[index..<end].split(separator: UInt8(ascii: "&")) {
      let equalsSign = part.firstIndex(of: UInt8(ascii: "="))
      let valueStart = equalsSign.map { $0 + 1 } ?? part.startIndex
      var value = part[valueStart...]
      let isAtEnd = part.endIndex == end
      if isAtEnd {
        while let last = value.last, Self.punctuation.contains(last) { value.removeLast() }
      }
      if !value.isEmpty { secrets.append(value.startIndex..<value.endIndex) }
    }
    index = end
  }

  /// Whether the host of a URL, and the password before it, end before a byte: at a space or a
  /// control character, or where the path, the query or the fragment starts.
  private static func endsAuthority(_ byte: UInt8) -> Bool {
    isSpaceOrControl(byte) || "/?#".utf8.contains(byte)
  }

  /// Whether a URL in a text ends before a byte: at a space, a control character or a bracket or
  /// quote around it, or where its fragment starts, which has no secrets.
  private static func endsURL(_ byte: UInt8) -> Bool {
    isSpaceOrControl(byte) || "#\"`<>".utf8.contains(byte)
  }

  private static func isSpaceOrControl(_ byte: UInt8) -> Bool { byte <= UInt8(ascii: " ") }

  /// Characters that belong to the sentence around a URL if they are at its end.
  private static let punctuation = Set(":,.;!?')]}".utf8)
}
