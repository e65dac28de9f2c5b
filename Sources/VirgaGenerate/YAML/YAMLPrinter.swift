public import VirgaJSON

/// Writes a value as YAML in block style, so that reading it gives the same value again.
///
/// The layout is that of the real tool's documents: two spaces per level, lists as far in as their key, texts of
/// several lines as literal blocks.
public struct YAMLPrinter {
  private var text = ""

  /// The value as a YAML document with a final line end.
  public static func print(_ value: JSONValue) -> String {
    var printer = YAMLPrinter()
    switch value {
    case .object(let members) where !members.isEmpty: printer.write(members, indent: 0, startsLine: true)
    case .array(let elements) where !elements.isEmpty: printer.write(elements, indent: 0, startsLine: true)
    default: printer.text += printer.scalar(value, indent: 0) + "\n"
    }
    return printer.text
  }

  private init() {}

  private mutating func write(_ members: JSONObject, indent: Int, startsLine: Bool) {
    for (place, (key, value)) in members.enumerated() {
      if place > 0 || startsLine { pad(indent) }
      writeKey(key, indent: indent)
      switch value {
      case .object(let inner) where !inner.isEmpty:
        text += "\n"
        write(inner, indent: indent + 2, startsLine: true)
      case .array(let elements) where !elements.isEmpty:
        text += "\n"
        write(elements, indent: indent, startsLine: true)
      default: text += " \(scalar(value, indent: indent))\n"
      }
    }
  }

  private mutating func write(_ elements: [JSONValue], indent: Int, startsLine: Bool) {
    for (place, element) in elements.enumerated() {
      if place > 0 || startsLine { pad(indent) }
      text += "- "
      switch element {
      case .object(let inner) where !inner.isEmpty: write(inner, indent: indent + 2, startsLine: false)
      case .array(let inner) where !inner.isEmpty: write(inner, indent: indent + 2, startsLine: false)
      default: text += "\(scalar(element, indent: indent))\n"
      }
    }
  }

  /// A key that is too long to be followed by its colon stands on a line of its own.
  private mutating func writeKey(_ key: String, indent: Int) {
    let written = YAMLText(key).key
    guard written.utf8.count > Self.longestKey else { return text += "\(written):" }
    text += "? \(written)\n"
    pad(indent)
    text += ":"
  }

  private static let longestKey = 128

  private mutating func pad(_ indent: Int) { text += String(repeating: " ", count: indent) }

  private func scalar(_ value: JSONValue, indent: Int) -> String {
    switch value {
    case .null: "null"
    case .boolean(let truth): truth ? "true" : "false"
    case .integer(let integer): String(integer)
    case .number(let number): Self.number(number)
    case .string(let text): YAMLText(text).value(indent: indent + 2)
    case .array: "[]"
    case .object: "{}"
    }
  }

  /// A number spelled as it is read again: a fraction always has a point or an exponent.
  private static func number(_ number: JSONNumber) -> String {
    let literal = number.literal
    guard literal.utf8.contains(where: { ".eE".utf8.contains($0) }), number.double.isFinite else { return literal }
    let spelled = number.double.description
    guard let mark = spelled.firstIndex(of: "e") else { return spelled }
    let mantissa = spelled[..<mark].hasSuffix(".0") ? spelled[..<mark].dropLast(2) : spelled[..<mark]
    return mantissa + spelled[mark...].filter { $0 != "+" }
  }
}
