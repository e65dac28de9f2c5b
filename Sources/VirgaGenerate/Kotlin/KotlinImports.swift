/// The names that generated Kotlin takes from Android and its SDK.
enum KotlinImports {
  /// The package of each name.
  static let packages: [String: String] = {
    let names = [
      "android.content": ["SharedPreferences"],
      "android.graphics.drawable": ["Drawable"],
      "org.json": ["JSONArray", "JSONObject"],
      "org.mozilla.experiments.nimbus": [
        "FeaturesInterface", "JSONVariables", "NullVariables", "Res", "StringHolder", "Variables",
      ],
      "org.mozilla.experiments.nimbus.internal": [
        "FMLFeatureInterface", "FMLObjectInterface", "FeatureHolder", "FeatureManifestInterface", "GeckoPref",
        "PrefBranch", "mapKeysNotNull", "mapValuesNotNull", "mergeWith",
      ],
    ]
    return Dictionary(
      names.flatMap { package, names in names.map { ($0, package) } }, uniquingKeysWith: { first, _ in first })
  }()

  /// What `code` has to import, each name for itself: with a package as a whole come names that the manifest has too.
  static func names(in code: String) -> Set<String> {
    var names: Set<String> = []
    for word in code.utf8.split(whereSeparator: { !isPartOfName($0) }) {
      guard word.count < 30, let name = String(word), let package = packages[name] else { continue }
      names.insert("\(package).\(name)")
    }
    return names
  }

  private static func isPartOfName(_ byte: UInt8) -> Bool {
    byte >= 0x80 || byte == UInt8(ascii: "_") || (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte)
      || (0x61...0x7A).contains(byte)
  }
}
