import CVirgaPlatform
import VirgaSource

/// Links of a feature: absolute URLs, which are kept as they are written.
///
/// Refuses what no browser could open; the rules are those of the WHATWG's URL standard.
enum WebAddress {
  /// Why a text is not an absolute URL.
  enum Reason: String, Error {
    case relative = "it has no scheme such as `https:`"
    case emptyHost = "it has no host"
    case badHost = "its host is not a name or an IP address"
    case badPort = "its port is not a number up to 65535"
  }

  /// Schemes whose URLs always have a host.
  private static let schemesWithHost: Set = ["http", "https", "ws", "wss", "ftp"]

  /// The URL without surrounding blanks; throws if it is not an absolute URL.
  static func checked(_ text: String) throws(Reason) -> String {
    let address = text.trimmingBlanks
    guard let colon = address.firstIndex(of: ":") else { throw .relative }
    let scheme = address[..<colon]
    guard isScheme(scheme) else { throw .relative }
    if schemesWithHost.contains(scheme.lowercased()) {
      // The authority is between the slashes after the scheme and the path, query or fragment.
      let afterSlashes = address[address.index(after: colon)...].drop(while: isSlash)
      let authority = afterSlashes.prefix { !isSlash($0) && $0 != "?" && $0 != "#" }
      try check(authority: authority)
    }
    return String(address)
  }

  /// Whether the text is spelled like a scheme: `https`, `git+ssh`.
  private static func isScheme(_ text: Substring) -> Bool {
    guard let first = text.utf8.first, first.isLetter else { return false }
    return text.utf8.allSatisfy { $0.isLetter || $0.isDigit || "+-.".utf8.contains($0) }
  }

  /// Whether browsers take the character for a slash.
  private static func isSlash(_ character: Character) -> Bool {
    character == "/" || character == "\\"
  }

  /// Checks the part of a URL between its slashes: `host`, `user@host:port` or `[::1]:port`; throws
  /// if the port or the host is wrong.
  private static func check(authority: Substring) throws(Reason) {
    let afterUser = authority.lastIndex(of: "@").map(authority.index(after:))
    let hostAndPort = authority[(afterUser ?? authority.startIndex)...]
    // Colons in brackets are part of an IPv6 address.
    let colonSearchStart = hostAndPort.lastIndex(of: "]") ?? hostAndPort.startIndex
    let hostEnd = hostAndPort[colonSearchStart...].lastIndex(of: ":") ?? hostAndPort.endIndex
    let port = hostAndPort[hostEnd...].dropFirst()
    let isPort = port.isEmpty || UInt16(port) != nil
    guard isPort else { throw .badPort }
    try check(host: hostAndPort[..<hostEnd])
  }

  /// Checks a name, an IPv4 address, or an IPv6 address in brackets; throws if it is none of them.
  private static func check(host: Substring) throws(Reason) {
    guard !host.isEmpty else { throw .emptyHost }
    if host.hasPrefix("[") {
      guard host.hasSuffix("]"), isIPv6(host.dropFirst().dropLast()) else { throw .badHost }
      return
    }
    guard host.unicodeScalars.allSatisfy(isAllowedInHost) else { throw .badHost }
    let lastLabel = host.split(separator: ".").last ?? ""
    // A host that ends in a number must be an IPv4 address.
    if isNumber(lastLabel) {
      var address = in_addr()
      let isIPv4 = inet_aton(String(host), &address) == 1
      guard isIPv4 else { throw .badHost }
    }
  }

  /// Whether a host may contain a character; blanks, controls and the marks of URLs are refused.
  private static func isAllowedInHost(_ scalar: Unicode.Scalar) -> Bool {
    let delete: Unicode.Scalar = "\u{7F}"
    let isBlankOrControl = scalar <= " " || scalar == delete
    let isMark = "#/<>?@[\\]^|:".unicodeScalars.contains(scalar)
    return !isBlankOrControl && !isMark
  }

  /// Whether browsers take the label for a number: `127`, `0x7F`.
  private static func isNumber(_ label: Substring) -> Bool {
    let isHexadecimal = label.lowercased().hasPrefix("0x")
    return isHexadecimal || (!label.isEmpty && label.utf8.allSatisfy(\.isDigit))
  }

  /// Whether a text, without brackets, is an IPv6 address as the system reads it.
  private static func isIPv6(_ text: Substring) -> Bool {
    var address = in6_addr()
    let success: Int32 = 1
    return inet_pton(AF_INET6, String(text), &address) == success
  }
}

extension String {
  /// The text without control characters and blanks at its ends.
  fileprivate var trimmingBlanks: Substring {
    let isBlank = { (character: Character) in character <= " " }
    var text = self.drop(while: isBlank)
    while let last = text.last, isBlank(last) { text.removeLast() }
    return text
  }
}
