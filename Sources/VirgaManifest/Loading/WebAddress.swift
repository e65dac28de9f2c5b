import CVirgaPlatform
import VirgaSource

/// Links of a feature: absolute URLs, which are kept as they are written.
///
/// Refuses what no browser could open; the rules are those of the WHATWG's URL standard.
enum WebAddress {
  enum Reason: String, Error {
    case relative = "it has no scheme such as `https:`"
    case emptyHost = "it has no host"
    case badHost = "its host is not a name or an IP address"
    case badPort = "its port is not a number up to 65535"
  }

  /// Schemes whose URLs always have a host.
  private static let schemesWithHost: Set = ["http", "https", "ws", "wss", "ftp"]

  /// The URL without surrounding blanks.
  static func checked(_ text: String) throws(Reason) -> String {
    let address = text.trimmingBlanks
    guard let colon = address.firstIndex(of: ":"), isScheme(address[..<colon]) else {
      throw .relative
    }
    if schemesWithHost.contains(address[..<colon].lowercased()) {
      let rest = address[address.index(after: colon)...].drop(while: isSlash)
      let end = rest.firstIndex { isSlash($0) || $0 == "?" || $0 == "#" } ?? rest.endIndex
      try check(authority: rest[..<end])
    }
    return String(address)
  }

  private static func isScheme(_ text: Substring) -> Bool {
    guard let first = text.utf8.first, first.isLetter else { return false }
    return text.utf8.allSatisfy { $0.isLetter || $0.isDigit || [0x2B, 0x2D, 0x2E].contains($0) }
  }

  private static func isSlash(_ character: Character) -> Bool {
    character == "/" || character == "\\"
  }

  /// Checks the part between the slashes: `user@host:port`.
  private static func check(authority: Substring) throws(Reason) {
    let hostStart = authority.lastIndex(of: "@").map(authority.index(after:))
    let hostAndPort = authority[(hostStart ?? authority.startIndex)...]
    let bracket = hostAndPort.lastIndex(of: "]") ?? hostAndPort.startIndex
    let colon = hostAndPort[bracket...].lastIndex(of: ":") ?? hostAndPort.endIndex
    let port = hostAndPort[colon...].dropFirst()
    guard port.isEmpty || UInt16(port) != nil else { throw .badPort }
    try check(host: hostAndPort[..<colon])
  }

  private static func check(host: Substring) throws(Reason) {
    guard !host.isEmpty else { throw .emptyHost }
    if host.hasPrefix("[") {
      guard host.hasSuffix("]"), isIPv6(host.dropFirst().dropLast()) else { throw .badHost }
      return
    }
    guard host.unicodeScalars.allSatisfy(isAllowedInHost) else { throw .badHost }
    let lastLabel = host.split(separator: ".").last ?? ""
    // A host that ends in a number is an IPv4 address, or nothing.
    if isNumber(lastLabel) {
      var address = in_addr()
      guard inet_aton(String(host), &address) == 1 else { throw .badHost }
    }
  }

  private static func isAllowedInHost(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value > 0x20 && scalar.value != 0x7F && !"#/<>?@[\\]^|:".unicodeScalars.contains(scalar)
  }

  private static func isNumber(_ label: Substring) -> Bool {
    let isHexadecimal = label.lowercased().hasPrefix("0x")
    return isHexadecimal || (!label.isEmpty && label.utf8.allSatisfy(\.isDigit))
  }

  private static func isIPv6(_ text: Substring) -> Bool {
    var address = in6_addr()
    return inet_pton(AF_INET6, String(text), &address) == 1
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
