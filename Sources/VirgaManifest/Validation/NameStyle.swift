import VirgaSource

/// How names of manifests are spelled: `open-links-in` for what a config names, `TabPlace` for types.
enum NameStyle {
  /// Whether `name` is made of small ASCII letters and digits, in words with one hyphen between them.
  ///
  /// A `_` in front, which hides a name from proposals, is no fault.
  static func isKebabCase(_ name: String) -> Bool {
    let hyphen = UInt8(ascii: "-")
    var isWordOpen = false
    for byte in name.utf8.drop(while: { $0 == UInt8(ascii: "_") }) {
      guard byte.isSmallLetter || byte.isDigit || (byte == hyphen && isWordOpen) else { return false }
      isWordOpen = byte != hyphen
    }
    return isWordOpen
  }

  /// Whether `name` is made of ASCII letters and digits and begins with a capital.
  static func isUpperCamelCase(_ name: String) -> Bool {
    guard let first = name.utf8.first, first.isCapitalLetter else { return false }
    return name.utf8.allSatisfy { $0.isLetter || $0.isDigit }
  }

  /// `name` in small letters with hyphens; nil where it has other signs than ASCII letters, digits, `-`, `_` and blanks.
  static func kebabCase(_ name: String) -> String? {
    words(in: name).map { $0.joined(separator: "-").lowercased() }
  }

  /// `name` as one word with capitals; nil where ``kebabCase(_:)`` is nil, or where it would begin with a digit.
  static func upperCamelCase(_ name: String) -> String? {
    let joined = words(in: name)?.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    return joined.flatMap { isUpperCamelCase($0) ? $0 : nil }
  }

  /// The words of a name, cut at hyphens, underscores and blanks, and before a capital that begins a word.
  private static func words(in name: String) -> [String]? {
    var words: [[UInt8]] = [[]]
    let bytes = Array(name.utf8)
    for (index, byte) in bytes.enumerated() {
      if byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_") || byte == UInt8(ascii: " ") {
        words.append([])
        continue
      }
      guard byte.isLetter || byte.isDigit else { return nil }
      let isAfterSmall = index > 0 && !bytes[index - 1].isCapitalLetter
      let isBeforeSmall = index + 1 < bytes.count && bytes[index + 1].isSmallLetter
      if byte.isCapitalLetter, isAfterSmall || isBeforeSmall { words.append([]) }
      words[words.count - 1].append(byte)
    }
    let kept = words.filter { !$0.isEmpty }.map { String(decoding: $0, as: UTF8.self) }
    return kept.isEmpty ? nil : kept
  }
}
