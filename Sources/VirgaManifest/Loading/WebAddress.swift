import VirgaSource

/// Absolute URLs, normalized as the feature's documentation links are printed.
///
/// Follows the WHATWG rules as far as links in a manifest need them: scheme, host, default port, empty path and
/// characters that must be escaped.
enum WebAddress {
  enum Reason: String, Error {
    case relative = "relative URL without a base"
    case emptyHost = "empty host"
    case badPort = "invalid port number"
  }

  private static let defaultPorts = ["http": "80", "https": "443", "ws": "80", "wss": "443", "ftp": "21"]

  static func normalized(_ text: String) throws(Reason) -> String {
    let trimmed = String(String.UnicodeScalarView(text.unicodeScalars.filter { $0.value > 0x20 || $0 == " " }))
    let address = trimmed.drop { $0 == " " }
    guard let colon = address.firstIndex(of: ":"), isScheme(address[..<colon]) else { throw .relative }
    let scheme = address[..<colon].lowercased()
    let rest = address[address.index(after: colon)...]
    guard let port = defaultPorts[scheme] else { return "\(scheme):\(escaped(rest))" }
    let afterSlashes = rest.drop { $0 == "/" || $0 == "\\" }
    let end = afterSlashes.firstIndex { "/\\?#".contains($0) } ?? afterSlashes.endIndex
    let authority = try authority(afterSlashes[..<end], defaultPort: port)
    let tail = afterSlashes[end...]
    return "\(scheme)://\(authority)\(tail.hasPrefix("/") ? "" : "/")\(escaped(tail))"
  }

  private static func isScheme(_ text: Substring) -> Bool {
    guard let first = text.utf8.first, first.isLetter else { return false }
    return text.utf8.allSatisfy { $0.isLetter || $0.isDigit || [0x2B, 0x2D, 0x2E].contains($0) }
  }

  private static func authority(_ text: Substring, defaultPort: String) throws(Reason) -> String {
    let user = text.lastIndex(of: "@").map { text[...$0] } ?? ""
    let hostAndPort = text.dropFirst(user.count)
    let portMark = hostAndPort.hasPrefix("[") ? hostAndPort.range(after: "]") : hostAndPort.lastIndex(of: ":")
    let host = portMark.map { hostAndPort[..<$0] } ?? hostAndPort
    let port = portMark.map { hostAndPort[hostAndPort.index(after: $0)...] } ?? ""
    guard !host.isEmpty, !host.contains(" ") else { throw .emptyHost }
    guard port.isEmpty || UInt16(port) != nil else { throw .badPort }
    let shownPort = port.isEmpty || port == defaultPort ? "" : ":\(port)"
    return "\(user)\(host.lowercased())\(shownPort)"
  }

  private static func escaped(_ text: Substring) -> String {
    PercentEncoding.encoded(text.utf8) { $0.isVisible && !#""<>"#.utf8.contains($0) }
  }
}

extension Substring {
  /// The index of the colon after the closing bracket of a numeric host.
  fileprivate func range(after bracket: Character) -> Index? {
    guard let close = firstIndex(of: bracket) else { return nil }
    let following = index(after: close)
    return following < endIndex && self[following] == ":" ? following : nil
  }
}
