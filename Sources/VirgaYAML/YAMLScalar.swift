import CVirgaYAML
import VirgaJSON
import VirgaSource

/// Determines the type of an unquoted scalar as the reference tool does, by the YAML 1.2 core
/// schema.
///
/// `yes`, `010`, `1_000` and dates are strings. Infinities and NaN have no JSON form and become
/// null. Rule: VirgaYAML/Scalars.
enum YAMLScalar {
  /// The kind of an unquoted scalar: `true` is a boolean, `~` null, `1.` a number, `on` a string.
  static func kind(of text: UnsafeBufferPointer<UInt8>) -> LocatedNode.Kind {
    guard let first = text.first else { return .null }
    if first.isDigit || first.isSign || first == UInt8(ascii: ".") { return kindOfNumber(text) }
    // A longer text is none of the words below, and need not be decoded.
    let longestWord = "false"
    guard text.count <= longestWord.utf8.count else { return .string }
    return switch String(decoding: text, as: UTF8.self) {
    case "~", "null", "Null", "NULL": .null
    case "true", "True", "TRUE", "false", "False", "FALSE": .boolean
    default: .string
    }
  }

  /// Whether a string without quotes could be read as something else.
  ///
  /// That is a value of another kind (`true`, `12`), a number in another language (`010`, `1e999`),
  /// or a text with a meaning in YAML 1.1, which Python reads: a boolean (`no`), a default (`=`) or
  /// a merge (`<<`).
  static func isAmbiguous(_ text: String) -> Bool {
    let specialTexts = ["y", "n", "yes", "no", "on", "off", "=", "<<"]
    let longestSpecialText = "yes"
    let canBeSpecial = text.utf8.count <= longestSpecialText.utf8.count
    if canBeSpecial, specialTexts.contains(text.lowercased()) { return true }
    // A copy, because `withUTF8` is mutating.
    var text = text
    let unquotedKind = text.withUTF8 { bytes in kind(of: bytes) }
    // The empty text would be read as null.
    guard unquotedKind == .string, let first = text.utf8.first else { return true }
    // All that a number can start with, a digit, a sign or a point, is at most `9` in ASCII.
    let canStartNumber = first <= UInt8(ascii: "9")
    return canStartNumber && Double(text) != nil
  }

  /// Whether some reader of YAML could take a text for a number, a time or a date: `1_000`, `12:30`
  /// and `2001-12-14` are that in YAML 1.1.
  static func resemblesNumber(_ text: String) -> Bool {
    guard let first = text.utf8.first, first.isDigit || first.isSign || first == UInt8(ascii: ".")
    else { return false }
    // Every character that a number, a time or a date can have, as in `0x1F` or
    // `2001-12-14 12:30 Z`.
    return text.utf8.allSatisfy { byte in
      byte.hexadecimalValue != nil || "_,.:+- xXoOtTzZ".utf8.contains(byte)
    }
  }

  /// Whether readers could disagree on a text without escapes.
  ///
  /// That is a text with a character of which readers differ, or one that loses blanks in a block.
  static func needsEscapes(_ text: String) -> Bool {
    text.unicodeScalars.contains(where: isReadDifferently) || canLoseBlanksInBlock(text)
  }

  /// Whether readers differ in what they make of a character: a control character, a byte-order
  /// mark, or a line end other than LF.
  private static func isReadDifferently(_ scalar: Unicode.Scalar) -> Bool {
    let isOtherLineEnd = ["\u{85}", "\u{2028}", "\u{2029}"].contains(scalar)
    let isByteOrderMark = scalar == "\u{FEFF}"
    if isOtherLineEnd || isByteOrderMark { return true }
    let isLineFeed = scalar == "\n"
    return scalar.properties.generalCategory == .control && !isLineFeed
  }

  /// Whether a text, written as a block, could lose its first blank or an empty line when the block
  /// is pasted elsewhere; in quotes with escapes it cannot.
  ///
  /// That is a text of several lines that begins with a blank or an empty line, or ends with an
  /// empty line.
  private static func canLoseBlanksInBlock(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    guard bytes.contains(UInt8(ascii: "\n")), let first = bytes.first else { return false }
    let beginsBlank = first == UInt8(ascii: " ") || first == UInt8(ascii: "\n")
    let endsWithEmptyLine = bytes.suffix(2).allSatisfy { byte in byte == UInt8(ascii: "\n") }
    return beginsBlank || endsWithEmptyLine
  }

  /// The kind of a text that starts with a digit, a sign or a point.
  ///
  /// `0x1F` and `+1` are integers, `1e3` and `.5` numbers. `-.inf` is null, because JSON has no
  /// infinities; `010`, which some readers take for an octal number, and `1.2.3` are strings.
  private static func kindOfNumber(_ text: UnsafeBufferPointer<UInt8>) -> LocatedNode.Kind {
    let hasSign = text[0].isSign
    let unsigned = text.dropFirst(hasSign ? 1 : 0)
    // A sign alone is a string.
    guard let first = unsigned.first else { return .string }
    if unsigned.allSatisfy(\.isDigit) {
      let hasLeadingZero = first == UInt8(ascii: "0") && unsigned.count > 1
      return hasLeadingZero ? .string : .integer
    }
    if isRadixInteger(unsigned) { return .integer }
    // With its sign, because NaN has none: `-.nan` is a string.
    if isNotFinite(text) { return .null }
    return isDecimal(unsigned) ? .number : .string
  }

  /// Whether a text without its sign is a decimal number such as `1e3` or `.5`.
  private static func isDecimal(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    // Excludes a second sign and words such as `nan`, which `Double` may read.
    guard let first = text.first, first == UInt8(ascii: ".") || first.isDigit else { return false }
    guard text.allSatisfy(isPartOfNumber) else { return false }
    return YAMLNumber.finiteDouble(String(decoding: text, as: UTF8.self)) != nil
  }

  /// Whether a byte occurs in decimal numbers: a digit, a point, or part of an exponent.
  private static func isPartOfNumber(_ byte: UInt8) -> Bool {
    byte.isDigit || ".eE+-".utf8.contains(byte)
  }

  /// Whether a text without a sign is an integer such as `0x1F`, `0o17` or `0b101`.
  private static func isRadixInteger(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    let prefixLength = "0x".utf8.count
    guard text.first == UInt8(ascii: "0"), text.count > prefixLength else { return false }
    let radixes = [UInt8(ascii: "x"): 16, UInt8(ascii: "o"): 8, UInt8(ascii: "b"): 2]
    guard let radix = radixes[text[text.startIndex + 1]] else { return false }
    return text.dropFirst(prefixLength).allSatisfy { byte in
      guard let digit = byte.hexadecimalValue else { return false }
      return digit < radix
    }
  }

  /// Whether an unquoted text is an infinity or NaN: `.inf`, `-.inf` or `.nan`, which has no sign.
  static func isNotFinite(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    // A longer text need not be decoded.
    let longest = "-.inf"
    guard let first = text.first, text.count <= longest.utf8.count else { return false }
    let unsigned = text.dropFirst(first.isSign ? 1 : 0)
    guard unsigned.first == UInt8(ascii: ".") else { return false }
    return switch String(decoding: unsigned, as: UTF8.self) {
    case ".inf", ".Inf", ".INF": true
    case ".nan", ".NaN", ".NAN": !first.isSign
    default: false
    }
  }
}

/// A tag that gives a scalar a kind other than a string.
enum YAMLScalarTag: String {
  case int, float, bool, null

  /// The name in messages of a value that has the tag, such as `!!int`.
  var title: String {
    switch self {
    case .int: "an integer"
    case .float: "a number"
    case .bool: "true or false"
    case .null: "null"
    }
  }

  /// The kind of a text with this tag; nil if the text does not match: `!!float 1` is a number,
  /// `!!int 1.5` is a mistake.
  ///
  /// `!!str` is not among these tags, so no text becomes a string.
  func kind(of text: UnsafeBufferPointer<UInt8>) -> LocatedNode.Kind? {
    let untaggedKind = YAMLScalar.kind(of: text)
    switch (self, untaggedKind) {
    case (.int, .integer), (.float, .number), (.bool, .boolean): return untaggedKind
    // Infinities and NaN are floats, but are read as null.
    case (.float, .null): return YAMLScalar.isNotFinite(text) ? .null : nil
    case (.null, .null):
      let isNullWord = !YAMLScalar.isNotFinite(text)
      return isNullWord ? .null : nil
    case (.float, .integer):
      // An integer such as `0o17` is not a decimal number.
      let number = YAMLNumber.finiteDouble(String(decoding: text, as: UTF8.self))
      return number == nil ? nil : .number
    default: return nil
    }
  }
}

extension UInt8 {
  fileprivate var isSign: Bool { self == UInt8(ascii: "+") || self == UInt8(ascii: "-") }
}

/// Converts libyaml's marks to positions.
///
/// They are computed from the number of code points: libyaml's own lines also end at U+0085, U+2028
/// and U+2029, unlike those of editors.
struct YAMLMarks: Sendable {
  /// The code points before each line; libyaml does not count a byte-order mark.
  private let lineStarts: [Int]

  /// Counts the code points before each line of a text as libyaml does.
  init(_ source: SourceText) {
    let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let hasMark = source.bytes.starts(with: byteOrderMark)
    let starts = source.scalarsBeforeLines
    // libyaml does not count the mark, a code point before all lines but the first.
    lineStarts = hasMark ? starts.map { start in max(0, start - 1) } : starts
  }

  /// The position of a mark, by its number of code points.
  func position(_ mark: yaml_mark_t) -> SourcePosition { position(Int(mark.index)) }

  /// The position after `index` code points.
  func position(_ index: Int) -> SourcePosition {
    let nextLine = lineStarts.partitioningIndex { $0 > index }
    let lineStart = lineStarts[nextLine - 1]
    // Lines are counted from 1, so the line's number is the index of the next one.
    return SourcePosition(line: nextLine, column: index - lineStart + 1)
  }
}
