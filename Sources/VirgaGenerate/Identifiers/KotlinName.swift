/// Names of a manifest as Kotlin spells them.
enum KotlinName {
  /// A property or an argument: `appMenu`; empty where nothing of the name is left.
  static func member(_ name: String) -> String {
    let word = Casing.lowerCamel(name)
    return reserved.contains(word) ? "`\(word)`" : startingWithLetter(word)
  }

  /// A class: `AppMenu`.
  static func type(_ name: String) -> String { startingWithLetter(Casing.upperCamel(name)) }

  /// A constant of an enum: `APP_MENU`.
  static func constant(_ name: String) -> String { startingWithLetter(Casing.shouting(name)) }

  private static func startingWithLetter(_ word: String) -> String {
    word.unicodeScalars.first?.properties.numericType == nil ? word : "_\(word)"
  }

  /// Words that mean something in the language, which stand in back-ticks where they are names.
  static let reserved: Set<String> = [
    "as", "break", "class", "continue", "do", "else", "false", "for", "fun", "if", "in", "interface", "is", "null",
    "object", "package", "return", "super", "this", "throw", "true", "try", "typealias", "typeof", "val", "var", "when",
    "while",
  ]

  /// Types that generated code itself uses, which a type of the manifest would hide.
  static let usedTypes: Set<String> = [
    "Any", "Boolean", "Context", "Double", "Drawable", "FMLFeatureInterface", "FMLObjectInterface", "FeatureHolder",
    "FeatureManifestInterface", "FeaturesInterface", "Features", "GeckoPref", "Int", "JSONArray", "JSONObject",
    "JSONVariables", "List", "Map", "NullVariables", "Number", "PrefBranch", "R", "Res", "SharedPreferences", "String",
    "StringHolder", "Variables",
  ]

  /// Members that every class of a feature or an object has.
  static let usedMembers: Set<String> = ["isModified", "toJSONObject"]
}
