package import VirgaManifest
package import VirgaSource

/// Generates Swift code that gives an app its features through an SDK.
///
/// Rule: VirgaGenerate/GeneratedCode.
package enum SwiftCode {
  /// The file for `manifest` in `channel`.
  ///
  /// - Throws: ``Problems`` if the manifest has no code names, or Swift or the SDK cannot express
  ///   something in it.
  package static func file(
    for manifest: Manifest, channel: String?, sdk: SwiftSDK = .virga
  ) throws(Problems) -> String {
    let names = try names(of: manifest)
    var collector = ClassCollector(manifest, channel: channel, .swift) { variable, module, path in
      guard sdk != .virga, module == Manifest.topModuleIndex,
        !SwiftTypeReader.canMozillaRead(variable.type)
      else {
        return nil
      }
      return Problem(
        .error, "no-getter-for-type", path: path,
        "Mozilla's SDK has no getter for values of type `\(variable.type)`; use another type, or generate code for "
          + "VirgaSDK", at: variable.typeLocation)
    }
    let reader = SwiftTypeReader(
      manifest: manifest, module: Manifest.topModuleIndex, words: sdk.words)
    let classes = collector.classes().map { SwiftClass($0, reader) }
    let imports = manifest.directImports.compactMap { module in
      manifest.modules[module].about?.swift.map {
        SwiftManifestClass.Imported(names: $0, features: collector.imported(module))
      }
    }
    let rules = NameRules.swift(
      className: names.className, otherClasses: imports.map(\.names.className), words: sdk.words)
    let problems =
      collector.problems + NameCheck.problems(of: manifest, rules)
      + NameCheck.problemsOfImports(of: manifest, rules)
    guard problems.isEmpty else { throw Problems(problems) }
    let code = SwiftManifestClass(
      manifest: manifest, channel: channel, names: names, imported: imports, words: sdk.words,
      hasKitImages: classes.contains(where: \.hasKitImages))
    var writer = CodeWriter()
    code.write(to: &writer)
    writer.parts(classes.filter(\.isFeature)) { $0.write(to: &$1) }
    writer.parts(manifest.topModule.enums) {
      SwiftEnum(definition: $0, words: sdk.words).write(to: &$1)
    }
    writer.parts(classes.filter { !$0.isFeature }) { $0.write(to: &$1) }
    return SwiftManifestClass.head + "\n" + writer.text
  }

  /// The code names; every imported module needs them too.
  private static func names(of manifest: Manifest) throws(Problems) -> About.SwiftNames {
    let problems = manifest.modules.filter { $0.about?.swift == nil }
      .map { Problem.missingNames("swift", in: $0) }
    guard problems.isEmpty, let names = manifest.topModule.about?.swift else {
      throw Problems(problems)
    }
    return names
  }
}

extension Problem {
  /// The error for a module whose `about` does not have the names for a language's code.
  static func missingNames(_ language: String, in module: Module) -> Problem {
    Problem(
      .error, "not-generating", path: "about",
      "\(module.shownName): unable to generate \(language == "swift" ? "swift" : "kt") files; "
        + "add `\(language)` with the names of the code to `about`")
  }
}
