import VirgaJSON
import VirgaManifest

/// A feature in the list, or the edit of an unknown one.
struct FeatureItem: ListItem, Equatable {
  let name: String
  let isOrphaned: Bool
  /// The other names that a filter matches: variables, and fields of their types.
  private var fields: [String] = []
  /// The variants of their types, which few values use.
  private var variants: [String] = []

  init(lost name: String) { (self.name, isOrphaned) = (name, true) }

  init(_ feature: FeatureDefinition, in manifest: Manifest) {
    (name, isOrphaned) = (feature.id, false)
    var (types, known) = (Set<Name>(), Set<Name>())
    func add(_ name: String, _ type: VariableType) {
      if known.insert(name) { fields.append(name) }
      for type in type.namedTypes where types.insert(type) {
        variants += manifest.enumeration(type, in: feature.module)?.variants.map(\.name) ?? []
        for field in manifest.object(type, in: feature.module)?.fields ?? [] { add(field.name, field.type) }
      }
    }
    for variable in feature.variables { add(variable.name, variable.type) }
  }

  var id: Name { Name(name) }

  /// Nil if the filter matches the id.
  func inner(matching filter: Filter) -> String? {
    filter.containsWhole(name) ? nil : (fields + variants).first(where: filter.containsWhole)
  }

  func rank(_ filter: Filter, fuzzy: Bool) -> Int? {
    // Lost edits are listed after all features.
    if isOrphaned { return !fuzzy && filter.containsWhole(name) ? .max : nil }
    if let match = filter.match(name, isWhole: !fuzzy) { return -match.score }
    if fuzzy { return nil }
    if fields.contains(where: filter.containsWhole) { return -900 }
    return variants.contains(where: filter.containsWhole) ? -800 : nil
  }
}

extension VariableType {
  fileprivate var namedTypes: [String] {
    switch self {
    case .option(let inner), .list(let inner): inner.namedTypes
    case .map(let key, let value): key.namedTypes + value.namedTypes
    case .enumeration(let name), .object(let name): [name]
    case .string, .int, .double, .boolean, .text, .image, .alias: []
    }
  }
}
