import VirgaExperiments
import VirgaJSON
package import VirgaManifest
package import VirgaSource

/// Generates Kotlin code that gives an app its features through the SDK for Android.
///
/// Rule: VirgaGenerate/GeneratedCode.
package struct KotlinCode {
  private let manifest: Manifest
  private let channel: String?
  private let types: Set<String>
  private var problems: [Problem] = []
  private var usesResources = false

  /// The file for `manifest` in `channel`.
  ///
  /// - Throws: ``Problems`` if the manifest has no code names, or Kotlin cannot express something in it.
  package static func file(for manifest: Manifest, channel: String?) throws(Problems) -> String {
    var code = KotlinCode(manifest: manifest, channel: channel)
    return try code.file()
  }

  private init(manifest: Manifest, channel: String?) {
    self.manifest = manifest
    self.channel = channel
    let module = manifest.modules[0]
    types = Set((module.enums.map(\.name) + module.objects.map(\.name)).map(KotlinName.type))
  }

  private mutating func file() throws(Problems) -> String {
    var names: [KotlinObject.Names] = []
    for module in manifest.modules {
      guard let about = module.about, let found = about.kotlin else {
        problems.append(GenerationNames.missing("kotlin", in: module))
        continue
      }
      names.append(KotlinObject.Names(found))
      guard let name = names.last?.className, KotlinName.usedTypes.contains(name) else { continue }
      problems.append(
        Problem(
          .error, "identifier-clash", path: "about.kotlin.class",
          "`\(name)` is a type that generated code itself uses; rename the class", at: about.location))
    }
    guard problems.isEmpty, let own = names.first else { throw Problems(problems) }
    let features = manifest.features.filter { $0.module == 0 }.map { feature in
      KotlinClass(
        name: KotlinName.type(feature.id), description: feature.description, isFeature: true,
        members: members(of: feature, [:]))
    }
    let objects = manifest.modules[0].objects.map { object in
      KotlinClass(
        name: KotlinName.type(object.name), description: object.description, isFeature: false,
        members: object.fields.map {
          member(
            $0, $0.defaultValue?.json ?? .null, KotlinLiteral(manifest: manifest, module: 0),
            path: "objects/\(object.name).\($0.name)")
        })
    }
    let imported = imported(names)
    let rules = NameRules.kotlin(classNames: names.map(\.className))
    problems += NameCheck.problems(of: manifest, rules) + NameCheck.problemsOfImports(of: manifest, rules)
    guard problems.isEmpty else { throw Problems(problems) }
    let object = KotlinObject(manifest: manifest, names: own, imported: imported, usesResources: usesResources)
    return text(of: object, features: features, objects: objects)
  }

  private func text(of object: KotlinObject, features: [KotlinClass], objects: [KotlinClass]) -> String {
    var head = CodeWriter(step: 4)
    var writer = CodeWriter(step: 4)
    object.write(to: &writer)
    for each in features {
      writer.line()
      each.write(to: &writer)
    }
    for definition in manifest.modules[0].enums {
      writer.line()
      KotlinEnum(definition: definition).write(to: &writer)
    }
    for each in objects {
      writer.line()
      each.write(to: &writer)
    }
    if object.usesReaders {
      writer.line()
      KotlinReaders.write(to: &writer)
    }
    object.writeHead(to: &head, for: writer.text)
    return head.text + writer.text
  }

  private mutating func imported(_ names: [KotlinObject.Names]) -> [KotlinObject.Imported] {
    let aliases = KotlinAliases(manifest: manifest, names: names)
    return manifest.directImports.map { module in
      let ids = Set(naming: manifest.modules[0].imports.filter { $0.module == module }.flatMap(\.features))
      let features = manifest.features.filter { $0.module == module && ids.contains($0.id) }
      let aliases = aliases.aliases(of: module, among: manifest.directImports)
      return KotlinObject.Imported(
        names: names[module], features: features.map { (feature: $0, members: members(of: $0, aliases)) },
        aliases: aliases)
    }
  }

  private mutating func members(of feature: FeatureDefinition, _ aliases: [String: String]) -> [KotlinClass.Member] {
    let literal = KotlinLiteral(manifest: manifest, module: feature.module, aliases: aliases)
    var members: [KotlinClass.Member] = []
    for each in manifest.merged(feature, channel: channel).variables {
      let path = "features/\(feature.id).\(each.variable.name)"
      members.append(member(each.variable, each.value.json, literal, path: path))
    }
    return members
  }

  private mutating func member(
    _ variable: Variable, _ value: JSONValue, _ literal: KotlinLiteral, path: String
  ) -> KotlinClass.Member {
    let name = KotlinName.member(variable.name)
    let key = KotlinLiteral.string(variable.name)
    if literal.module == 0, types.contains(name) {
      problems.append(
        Problem(
          .error, "identifier-clash", path: path,
          "`\(variable.name)` would be `\(name)` in code, which is the name of a type there; rename one",
          at: variable.location))
    }
    var literal = literal
    var defaultCode = "null"
    do {
      defaultCode = try literal.code(value, variable.type, at: path)
      if literal.usesResources { usesResources = true }
    } catch {
      problems.append(
        Problem(
          .error, "no-code-for-value", path: error.path, error.message,
          at: variable.defaultValue?.location ?? variable.location))
    }
    return KotlinClass.Member(
      variable: variable, name: name, defaultCode: defaultCode,
      getter: KotlinTypes().value(variable.type, key: key, fallback: "_defaults.\(name)"),
      storedType: KotlinTypes().stored(variable.type))
  }
}
