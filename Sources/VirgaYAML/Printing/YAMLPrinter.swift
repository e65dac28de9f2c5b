package import VirgaJSON

/// Writes a value as YAML in block style, so that reading it gives the same value again.
///
/// The layout is that of the real tool's documents: two spaces per level, lists as far in as their key, texts of
/// several lines as literal blocks.
package struct YAMLPrinter {
  private var bytes: [UInt8] = []

  /// The value as a YAML document with a final line end.
  package static func print(_ value: JSONValue) -> String {
    var printer = YAMLPrinter()
    switch value {
    case .object(let members) where !members.isEmpty: printer.write(members, indent: 0, startsLine: true)
    case .array(let elements) where !elements.isEmpty: printer.write(elements, indent: 0, startsLine: true)
    default: printer.add(printer.scalar(value, indent: 0), "\n")
    }
    return String(decoding: printer.bytes, as: UTF8.self)
  }

  private init() {}

  private mutating func add(_ texts: String...) {
    for text in texts { bytes.append(contentsOf: text.utf8) }
  }

  private mutating func write(_ members: JSONObject, indent: Int, startsLine: Bool) {
    for (place, (key, value)) in members.enumerated() {
      if place > 0 || startsLine { pad(indent) }
      writeKey(key, indent: indent)
      switch value {
      case .object(let inner) where !inner.isEmpty:
        add("\n")
        write(inner, indent: indent + 2, startsLine: true)
      case .array(let elements) where !elements.isEmpty:
        add("\n")
        write(elements, indent: indent, startsLine: true)
      default: add(" ", scalar(value, indent: indent), "\n")
      }
    }
  }

  private mutating func write(_ elements: [JSONValue], indent: Int, startsLine: Bool) {
    for (place, element) in elements.enumerated() {
      if place > 0 || startsLine { pad(indent) }
      add("- ")
      switch element {
      case .object(let inner) where !inner.isEmpty: write(inner, indent: indent + 2, startsLine: false)
      case .array(let inner) where !inner.isEmpty: write(inner, indent: indent + 2, startsLine: false)
      default: add(scalar(element, indent: indent), "\n")
      }
    }
  }

  /// A key that is too long to be followed by its colon stands on a line of its own.
  private mutating func writeKey(_ key: String, indent: Int) {
    let written = YAMLText(key).key
    guard written.utf8.count > Self.longestKey else { return add(written, ":") }
    add("? ", written, "\n")
    pad(indent)
    add(":")
  }

  private static let longestKey = 128

  private mutating func pad(_ indent: Int) { bytes.append(contentsOf: repeatElement(0x20, count: indent)) }

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
