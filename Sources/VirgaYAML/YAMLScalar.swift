import CVirgaYAML
import VirgaJSON
import VirgaSource

/// Determines the type of an unquoted scalar as the reference tool does, by the YAML 1.2 core
/// schema.
///
/// `yes`, `010`, `1_000` and dates are strings. Infinities and NaN have no JSON form and become
/// null. Rule: VirgaYAML/Scalars.
enum YAMLScalar {
  static func kind(of text: UnsafeBufferPointer<UInt8>) -> LocatedNode.Kind {
    guard let first = text.first else { return .null }
    if first.isDigit || first.isSign || first == UInt8(ascii: ".") { return kindOfNumber(text) }
    guard text.count <= 5 else { return .string }
    return switch String(decoding: text, as: UTF8.self) {
    case "~", "null", "Null", "NULL": .null
    case "true", "True", "TRUE", "false", "False", "FALSE": .boolean
    default: .string
    }
  }

  /// Whether an unquoted text could be read as something else.
  ///
  /// By the rules above, as a number (`010`, `1e999`), or by YAML 1.1, which Python reads (`no`).
  static func isAmbiguous(_ text: String) -> Bool {
    if text.utf8.count < 4,
      ["y", "n", "yes", "no", "on", "off", "=", "<<"].contains(text.lowercased())
    {
      return true
    }
    var text = text
    guard text.withUTF8({ kind(of: $0) }) == .string, let first = text.utf8.first else {
      return true
    }
    return first <= UInt8(ascii: "9") && Double(text) != nil
  }

  private static func kindOfNumber(_ text: UnsafeBufferPointer<UInt8>) -> LocatedNode.Kind {
    let hasSign = text[0].isSign
    let unsigned = text.dropFirst(hasSign ? 1 : 0)
    guard let first = unsigned.first else { return .string }
    if unsigned.allSatisfy(\.isDigit) {
      return first == UInt8(ascii: "0") && unsigned.count > 1 ? .string : .integer
    }
    if first == UInt8(ascii: "0"), unsigned.count > 2, isRadixInteger(unsigned) { return .integer }
    if isNotFinite(text) { return .null }
    guard unsigned.allSatisfy(isPartOfNumber), first != UInt8(ascii: "e"),
      first != UInt8(ascii: "E")
    else {
      return .string
    }
    guard first == UInt8(ascii: ".") || first.isDigit else { return .string }
    return YAMLNumber.decimal(String(decoding: unsigned, as: UTF8.self)) == nil ? .string : .number
  }

  private static func isPartOfNumber(_ byte: UInt8) -> Bool {
    byte.isDigit || ".eE+-".utf8.contains(byte)
  }

  private static func isRadixInteger(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    let radixes = [UInt8(ascii: "x"): 16, UInt8(ascii: "o"): 8, UInt8(ascii: "b"): 2]
    guard let radix = radixes[text[text.startIndex + 1]] else { return false }
    return text.dropFirst(2).allSatisfy { ($0.hexadecimalValue ?? radix) < radix }
  }

  /// Whether an unquoted text is an infinity or NaN.
  static func isNotFinite(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let first = text.first, text.count <= 5 else { return false }
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

  /// What messages call a value of the kind.
  var title: String {
    switch self {
    case .int: "an integer"
    case .float: "a number"
    case .bool: "true or false"
    case .null: "null"
    }
  }

  /// The kind of a text with this tag; nil if the text does not match.
  func kind(of text: UnsafeBufferPointer<UInt8>) -> LocatedNode.Kind? {
    let kind = YAMLScalar.kind(of: text)
    switch (self, kind) {
    case (.int, .integer), (.float, .number), (.bool, .boolean): return kind
    case (.float, .null): return YAMLScalar.isNotFinite(text) ? .null : nil
    case (.null, .null): return YAMLScalar.isNotFinite(text) ? nil : .null
    case (.float, .integer):
      return YAMLNumber.decimal(String(decoding: text, as: UTF8.self)) == nil ? nil : .number
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

  init(_ source: SourceText) {
    let hasMark = source.bytes.starts(with: [0xEF, 0xBB, 0xBF])
    let starts = source.scalarsBeforeLines
    lineStarts = hasMark ? starts.map { max(0, $0 - 1) } : starts
  }

  func position(_ mark: yaml_mark_t) -> SourcePosition { position(Int(mark.index)) }

  /// - Parameter index: The number of code points before the position.
  func position(_ index: Int) -> SourcePosition {
    let line = lineStarts.partitioningIndex { $0 > index }
    return SourcePosition(line: line, column: index - lineStarts[line - 1] + 1)
  }
}
