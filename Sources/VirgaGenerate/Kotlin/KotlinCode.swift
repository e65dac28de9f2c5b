package import VirgaManifest
package import VirgaSource

/// Generates Kotlin code that gives an app its features through the SDK for Android.
///
/// Rule: VirgaGenerate/GeneratedCode.
package enum KotlinCode {
  /// The file for `manifest` in `channel`.
  ///
  /// - Throws: ``Problems`` if the manifest has no code names, or Kotlin cannot express something in it.
  package static func file(for manifest: Manifest, channel: String?) throws(Problems) -> String {
    let names = try names(of: manifest)
    let module = manifest.modules[0]
    let types = Set((module.enums.map(\.name) + module.objects.map(\.name)).map(KotlinName.type))
    var collector = ClassCollector(manifest, channel: channel, .kotlin) { variable, module, path in
      let name = KotlinName.member(variable.name)
      guard module == 0, types.contains(name) else { return nil }
      return Problem(
        .error, "identifier-clash", path: path,
        "`\(variable.name)` would be `\(name)` in code, which is the name of a type there; rename one",
        at: variable.location)
    }
    let classes = collector.classes().map(KotlinClass.init)
    let aliases = KotlinAliases(manifest: manifest, names: names)
    let imported = manifest.directImports.map { module in
      let aliases = aliases.aliases(of: module, among: manifest.directImports)
      return KotlinObject.Imported(
        names: names[module], features: collector.imported(module, aliases: aliases), aliases: aliases)
    }
    let rules = NameRules.kotlin(classNames: names.map(\.className))
    let problems =
      collector.problems + NameCheck.problems(of: manifest, rules) + NameCheck.problemsOfImports(of: manifest, rules)
    guard problems.isEmpty else { throw Problems(problems) }
    let object = KotlinObject(
      manifest: manifest, names: names[0], imported: imported, usesResources: collector.usesResources)
    return text(of: object, classes, module.enums)
  }

  private static func names(of manifest: Manifest) throws(Problems) -> [KotlinObject.Names] {
    var problems: [Problem] = []
    var names: [KotlinObject.Names] = []
    for module in manifest.modules {
      guard let about = module.about, let found = about.kotlin else {
        problems.append(.missingNames("kotlin", in: module))
        continue
      }
      let own = KotlinObject.Names(found)
      names.append(own)
      guard KotlinName.usedTypes.contains(own.className) else { continue }
      problems.append(
        Problem(
          .error, "identifier-clash", path: "about.kotlin.class",
          "`\(own.className)` is a type that generated code itself uses; rename the class", at: about.location))
    }
    guard problems.isEmpty else { throw Problems(problems) }
    return names
  }

  private static func text(of object: KotlinObject, _ classes: [KotlinClass], _ enums: [EnumDefinition]) -> String {
    var head = CodeWriter(step: 4)
    var writer = CodeWriter(step: 4)
    object.write(to: &writer)
    for each in classes where each.isFeature {
      writer.line()
      each.write(to: &writer)
    }
    for definition in enums {
      writer.line()
      KotlinEnum(definition: definition).write(to: &writer)
    }
    for each in classes where !each.isFeature {
      writer.line()
      each.write(to: &writer)
    }
    if object.usesReaders {
      writer.line()
      writer.line(KotlinReaders.code)
    }
    object.writeHead(to: &head, for: writer.text)
    return head.text + writer.text
  }
}
