package import VirgaManifest
package import VirgaSource

/// Finds manifest names that cannot be spelled in a language, or that clash there.
struct NameCheck {
  private let rules: NameRules
  private var problems: [Problem] = []

  /// The errors in the names of a module of `manifest`; they prevent generating code.
  static func problems(
    of manifest: Manifest, module: Int = Manifest.topModuleIndex, _ rules: NameRules
  ) -> [Problem] {
    var check = NameCheck(rules: rules)
    check.checkModule(module, of: manifest)
    return check.problems
  }

  /// The errors in the names that imported modules have in code, such as their `kotlin.package`:
  /// the generated code uses them too.
  static func problemsOfImports(of manifest: Manifest, _ rules: NameRules) -> [Problem] {
    var check = NameCheck(rules: rules)
    // The first module is the one whose code is generated.
    for about in manifest.modules.dropFirst().compactMap(\.about) {
      check.checkNames(in: about)
    }
    return check.problems
  }

  /// Checks the names of a module in their scopes: all types together, the properties for features,
  /// the members of each class and the variants of each enum.
  private mutating func checkModule(_ index: Int, of manifest: Manifest) {
    let module = manifest.modules[index]
    if let about = module.about { checkNames(in: about) }
    let features = manifest.features.filter { $0.module == index }
    checkTypes(features, enums: module.enums, objects: module.objects)
    checkFeatureProperties(features)
    for feature in features { checkMembers(feature.variables, in: "features/\(feature.id).") }
    for object in module.objects {
      checkMembers(object.fields, ofObject: object.name, in: "objects/\(object.name).")
    }
    for definition in module.enums { checkVariants(of: definition) }
  }

  /// Checks the names of a module's types: features, enums and objects share one scope.
  private mutating func checkTypes(
    _ features: [FeatureDefinition], enums: [EnumDefinition], objects: [ObjectDefinition]
  ) {
    var types = NameSpace(taken: rules.takenByCode.types)
    for feature in features {
      let name = feature.id
      add(name, as: rules.typeName(name), to: &types, under: "features/", at: feature.location)
    }
    for definition in enums {
      let name = definition.name
      add(name, as: rules.typeName(name), to: &types, under: "enums/", at: definition.location)
    }
    for object in objects {
      let name = object.name
      add(name, as: rules.typeName(name), to: &types, under: "objects/", at: object.location)
    }
  }

  /// Reports clashes between the names of the properties through which an app gets its features.
  private mutating func checkFeatureProperties(_ features: [FeatureDefinition]) {
    var properties = NameSpace(taken: [])
    for feature in features {
      add(
        feature.id, as: rules.memberName(feature.id), to: &properties, under: "features/",
        at: feature.location)
    }
  }

  /// Checks the names in `about`, which are used in code unchanged.
  private mutating func checkNames(in about: About) {
    for given in rules.codeNames(about) where !isValid(given) {
      problems.append(
        Problem(
          .error, "no-identifier", path: "about.\(given.key)",
          "`\(given.name)` is not valid in \(rules.language) code: a name has letters, digits and `_`, and is not a keyword of "
            + "the language; rename it", at: about.location))
    }
  }

  /// Whether a name is an identifier, or several with dots between them where that is allowed.
  private func isValid(_ codeName: CodeName) -> Bool {
    let dot = UInt8(ascii: ".")
    let parts = codeName.name.utf8.split(separator: dot, omittingEmptySubsequences: false)
    let hasDots = parts.count > 1
    if hasDots, !codeName.mayHaveDots { return false }
    return parts.allSatisfy { part in isIdentifier(Substring(part)) }
  }

  /// Whether a text can be an identifier without backticks.
  private func isIdentifier(_ text: Substring) -> Bool {
    let scalars = text.unicodeScalars
    guard let first = scalars.first else { return false }
    let canStart = first == "_" || first.properties.isXIDStart
    // `_` alone is not a name.
    let isReserved = text == "_" || rules.keywords.contains(String(text))
    guard canStart, !isReserved else { return false }
    return scalars.allSatisfy { $0.properties.isXIDContinue && !$0.isInvisible }
  }

  /// Reports members of one class whose names clash in code: with each other, with members that
  /// the class has anyway, or, in Swift, with the types of the members.
  ///
  /// - Parameters:
  ///   - object: The object whose fields they are; nil for the variables of a feature.
  ///   - prefix: What problems write before a name: `features/app-menu.`.
  private mutating func checkMembers(
    _ variables: [Variable], ofObject object: String? = nil, in prefix: String
  ) {
    var taken = rules.takenByCode.members(variables)
    if rules.membersHideTypes {
      // In such a class, the name of a type would mean the member. A type and a member are only
      // spelled alike if they begin with a digit: the type `10` and the member `10` are both `_10`.
      var typeNames = Set(variables.flatMap { variable in Self.typeNames(in: variable.type) })
      if let object { typeNames.insert(object) }
      taken.formUnion(typeNames.map(rules.typeName))
    }
    var members = NameSpace(taken: taken)
    for each in variables {
      add(
        each.name, as: rules.memberName(each.name), to: &members, under: prefix, at: each.location)
    }
  }

  /// The names of the enums and objects that a type is or has inside.
  private static func typeNames(in type: VariableType) -> [String] {
    switch type {
    case .enumeration(let name), .object(let name): [name]
    default: type.parts.flatMap(typeNames)
    }
  }

  /// Checks the names of an enum's variants, and that there are some.
  private mutating func checkVariants(of definition: EnumDefinition) {
    var variants = NameSpace(taken: rules.takenByCode.variants)
    for each in definition.variants {
      add(
        each.name, as: rules.variantName(each.name), to: &variants,
        under: "enums/\(definition.name).", at: each.location)
    }
    guard definition.variants.isEmpty else { return }
    problems.append(
      Problem(
        .error, "enum-without-variants", path: "enums/\(definition.name)",
        "an enum without variants has no values in code; add one", at: definition.location))
  }

  /// Adds a name to its scope; if that is impossible, reports why.
  ///
  /// - Parameters:
  ///   - name: The name in the manifest.
  ///   - spelled: The name as the language spells it.
  ///   - space: The names of the scope so far.
  ///   - prefix: The path before the name in a problem; only computed for one.
  ///   - location: Where the name was declared; only computed for a problem.
  private mutating func add(
    _ name: String, as spelled: String, to space: inout NameSpace,
    under prefix: @autoclosure () -> String,
    at location: @autoclosure () -> SourceLocation
  ) {
    guard let fault = space.add(name, as: spelled) else { return }
    problems.append(
      Problem(.error, fault.code, path: prefix() + name, fault.message, at: location()))
  }
}

/// Names that must be distinct in code, because they share a scope.
struct NameSpace {
  /// The identifiers that generated code uses itself.
  let taken: Set<String>
  /// The manifest name of each identifier so far.
  private var owners: [String: String] = [:]

  /// A scope in which only the `taken` identifiers are used so far.
  init(taken: Set<String>) { self.taken = taken }

  /// Adds a name with its spelling in code; returns why that is impossible, nil if it is added.
  mutating func add(
    _ name: String, as spelled: String
  ) -> (code: Problem.Code, message: String)? {
    if let hidden = spelled.unicodeScalars.first(where: \.isInvisible) {
      let character = "the invisible character \(hidden.numberAndName)"
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
  /// What messages call the language.
  let language: String
  /// Spells the name of a class or an enum.
  let typeName: @Sendable (String) -> String
  /// Spells the name of a property.
  let memberName: @Sendable (String) -> String
  /// Spells the name of a value of an enum.
  let variantName: @Sendable (String) -> String
  /// Words that no name can be without backticks.
  let keywords: Set<String>
  /// Words that need backticks as a member.
  let reservedMembers: Set<String>
  /// Words that need backticks as a value of an enum.
  let reservedVariants: Set<String>
  /// Whether a member hides the type of the same name within its class.
  let membersHideTypes: Bool
  /// The names in `about` for the language's code.
  let codeNames: @Sendable (About) -> [CodeName]
  /// Names that generated code uses itself.
  let takenByCode: TakenNames

  /// The rules for Swift.
  ///
  /// - Parameters:
  ///   - className: The class of the manifest.
  ///   - otherClasses: The classes of imported manifests.
  ///   - sdkCode: The code of the SDK, virga's or Mozilla's, whose names generated code uses.
  static func swift(
    className: String, otherClasses: [String] = [], sdkCode: SwiftSDKCode = .virga
  ) -> NameRules {
    NameRules(
      language: "Swift", typeName: SwiftName.type, memberName: SwiftName.member,
      variantName: SwiftName.member,
      // Checked for names that code has unchanged, such as that of the class of the manifest.
      keywords: SwiftName.reserved.union(SwiftName.reservedTypes),
      reservedMembers: SwiftName.reserved, reservedVariants: SwiftName.reserved,
      // Names that begin with a digit give a member and a type the same name, such as `_10`; in the
      // class of the member, the name would no longer mean the type.
      membersHideTypes: true,
      codeNames: swiftCodeNames,
      takenByCode: .swift(className: className, otherClasses: otherClasses, sdkCode))
  }

  /// The names in `about` for Swift code, the module and the class; empty if it has none for Swift.
  private static func swiftCodeNames(in about: About) -> [CodeName] {
    guard let names = about.swift else { return [] }
    return [
      // As in `import A.B`.
      CodeName(key: "swift.module", name: names.module, mayHaveDots: true),
      CodeName(key: "swift.class", name: names.className, mayHaveDots: false),
    ]
  }

  /// The rules for Kotlin; `classNames` are the classes of the manifest and its imports.
  static func kotlin(classNames: [String]) -> NameRules {
    NameRules(
      language: "Kotlin", typeName: KotlinName.type, memberName: KotlinName.member,
      variantName: KotlinName.constant,
      keywords: KotlinName.reserved, reservedMembers: KotlinName.reserved,
      // Variants are in capitals in Kotlin code, and its keywords are not.
      reservedVariants: [],
      // A Kotlin property and a type may have the same name.
      membersHideTypes: false,
      codeNames: kotlinCodeNames,
      // A Kotlin property clashes neither with a function nor with a type, and a class has nothing
      // else but private members that begin with `_`. An enum has no other member in capitals.
      takenByCode: TakenNames(
        types: KotlinName.usedTypes.union(classNames), members: { _ in [] }, variants: []))
  }

  /// The names in `about` for Kotlin code, the package and the class; empty if it has none for
  /// Kotlin.
  private static func kotlinCodeNames(in about: About) -> [CodeName] {
    guard let names = about.kotlin else { return [] }
    // A class may have a package before it, as `org.example.FxNimbus`. With a dot in front, it is
    // relative to the package of `about`, as `.FxNimbus`; that dot is not part of its name.
    let isRelative = names.className.utf8.first == UInt8(ascii: ".")
    let className = isRelative ? String(names.className.dropFirst()) : names.className
    return [
      CodeName(key: "kotlin.package", name: names.package, mayHaveDots: true),
      CodeName(key: "kotlin.class", name: className, mayHaveDots: true),
    ]
  }
}

/// A name that a manifest gives for code.
struct CodeName {
  /// The path to its key below `about`, such as `swift.module`.
  let key: String
  let name: String
  /// Whether it may consist of several identifiers with dots between them.
  let mayHaveDots: Bool
}

/// Names that generated code uses itself, so that manifest names must not be spelled like them.
struct TakenNames: Sendable {
  let types: Set<String>
  /// The members that a class with some variables has anyway.
  let members: @Sendable ([Variable]) -> Set<String>
  let variants: Set<String>

  /// The names that Swift code uses itself: types of the SDK, the classes of the manifest and its
  /// imports, and the members of generated classes and enums.
  fileprivate static func swift(
    className: String, otherClasses: [String], _ sdkCode: SwiftSDKCode
  ) -> TakenNames {
    // The class `…Features` of the manifest has a property for each feature.
    let ownClasses = [className, "\(className)Features"]
    return TakenNames(
      types: sdkCode.usedTypes.union(otherClasses + ownClasses),
      members: { variables in
        // A class with app settings has the function `isModified()`: whether one was changed.
        let hasAppSettings = variables.contains { SwiftClass.preferenceKey(of: $0) != nil }
        return hasAppSettings ? ["isModified"] : []
      },
      // The members that every generated enum has.
      variants: ["enumValue", "allCases", "rawValue"])
  }
}

extension Manifest {
  /// Names that are unsuitable for generated code: they clash, give no identifier, or are keywords.
  ///
  /// Warnings, because a manifest works without code. A module is checked for the languages that
  /// its `about` names, or for all languages if it names none. Rule: VirgaGenerate/Identifiers.
  package var identifierProblems: [Problem] {
    // An enum without variants is not reported if loading found errors, because one of them may be
    // why its variants are missing.
    let hasErrors = problems.contains { $0.severity == .error }
    return modules.indices.flatMap { module in
      let rules = rules(for: modules[module])
      let warnings = nameErrorsAsWarnings(in: module, rules).filter { problem in
        let mayFollowFromError = hasErrors && problem.code == "enum-without-variants"
        return !mayFollowFromError
      }
      return warnings + reservedWordWarnings(in: module, rules)
    }
  }

  /// The errors in the names of a module as warnings; the same mistake in two languages once.
  private func nameErrorsAsWarnings(in module: Int, _ rules: [NameRules]) -> [Problem] {
    let errors = rules.flatMap { languageRules in
      NameCheck.problems(of: self, module: module, languageRules)
    }
    var seen: Set<WarningKey> = []
    let distinctErrors = errors.filter { problem in
      seen.insert(WarningKey(code: problem.code, path: problem.path)).inserted
    }
    return distinctErrors.map { problem in
      var warning = problem
      warning.severity = .warning
      return warning
    }
  }

  /// The rules of the languages for which a module has names; of all languages if it has none.
  private func rules(for module: Module) -> [NameRules] {
    // A module that names no class may be used for any language.
    let isForAll = module.about?.hasNamesForCode != true
    let swiftClass = module.about?.swift?.className
    // Without a package before it: `.code.Menu` gives `Menu`.
    let kotlinClass = module.about?.kotlin?.className.split(separator: ".").last.map(String.init)
    // A module without a class gets the empty name, with which no other name clashes.
    let noClass = ""
    var rules: [NameRules] = []
    if isForAll || swiftClass != nil { rules.append(.swift(className: swiftClass ?? noClass)) }
    if isForAll || kotlinClass != nil {
      rules.append(.kotlin(classNames: [kotlinClass ?? noClass]))
    }
    return rules
  }

  /// Warnings about the features, members and variants of a module whose names are keywords in one
  /// of the languages of `rules`.
  private func reservedWordWarnings(in module: Int, _ rules: [NameRules]) -> [Problem] {
    var check = ReservedWordCheck(languages: rules)
    for feature in features where feature.module == module {
      check.checkMember(feature.id, under: "features/", at: feature.location)
      for each in feature.variables {
        check.checkMember(each.name, under: "features/\(feature.id).", at: each.location)
      }
    }
    for object in modules[module].objects {
      for each in object.fields {
        check.checkMember(each.name, under: "objects/\(object.name).", at: each.location)
      }
    }
    for definition in modules[module].enums {
      for each in definition.variants {
        check.checkVariant(each.name, under: "enums/\(definition.name).", at: each.location)
      }
    }
    return check.warnings
  }

  /// The indices of the modules that the top module imports directly, sorted by path.
  ///
  /// The generated code initializes only these: their code initializes what they import in turn.
  /// Rule: VirgaGenerate/ImportedModules.
  var directImports: [Int] {
    // The module of an import is nil if it could not be read.
    let importedModules = Set(topModule.imports.compactMap(\.module))
    // A module that imports itself is left out.
    let otherModules = importedModules.subtracting([Self.topModuleIndex])
    return otherModules.sorted { left, right in modules[left].path < modules[right].path }
  }
}

/// Collects warnings about names that are keywords in some languages.
///
/// The path before a name and its location are only computed for a warning.
private struct ReservedWordCheck {
  let languages: [NameRules]
  var warnings: [Problem] = []

  /// Warns if the name of a feature, variable or field is a keyword in one of the languages.
  mutating func checkMember(
    _ name: String, under prefix: @autoclosure () -> String,
    at location: @autoclosure () -> SourceLocation
  ) {
    guard let text = keywordWarning(about: name, \.reservedMembers) else { return }
    warn(text, path: prefix() + name, at: location())
  }

  /// Warns if the name of an enum's variant is a keyword in one of the languages.
  mutating func checkVariant(
    _ name: String, under prefix: @autoclosure () -> String,
    at location: @autoclosure () -> SourceLocation
  ) {
    guard let text = keywordWarning(about: name, \.reservedVariants) else { return }
    warn(text, path: prefix() + name, at: location())
  }

  /// Adds a warning about a keyword.
  private mutating func warn(_ message: String, path: String, at location: SourceLocation) {
    warnings.append(Problem(.warning, "reserved-word", path: path, message, at: location))
  }

  /// The warning about a name that is a keyword in some of the languages; nil for other names.
  ///
  /// - Parameter reserved: The keywords that the name must not be, as a member or a variant.
  private func keywordWarning(
    about name: String, _ reserved: KeyPath<NameRules, Set<String>>
  ) -> String? {
    // Every keyword is shorter, and spelling a name takes time.
    let aboveKeywords = 20
    guard name.utf8.count < aboveKeywords else { return nil }
    let word = Casing.lowerCamel(name)
    let languagesOfKeyword = languages.filter { rules in rules[keyPath: reserved].contains(word) }
    guard !languagesOfKeyword.isEmpty else { return nil }
    let titles = languagesOfKeyword.map(\.language).joined(separator: " and ")
    return "`\(word)` is a keyword in \(titles), so code has to write it in backticks; "
      + "another name reads better"
  }
}

/// What makes two warnings the same, whichever language they are about.
private struct WarningKey: Hashable {
  let code: Problem.Code
  let path: String
}
