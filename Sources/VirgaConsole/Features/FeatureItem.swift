import VirgaJSON
import VirgaManifest

/// A feature in the list, or the edit of an unknown one.
struct FeatureItem: ListItem {
  /// The feature's id.
  let name: String
  /// Whether the manifest no longer has it.
  let isLost: Bool
  /// The other names that a filter matches: variables, and fields and variants of their types.
  private let inner: [String]

  /// The edit of a feature that the manifest no longer has.
  init(lost name: String) { (self.name, isLost, inner) = (name, true, []) }

  init(_ feature: FeatureDefinition, in manifest: Manifest) {
    (name, isLost) = (feature.id, false)
    var (names, types) = (UniqueNames(), Set<Name>())
    for variable in feature.variables {
      names.add(variable.name)
      for type in variable.type.namedTypes { names.add(type, of: feature.module, in: manifest, &types) }
    }
    inner = names.all
  }

  var id: Name { Name(name) }

  /// The inner name that a filter matches; nil if it matches the id.
  func inner(matching filter: Filter) -> String? {
    filter.containsWhole(name) ? nil : inner.first(where: filter.containsWhole)
  }

  func rank(_ filter: Filter, scattered: Bool) -> Int? {
    // Lost edits are listed after all features.
    if isLost { return !scattered && filter.containsWhole(name) ? .max : nil }
    if let score = filter.score(name, isWhole: !scattered) { return -score }
    return !scattered && inner.contains(where: filter.containsWhole) ? -900 : nil
  }
}

/// Names in insertion order without duplicates.
private struct UniqueNames {
  private(set) var all: [String] = []
  private var known = Set<Name>()

  mutating func add(_ name: String) {
    if known.insert(name) { all.append(name) }
  }

  /// Adds the names inside a type and inside the types of its fields.
  mutating func add(_ type: String, of module: Int, in manifest: Manifest, _ types: inout Set<Name>) {
    guard types.insert(type) else { return }
    for variant in manifest.enumeration(type, in: module)?.variants ?? [] { add(variant.name) }
    for field in manifest.object(type, in: module)?.fields ?? [] {
      add(field.name)
      for type in field.type.namedTypes { add(type, of: module, in: manifest, &types) }
    }
  }
}

extension VariableType {
  /// The enums and objects that the type refers to.
  fileprivate var namedTypes: [String] {
    switch self {
    case .option(let inner), .list(let inner): inner.namedTypes
    case .map(let key, let value): key.namedTypes + value.namedTypes
    case .enumeration(let name), .object(let name): [name]
    case .string, .int, .double, .boolean, .text, .image, .alias: []
    }
  }
}
