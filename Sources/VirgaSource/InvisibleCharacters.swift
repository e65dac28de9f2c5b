extension Unicode.Scalar {
  /// Whether a reader does not see it, or sees other characters in another order because of it.
  ///
  /// These are the controls, the line and paragraph separators, and what Unicode calls default
  /// ignorable: direction controls, zero-width characters, fillers, selectors and tags.
  package var isInvisible: Bool {
    switch value {
    case 0..<0x20, 0x7F..<0xA0, 0x2028...0x2029, 0xFFF9...0xFFFB, 0xE0000...0xE0FFF: true
    case ..<0xAD: false
    default: properties.isDefaultIgnorableCodePoint
    }
  }

  /// Its number and name, such as `U+202E right-to-left override`.
  package var inWords: String {
    let name = properties.name ?? (properties.generalCategory == .control ? "control" : "unnamed")
    return "U+\(value.hexadecimal(4, uppercase: true)) \(name.lowercased())"
  }
}

extension String {
  /// A text of JSON in which invisible characters are escaped, such as `\u202e`; line ends and tabs
  /// stay.
  ///
  /// In JSON they only occur in strings, so the value stays the same.
  package var escapingInvisibleInJSON: String {
    replacingInvisible { scalar in
      String(scalar).utf16.map { "\\u" + $0.hexadecimal(4) }.joined()
    }
  }

  /// The text with invisible characters in words, such as `<U+202E right-to-left override>`; line
  /// ends and tabs stay.
  package var showingInvisible: String { replacingInvisible { "<\($0.inWords)>" } }

  /// The invisible characters other than line ends and tabs, each once.
  package var invisibleScalars: [Unicode.Scalar] {
    guard hasByte({ $0 < 0x20 || $0 > 0x7E }) else { return [] }
    var seen: Set<Unicode.Scalar> = []
    return unicodeScalars.filter { $0.isInvisible && !$0.isLayout && seen.insert($0).inserted }
  }

  private func replacingInvisible(with words: (Unicode.Scalar) -> String) -> String {
    guard hasByte({ $0 < 0x20 && $0 != 0x0A && $0 != 0x09 || $0 > 0x7E }) else { return self }
    var shown = ""
    for scalar in unicodeScalars {
      if scalar.isInvisible, !scalar.isLayout {
        shown += words(scalar)
      } else {
        shown.unicodeScalars.append(scalar)
      }
    }
    return shown
  }
}

extension Unicode.Scalar {
  /// Whether it lays out a text of lines.
  fileprivate var isLayout: Bool { self == "\n" || self == "\t" }
}
