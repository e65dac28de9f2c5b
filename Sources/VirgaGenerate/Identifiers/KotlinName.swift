import VirgaManifest
import VirgaSource

enum KotlinName {
  /// A property or an argument: `appMenu`; empty if the name has no letters or digits.
  static func member(_ name: String) -> String { identifier(Casing.lowerCamel(name)) }

  static func type(_ name: String) -> String { identifier(Casing.upperCamel(name)) }

  static func constant(_ name: String) -> String { identifier(Casing.screamingSnake(name)) }

  /// A resource of the app: `app_menu`; the name itself if that is not a valid resource name.
  static func resource(_ name: String) -> String {
    let word = Casing.snake(name)
    return escaped(word.isResourceName ? word : name)
  }

  private static func identifier(_ word: String) -> String {
    escaped(word.beginsLikeNumber ? "_\(word)" : word)
  }

  private static func escaped(_ word: String) -> String {
    let needsTicks =
      reserved.contains(word) || !word.unicodeScalars.allSatisfy(isPlain)
      || word.unicodeScalars.allSatisfy { $0 == "_" }
    return needsTicks && !word.isEmpty ? "`\(word)`" : word
  }

  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return scalar.isPartOfWord || scalar == "_" }
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .letterNumber,
      .decimalNumber:
      return scalar.value < 0x10000
    default: return false
    }
  }

  static let reserved: Set<String> = [
    "as", "break", "class", "continue", "do", "else", "false", "for", "fun", "if", "in",
    "interface", "is", "null",
    "object", "package", "return", "super", "this", "throw", "true", "try", "typealias", "typeof",
    "val", "var", "when",
    "while",
  ]

  /// Types that generated code uses, and that a type of the manifest would hide.
  static let usedTypes: Set<String> = Set(KotlinImports.packages.keys).union([
    "Any", "Boolean", "Companion", "Defaults", "Double", "Features", "Int", "List", "Map", "R",
    "String",
  ])
}
