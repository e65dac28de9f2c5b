package import VirgaManifest
package import VirgaSource

struct NameCheck {
  private let rules: NameRules
  private var problems: [Problem] = []

  /// The errors in the names of a module of `manifest`; they prevent generating code.
  static func problems(of manifest: Manifest, module: Int = 0, _ rules: NameRules) -> [Problem] {
    var check = NameCheck(rules: rules)
    check.check(manifest, module)
    return check.problems
  }

  /// The errors in the code names of imported modules, which this module's code uses too.
  static func problemsOfImports(of manifest: Manifest, _ rules: NameRules) -> [Problem] {
    var check = NameCheck(rules: rules)
    for about in manifest.modules.dropFirst().compactMap(\.about) { check.check(about) }
    return check.problems
  }

  private mutating func check(_ manifest: Manifest, _ index: Int) {
    let module = manifest.modules[index]
    if let about = module.about { check(about) }
    let features = manifest.features.filter { $0.module == index }
    var types = NameSpace(taken: rules.taken.types)
    var holders = NameSpace(taken: [])
    for each in features {
      check(each.id, rules.type(each.id), in: &types, "features/", each.location)
    }
    for each in module.enums {
      check(each.name, rules.type(each.name), in: &types, "enums/", each.location)
    }
    for each in module.objects {
      check(each.name, rules.type(each.name), in: &types, "objects/", each.location)
    }
    for each in features {
      check(each.id, rules.member(each.id), in: &holders, "features/", each.location)
    }
    for feature in features { check(feature.variables, in: "features/\(feature.id).") }
    for object in module.objects {
      check(object.fields, of: object.name, in: "objects/\(object.name).")
    }
    for definition in module.enums { check(definition) }
  }

  /// Checks the names that are used in code unchanged.
  private mutating func check(_ about: About) {
    for (key, name, hasParts) in rules.given(about) {
      let parts = name.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
      guard !parts.allSatisfy({ isIdentifier(Substring($0)) }) || (parts.count > 1 && !hasParts)
      else { continue }
      problems.append(
        Problem(
          .error, "no-identifier", path: "about.\(key)",
          "`\(name)` is not valid in \(rules.language) code: a name has letters, digits and `_`, and is not a keyword of "
            + "the language; rename it", at: about.location))
    }
  }

  private func isIdentifier(_ text: Substring) -> Bool {
    guard let first = text.unicodeScalars.first, first == "_" || first.properties.isXIDStart else {
      return false
    }
    return text.unicodeScalars.allSatisfy { $0.properties.isXIDContinue && !$0.isInvisible }
      && text != "_"
      && !rules.reservedMembers.contains(String(text))
  }

  private mutating func check(_ variables: [Variable], of object: String? = nil, in prefix: String)
  {
    var taken = rules.taken.members(variables)
    if rules.membersHideTypes {
      // Names without capitals, such as digits, give the same identifier for types and members.
      let types = variables.reduce(into: Set(object.map { [$0] } ?? [])) {
        $0.formUnion(Self.names(in: $1.type))
      }
      taken.formUnion(types.map(rules.type))
    }
    var members = NameSpace(taken: taken)
    for each in variables {
      check(each.name, rules.member(each.name), in: &members, prefix, each.location)
    }
  }

  private static func names(in type: VariableType) -> [String] {
    switch type {
    case .enumeration(let name), .object(let name): [name]
    default: type.parts.flatMap(names)
    }
  }

  private mutating func check(_ definition: EnumDefinition) {
    var variants = NameSpace(taken: rules.taken.variants)
    for each in definition.variants {
      check(
        each.name, rules.variant(each.name), in: &variants, "enums/\(definition.name).",
        each.location)
    }
    guard definition.variants.isEmpty else { return }
    problems.append(
      Problem(
        .error, "enum-without-variants", path: "enums/\(definition.name)",
        "an enum without variants has no values in code; add one", at: definition.location))
  }

  private mutating func check(
    _ name: String, _ spelled: String, in space: inout NameSpace,
    _ prefix: @autoclosure () -> String,
    _ location: @autoclosure () -> SourceLocation
  ) {
    guard let fault = space.add(name, spelled) else { return }
    problems.append(
      Problem(.error, fault.code, path: prefix() + name, fault.message, at: location()))
  }
}

/// Names that must be distinct in code.
struct NameSpace {
  /// The identifiers that generated code uses itself.
  let taken: Set<String>
  private var owners: [String: String] = [:]

  init(taken: Set<String>) { self.taken = taken }

  /// Adds a name that is `spelled` so in code; returns why that is impossible.
  mutating func add(_ name: String, _ spelled: String) -> (code: Problem.Code, message: String)? {
    if let hidden = spelled.unicodeScalars.first(where: \.isInvisible) {
      let character = "the invisible character \(hidden.inWords)"
      return ("no-identifier", "`\(name)` would have \(character) in code; rename it")
    }
    if spelled.isEmpty {
      return ("no-identifier", "`\(name)` has no letters or digits for a name in code; rename it")
    }
    if taken.contains(spelled) {
      return (
        "identifier-clash", "`\(name)` would be `\(spelled)` in code, which is taken; rename it"
      )
    }
    if let owner = owners[spelled] {
      return (
        "identifier-clash",
        "`\(name)` and `\(owner)` would both be `\(spelled)` in code; rename one"
      )
    }
    owners[spelled] = name
    return nil
  }
}

/// How a language spells manifest names, and which names are not available.
struct NameRules: Sendable {
  let language: String
  let type: @Sendable (String) -> String
  let member: @Sendable (String) -> String
  let variant: @Sendable (String) -> String
  /// Words that need backticks as a member.
  let reservedMembers: Set<String>
  /// Words that need backticks as a value of an enum.
  let reservedVariants: Set<String>
  /// Whether a member hides the type of the same name within its class.
  let membersHideTypes: Bool
  /// The code names in `about`: the key, the name, and whether it may consist of parts separated by
  /// dots.
  let given: @Sendable (About) -> [(key: String, name: String, hasParts: Bool)]
  /// Names that generated code uses itself; the members depend on a class's variables.
  let taken:
    (types: Set<String>, members: @Sendable ([Variable]) -> Set<String>, variants: Set<String>)

  static func swift(
    className: String, otherClasses: [String] = [], words: SwiftVocabulary = .virga
  ) -> NameRules {
    NameRules(
      language: "Swift", type: SwiftName.type, member: SwiftName.member, variant: SwiftName.member,
      reservedMembers: SwiftName.reserved, reservedVariants: SwiftName.reserved,
      membersHideTypes: true,
      given: { about in
        guard let names = about.swift else { return [] }
        return [("swift.module", names.module, true), ("swift.class", names.className, false)]
      },
      taken: (
        words.types.union(otherClasses + [className, "\(className)Features"]),
        { variables in
          variables.contains { SwiftClass.preference(of: $0) != nil } ? ["isModified"] : []
        },
        ["enumValue", "allCases", "rawValue"]
      ))
  }

  static func kotlin(classNames: [String]) -> NameRules {
    NameRules(
      language: "Kotlin", type: KotlinName.type, member: KotlinName.member,
      variant: KotlinName.constant,
      reservedMembers: KotlinName.reserved, reservedVariants: [], membersHideTypes: false,
      given: { about in
        guard let names = about.kotlin else { return [] }
        let isBelow = names.className.utf8.first == UInt8(ascii: ".")
        return [
          ("kotlin.package", names.package, true),
          ("kotlin.class", isBelow ? String(names.className.dropFirst()) : names.className, true),
        ]
      },
      taken: (KotlinName.usedTypes.union(classNames), { _ in [] }, []))
  }
}

extension Manifest {
  /// Names that are unsuitable for generated code: they clash, give no identifier, or are keywords.
  ///
  /// Warnings, because a manifest works without code. A module is checked for the languages that
  /// its `about` names, or for all languages if it names none. Rule: VirgaGenerate/Identifiers.
  package var identifierProblems: [Problem] {
    // An enum without variants is not reported again if there are errors: it may just be broken.
    let isBroken = problems.contains { $0.severity == .error }
    return modules.indices.flatMap { module in
      let rules = rules(for: modules[module])
      var seen: Set<WarningKey> = []
      let found = rules.flatMap { NameCheck.problems(of: self, module: module, $0) }
        .filter { !isBroken || $0.code != "enum-without-variants" }
        .filter { seen.insert(WarningKey(code: $0.code, path: $0.path)).inserted }
        .map { problem in
          var warning = problem
          warning.severity = .warning
          return warning
        }
      return found + reservedWords(in: module, rules)
    }
  }

  private func rules(for module: Module) -> [NameRules] {
    let isForAll = module.about?.isGenerating != true
    let swift = module.about?.swift?.className
    let kotlin = module.about?.kotlin?.className.split(separator: ".").last.map(String.init)
    return [
      isForAll || swift != nil ? NameRules.swift(className: swift ?? "") : nil,
      isForAll || kotlin != nil ? NameRules.kotlin(classNames: [kotlin ?? ""]) : nil,
    ].compactMap(\.self)
  }

  private func reservedWords(in module: Int, _ rules: [NameRules]) -> [Problem] {
    var found: [Problem] = []
    func check(
      _ name: String, _ prefix: @autoclosure () -> String,
      _ location: @autoclosure () -> SourceLocation,
      _ reserved: KeyPath<NameRules, Set<String>>
    ) {
      // Skips long names, because keywords are short.
      guard name.utf8.count < 20 else { return }
      let word = Casing.lowerCamel(name)
      let languages = rules.filter { $0[keyPath: reserved].contains(word) }.map(\.language)
      guard !languages.isEmpty else { return }
      found.append(
        Problem(
          .warning, "reserved-word", path: prefix() + name,
          "`\(word)` is a keyword in \(languages.joined(separator: " and ")), so code has to write it in backticks; "
            + "another name reads better", at: location()))
    }
    for feature in features where feature.module == module {
      check(feature.id, "features/", feature.location, \.reservedMembers)
      for each in feature.variables {
        check(each.name, "features/\(feature.id).", each.location, \.reservedMembers)
      }
    }
    for object in modules[module].objects {
      for each in object.fields {
        check(each.name, "objects/\(object.name).", each.location, \.reservedMembers)
      }
    }
    for definition in modules[module].enums {
      for each in definition.variants {
        check(each.name, "enums/\(definition.name).", each.location, \.reservedVariants)
      }
    }
    return found
  }

  /// The indexes of the modules that the top module imports directly, sorted by path.
  ///
  /// Their code initializes what they import in turn. Rule: VirgaGenerate/ImportedModules.
  var directImports: [Int] {
    Set(modules[0].imports.compactMap(\.module)).subtracting([0]).sorted {
      modules[$0].path < modules[$1].path
    }
  }
}

private struct WarningKey: Hashable {
  let code: Problem.Code
  let path: String
}
