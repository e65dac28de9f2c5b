/// Spells manifest names in Swift (Rule: VirgaGenerate/Identifiers).
enum SwiftName {
  /// A property, an argument or a case: `appMenu`; empty if the name has no letters or digits.
  static func member(_ name: String) -> String { escaped(Casing.lowerCamel(name)) }

  /// The label of an argument: `appMenu`.
  ///
  /// Of the keywords only `inout` needs backticks there; Swift warns of backticks around others.
  static func label(_ name: String) -> String {
    let word = Casing.lowerCamel(name)
    let isKeywordWithoutBackticks = reserved.contains(word) && word != "inout"
    return isKeywordWithoutBackticks ? word : member(name)
  }

  /// A class or an enum: `AppMenu`.
  static func type(_ name: String) -> String { escaped(Casing.upperCamel(name)) }

  /// The declaration of a case whose raw value is the name: `case left`, or
  /// `case topLeft = "top-left"`.
  static func rawCase(_ name: String) -> String {
    let member = member(name)
    // The raw value of a case is its name, without the backticks of a keyword.
    let isSame = member == name || member == "`\(name)`"
    return isSame ? "case \(member)" : "case \(member) = \(SwiftLiteral.string(name))"
  }

  /// The word in backticks if it is a keyword, and with `_` before a number at its start.
  private static func escaped(_ word: String) -> String {
    if reserved.contains(word) { return "`\(word)`" }
    return word.beginsLikeNumber ? "_\(word)" : word
  }

  /// The keywords that no declaration can be called, not even in backticks.
  static let reservedTypes: Set<String> = ["Any", "Self"]

  /// The keywords that a member can be called in backticks.
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
