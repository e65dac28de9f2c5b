/// A string, and the ways to write it in YAML: plain where that is no other value, else quoted or as a block.
struct YAMLText {
  private let text: String
  private let traits: YAMLTraits

  init(_ text: String) {
    self.text = text
    traits = YAMLTraits(text)
  }

  /// The text where a key stands: on one line.
  var key: String { traits.hasLineBreak ? doubleQuoted : onOneLine }

  /// The text where a value stands; the lines of a block begin `indent` spaces in.
  func value(indent: Int) -> String {
    guard text.unicodeScalars.contains("\n") else { return traits.hasLineBreak ? doubleQuoted : onOneLine }
    return traits.allowsBlock ? block(indent: indent) : doubleQuoted
  }

  private var onOneLine: String {
    if traits.hasSpecialSign { return doubleQuoted }
    return traits.allowsPlain && !YAMLWords.meansAnotherValue(text) ? text : singleQuoted
  }

  private var singleQuoted: String {
    "'" + text.unicodeScalars.reduce(into: "") { $0 += $1 == "'" ? "''" : String($1) } + "'"
  }

  private var doubleQuoted: String { "\"" + text.unicodeScalars.map(Self.escaped).joined() + "\"" }

  private func block(indent: Int) -> String {
    let scalars = text.unicodeScalars
    var header = "|"
    if let first = scalars.first, first == " " || first == "\n" { header += "2" }
    let trailing = scalars.reversed().prefix { $0 == "\n" }.count
    if trailing == 0 { header += "-" } else if trailing > 1 || scalars.count == 1 { header += "+" }
    let body = trailing == 0 ? scalars[...] : scalars.dropLast()
    let padding = String(repeating: " ", count: indent)
    let lines = body.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      line.isEmpty ? "" : padding + String(String.UnicodeScalarView(line))
    }
    return ([header] + lines).joined(separator: "\n")
  }

  private static func escaped(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\"": return "\\\""
    case "\\": return "\\\\"
    case "\0": return "\\0"
    case "\u{07}": return "\\a"
    case "\u{08}": return "\\b"
    case "\t": return "\\t"
    case "\n": return "\\n"
    case "\u{0B}": return "\\v"
    case "\u{0C}": return "\\f"
    case "\r": return "\\r"
    case "\u{1B}": return "\\e"
    case "\u{85}": return "\\N"
    case "\u{2028}": return "\\L"
    case "\u{2029}": return "\\P"
    default: return YAMLTraits.isPrintable(scalar) ? String(scalar) : numbered(scalar.value)
    }
  }

  private static func numbered(_ value: UInt32) -> String {
    let (mark, width) = value <= 0xFF ? ("x", 2) : value <= 0xFFFF ? ("u", 4) : ("U", 8)
    let digits = String(value, radix: 16, uppercase: true)
    return "\\\(mark)" + String(repeating: "0", count: width - digits.count) + digits
  }
}
