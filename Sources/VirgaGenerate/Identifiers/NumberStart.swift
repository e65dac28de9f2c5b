extension String {
  /// Whether the text begins with a number, such as `3` or `²`, with which an identifier cannot
  /// begin in Swift or in Kotlin.
  ///
  /// Letters that are numbers, such as `ⅷ` and `五`, do not count: an identifier can begin with
  /// them. Rule: VirgaGenerate/Identifiers.
  var beginsLikeNumber: Bool {
    guard let first = unicodeScalars.first?.properties else { return false }
    let isNumber = first.numericType != nil
    guard isNumber else { return false }
    return switch first.generalCategory {
    case .letterNumber, .otherLetter, .modifierLetter, .lowercaseLetter, .uppercaseLetter,
      .titlecaseLetter:
      false
    default: true
    }
  }
}
