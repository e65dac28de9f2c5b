import VirgaSource

/// Converts manifest names to the identifiers of a language (Rule: VirgaGenerate/Identifiers).
package enum Casing {
  /// `appMenu`.
  package static func lowerCamel(_ name: String) -> String {
    words(of: name).enumerated().map { $0 == 0 ? lowered($1) : capitalised($1) }.joined()
  }

  /// `AppMenu`.
  package static func upperCamel(_ name: String) -> String {
    words(of: name).map(capitalised).joined()
  }

  /// `APP_MENU`.
  package static func screamingSnake(_ name: String) -> String {
    words(of: name).map { $0.uppercased() }.joined(separator: "_")
  }

  /// `app_menu`.
  package static func snake(_ name: String) -> String {
    words(of: name).map(lowered).joined(separator: "_")
  }

  private enum Mode { case boundary, lower, upper }

  private static func capitalised(_ word: String) -> String {
    guard let first = word.unicodeScalars.first else { return "" }
    return String(first).uppercased() + lowered(String(Substring(word.unicodeScalars.dropFirst())))
  }

  /// Lowercases a word; a final sigma has its own form.
  private static func lowered(_ word: String) -> String {
    word.unicodeScalars.last == "Σ" ? word.lowercased().dropLast() + "ς" : word.lowercased()
  }

  /// The words of a name, split at case changes and at non-alphanumeric characters.
  static func words(of name: String) -> [String] {
    let scalars = name.unicodeScalars
    var words: [String] = []
    var start = scalars.startIndex
    var mode = Mode.boundary
    func endWord(at end: String.Index, next: String.Index) {
      if start < end { words.append(String(name[start..<end])) }
      start = next
      mode = .boundary
    }
    var index = start
    while index < scalars.endIndex {
      let after = scalars.index(after: index)
      let (current, next) = (scalars[index], after < scalars.endIndex ? scalars[after] : "-")
      let modeAfter = self.mode(after: current, mode)
      if !current.isPartOfWord {
        endWord(at: index, next: after)
      } else if modeAfter == .lower, next.isCapital {
        endWord(at: after, next: after)
      } else if mode == .upper, current.isCapital, next.isSmall {
        endWord(at: index, next: index)
      } else {
        mode = modeAfter
      }
      index = after
    }
    endWord(at: index, next: index)
    return words
  }

  private static func mode(after scalar: Unicode.Scalar, _ mode: Mode) -> Mode {
    if scalar.isSmall { return .lower }
    return scalar.isCapital ? .upper : mode
  }
}

// ASCII skips the slow Unicode tables.
extension Unicode.Scalar {
  fileprivate var isSmall: Bool {
    isASCII ? UInt8(ascii: self).isLowercaseLetter : properties.isLowercase
  }

  fileprivate var isCapital: Bool {
    isASCII ? UInt8(ascii: self).isUppercaseLetter : properties.isUppercase
  }
}
