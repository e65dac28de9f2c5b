import VirgaManifest
import VirgaSource

/// Spells manifest names in Kotlin (Rule: VirgaGenerate/Identifiers).
enum KotlinName {
  /// A property or an argument: `appMenu`; empty if the name has no letters or digits.
  static func member(_ name: String) -> String { identifier(Casing.lowerCamel(name)) }

  /// A class or an enum: `AppMenu`.
  static func type(_ name: String) -> String { identifier(Casing.upperCamel(name)) }

  /// A constant of an enum: `APP_MENU`.
  static func constant(_ name: String) -> String { identifier(Casing.screamingSnake(name)) }

  /// A resource of the app: `app_menu`; the name itself if that is not a valid resource name.
  static func resource(_ name: String) -> String {
    let word = Casing.snake(name)
    return escaped(word.isResourceName ? word : name)
  }

  /// The word with `_` before a number at its start, and in backticks if Kotlin needs them.
  private static func identifier(_ word: String) -> String {
    escaped(word.beginsLikeNumber ? "_\(word)" : word)
  }

  /// The word in backticks if it is a keyword, has only underscores, or has characters that Kotlin
  /// allows only in backticks.
  private static func escaped(_ word: String) -> String {
    // An empty word is reported elsewhere as a name without letters and digits.
    if word.isEmpty { return word }
    let hasOnlyPlainCharacters = word.unicodeScalars.allSatisfy(isPlain)
    let hasOnlyUnderscores = word.unicodeScalars.allSatisfy { $0 == "_" }
    let needsBackticks = reserved.contains(word) || !hasOnlyPlainCharacters || hasOnlyUnderscores
    return needsBackticks ? "`\(word)`" : word
  }

  /// Whether an identifier without backticks may have the character: a letter, a digit or `_`.
  ///
  /// Kotlin reads units of UTF-16, so letters of more than 16 bits are not letters to it.
  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return scalar.isPartOfWord || scalar == "_" }
    let has16Bits = scalar.value < 0x10000
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .letterNumber,
      .decimalNumber:
      return has16Bits
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
