extension Unicode.Scalar {
  /// Whether the character is not visible, or only changes the order of other characters.
  ///
  /// These are the controls, the line and paragraph separators, and what Unicode calls default
  /// ignorable: direction controls, zero-width characters, fillers, selectors and tags.
  package var isInvisible: Bool {
    switch value {
    // Controls.
    case 0..<0x20, 0x7F..<0xA0: true
    // The line and the paragraph separator.
    case 0x2028, 0x2029: true
    // Marks of interlinear annotations.
    case 0xFFF9...0xFFFB: true
    // Tags, and the unassigned characters of their block.
    case 0xE0000...0xE0FFF: true
    // The first default ignorable character is the soft hyphen, U+00AD.
    case ..<0xAD: false
    default: properties.isDefaultIgnorableCodePoint
    }
  }

  /// Its number and name, such as `U+202E right-to-left override`.
  package var numberAndName: String {
    let name = properties.name ?? (properties.generalCategory == .control ? "control" : "unnamed")
    return "U+\(value.hexadecimal(digits: 4, uppercase: true)) \(name.lowercased())"
  }
}

extension String {
  /// A text of JSON in which invisible characters are escaped, such as `\u202e`; line ends and tabs
  /// stay.
  ///
  /// In JSON they only occur in strings, so the value stays the same. A scalar with two code units
  /// in UTF-16 becomes two escapes, as JSON requires.
  package var escapingInvisibleInJSON: String {
    replacingInvisible { scalar in
      let escapes = String(scalar).utf16.map { codeUnit in "\\u" + codeUnit.hexadecimal(digits: 4) }
      return escapes.joined()
    }
  }

  /// The text with invisible characters in words, such as `<U+202E right-to-left override>`; line
  /// ends and tabs stay.
  package var showingInvisible: String {
    replacingInvisible { scalar in "<\(scalar.numberAndName)>" }
  }

  /// The invisible characters other than line ends and tabs, each once.
  package var invisibleScalars: [Unicode.Scalar] {
    guard hasByte(\.mayBeInvisible) else { return [] }
    var seen: Set<Unicode.Scalar> = []
    return unicodeScalars.filter { scalar in
      scalar.isInvisible && !scalar.isLineEndOrTab && seen.insert(scalar).inserted
    }
  }

  /// Replaces each invisible character other than line ends and tabs by what `replacement` returns.
  private func replacingInvisible(with replacement: (Unicode.Scalar) -> String) -> String {
    // Most texts have no such character, and are returned as they are.
    guard hasByte(\.mayBeInvisible) else { return self }
    var shown = ""
    for scalar in unicodeScalars {
      if scalar.isInvisible, !scalar.isLineEndOrTab {
        shown += replacement(scalar)
      } else {
        shown.unicodeScalars.append(scalar)
      }
    }
    return shown
  }
}

extension UInt8 {
  /// Whether a byte of UTF-8 may belong to an invisible character other than line ends and tabs.
  ///
  /// That is a control character, or any byte of a character that is not ASCII. Most texts have no
  /// such byte, so their characters need no check.
  fileprivate var mayBeInvisible: Bool {
    let isLineEndOrTab = self == UInt8(ascii: "\n") || self == UInt8(ascii: "\t")
    let isControl = self < 0x20 && !isLineEndOrTab
    let isDeleteOrNotASCII = self >= 0x7F
    return isControl || isDeleteOrNotASCII
  }
}

extension Unicode.Scalar {
  /// Whether it is a line feed or a tab, which texts of several lines may have.
  fileprivate var isLineEndOrTab: Bool { self == "\n" || self == "\t" }
}
