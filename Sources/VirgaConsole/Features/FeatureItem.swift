import VirgaJSON
import VirgaManifest

/// A feature in the list, or the edit of an unknown one.
struct FeatureItem: ListItem {
  let name: String
  let isOrphaned: Bool
  /// The other names that a filter matches: variables and fields of their types, then variants, which few values use.
  private let inner: [String]
  /// The number of variables and fields among the inner names.
  private let fieldCount: Int

  init(lost name: String) { (self.name, isOrphaned, inner, fieldCount) = (name, true, [], 0) }

  init(_ feature: FeatureDefinition, in manifest: Manifest) {
    (name, isOrphaned) = (feature.id, false)
    var (names, variants, types, known) = ([String](), [String](), Set<Name>(), Set<Name>())
    func add(_ name: String, _ type: VariableType) {
      if known.insert(name) { names.append(name) }
      for type in type.namedTypes where types.insert(type) {
        variants += manifest.enumeration(type, in: feature.module)?.variants.map(\.name) ?? []
        for field in manifest.object(type, in: feature.module)?.fields ?? [] { add(field.name, field.type) }
      }
    }
    for variable in feature.variables { add(variable.name, variable.type) }
    fieldCount = names.count
    inner = names + variants.filter { known.insert($0) }
  }

  var id: Name { Name(name) }

  /// Nil if the filter matches the id.
  func inner(matching filter: Filter) -> String? {
    filter.containsWhole(name) ? nil : inner.first(where: filter.containsWhole)
  }

  func rank(_ filter: Filter, fuzzy: Bool) -> Int? {
    // Lost edits are listed after all features.
    if isOrphaned { return !fuzzy && filter.containsWhole(name) ? .max : nil }
    if let score = filter.score(name, isWhole: !fuzzy) { return -score }
    guard !fuzzy, let place = inner.firstIndex(where: filter.containsWhole) else { return nil }
    return place < fieldCount ? -900 : -800
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
