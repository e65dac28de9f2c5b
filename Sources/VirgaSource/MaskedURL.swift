extension String {
  /// The text with the user name and password of each URL in it masked: `https://***@example.com/a`.
  package var maskingCredentials: String { maskingCredentials { _ in Self.mask } }

  /// The same text, of the same number of scalars, so that columns of it stay right.
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

  /// What stands for a user name and a password.
  package static let mask = "***"

  /// The bytes between `://` and the path of the first URL behind `start`, user name and password included.
  private static func authority(in bytes: [UInt8], from start: Int) -> Range<Int>? {
    var place = start
    while place + 2 < bytes.count {
      guard bytes[place] == UInt8(ascii: ":"), bytes[place + 1] == UInt8(ascii: "/"),
        bytes[place + 2] == UInt8(ascii: "/")
      else {
        place += 1
        continue
      }
      let end = bytes[(place + 3)...].firstIndex { $0 <= 0x20 || "/?#".utf8.contains($0) }
      return place + 3..<(end ?? bytes.count)
    }
    return nil
  }
}
