/// The entities of XML: five names, and scalars by their number.
enum XMLEntity {
  /// The text with its entities resolved; what is none stays as it stands.
  static func resolved(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "&")) else { return text }
    var result = String.UnicodeScalarView()
    var rest = text.unicodeScalars[...]
    while let ampersand = rest.firstIndex(of: "&") {
      result += rest[..<ampersand]
      rest = rest[rest.index(after: ampersand)...]
      let name = rest.prefix(longestName).prefix { $0 != ";" }
      if rest.dropFirst(name.count).first == ";", let scalar = scalar(String(name)) {
        result.append(scalar)
        rest = rest.dropFirst(name.count + 1)
      } else {
        result.append("&")
      }
    }
    return String(result + rest)
  }

  private static let longestName = 12

  private static func scalar(_ name: String) -> Unicode.Scalar? {
    switch name {
    case "amp": "&"
    case "lt": "<"
    case "gt": ">"
    case "quot": "\""
    case "apos": "'"
    case _ where name.hasPrefix("#x"): UInt32(name.dropFirst(2), radix: 16).flatMap(Unicode.Scalar.init)
    case _ where name.hasPrefix("#"): UInt32(name.dropFirst()).flatMap(Unicode.Scalar.init)
    default: nil
    }
  }
}
