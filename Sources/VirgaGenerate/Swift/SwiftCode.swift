import VirgaJSON
public import VirgaManifest
public import VirgaSource

/// Swift code that gives an app its features: types, defaults of one channel, and the way to the SDK.
///
/// Source of the rule: FML: Generated code.
public enum SwiftCode {
  /// The file for `manifest` in `channel`.
  ///
  /// - Throws: ``Problems`` where the manifest does not say what the code is called, or Swift cannot say what it says.
  public static func file(for manifest: Manifest, channel: String?) throws(Problems) -> String {
    let names = try GenerationNames.swift(of: manifest)
    var collector = SwiftClassCollector(manifest: manifest, channel: channel)
    let classes = collector.classes()
    let imports = collector.imports(names)
    let rules = NameRules.swift(className: names.own.className)
    let problems =
      collector.problems + NameCheck.problems(of: manifest, rules) + NameCheck.problemsOfImports(of: manifest, rules)
    guard problems.isEmpty else { throw Problems(problems) }
    let code = SwiftManifestClass(manifest: manifest, names: names, imported: imports)
    var writer = CodeWriter()
    code.write(to: &writer)
    for each in classes.filter(\.isFeature) {
      writer.line()
      each.write(to: &writer)
    }
    for enumeration in manifest.modules[0].enums {
      writer.line()
      SwiftEnum(definition: enumeration).write(to: &writer)
    }
    for each in classes.filter({ !$0.isFeature }) {
      writer.line()
      each.write(to: &writer)
    }
    return SwiftManifestClass.head + (writer.hasLongLine ? "// swift-format-ignore-file\n" : "") + "\n" + writer.text
  }
}

/// What the code of a manifest and of those that it imports is called.
struct GenerationNames {
  var own: About.SwiftNames
  /// The names of the modules that it imports, with their indexes.
  var imported: [(module: Int, names: About.SwiftNames)]

  static func swift(of manifest: Manifest) throws(Problems) -> GenerationNames {
    var problems: [Problem] = []
    var found: [(Int, About.SwiftNames)] = []
    for (index, module) in manifest.modules.enumerated() {
      if let names = module.about?.swift {
        found.append((index, names))
      } else {
        problems.append(missing("swift", in: module))
      }
    }
    guard problems.isEmpty, let own = found.first else { throw Problems(problems) }
    return GenerationNames(own: own.1, imported: Array(found.dropFirst()).map { (module: $0.0, names: $0.1) })
  }

  static func missing(_ language: String, in module: Module) -> Problem {
    Problem(
      .error, "not-generating", path: "about",
      "\(module.shownName): unable to generate \(language == "swift" ? "swift" : "kt") files; "
        + "add `\(language)` with the names of the code to `about`")
  }
}
