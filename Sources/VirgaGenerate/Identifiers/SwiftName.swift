/// Names of a manifest as Swift spells them.
enum SwiftName {
  /// A property, an argument or a case: `appMenu`; empty where nothing of the name is left.
  static func member(_ name: String) -> String { escaped(Casing.lowerCamel(name)) }

  /// A class or an enum: `AppMenu`.
  static func type(_ name: String) -> String { escaped(Casing.upperCamel(name)) }

  /// The declaration of a case of an enum of strings that has the name as its raw value.
  static func rawCase(_ name: String) -> CodeText {
    let member = member(name)
    let isSame = member == name || member == "`\(name)`"
    if isSame { return .text("case \(member)") }
    return .named(head: "case \(member) = ", .text(SwiftLiteral.string(name).flat))
  }

  private static func escaped(_ word: String) -> String {
    if reserved.contains(word) { return "`\(word)`" }
    return word.unicodeScalars.first?.properties.numericType == nil ? word : "_\(word)"
  }

  /// Words that mean something in the language, which stand in back-ticks where they are names.
  static let reserved: Set<String> = [
    "as", "associatedtype", "await", "break", "case", "catch", "class", "continue", "default", "defer", "deinit", "do",
    "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for", "func", "guard", "if", "import", "in",
    "init", "inout", "internal", "is", "let", "nil", "operator", "precedencegroup", "private", "protocol", "public",
    "repeat", "rethrows", "return", "self", "static", "struct", "subscript", "super", "switch", "throw", "throws",
    "true", "try", "typealias", "var", "where", "while", "Type", "Protocol",
  ]

  /// Types that generated code itself uses, which a type of the manifest would hide.
  static let usedTypes: Set<String> = [
    "Any", "Bool", "CaseIterable", "Codable", "CodingKey", "CodingKeyRepresentable", "CodingKeys", "Double",
    "Encodable",
    "Encoder", "FMLFeatureInterface", "FMLObjectInterface", "FeatureHolder", "FeatureHolderAny",
    "FeatureManifestInterface", "FeaturesInterface", "GetSdk", "Int", "Mutex", "NilVariables", "Optional",
    "Preferences", "Self", "Sendable",
    "String", "Variables",
  ]

  /// Members that every class of a feature or an object has.
  static let usedMembers: Set<String> = [
    "create", "encode", "isModified", "mergeWith", "resolved", "toJSON", "toJSONString",
  ]
}
