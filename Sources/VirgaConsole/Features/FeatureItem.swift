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
    var (names, variants, types) = (UniqueNames(), [String](), Set<Name>())
    for variable in feature.variables {
      names.add(variable.name)
      for type in variable.type.namedTypes { names.add(type, of: feature.module, in: manifest, &types, &variants) }
    }
    fieldCount = names.all.count
    variants.forEach { names.add($0) }
    inner = names.all
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

private struct UniqueNames {
  private(set) var all: [String] = []
  private var known = Set<Name>()

  mutating func add(_ name: String) {
    if known.insert(name) { all.append(name) }
  }

  /// Adds the fields inside a type and inside the types of its fields, and collects variants.
  mutating func add(
    _ type: String, of module: Int, in manifest: Manifest, _ types: inout Set<Name>, _ variants: inout [String]
  ) {
    guard types.insert(type) else { return }
    variants += manifest.enumeration(type, in: module)?.variants.map(\.name) ?? []
    for field in manifest.object(type, in: module)?.fields ?? [] {
      add(field.name)
      for type in field.type.namedTypes { add(type, of: module, in: manifest, &types, &variants) }
    }
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
