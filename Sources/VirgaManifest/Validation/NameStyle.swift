import VirgaSource

/// Naming styles of manifests: `open-links-in` for what configs mention, `TabPlace` for types.
enum NameStyle {
  /// Whether `name` consists of lowercase ASCII letters and digits, with single hyphens between
  /// words.
  ///
  /// A leading `_`, which hides a name from suggestions, is allowed.
  static func isKebabCase(_ name: String) -> Bool {
    let hyphen = UInt8(ascii: "-")
    // Whether the last byte belongs to a word, so that a hyphen or the end may follow.
    var isInWord = false
    for byte in name.utf8.drop(while: { $0 == UInt8(ascii: "_") }) {
      let continuesWord = byte.isLowercaseLetter || byte.isDigit
      let endsWord = byte == hyphen && isInWord
      guard continuesWord || endsWord else { return false }
      isInWord = continuesWord
    }
    return isInWord
  }

  /// Whether `name` is an uppercase ASCII letter, followed by ASCII letters and digits.
  static func isUpperCamelCase(_ name: String) -> Bool {
    guard let first = name.utf8.first, first.isUppercaseLetter else { return false }
    return name.utf8.allSatisfy { $0.isLetter || $0.isDigit }
  }

  /// `name` in kebab case; nil if it has characters other than ASCII letters, digits, `-`, `_` and
  /// blanks.
  static func kebabCase(_ name: String) -> String? {
    words(in: name).map { $0.joined(separator: "-").lowercased() }
  }

  /// `name` in upper camel case; nil if it has characters other than ASCII letters, digits, `-`,
  /// `_` and blanks, or if the result would begin with a digit.
  static func upperCamelCase(_ name: String) -> String? {
    guard let words = words(in: name) else { return nil }
    let capitalizedWords: [String] = words.map { word in
      word.prefix(1).uppercased() + word.dropFirst()
    }
    let joined = capitalizedWords.joined()
    return isUpperCamelCase(joined) ? joined : nil
  }

  /// The words of a name, split at `-`, `_`, blanks and capitals: `new-tabURLBar` gives `new`,
  /// `tab`, `URL` and `Bar`; nil if it has other characters, or no word.
  private static func words(in name: String) -> [String]? {
    // The last word is being read; two separators in a row leave an empty one.
    var words: [[UInt8]] = [[]]
    let bytes = Array(name.utf8)
    for (index, byte) in bytes.enumerated() {
      let isSeparator = "-_ ".utf8.contains(byte)
      if isSeparator {
        words.append([])
        continue
      }
      guard byte.isLetter || byte.isDigit else { return nil }
      if isCapitalOfNewWord(at: index, in: bytes) { words.append([]) }
      words[words.count - 1].append(byte)
    }
    let nonEmptyWords = words.filter { word in !word.isEmpty }
    guard !nonEmptyWords.isEmpty else { return nil }
    return nonEmptyWords.map { word in String(decoding: word, as: UTF8.self) }
  }

  /// Whether the byte at an index is a capital that begins a word: one after another character or
  /// before a lowercase letter, such as `U` and `B` in `tabURLBar`, but not `R` and `L`.
  private static func isCapitalOfNewWord(at index: Int, in bytes: [UInt8]) -> Bool {
    guard bytes[index].isUppercaseLetter else { return false }
    let followsNonCapital = index > 0 && !bytes[index - 1].isUppercaseLetter
    let precedesLowercase = index + 1 < bytes.count && bytes[index + 1].isLowercaseLetter
    return followsNonCapital || precedesLowercase
  }
}

extension String {
  /// Whether the text is a valid Android resource name: lowercase ASCII letters, digits and `_`,
  /// without a digit at the start.
  package var isResourceName: Bool {
    let isLetterOrUnderscore = { (byte: UInt8) in
      byte.isLowercaseLetter || byte == UInt8(ascii: "_")
    }
    guard let first = utf8.first, isLetterOrUnderscore(first) else { return false }
    return utf8.allSatisfy { byte in isLetterOrUnderscore(byte) || byte.isDigit }
  }
}
