import VirgaSource

/// Where a JSON configuration is: a file of this machine or a text in the web.
public enum ConfigurationSource: Hashable, Sendable {
  /// The file at a path.
  case file(String)
  /// The text at an https URL.
  case web(String)

  /// The place that a person names: a URL (`https:`, `file:`) or the path of a file.
  public init(_ place: String) {
    if place.hasPrefix("file://") {
      let path = place.dropFirst("file://".count)
      self = .file(Self.unescaped(path.hasPrefix("localhost/") ? path.dropFirst("localhost".count) : path))
    } else if place.contains("://") {
      self = .web(place)
    } else {
      self = .file(place)
    }
  }

  /// The text for which a part of a URL stands: `%20` is a space.
  private static func unescaped(_ text: Substring) -> String {
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      let digits = rest.prefix(2)
      if byte == UInt8(ascii: "%"), digits.count == 2, let code = UInt8(String(Substring(digits)), radix: 16) {
        bytes.append(code)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension ConfigurationSource: CustomStringConvertible {
  /// The path, or the URL with its user name and password masked.
  public var description: String {
    switch self {
    case .file(let path): path
    case .web(let url): url.maskingCredentials
    }
  }
}
