import VirgaSource

/// Converts manifest names to the identifiers of a language (Rule: VirgaGenerate/Identifiers).
package enum Casing {
  /// A name in lower camel case: `app-menu` as `appMenu`.
  package static func lowerCamel(_ name: String) -> String {
    let cased = words(of: name).enumerated().map { index, word in
      index == 0 ? lowered(word) : capitalised(word)
    }
    return cased.joined()
  }

  /// A name in upper camel case: `app-menu` as `AppMenu`.
  package static func upperCamel(_ name: String) -> String {
    words(of: name).map(capitalised).joined()
  }

  /// A name in capitals with underscores: `app-menu` as `APP_MENU`.
  package static func screamingSnake(_ name: String) -> String {
    words(of: name).map { $0.uppercased() }.joined(separator: "_")
  }

  /// A name in lower case with underscores: `app-menu` as `app_menu`.
  package static func snake(_ name: String) -> String {
    words(of: name).map(lowered).joined(separator: "_")
  }

  /// The case of the last letter of the current word that has one; none at its start.
  private enum LetterCase { case none, lower, upper }

  /// The word with its first character in upper case and the rest in lower case.
  private static func capitalised(_ word: String) -> String {
    guard let first = word.unicodeScalars.first else { return "" }
    let rest = String(Substring(word.unicodeScalars.dropFirst()))
    return String(first).uppercased() + lowered(rest)
  }

  /// Lowercases a word; a sigma at its end has its own form, `ς`.
  private static func lowered(_ word: String) -> String {
    let endsWithSigma = word.unicodeScalars.last == "Σ"
    return endsWithSigma ? word.lowercased().dropLast() + "ς" : word.lowercased()
  }

  /// The words of a name, split at case changes and at characters that are neither letters nor
  /// digits: `app-menu` gives `app` and `menu`, `appMenu` gives `app` and `Menu`, and `URLList`
  /// gives `URL` and `List`.
  ///
  /// A digit has the case of the letter before it: `row1Size` gives `row1` and `Size`.
  static func words(of name: String) -> [String] {
    let scalars = name.unicodeScalars
    var words: [String] = []
    var wordStart = scalars.startIndex
    var caseBefore = LetterCase.none
    /// Ends the current word before `end`; the next one begins at `nextStart`.
    func endWord(at end: String.Index, nextStart: String.Index) {
      if wordStart < end { words.append(String(name[wordStart..<end])) }
      wordStart = nextStart
      caseBefore = .none
    }
    var index = wordStart
    while index < scalars.endIndex {
      let after = scalars.index(after: index)
      let current = scalars[index]
      // The end of the name is like a separator.
      let next = after < scalars.endIndex ? scalars[after] : "-"
      let currentCase = letterCase(of: current, caseBefore: caseBefore)
      if !current.isPartOfWord {
        endWord(at: index, nextStart: after)
      } else if currentCase == .lower, next.isCapital {
        // After `p`, before the `M` of `appMenu`.
        endWord(at: after, nextStart: after)
      } else if caseBefore == .upper, current.isCapital, next.isSmall {
        // Before the second `L` of `URLList`, which begins `List`.
        endWord(at: index, nextStart: index)
      } else {
        caseBefore = currentCase
      }
      index = after
    }
    endWord(at: index, nextStart: index)
    return words
  }

  /// The case of a character; that of the letter before it if it has none, such as a digit.
  private static func letterCase(
    of scalar: Unicode.Scalar, caseBefore: LetterCase
  ) -> LetterCase {
    if scalar.isSmall { return .lower }
    return scalar.isCapital ? .upper : caseBefore
  }
}

// ASCII skips the slow Unicode tables.
extension Unicode.Scalar {
  /// Whether the scalar is a lowercase letter.
  fileprivate var isSmall: Bool {
    isASCII ? UInt8(ascii: self).isLowercaseLetter : properties.isLowercase
  }

  /// Whether the scalar is an uppercase letter.
  fileprivate var isCapital: Bool {
    isASCII ? UInt8(ascii: self).isUppercaseLetter : properties.isUppercase
  }
}
