/// Names of a manifest as Swift spells them.
enum SwiftName {
  /// A property, an argument or a case: `appMenu`; empty if nothing of the name is left.
  static func member(_ name: String) -> String { escaped(Casing.lowerCamel(name)) }

  /// The label of an argument in a call, where only `inout` needs back-ticks and the compiler warns of others.
  static func label(_ name: String) -> String {
    let word = Casing.lowerCamel(name)
    return reserved.contains(word) && word != "inout" ? word : member(name)
  }

  /// A class or an enum: `AppMenu`.
  static func type(_ name: String) -> String { escaped(Casing.upperCamel(name)) }

  /// The declaration of a case of an enum of strings that has the name as its raw value.
  static func rawCase(_ name: String) -> String {
    let member = member(name)
    let isSame = member == name || member == "`\(name)`"
    return isSame ? "case \(member)" : "case \(member) = \(SwiftLiteral.string(name))"
  }

  private static func escaped(_ word: String) -> String {
    if reserved.contains(word) { return "`\(word)`" }
    return word.unicodeScalars.first?.properties.numericType == nil ? word : "_\(word)"
  }

  /// Words that mean something in the language, which need back-ticks as names.
  static let reserved: Set<String> = [
    "as", "associatedtype", "await", "break", "case", "catch", "class", "continue", "default", "defer", "deinit", "do",
    "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for", "func", "guard", "if", "import", "in",
    "init", "inout", "internal", "is", "let", "nil", "operator", "precedencegroup", "private", "protocol", "public",
    "repeat", "rethrows", "return", "self", "static", "struct", "subscript", "super", "switch", "throw", "throws",
    "true", "try", "typealias", "var", "where", "while", "Type", "Protocol",
  ]
}
