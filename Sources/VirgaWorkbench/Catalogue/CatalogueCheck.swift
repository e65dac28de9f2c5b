import VirgaFlags
import VirgaJSON
import VirgaManifest
import VirgaSource

/// Checks the values that a catalogue's flags read against the types of a manifest.
///
/// Rule: VirgaWorkbench/JoiningCatalogues.
struct CatalogueCheck {
  private let manifest: Manifest
  private(set) var problems: [Problem] = []

  init(_ manifest: Manifest) { self.manifest = manifest }

  /// The flag, with the options of its enum if it names none; its problems are collected.
  ///
  /// A flag that is on or off must read a Boolean, or an enum with its `off` option. A flag with
  /// options must read an enum with these.
  mutating func checked(_ flag: FlagDefinition) -> FlagDefinition {
    var flag = flag
    switch flag.reading {
    case nil: break
    case .boolean(let path): checkBoolean(path, flag)
    case .all(let paths): for path in paths { checkBoolean(path, flag) }
    case .notOff(let path, let offOption):
      // Such a flag is only on or off: the variants are not its options.
      guard let variants = variants(at: path, flag) else { break }
      checkOption(offOption, among: variants, at: path, flag)
    case .option(let path):
      guard let variants = variants(at: path, flag) else { break }
      if flag.options.isEmpty { flag.options = variants }
      // The option that means off and the default are options too.
      let further = [flag.offOption, flag.preferenceDefault?.stringValue].compactMap(\.self)
      for option in flag.options + further { checkOption(option, among: variants, at: path, flag) }
    }
    return flag
  }

  /// Reports a value that cannot be read as on or off.
  private mutating func checkBoolean(_ path: FeaturePath, _ flag: FlagDefinition) {
    guard let type = type(at: path, flag) else { return }
    switch type.unwrapped {
    case .boolean: break
    case .enumeration:
      report(
        "unreadable-flag", flag, "`\(path.path)` is a \(type), which is not simply on or off",
        at: path.pathLocation,
        hint: "name the option that means off with `off`, or make the flag's kind `options`")
    // `unwrapped` leaves no `.option`.
    case .string, .int, .double, .text, .image, .object, .alias, .option, .list, .map:
      report(
        "unreadable-flag", flag,
        "`\(path.path)` is a \(type), which cannot be read as on or off; choose a Boolean or an enum",
        at: path.pathLocation)
    }
  }

  /// The variants of the enum at a path, in written order; nil, with a problem, if the value is of
  /// another type.
  private mutating func variants(at path: FeaturePath, _ flag: FlagDefinition) -> [String]? {
    guard let type = type(at: path, flag), let feature = manifest.feature(path.feature) else {
      return nil
    }
    if case .enumeration(let name) = type.unwrapped {
      return manifest.enumeration(name, in: feature.module)?.writtenNames
    }
    report(
      "unreadable-flag", flag, "`\(path.path)` is a \(type); options need an enum",
      at: path.pathLocation)
    return nil
  }

  /// Reports an option that is not a variant of the enum at a path.
  private mutating func checkOption(
    _ option: String, among variants: [String], at path: FeaturePath, _ flag: FlagDefinition
  ) {
    guard !variants.containsName(option) else { return }
    let known = variants.isEmpty ? "no variants" : variants.joined(separator: ", ")
    report(
      "unknown-flag-option", flag,
      "`\(option)` is not a variant of the enum at `\(path.path)`, which has \(known)",
      at: flag.location, hint: NameSuggestions.hint(for: option, among: variants))
  }

  /// The type of the value at a path; nil, with a problem, if the manifest has none there.
  private mutating func type(at path: FeaturePath, _ flag: FlagDefinition) -> VariableType? {
    guard let feature = manifest.feature(path.feature) else {
      warn(
        "unknown-flag-feature", flag, "the manifest has no feature `\(path.feature)`",
        at: path.featureLocation,
        hint: NameSuggestions.hint(for: path.feature, among: manifest.features.map(\.id)))
      return nil
    }
    // The type at the part of the path so far; nil before its first key, which names a variable.
    var type: VariableType?
    for component in path.path.components {
      guard case .key(let key) = component else {
        warn(
          "unknown-flag-variable", flag, "`\(path.path)` leads into a list", at: path.pathLocation)
        return nil
      }
      // This reports an unknown key.
      guard let typeOfKey = memberType(key, of: type, feature, path, flag) else { return nil }
      type = typeOfKey
    }
    return type
  }

  /// The type of the member `key` of an object or a map, or of the variable `key` of the feature;
  /// nil, with a problem, if it does not exist.
  ///
  /// - Parameters:
  ///   - type: The type of the object or map; nil for the variables of the feature.
  ///   - path: The path that leads through the member, for the problem.
  private mutating func memberType(
    _ key: String, of type: VariableType?, _ feature: FeatureDefinition, _ path: FeaturePath,
    _ flag: FlagDefinition
  ) -> VariableType? {
    let names: [String]
    switch type?.unwrapped {
    case nil:
      if let variable = feature.variable(key) { return variable.type }
      names = feature.variables.map(\.name)
    case .object(let object):
      let fields = manifest.object(object, in: feature.module)?.fields ?? []
      if let field = fields.first(where: { $0.name.isSameName(as: key) }) { return field.type }
      names = fields.map(\.name)
    case .map(let keys, let value):
      // Only a map whose keys are an enum can lack a key.
      guard case .enumeration(let name) = keys,
        let definition = manifest.enumeration(name, in: feature.module),
        !definition.hasVariant(key)
      else { return value }
      names = definition.variants.map(\.name)
    case .some(let other):
      warn(
        "unknown-flag-variable", flag, "`\(path.path)` leads into a \(other) that has no `\(key)`",
        at: path.pathLocation)
      return nil
    }
    warn(
      "unknown-flag-variable", flag,
      "the feature `\(feature.id)` has nothing at `\(path.path)`: `\(key)` does not exist",
      at: path.pathLocation, hint: NameSuggestions.hint(for: key, among: names))
    return nil
  }

  /// Adds an error about a flag.
  private mutating func report(
    _ code: Problem.Code, _ flag: FlagDefinition, _ message: String, at location: SourceLocation?,
    hint: String? = nil
  ) {
    problems.append(
      Problem(.error, code, path: "flags/\(flag.id)", message, at: location).with(hint: hint))
  }

  /// Adds a warning about a flag without a build value, which counts as off.
  private mutating func warn(
    _ code: Problem.Code, _ flag: FlagDefinition, _ message: String, at location: SourceLocation?,
    hint: String? = nil
  ) {
    // Added as an error, which becomes a warning.
    report(
      code, flag, message + "; the flag has no build value and counts as off", at: location,
      hint: hint)
    let indexOfReported = problems.count - 1
    problems[indexOfReported].severity = .warning
  }
}
