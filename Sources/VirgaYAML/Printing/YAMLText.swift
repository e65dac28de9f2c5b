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
    guard traits.hasLineBreak, text.utf8.contains(0x0A) else { return traits.hasLineBreak ? doubleQuoted : onOneLine }
    return traits.allowsBlock ? block(indent: indent) : doubleQuoted
  }

  private var onOneLine: String {
    if traits.hasSpecialSign { return doubleQuoted }
    return traits.allowsPlain && !YAMLWords.meansAnotherValue(text) ? text : singleQuoted
  }

  private var singleQuoted: String {
    let quote = UInt8(ascii: "'")
    var quoted = [quote]
    quoted.reserveCapacity(text.utf8.count + 8)
    for byte in text.utf8 {
      if byte == quote { quoted.append(quote) }
      quoted.append(byte)
    }
    return String(decoding: quoted + [quote], as: UTF8.self)
  }

  private var doubleQuoted: String { "\"" + text.unicodeScalars.map(Self.escaped).joined() + "\"" }

  private func block(indent: Int) -> String {
    let bytes = Array(text.utf8)
    var block = [UInt8(ascii: "|")]
    if let first = bytes.first, first == 0x20 || first == 0x0A { block.append(UInt8(ascii: "2")) }
    let trailing = bytes.reversed().prefix { $0 == 0x0A }.count
    if trailing == 0 {
      block.append(UInt8(ascii: "-"))
    } else if trailing > 1 || bytes.count == 1 {
      block.append(UInt8(ascii: "+"))
    }
    let body = trailing == 0 ? bytes[...] : bytes.dropLast()
    for line in body.split(separator: 0x0A, omittingEmptySubsequences: false) {
      block.append(0x0A)
      if !line.isEmpty { block.append(contentsOf: repeatElement(0x20, count: indent)) }
      block.append(contentsOf: line)
    }
    return String(decoding: block, as: UTF8.self)
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
