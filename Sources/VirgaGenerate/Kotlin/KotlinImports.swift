import VirgaManifest
import VirgaSource

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
    byte >= 0x80 || byte == UInt8(ascii: "_") || byte.isDigit || byte.isLetter
  }
}

/// Finds the types of imported modules that cannot have their own names in the code, as other types have them there.
struct KotlinAliases {
  let manifest: Manifest
  /// What the code of each module is called.
  let names: [KotlinObject.Names]

  /// The names under which the file imports such types of `module`; `others` are all modules whose types it names.
  func aliases(of module: Int, among others: [Int]) -> [String: String] {
    let package = names[module].package
    // Two types of one package that are called alike are an error that no name in this file resolves.
    let elsewhere = ([0] + others).filter { $0 != module && names[$0].package != package }
    let taken = elsewhere.reduce(into: Set<String>()) { $0.formUnion(types(of: $1)) }
    let clashing = types(of: module).filter { taken.contains($0) }
    return Dictionary(uniqueKeysWithValues: clashing.map { ($0, alias(of: $0, in: module)) })
  }

  private func alias(of type: String, in module: Int) -> String {
    "\(names[module].className)_\(type.filter { $0 != "`" })"
  }

  private func types(of index: Int) -> Set<String> {
    let module = manifest.modules[index]
    let features = manifest.features.filter { $0.module == index }.map(\.id)
    return Set((features + module.enums.map(\.name) + module.objects.map(\.name)).map(KotlinName.type))
  }
}
