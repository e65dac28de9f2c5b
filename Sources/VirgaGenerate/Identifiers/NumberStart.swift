extension String {
  /// Whether it begins with a number that cannot begin an identifier in both Swift and Kotlin, such
  /// as `3` or `²`.
  ///
  /// Letters that are numbers, such as `ⅷ` and `五`, can. Rule: VirgaGenerate/Identifiers.
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
