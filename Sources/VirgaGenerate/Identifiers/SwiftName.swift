enum SwiftName {
  /// A property, an argument or a case: `appMenu`; empty if the name has no letters or digits.
  static func member(_ name: String) -> String { escaped(Casing.lowerCamel(name)) }

  /// Only `inout` needs backticks; others cause warnings.
  static func label(_ name: String) -> String {
    let word = Casing.lowerCamel(name)
    return reserved.contains(word) && word != "inout" ? word : member(name)
  }

  static func type(_ name: String) -> String { escaped(Casing.upperCamel(name)) }

  /// The declaration of a case of a string enum whose raw value is the name.
  static func rawCase(_ name: String) -> String {
    let member = member(name)
    let isSame = member == name || member == "`\(name)`"
    return isSame ? "case \(member)" : "case \(member) = \(SwiftLiteral.string(name))"
  }

  private static func escaped(_ word: String) -> String {
    if reserved.contains(word) { return "`\(word)`" }
    return word.beginsLikeNumber ? "_\(word)" : word
  }

  static let reserved: Set<String> = [
    "as", "associatedtype", "await", "break", "case", "catch", "class", "continue", "default",
    "defer", "deinit", "do",
    "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for", "func", "guard",
    "if", "import", "in",
    "init", "inout", "internal", "is", "let", "nil", "operator", "precedencegroup", "private",
    "protocol", "public",
    "repeat", "rethrows", "return", "self", "static", "struct", "subscript", "super", "switch",
    "throw", "throws",
    "true", "try", "typealias", "var", "where", "while", "Type", "Protocol",
  ]
}
