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
  /// A flag that is on or off must read a Boolean, several Booleans that are `all` on, or an enum
  /// with its `off` option. A flag with options must read an enum with these.
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
      // The option that means off and the default must be among the variants too.
      let offAndDefault = [flag.offOption, flag.preferenceDefault?.stringValue].compactMap(\.self)
      for option in flag.options + offAndDefault {
        checkOption(option, among: variants, at: path, flag)
      }
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

  /// The variants of the enum at a path, in written order; nil, with a problem, if nothing is there
  /// or the value is of another type.
  ///
  /// Also nil if the manifest lacks the enum: that is a problem of the manifest, not of the flag.
  private mutating func variants(at path: FeaturePath, _ flag: FlagDefinition) -> [String]? {
    guard let type = type(at: path, flag), let feature = manifest.feature(path.feature) else {
      return nil
    }
    if case .enumeration(let name) = type.unwrapped {
      return manifest.enumeration(name, in: feature.module)?.namesInWrittenOrder
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
    // The type of the value at the part of the path so far; nil for the feature itself.
    var type: VariableType?
    for component in path.path.components {
      guard case .key(let key) = component else {
        warn(
          "unknown-flag-variable", flag, "`\(path.path)` leads into a list", at: path.pathLocation)
        return nil
      }
      guard let typeOfMember = memberType(key, of: type, in: feature) else {
        warnOfMissingMember(key, of: type, in: feature, at: path, flag)
        return nil
      }
      type = typeOfMember
    }
    return type
  }

  /// The type of the member `key` of an object or a map; nil if it does not exist.
  ///
  /// - Parameter type: The type of the object or map; nil for the feature itself, whose members are
  ///   its variables.
  private func memberType(
    _ key: String, of type: VariableType?, in feature: FeatureDefinition
  ) -> VariableType? {
    switch type?.unwrapped {
    case nil: return feature.variable(key)?.type
    case .object(let name):
      let fields = manifest.object(name, in: feature.module)?.fields ?? []
      return fields.first { $0.name.isSameName(as: key) }?.type
    case .map(.enumeration(let name), let value):
      let definition = manifest.enumeration(name, in: feature.module)
      // Nil if the manifest lacks the enum, so that nothing is known about its variants.
      let isVariant = definition?.hasVariant(key) ?? true
      return isVariant ? value : nil
    // A map can have any other key.
    case .map(_, let value): return value
    default: return nil
    }
  }

  /// Warns that an object, a map or the feature has no member `key`, or that a value of another
  /// type has no members at all.
  ///
  /// - Parameters:
  ///   - type: The type of the value without the member; nil for the feature itself.
  ///   - path: The path that leads through the member.
  private mutating func warnOfMissingMember(
    _ key: String, of type: VariableType?, in feature: FeatureDefinition, at path: FeaturePath,
    _ flag: FlagDefinition
  ) {
    let names = memberNames(of: type, in: feature)
    if let type, names == nil {
      warn(
        "unknown-flag-variable", flag,
        "`\(path.path)` leads into a \(type.unwrapped) that has no `\(key)`",
        at: path.pathLocation)
    } else {
      warn(
        "unknown-flag-variable", flag,
        "the feature `\(feature.id)` has nothing at `\(path.path)`: `\(key)` does not exist",
        at: path.pathLocation, hint: NameSuggestions.hint(for: key, among: names ?? []))
    }
  }

  /// The names of the members that the manifest gives to an object, a map with an enum as its keys,
  /// or the feature; nil for a map that can have any keys, and for values without members.
  ///
  /// - Parameter type: The type of the object or map; nil for the feature itself.
  private func memberNames(of type: VariableType?, in feature: FeatureDefinition) -> [String]? {
    switch type?.unwrapped {
    case nil: return feature.variables.map(\.name)
    case .object(let name):
      return manifest.object(name, in: feature.module)?.fields.map(\.name) ?? []
    case .map(.enumeration(let name), _):
      return manifest.enumeration(name, in: feature.module)?.variants.map(\.name) ?? []
    default: return nil
    }
  }

  /// Adds an error about a flag.
  private mutating func report(
    _ code: Problem.Code, _ flag: FlagDefinition, _ message: String, at location: SourceLocation?,
    hint: String? = nil
  ) {
    problems.append(
      Problem(.error, code, path: "flags/\(flag.id)", message, at: location).with(hint: hint))
  }

  /// Adds a warning about a flag without a build value (its value without preference and debug
  /// override), which counts as off.
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
