import VirgaSource

/// Naming styles of manifests: `open-links-in` for what configs mention, `TabPlace` for types.
enum NameStyle {
  /// Whether `name` consists of lowercase ASCII letters and digits, with single hyphens between words.
  ///
  /// A leading `_`, which hides a name from suggestions, is allowed.
  static func isKebabCase(_ name: String) -> Bool {
    let hyphen = UInt8(ascii: "-")
    var isWordOpen = false
    for byte in name.utf8.drop(while: { $0 == UInt8(ascii: "_") }) {
      guard byte.isLowercaseLetter || byte.isDigit || (byte == hyphen && isWordOpen) else { return false }
      isWordOpen = byte != hyphen
    }
    return isWordOpen
  }

  static func isUpperCamelCase(_ name: String) -> Bool {
    guard let first = name.utf8.first, first.isUppercaseLetter else { return false }
    return name.utf8.allSatisfy { $0.isLetter || $0.isDigit }
  }

  /// `name` in kebab case; nil if it has characters other than ASCII letters, digits, `-`, `_` and blanks.
  static func kebabCase(_ name: String) -> String? {
    words(in: name).map { $0.joined(separator: "-").lowercased() }
  }

  /// `name` in upper camel case; nil if ``kebabCase(_:)`` is nil or the result would begin with a digit.
  static func upperCamelCase(_ name: String) -> String? {
    let joined = words(in: name)?.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    return joined.flatMap { isUpperCamelCase($0) ? $0 : nil }
  }

  private static func words(in name: String) -> [String]? {
    var words: [[UInt8]] = [[]]
    let bytes = Array(name.utf8)
    for (index, byte) in bytes.enumerated() {
      if byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_") || byte == UInt8(ascii: " ") {
        words.append([])
        continue
      }
      guard byte.isLetter || byte.isDigit else { return nil }
      let isAfterSmall = index > 0 && !bytes[index - 1].isUppercaseLetter
      let isBeforeSmall = index + 1 < bytes.count && bytes[index + 1].isLowercaseLetter
      if byte.isUppercaseLetter, isAfterSmall || isBeforeSmall { words.append([]) }
      words[words.count - 1].append(byte)
    }
    let kept = words.filter { !$0.isEmpty }.map { String(decoding: $0, as: UTF8.self) }
    return kept.isEmpty ? nil : kept
  }
}
