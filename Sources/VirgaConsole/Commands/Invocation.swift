import VirgaJSON
import VirgaSource

/// A command with its argument, typed or chosen from a list.
package struct Invocation: Hashable, Sendable {
  package var name: String
  /// Its argument; empty if it has none.
  package var argument = ""

  /// The line of a script.
  ///
  /// An argument that does not fit into a line, or that a reader would not see, for instance
  /// because it has a line break or a direction control, is written as JSON after a `\`.
  package var line: String { argument.isEmpty ? name : "\(name) \(Self.escaped(argument))" }

  /// The text to offer on a command line; ends with a blank if more must be typed.
  ///
  /// `line` would write an argument that ends with a blank as JSON.
  var textToType: String { argument.utf8.last == Self.blank ? "\(name) \(argument)" : line }

  /// Reads a line of a script: a name, then an argument without the blanks around it; nil for a
  /// blank line.
  ///
  /// The argument is plain text, or JSON after a `\`.
  package init?(line: String) {
    // In bytes, because a blank with a combining mark after it is another character.
    let bytes = line.utf8.drop { $0 == Self.blank }
    let name = bytes.prefix { $0 != Self.blank }
    guard !name.isEmpty else { return nil }
    var argument = bytes[name.endIndex...].drop { $0 == Self.blank }
    while argument.last == Self.blank { argument.removeLast() }
    self.init(String(Substring(name)), Self.unescaped(String(Substring(argument))))
  }

  private static let blank = UInt8(ascii: " ")
  private static let lineBreak = UInt8(ascii: "\n")
  /// The start of an argument that is written as JSON: a `\` before a string.
  private static let jsonStart = [UInt8(ascii: "\\"), UInt8(ascii: "\"")]

  /// An argument as a line of a script has it: as it is, or as JSON after a `\` if reading the line
  /// would change it or if a part of it is invisible.
  private static func escaped(_ argument: String) -> String {
    let bytes = argument.utf8
    let hasOuterBlank = bytes.first == blank || bytes.last == blank
    let looksLikeJSON = bytes.starts(with: jsonStart)
    let isChangedByReading = hasOuterBlank || looksLikeJSON || bytes.contains(lineBreak)
    if !isChangedByReading, argument.invisibleScalars.isEmpty { return argument }
    return "\\" + JSONValue.string(argument).compact.escapingInvisibleInJSON
  }

  /// The argument that ``escaped(_:)`` wrote; text that is not JSON after the `\` stays as it is.
  private static func unescaped(_ argument: String) -> String {
    guard argument.utf8.starts(with: jsonStart) else { return argument }
    return (try? JSONValue.parse(String(argument.dropFirst())))?.stringValue ?? argument
  }

  /// Creates a command with an argument, which may contain line breaks.
  package init(_ name: String, _ argument: String = "") {
    self.name = name
    self.argument = argument
  }

  /// The name at the start of an argument, and the text after it.
  ///
  /// Names may contain blanks: it is the longest of the known ones, or else the first word. With
  /// `a` and `a b` known, `a b c` gives `a b` and `c`; `x y` gives `x` and `y`.
  package static func name(
    startingIn argument: String, known: some Sequence<String>
  ) -> (name: String, rest: String) {
    let matches = known.filter { argument == $0 || argument.hasPrefix($0 + " ") }
    let longest = matches.max { $0.utf8.count < $1.utf8.count }
    let name = longest ?? String(argument.prefix { $0 != " " })
    return (name, String(argument.dropFirst(name.count).drop { $0 == " " }))
  }
}
