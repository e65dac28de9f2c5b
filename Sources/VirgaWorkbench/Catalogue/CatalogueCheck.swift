import VirgaFlags
import VirgaJSON
import VirgaManifest
import VirgaSource

/// Checks what a catalogue's rows read against the types of a manifest (Rule:
/// VirgaWorkbench/JoiningCatalogues).
struct CatalogueCheck {
  private let manifest: Manifest
  private(set) var problems: [Problem] = []

  init(_ manifest: Manifest) { self.manifest = manifest }

  /// The row, with the options of its enum if it names none; collects problems.
  mutating func checked(_ row: FlagDefinition) -> FlagDefinition {
    var row = row
    switch row.reading {
    case nil: break
    case .boolean(let path): checkBoolean(path, row)
    case .all(let paths): for path in paths { checkBoolean(path, row) }
    case .notOff(let path, let off):
      guard let variants = variants(at: path, row) else { break }
      checkOption(off, among: variants, at: path, row)
    case .option(let path):
      guard let variants = variants(at: path, row) else { break }
      if row.options.isEmpty { row.options = variants }
      for option in row.options
        + [row.offOption, row.preferenceDefault?.stringValue].compactMap(\.self)
      {
        checkOption(option, among: variants, at: path, row)
      }
    }
    return row
  }

  private mutating func checkBoolean(_ path: FeaturePath, _ row: FlagDefinition) {
    guard let type = type(at: path, row) else { return }
    switch type.unwrapped {
    case .boolean: break
    case .enumeration:
      report(
        "unreadable-flag", row, "`\(path.path)` is a \(type), which is not simply on or off",
        path.pathLocation,
        "name the option that means off with `off`, or make the flag's kind `options`")
    case .string, .int, .double, .text, .image, .object, .alias, .option, .list, .map:
      report(
        "unreadable-flag", row,
        "`\(path.path)` is a \(type), which cannot be read as on or off; choose a Boolean or an enum",
        path.pathLocation)
    }
  }

  private mutating func variants(at path: FeaturePath, _ row: FlagDefinition) -> [String]? {
    guard let type = type(at: path, row), let feature = manifest.feature(path.feature) else {
      return nil
    }
    if case .enumeration(let name) = type.unwrapped {
      return manifest.enumeration(name, in: feature.module)?.variants.map(\.name)
    }
    report(
      "unreadable-flag", row, "`\(path.path)` is a \(type); options need an enum", path.pathLocation
    )
    return nil
  }

  private mutating func checkOption(
    _ option: String, among variants: [String], at path: FeaturePath, _ row: FlagDefinition
  ) {
    guard !variants.containsName(option) else { return }
    let known = variants.isEmpty ? "no variants" : variants.joined(separator: ", ")
    report(
      "unknown-flag-option", row,
      "`\(option)` is not a variant of the enum at `\(path.path)`, which has \(known)",
      row.location, NameSuggestions.hint(for: option, among: variants))
  }

  private mutating func type(at path: FeaturePath, _ row: FlagDefinition) -> VariableType? {
    guard let feature = manifest.feature(path.feature) else {
      warn(
        "unknown-flag-feature", row, "the manifest has no feature `\(path.feature)`",
        path.featureLocation,
        NameSuggestions.hint(for: path.feature, among: manifest.features.map(\.id)))
      return nil
    }
    var type: VariableType?
    for component in path.path.components {
      guard case .key(let key) = component else {
        warn("unknown-flag-variable", row, "`\(path.path)` leads into a list", path.pathLocation)
        return nil
      }
      guard let step = step(into: key, of: type, feature, path, row) else { return nil }
      type = step
    }
    return type
  }

  private mutating func step(
    into key: String, of type: VariableType?, _ feature: FeatureDefinition, _ path: FeaturePath,
    _ row: FlagDefinition
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
      guard case .enumeration(let name) = keys,
        let definition = manifest.enumeration(name, in: feature.module),
        !definition.hasVariant(key)
      else { return value }
      names = definition.variants.map(\.name)
    case .some(let other):
      warn(
        "unknown-flag-variable", row, "`\(path.path)` leads into a \(other) that has no `\(key)`",
        path.pathLocation)
      return nil
    }
    warn(
      "unknown-flag-variable", row,
      "the feature `\(feature.id)` has nothing at `\(path.path)`: `\(key)` does not exist",
      path.pathLocation, NameSuggestions.hint(for: key, among: names))
    return nil
  }

  private mutating func report(
    _ code: Problem.Code, _ row: FlagDefinition, _ message: String, _ location: SourceLocation?,
    _ hint: String? = nil
  ) {
    problems.append(
      Problem(.error, code, path: "flags/\(row.id)", message, at: location).with(hint: hint))
  }

  /// Reports a warning only: a flag without a build value counts as off.
  private mutating func warn(
    _ code: Problem.Code, _ row: FlagDefinition, _ message: String, _ location: SourceLocation?,
    _ hint: String? = nil
  ) {
    report(code, row, message + "; the flag has no build value and counts as off", location, hint)
    problems[problems.count - 1].severity = .warning
  }
}
