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
    let rest = String(String.UnicodeScalarView(word.unicodeScalars.dropFirst()))
    return first.properties.uppercaseMapping + lowered(rest)
  }

  /// Lowercases a word; a final sigma has its own form.
  private static func lowered(_ word: String) -> String {
    word.unicodeScalars.last == "Σ" ? word.lowercased().dropLast() + "ς" : word.lowercased()
  }

  /// The words of a name, split at case changes and at non-alphanumeric characters.
  static func words(of name: String) -> [String] {
    let pieces = name.unicodeScalars.split { !$0.isPartOfWord }
    return pieces.flatMap { words(ofPiece: Array($0)) }
  }

  private static func words(ofPiece scalars: [Unicode.Scalar]) -> [String] {
    var words: [String] = []
    var start = 0
    var mode = Mode.boundary
    for (index, current) in scalars.enumerated() where index + 1 < scalars.count {
      let next = scalars[index + 1]
      let modeAfter = self.mode(after: current, mode)
      if modeAfter == .lower, next.isCapital {
        words.append(text(scalars[start...index]))
        start = index + 1
        mode = .boundary
      } else if mode == .upper, current.isCapital, next.isSmall {
        words.append(text(scalars[start..<index]))
        start = index
        mode = .boundary
      } else {
        mode = modeAfter
      }
    }
    if start < scalars.count { words.append(text(scalars[start...])) }
    return words
  }

  private static func mode(after scalar: Unicode.Scalar, _ mode: Mode) -> Mode {
    if scalar.isSmall { return .lower }
    return scalar.isCapital ? .upper : mode
  }

  private static func text(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
    String(String.UnicodeScalarView(scalars))
  }
}

// ASCII skips the slow Unicode tables.
extension Unicode.Scalar {
  fileprivate var isSmall: Bool { isASCII ? UInt8(ascii: self).isLowercaseLetter : properties.isLowercase }

  fileprivate var isCapital: Bool { isASCII ? UInt8(ascii: self).isUppercaseLetter : properties.isUppercase }
}
