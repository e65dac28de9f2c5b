package import VirgaManifest
package import VirgaSource

/// Generates Kotlin code that gives an app its features through the SDK for Android.
///
/// Rule: VirgaGenerate/GeneratedCode.
package enum KotlinCode {
  /// The file for `manifest` in `channel`; nil if none is requested.
  ///
  /// - Throws: ``Problems`` if a module has no code names, its package and class in `about`, or if
  ///   Kotlin cannot express something in the manifest.
  package static func file(for manifest: Manifest, channel: String?) throws(Problems) -> String {
    let names = try names(of: manifest)
    var collector = classCollector(for: manifest, channel: channel)
    let classes = collector.collectClasses().map(KotlinClass.init)
    // Adds to the collector's problems, which are read next.
    let imports = imports(of: manifest, names, &collector)
    let rules = NameRules.kotlin(classNames: names.map(\.className))
    let nameProblems =
      NameCheck.problems(of: manifest, rules) + NameCheck.problemsOfImports(of: manifest, rules)
    let problems = collector.problems + nameProblems
    guard problems.isEmpty else { throw Problems(problems) }
    let object = KotlinObject(
      manifest: manifest, names: names[Manifest.topModuleIndex], imported: imports,
      usesResources: collector.usesResources)
    return text(of: object, classes, manifest.topModule.enums)
  }

  /// A collector of the classes of `manifest`, with the defaults in `channel` (nil if none is
  /// requested).
  ///
  /// It also reports a property that is spelled like a type: Kotlin could not tell them apart.
  private static func classCollector(for manifest: Manifest, channel: String?) -> ClassCollector {
    let topModule = manifest.topModule
    let typeNames = topModule.enums.map(\.name) + topModule.objects.map(\.name)
    let types = Set(typeNames.map(KotlinName.type))
    return ClassCollector(manifest, channel: channel, .kotlin) { variable, module, path in
      // The members of an imported module are checked when its own code is generated.
      guard module == Manifest.topModuleIndex else { return nil }
      return Self.clash(of: variable, at: path, with: types)
    }
  }

  /// The modules that the top file imports.
  ///
  /// Each has its names in code, aliases of types whose names the file uses for others, and the
  /// features that get other defaults here. Problems of these features are added to `collector`.
  private static func imports(
    of manifest: Manifest, _ names: [KotlinObject.Names], _ collector: inout ClassCollector
  ) -> [KotlinObject.Imported] {
    let aliasesOfModules = KotlinAliases(manifest: manifest, names: names)
    return manifest.directImports.map { module in
      let aliases = aliasesOfModules.aliases(of: module, among: manifest.directImports)
      return KotlinObject.Imported(
        names: names[module], features: collector.importedFeatures(of: module, aliases: aliases),
        aliases: aliases)
    }
  }

  /// The error for a variable that Kotlin spells like one of the types, because it cannot tell a
  /// property from a type of the same name; nil for other variables.
  private static func clash(
    of variable: Variable, at path: String, with types: Set<String>
  ) -> Problem? {
    let name = KotlinName.member(variable.name)
    guard types.contains(name) else { return nil }
    return Problem(
      .error, "identifier-clash", path: path,
      "`\(variable.name)` would be `\(name)` in code, which is the name of a type there; rename one",
      at: variable.location)
  }

  /// The code names of all modules, in their order; throws if one has none, or one that is taken.
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
          "`\(own.className)` is a type that generated code itself uses; rename the class",
          at: about.location))
    }
    guard problems.isEmpty else { throw Problems(problems) }
    return names
  }

  /// The text of the file: its head, the object of the manifest, features, enums and objects.
  ///
  /// The head is written last, because it imports what the rest of the code uses.
  private static func text(
    of object: KotlinObject, _ classes: [KotlinClass], _ enums: [EnumDefinition]
  ) -> String {
    let indentWidth = 4
    var writer = CodeWriter(step: indentWidth)
    object.write(to: &writer)
    writer.writeParts(classes.filter(\.isFeature)) { feature, writer in feature.write(to: &writer) }
    writer.writeParts(enums) { definition, writer in
      KotlinEnum(definition: definition).write(to: &writer)
    }
    writer.writeParts(classes.filter { !$0.isFeature }) { objectClass, writer in
      objectClass.write(to: &writer)
    }
    // Functions that read what the SDK has no getters for.
    let readers = object.usesReaders ? [KotlinReaders.code] : []
    writer.writeParts(readers) { code, writer in writer.line(code) }
    var head = CodeWriter(step: indentWidth)
    object.writeHead(to: &head, for: writer.text)
    return head.text + writer.text
  }
}

/// The types and functions that generated code imports.
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
        "FMLFeatureInterface", "FMLObjectInterface", "FeatureHolder", "FeatureManifestInterface",
        "GeckoPref",
        "PrefBranch", "mapKeysNotNull", "mapValuesNotNull", "mergeWith",
      ],
    ]
    let namesWithPackages = names.flatMap { package, names in
      names.map { name in (name, package) }
    }
    return Dictionary(namesWithPackages, uniquingKeysWith: { first, _ in first })
  }()

  /// For each byte whether one of the names begins with it.
  private static let isInitial: [Bool] = {
    let initials = packages.keys.compactMap(\.utf8.first)
    return (0...UInt8.max).map(initials.contains)
  }()

  /// The number of bytes of the longest name.
  private static let maximumLength = packages.keys.map(\.utf8.count).max() ?? 0

  /// The names that `code` has to import, with their packages: `org.json.JSONObject`.
  ///
  /// Each is imported on its own: a wildcard import could clash with names of the manifest.
  static func names(in code: String) -> Set<String> {
    var names: Set<String> = []
    // A copy, because `withUTF8` is mutating.
    var code = code
    code.withUTF8 { bytes in
      let words = bytes.split { !isPartOfName($0) }
      for word in words where mayBeName(word) {
        let name = String(decoding: word, as: UTF8.self)
        if let package = packages[name] { names.insert("\(package).\(name)") }
      }
    }
    return names
  }

  /// Whether a word may be one of the names, by its length and first byte; without the cost of a
  /// look-up this rules out most words of the code.
  private static func mayBeName(_ word: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    guard let first = word.first else { return false }
    return word.count <= maximumLength && isInitial[Int(first)]
  }

  /// Whether a byte of UTF-8 belongs to a name; all bytes of characters beyond ASCII do.
  private static func isPartOfName(_ byte: UInt8) -> Bool {
    let isASCII = byte < 0x80
    return !isASCII || byte == UInt8(ascii: "_") || byte.isDigit || byte.isLetter
  }
}

/// Finds types of imported modules whose names other types in the file already use.
struct KotlinAliases {
  let manifest: Manifest
  let names: [KotlinObject.Names]

  /// Aliases for the types of an imported module whose names clash with other types in the file, by
  /// name: `Card` of the class `Menus` becomes `Menus_Card`.
  ///
  /// - Parameters:
  ///   - module: The index of the imported module.
  ///   - imports: The indices of all modules that the top file imports, `module` included.
  func aliases(of module: Int, among imports: [Int]) -> [String: String] {
    let package = names[module].package
    let topModule = Manifest.topModuleIndex
    // Two types of one package with the same name are an error that no alias in this file fixes.
    let otherModules = ([topModule] + imports).filter { other in
      other != module && names[other].package != package
    }
    let taken = otherModules.reduce(into: Set<String>()) { taken, other in
      taken.formUnion(typeNames(inModule: other))
    }
    let clashing = typeNames(inModule: module).filter { type in taken.contains(type) }
    let typesWithAliases = clashing.map { type in (type, alias(of: type, in: module)) }
    return Dictionary(uniqueKeysWithValues: typesWithAliases)
  }

  /// The alias of a type: `Card` of the class `Menus` becomes `Menus_Card`.
  private func alias(of type: String, in module: Int) -> String {
    let withoutBackticks = type.filter { $0 != "`" }
    return "\(names[module].className)_\(withoutBackticks)"
  }

  /// The names that the classes and enums of a module have in code; there is a class for each
  /// feature and object.
  private func typeNames(inModule index: Int) -> Set<String> {
    let module = manifest.modules[index]
    let featureIDs = manifest.features.filter { $0.module == index }.map(\.id)
    let names = featureIDs + module.enums.map(\.name) + module.objects.map(\.name)
    return Set(names.map(KotlinName.type))
  }
}
