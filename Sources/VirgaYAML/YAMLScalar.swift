import VirgaJSON
import VirgaSource

/// Determines the type of an unquoted scalar as the reference tool does, by the YAML 1.2 core schema.
///
/// `yes`, `010`, `1_000` and dates are strings. Infinities and NaN have no JSON form and become null.
/// Rule: VirgaYAML/Scalars.
enum YAMLScalar {
  static func kind(of text: UnsafeBufferPointer<UInt8>) -> LocatedNode.Kind {
    guard let first = text.first else { return .null }
    switch first {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."):
      return kindOfNumber(text)
    case UInt8(ascii: "~"): return text.count == 1 ? .null : .string
    case UInt8(ascii: "n"), UInt8(ascii: "N"):
      return isOne(of: ["null", "Null", "NULL"], text) ? .null : .string
    case UInt8(ascii: "t"), UInt8(ascii: "T"):
      return isOne(of: ["true", "True", "TRUE"], text) ? .boolean : .string
    case UInt8(ascii: "f"), UInt8(ascii: "F"):
      return isOne(of: ["false", "False", "FALSE"], text) ? .boolean : .string
    default: return .string
    }
  }

  /// Whether an unquoted text could be read as something else: by the rules above, or as a number (`010`, `1e999`).
  static func isAmbiguous(_ text: String) -> Bool {
    var text = text
    guard text.withUTF8({ kind(of: $0) }) == .string, let first = text.utf8.first else { return true }
    return first <= UInt8(ascii: "9") && Double(text) != nil
  }

  private static func isOne(of words: [StaticString], _ text: UnsafeBufferPointer<UInt8>) -> Bool {
    words.contains { word in
      word.utf8CodeUnitCount == text.count
        && text.elementsEqual(UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount))
    }
  }

  private static func kindOfNumber(_ text: UnsafeBufferPointer<UInt8>) -> LocatedNode.Kind {
    let hasSign = text[0] == UInt8(ascii: "+") || text[0] == UInt8(ascii: "-")
    let unsigned = text.dropFirst(hasSign ? 1 : 0)
    guard let first = unsigned.first else { return .string }
    if unsigned.allSatisfy(\.isDigit) {
      return first == UInt8(ascii: "0") && unsigned.count > 1 ? .string : .integer
    }
    if first == UInt8(ascii: "0"), unsigned.count > 2, isRadixInteger(unsigned) { return .integer }
    if first == UInt8(ascii: "."), isNotFinite(unsigned, hasSign: hasSign) { return .null }
    guard unsigned.allSatisfy(isPartOfNumber), first != UInt8(ascii: "e"), first != UInt8(ascii: "E") else {
      return .string
    }
    guard first == UInt8(ascii: ".") || first.isDigit else { return .string }
    return YAMLNumber.decimal(String(decoding: unsigned, as: UTF8.self)) == nil ? .string : .number
  }

  private static func isPartOfNumber(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"), UInt8(ascii: "+"), UInt8(ascii: "-"): true
    default: byte.isDigit
    }
  }

  private static func isRadixInteger(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    let digits = text.dropFirst(2)
    switch text[text.startIndex + 1] {
    case UInt8(ascii: "x"):
      return digits.allSatisfy { $0.isDigit || ($0 | 0x20 >= UInt8(ascii: "a") && $0 | 0x20 <= UInt8(ascii: "f")) }
    case UInt8(ascii: "o"): return digits.allSatisfy { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "7") }
    case UInt8(ascii: "b"): return digits.allSatisfy { $0 == UInt8(ascii: "0") || $0 == UInt8(ascii: "1") }
    default: return false
    }
  }

  private static func isNotFinite(_ text: Slice<UnsafeBufferPointer<UInt8>>, hasSign: Bool) -> Bool {
    let whole = UnsafeBufferPointer(rebasing: text)
    return isOne(of: [".inf", ".Inf", ".INF"], whole) || (!hasSign && isOne(of: [".nan", ".NaN", ".NAN"], whole))
  }
}
