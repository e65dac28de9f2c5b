/// Names of a manifest as identifiers of a language.
///
/// Source of the rule: FML: Casing.
package enum Casing {
  /// `appMenu`.
  package static func lowerCamel(_ name: String) -> String {
    if let plain = PlainName.camel(name, capitalisesFirst: false) { return plain }
    return words(of: name).enumerated().map { $0 == 0 ? lowered($1) : capitalised($1) }.joined()
  }

  /// `AppMenu`.
  package static func upperCamel(_ name: String) -> String {
    if let plain = PlainName.camel(name, capitalisesFirst: true) { return plain }
    return words(of: name).map(capitalised).joined()
  }

  /// `APP_MENU`.
  package static func shouting(_ name: String) -> String {
    PlainName.joined(name, inCapitals: true) ?? words(of: name).map { $0.uppercased() }.joined(separator: "_")
  }

  /// `app_menu`.
  package static func snake(_ name: String) -> String {
    PlainName.joined(name, inCapitals: false) ?? words(of: name).map(lowered).joined(separator: "_")
  }

  private enum Mode { case boundary, lower, upper }

  private static func capitalised(_ word: String) -> String {
    guard let first = word.unicodeScalars.first else { return "" }
    let rest = String(String.UnicodeScalarView(word.unicodeScalars.dropFirst()))
    return first.properties.uppercaseMapping + lowered(rest)
  }

  /// A sigma at the end of a word has a form of its own.
  private static func lowered(_ word: String) -> String {
    word.unicodeScalars.last == "Σ" ? word.lowercased().dropLast() + "ς" : word.lowercased()
  }

  /// The words of a name: cut at every sign that is neither letter nor digit, and where the case changes.
  static func words(of name: String) -> [String] {
    let pieces = name.unicodeScalars.split { !$0.properties.isAlphabetic && $0.properties.numericType == nil }
    return pieces.flatMap { words(ofPiece: Array($0)) }
  }

  private static func words(ofPiece scalars: [Unicode.Scalar]) -> [String] {
    var words: [String] = []
    var start = 0
    var mode = Mode.boundary
    for (index, current) in scalars.enumerated() where index + 1 < scalars.count {
      let next = scalars[index + 1]
      let modeAfter = self.mode(after: current, mode)
      if modeAfter == .lower, next.properties.isUppercase {
        words.append(text(scalars[start...index]))
        start = index + 1
        mode = .boundary
      } else if mode == .upper, current.properties.isUppercase, next.properties.isLowercase {
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
    if scalar.properties.isLowercase { return .lower }
    return scalar.properties.isUppercase ? .upper : mode
  }

  private static func text(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
    String(String.UnicodeScalarView(scalars))
  }
}
