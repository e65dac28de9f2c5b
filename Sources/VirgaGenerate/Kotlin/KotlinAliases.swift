import VirgaManifest

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
