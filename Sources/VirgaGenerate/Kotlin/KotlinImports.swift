import VirgaManifest
import VirgaSource

enum KotlinImports {
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

  /// The imports of `code`, one by one: a wildcard import could clash with names of the manifest.
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

/// Finds types of imported modules whose names other types in the file already use.
struct KotlinAliases {
  let manifest: Manifest
  let names: [KotlinObject.Names]

  /// The aliases under which to import such types of `module`; `others` are all modules used in the file.
  func aliases(of module: Int, among others: [Int]) -> [String: String] {
    let package = names[module].package
    // Two types of one package with the same name are an error that no alias in this file fixes.
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
