package import VirgaManifest
package import VirgaSource

/// Generates Swift code that gives an app its features through an SDK.
///
/// Rule: VirgaGenerate/GeneratedCode.
package enum SwiftCode {
  /// The file for `manifest` in `channel`.
  ///
  /// - Throws: ``Problems`` if the manifest has no code names, or Swift or the SDK cannot express something in it.
  package static func file(
    for manifest: Manifest, channel: String?, sdk: SwiftSDK = .virga
  ) throws(Problems) -> String {
    let names = try names(of: manifest)
    var collector = SwiftClassCollector(manifest: manifest, channel: channel, sdk: sdk)
    let classes = collector.classes()
    let imports = collector.imports()
    let rules = NameRules.swift(
      className: names.className, otherClasses: imports.map(\.names.className), words: sdk.words)
    let problems =
      collector.problems + NameCheck.problems(of: manifest, rules) + NameCheck.problemsOfImports(of: manifest, rules)
    guard problems.isEmpty else { throw Problems(problems) }
    let code = SwiftManifestClass(
      manifest: manifest, names: names, imported: imports, words: sdk.words,
      hasKitImages: classes.contains(where: \.hasKitImages))
    var writer = CodeWriter()
    code.write(to: &writer)
    for each in classes.filter(\.isFeature) {
      writer.line()
      each.write(to: &writer)
    }
    for enumeration in manifest.modules[0].enums {
      writer.line()
      SwiftEnum(definition: enumeration, words: sdk.words).write(to: &writer)
    }
    for each in classes.filter({ !$0.isFeature }) {
      writer.line()
      each.write(to: &writer)
    }
    return SwiftManifestClass.head + "\n" + writer.text
  }

  /// The code names; every imported module needs them too.
  private static func names(of manifest: Manifest) throws(Problems) -> About.SwiftNames {
    let problems = manifest.modules.filter { $0.about?.swift == nil }
      .map { GenerationNames.missing("swift", in: $0) }
    guard problems.isEmpty, let names = manifest.modules[0].about?.swift else { throw Problems(problems) }
    return names
  }
}

enum GenerationNames {
  static func missing(_ language: String, in module: Module) -> Problem {
    Problem(
      .error, "not-generating", path: "about",
      "\(module.shownName): unable to generate \(language == "swift" ? "swift" : "kt") files; "
        + "add `\(language)` with the names of the code to `about`")
  }
}
