import VirgaJSON
import VirgaSource

/// Checks what a module declares, independently of the channel: types, defaults of objects, names,
/// preferences and metadata.
struct SchemaChecker {
  let types: TypeTable
  let options: LoadingOptions
  private(set) var problems: [Problem] = []
  /// The first variable that is bound to each Gecko preference.
  private var variablesByGeckoPreference: [Name: Variable] = [:]
  private var usedEnums: Set<Name> = []
  private var usedObjects: Set<Name> = []

  /// A checker of a module with these types, which has found no problem yet.
  init(types: TypeTable, options: LoadingOptions) {
    self.types = types
    self.options = options
  }

  /// Checks the types and `features` of a module; names of Android images only if its `about` has
  /// names for Kotlin.
  mutating func check(_ features: [FeatureDefinition], about: About?) {
    for object in types.objects { checkFields(of: object) }
    reportCycles()
    reportImpossibleDefaults()
    checkNamesOfTypes()
    for feature in features {
      checkNames(of: feature)
      checkVariables(of: feature, forKotlin: about?.kotlin != nil)
      checkAliases(of: feature)
      checkNamesInBlocks(of: feature)
      checkExamples(of: feature)
      checkMetadata(of: feature)
    }
    // Last, because the checks before it record the types that are used.
    reportUnusedTypes()
  }

  /// Checks the types and the defaults of an object's fields.
  private mutating func checkFields(of object: ObjectDefinition) {
    for field in object.fields {
      checkType(of: field, in: "objects/\(object.name)")
      checkDefault(of: field, in: object)
    }
  }

  /// Checks the types and preferences of a feature's variables, and that the defaults of maps are
  /// objects, over which default blocks can be merged.
  ///
  /// Apart from that, defaults are checked after merging.
  ///
  /// - Parameter forKotlin: Whether to check that defaults of images are names of Android
  ///   resources.
  private mutating func checkVariables(of feature: FeatureDefinition, forKotlin: Bool) {
    for variable in feature.variables {
      checkType(of: variable, in: "features/\(feature.id)")
      checkPreferences(of: variable, in: feature)
      checkMapDefault(
        variable.defaultOrNull, variable.type, path: "features/\(feature.id).\(variable.name)")
      if forKotlin { checkAndroidImage(variable, in: feature) }
    }
  }

  /// Checks that the type of a variable or field has known names, map keys that are strings, and no
  /// option inside an option.
  ///
  /// Also records the enums and objects in it as used.
  ///
  /// - Parameter owner: What has the variable or field: `features/app-menu` or `objects/Card`.
  private mutating func checkType(of variable: Variable, in owner: @autoclosure () -> String) {
    var path: String { "\(owner())/\(variable.name)" }
    let location = variable.typeNode.location
    variable.type.visitTypeAndParts { part in
      switch part {
      case .enumeration(let name):
        usedEnums.insert(name)
        if types.enumeration(name) == nil {
          reportUnknown("enum", name, types.enums.map(\.name), path, location)
        }
      case .object(let name):
        usedObjects.insert(name)
        if types.object(name) == nil {
          reportUnknown("object", name, types.objects.map(\.name), path, location)
        }
      case .map(let key, _): checkKeyType(key, path: path, at: location)
      case .option(.option):
        report(
          .error, "nested-option", path: path,
          "nested optional: an Option inside an Option adds nothing", at: location)
      case .string, .int, .double, .boolean, .text, .image, .alias, .option, .list: break
      }
    }
  }

  /// Reports a type that the keys of a map cannot have, because they are not strings.
  private mutating func checkKeyType(
    _ key: VariableType, path: @autoclosure () -> String, at location: SourceLocation?
  ) {
    switch key {
    case .string, .enumeration, .alias: break
    case .int, .double, .boolean, .text, .image, .object, .option, .list, .map:
      let title =
        if case .object(let name) = key { "the object `\(name)`" } else { key.description }
      report(
        .error, "map-key-type", path: path(),
        "a Map key must be a String, an enum or a string alias, not \(title)",
        at: location)
    }
  }

  /// Reports the name of a type that is not defined.
  ///
  /// - Parameters:
  ///   - kind: What the type must be: `enum` or `object`.
  ///   - names: The names of the defined types of this kind, as suggestions.
  private mutating func reportUnknown(
    _ kind: String, _ name: String, _ names: [String], _ path: String, _ location: SourceLocation?
  ) {
    let message = "the \(kind) reference `\(name)` has no definition"
    let code: Problem.Code = kind == "enum" ? "unknown-enum" : "unknown-object"
    let hint = NameSuggestions.hint(for: name, among: names.prefix(Hints.maximumCompared))
    add([Problem(.error, code, path: path, message, at: location).with(hint: hint)])
  }

  /// Gives a hint for each type that no variable or field has.
  private mutating func reportUnusedTypes() {
    for each in types.enums where !usedEnums.contains(each.name) {
      report(
        .hint, "unused-type", path: "enums/\(each.name)", "no variable or field uses the enum",
        at: each.location)
    }
    for each in types.objects where !usedObjects.contains(each.name) {
      report(
        .hint, "unused-type", path: "objects/\(each.name)", "no variable or field uses the object",
        at: each.location)
    }
  }

  /// Checks the app setting (`pref-key`) and the Gecko preference (`gecko-pref`) of a variable.
  ///
  /// Rule: VirgaManifest/AppSettings.
  private mutating func checkPreferences(of variable: Variable, in feature: FeatureDefinition) {
    // Only computed for a problem, which few variables have.
    var path: String { "features/\(feature.id)/\(variable.name)" }
    reportDeniedPreferences(of: variable, path: path)
    if variable.preferenceKey != nil, !variable.type.allowsAppSettings {
      report(
        .warning, "pref-key-without-effect", path: path,
        "`pref-key` has no effect on the type \(variable.type)",
        at: variable.location)
    }
    if let preference = variable.geckoPreference {
      checkGeckoPreference(preference, of: variable, path: path)
    }
  }

  /// Reports each preference of a variable that experiments must not set, such as the one that
  /// turns telemetry off.
  private mutating func reportDeniedPreferences(
    of variable: Variable, path: @autoclosure () -> String
  ) {
    let usedPreferences = [variable.preferenceKey, variable.geckoPreference?.name]
    for name in usedPreferences {
      guard let name, let reason = PreferenceRules.denied[name] else { continue }
      report(
        .error, "forbidden-pref", path: path(),
        "the preference `\(name)` cannot be used: \(reason)",
        at: variable.location)
    }
  }

  /// Reports a Gecko preference on a variable of the wrong type, and one that another variable uses
  /// already; else records that this variable uses it.
  private mutating func checkGeckoPreference(
    _ preference: GeckoPreference, of variable: Variable, path: @autoclosure () -> String
  ) {
    // Lax preferences are also allowed for types other than options, such as Boolean.
    let isAllowedType = PreferenceRules.takesGeckoPreference(
      variable.type, isLax: options.allowsLaxPreferences)
    if !isAllowedType {
      report(
        .error, "gecko-pref-type", path: path(),
        "`gecko-pref` needs one of the types Option<Boolean>, Option<Int> and Option<String>, not \(variable.type)",
        at: variable.typeNode.location)
    } else if let first = variablesByGeckoPreference[preference.name] {
      // nimbus-fml spells the path of this error in the same way.
      report(
        .error, "pref-used-twice", path: "prefs/\"\(preference.name)\"",
        "a preference can be used only once per manifest; \(first.location) also uses it",
        at: variable.location)
    } else {
      variablesByGeckoPreference[preference.name] = variable
    }
  }

  /// Gives a hint if the default of an `Image` cannot be the name of an Android resource.
  private mutating func checkAndroidImage(_ variable: Variable, in feature: FeatureDefinition) {
    guard case .image = variable.type else { return }
    guard let value = variable.defaultValue, let name = value.string else { return }
    guard !name.isResourceName else { return }
    report(
      .hint, "image-name", path: "features/\(feature.id).\(variable.name)",
      "`\(name)` is not a valid Android resource name: use lowercase letters, digits and `_`",
      at: value.location)
  }

  /// Gives hints about missing documentation and contacts, and contacts that are not addresses.
  private mutating func checkMetadata(of feature: FeatureDefinition) {
    let metadata = feature.metadata
    var missing = metadata.metaBug == nil ? ["meta-bug"] : []
    if metadata.documentation.isEmpty { missing.append("documentation") }
    if metadata.contacts.isEmpty { missing.append("contacts") }
    if !missing.isEmpty {
      report(
        .hint, "missing-metadata", path: "features/\(feature.id)",
        "the feature has no \(missing.joined(separator: ", "))", at: feature.location)
    }
    for contact in metadata.contacts where !contact.isMailAddress {
      report(
        .hint, "no-mail-address", path: "features/\(feature.id)",
        "the contact `\(contact)` is not an email address such as `someone@example.org`",
        at: feature.location)
    }
  }

  /// Gives hints about a feature's names that are not in kebab case.
  private mutating func checkNames(of feature: FeatureDefinition) {
    checkName(feature.id, "feature", path: "features/\(feature.id)", at: feature.location)
    for variable in feature.variables {
      checkName(
        variable.name, "variable", path: "features/\(feature.id).\(variable.name)",
        at: variable.location)
    }
  }

  /// Gives hints about names of types that are not in upper camel case, and names of their fields
  /// and variants that are not in kebab case.
  private mutating func checkNamesOfTypes() {
    for object in types.objects {
      checkTypeName(object.name, "object", path: "objects/\(object.name)", at: object.location)
      for field in object.fields {
        checkName(
          field.name, "field", path: "objects/\(object.name).\(field.name)", at: field.location)
      }
    }
    for definition in types.enums {
      checkTypeName(
        definition.name, "enum", path: "enums/\(definition.name)", at: definition.location)
      for variant in definition.variants {
        checkName(
          variant.name, "variant", path: "enums/\(definition.name).\(variant.name)",
          at: variant.location)
      }
    }
  }

  /// Gives a hint if a name is not in kebab case; `kind` is what it names, such as `field`.
  ///
  /// The path and the location are only computed for a name that gets the hint.
  private mutating func checkName(
    _ name: String, _ kind: String, path: @autoclosure () -> String,
    at location: @autoclosure () -> SourceLocation
  ) {
    guard !NameStyle.isKebabCase(name) else { return }
    let rule = "use lowercase letters and hyphens in the name of a \(kind)"
    reportName(name, rule, better: NameStyle.kebabCase(name), path: path(), at: location())
  }

  /// Gives a hint if the name of a type is not in upper camel case; `kind` is `enum` or `object`.
  private mutating func checkTypeName(
    _ name: String, _ kind: String, path: String, at location: SourceLocation
  ) {
    guard !NameStyle.isUpperCamelCase(name) else { return }
    let rule = "use upper camel case for the name of an \(kind)"
    reportName(name, rule, better: NameStyle.upperCamelCase(name), path: path, at: location)
  }

  /// Reports a name that breaks a naming rule; `better` is a name that follows the rule, nil if
  /// unknown.
  private mutating func reportName(
    _ name: String, _ rule: String, better: String?, path: String, at location: SourceLocation
  ) {
    // The code is the same for every rule, also for upper camel case.
    let problem = Problem(.hint, "not-kebab-case", path: path, "\(rule): `\(name)`", at: location)
    add([problem.with(hint: better.map { "call it `\($0)`" })])
  }

  /// Reports a problem of any severity, with its path; nil for `location` if it is in no file.
  mutating func report(
    _ severity: Problem.Severity, _ code: Problem.Code, path: String, _ message: String,
    at location: SourceLocation?
  ) {
    add([Problem(severity, code, path: path, message, at: location)])
  }

  /// Adds problems to those found so far.
  mutating func add(_ found: [Problem]) { problems += found }
}

extension String {
  /// Whether the text looks like `someone@example.org`: one `@` after a name, and a dot inside the
  /// host.
  fileprivate var isMailAddress: Bool {
    let parts = split(separator: "@", omittingEmptySubsequences: false)
    guard parts.count == 2, !contains(where: \.isWhitespace) else { return false }
    let name = parts[0]
    let host = parts[1]
    let insideOfHost = host.dropFirst().dropLast()
    return !name.isEmpty && insideOfHost.contains(".")
  }
}
