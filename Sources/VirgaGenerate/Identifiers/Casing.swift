import VirgaSource

/// Converts manifest names to the identifiers of a language.
///
/// Rule: VirgaGenerate/Identifiers.
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
  package static func screamingSnake(_ name: String) -> String {
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

  /// Lowercases a word; a final sigma has its own form.
  private static func lowered(_ word: String) -> String {
    word.unicodeScalars.last == "Σ" ? word.lowercased().dropLast() + "ς" : word.lowercased()
  }

  /// The words of a name, split at case changes and at non-alphanumeric characters.
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

/// Converts ASCII names, which nearly all are, in one pass over their bytes.
enum PlainName {
  /// Nil if the name is not ASCII.
  static func camel(_ name: String, capitalisesFirst: Bool) -> String? {
    spelled(name) { name, byte, beginsWord in
      let isCapital = beginsWord && (capitalisesFirst || !name.isEmpty)
      name.append(isCapital ? capital(byte) : small(byte))
    }
  }

  /// Nil if the name is not ASCII.
  static func joined(_ name: String, inCapitals: Bool) -> String? {
    spelled(name) { name, byte, beginsWord in
      if beginsWord, !name.isEmpty { name.append(UInt8(ascii: "_")) }
      name.append(inCapitals ? capital(byte) : small(byte))
    }
  }

  private enum Mode { case boundary, lower, upper }

  /// Calls `spell` for each letter and digit, with whether the character begins a word.
  @inline(__always)
  private static func spelled(_ name: String, _ spell: (inout [UInt8], UInt8, Bool) -> Void) -> String? {
    var name = name
    return name.withUTF8 { bytes -> String? in
      guard bytes.allSatisfy({ $0 < 0x80 }) else { return nil }
      var spelled: [UInt8] = []
      spelled.reserveCapacity(bytes.count + 8)
      var mode = Mode.boundary
      var beginsWord = true
      for index in bytes.indices {
        let byte = bytes[index]
        let next = index + 1 < bytes.count ? bytes[index + 1] : 0
        guard byte.isLetter || byte.isDigit else {
          (mode, beginsWord) = (.boundary, true)
          continue
        }
        let isLastCapital = mode == .upper && byte.isUppercaseLetter && next.isLowercaseLetter
        spell(&spelled, byte, beginsWord || isLastCapital)
        let after: Mode = byte.isLowercaseLetter ? .lower : byte.isUppercaseLetter ? .upper : mode
        beginsWord = after == .lower && next.isUppercaseLetter
        mode = beginsWord || isLastCapital ? .boundary : after
      }
      return String(decoding: spelled, as: UTF8.self)
    }
  }

  private static func small(_ byte: UInt8) -> UInt8 { byte.isUppercaseLetter ? byte + 0x20 : byte }

  private static func capital(_ byte: UInt8) -> UInt8 { byte.isLowercaseLetter ? byte - 0x20 : byte }
}
