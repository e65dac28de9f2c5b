package import VirgaManifest
package import VirgaSource

/// Generates Swift code that gives an app its features through an SDK.
///
/// Rule: VirgaGenerate/GeneratedCode.
package enum SwiftCode {
  /// The file for `manifest` in `channel`, which is nil if none is requested.
  ///
  /// - Throws: ``Problems`` if a module has no code names, its module and class in `about`, or if
  ///   Swift or the SDK cannot express something in the manifest.
  package static func file(
    for manifest: Manifest, channel: String?, sdk: SwiftSDK = .virga
  ) throws(Problems) -> String {
    let names = try names(of: manifest)
    var collector = classCollector(for: manifest, channel: channel, sdk)
    let reader = SwiftTypeReader(
      manifest: manifest, module: Manifest.topModuleIndex, sdkCode: sdk.code)
    let classes = collector.collectClasses().map { SwiftClass($0, reader) }
    // Adds to the collector's problems, which are read next.
    let imports = imports(of: manifest, &collector)
    let rules = NameRules.swift(
      className: names.className, otherClasses: imports.map(\.names.className), sdkCode: sdk.code)
    let nameProblems =
      NameCheck.problems(of: manifest, rules) + NameCheck.problemsOfImports(of: manifest, rules)
    let problems = collector.problems + nameProblems
    guard problems.isEmpty else { throw Problems(problems) }
    let manifestClass = SwiftManifestClass(
      manifest: manifest, channel: channel, names: names, imported: imports, sdkCode: sdk.code,
      computesImagesFromNames: classes.contains(where: \.computesImagesFromNames))
    return text(of: manifestClass, classes, manifest.topModule.enums, sdk.code)
  }

  /// A collector of the classes of `manifest`; it also reports variables of types that the SDK has
  /// no getters for.
  private static func classCollector(
    for manifest: Manifest, channel: String?, _ sdk: SwiftSDK
  ) -> ClassCollector {
    ClassCollector(manifest, channel: channel, .swift) { variable, module, path in
      // The members of an imported module are checked when its own code is generated.
      guard module == Manifest.topModuleIndex else { return nil }
      return Self.getterProblem(of: variable, at: path, for: sdk)
    }
  }

  /// The modules that the top file imports, with their code names, and those of their features that
  /// get other defaults in the top file.
  ///
  /// Problems of these features are added to `collector`. Every module has code names: without
  /// them, ``names(of:)`` has thrown an error.
  private static func imports(
    of manifest: Manifest, _ collector: inout ClassCollector
  ) -> [SwiftManifestClass.Imported] {
    manifest.directImports.compactMap { module in
      manifest.modules[module].about?.swift.map { names in
        SwiftManifestClass.Imported(names: names, features: collector.importedFeatures(of: module))
      }
    }
  }

  /// The error for a variable of a type that Mozilla's SDK has no getter for; nil for other types,
  /// and for VirgaSDK.
  private static func getterProblem(
    of variable: Variable, at path: String, for sdk: SwiftSDK
  ) -> Problem? {
    let canRead = sdk == .virga || SwiftTypeReader.canMozillaRead(variable.type)
    guard !canRead else { return nil }
    return Problem(
      .error, "no-getter-for-type", path: path,
      "Mozilla's SDK has no getter for values of type `\(variable.type)`; use another type, or generate code for "
        + "VirgaSDK", at: variable.typeLocation)
  }

  /// The text of the file: the class of the manifest, then features, enums and objects.
  private static func text(
    of manifestClass: SwiftManifestClass, _ classes: [SwiftClass], _ enums: [EnumDefinition],
    _ sdkCode: SwiftSDKCode
  ) -> String {
    var writer = CodeWriter()
    manifestClass.write(to: &writer)
    writer.writeParts(classes.filter(\.isFeature)) { feature, writer in feature.write(to: &writer) }
    writer.writeParts(enums) { definition, writer in
      SwiftEnum(definition: definition, sdkCode: sdkCode).write(to: &writer)
    }
    writer.writeParts(classes.filter { !$0.isFeature }) { object, writer in
      object.write(to: &writer)
    }
    return SwiftManifestClass.head + "\n" + writer.text
  }

  /// The code names of the top module; throws if it or an imported module has none.
  private static func names(of manifest: Manifest) throws(Problems) -> About.SwiftNames {
    let modulesWithoutNames = manifest.modules.filter { module in module.about?.swift == nil }
    let problems = modulesWithoutNames.map { module in Problem.missingNames("swift", in: module) }
    guard problems.isEmpty, let names = manifest.topModule.about?.swift else {
      throw Problems(problems)
    }
    return names
  }
}

extension Problem {
  /// The error for a module whose `about` does not have the names for a language's code.
  static func missingNames(_ language: String, in module: Module) -> Problem {
    let fileExtension = language == "swift" ? "swift" : "kt"
    return Problem(
      .error, "not-generating", path: "about",
      "\(module.shownName): unable to generate \(fileExtension) files; "
        + "add `\(language)` with the names of the code to `about`")
  }
}
