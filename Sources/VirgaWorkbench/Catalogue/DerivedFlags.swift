import VirgaExperiments
import VirgaFlags
import VirgaJSON
import VirgaManifest
import VirgaSource

/// One flag per Boolean variable, field or map entry, and an `options` flag per enum.
struct DerivedFlags {
  /// Rule: VirgaFlags/Keys.
  private static let preferenceSuffix = "UserPrefsKey"
  /// The maximum number of values visited in the objects and maps of a feature so that nested
  /// objects cannot exhaust memory.
  private static let maxValues = 2_000

  private let manifest: Manifest
  /// The rows in feature order.
  private(set) var rows: [FlagDefinition] = []
  /// A warning for each feature with more values than are visited.
  private(set) var problems: [Problem] = []
  private var ids: Set<Name> = []
  /// The number of values visited in the objects and maps of the feature.
  private var visited = 0
  /// Whether the feature has more values.
  private var hasMore = false
  /// The keys in the feature's defaults; nil until a map needs them.
  private var keys: DefaultKeys?

  init(of manifest: Manifest) {
    self.manifest = manifest
    for feature in manifest.features { visit(feature) }
  }

  /// `sections-enabled.top_sites` of `homescreen` becomes `homescreenSectionsEnabledTopSites`.
  private static func id(_ feature: String, _ path: JSONPath) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(64)
    append(feature, to: &bytes)
    for component in path.components { append(component.text, to: &bytes) }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends the words of a name, capitalizing all but the first of the id.
  private static func append(_ name: String, to bytes: inout [UInt8]) {
    var isStart = true
    for scalar in name.unicodeScalars {
      guard scalar.isPartOfWord else {
        isStart = true
        continue
      }
      switch (bytes.isEmpty, isStart) {
      case (true, _): bytes += scalar.properties.lowercaseMapping.utf8
      case (false, true): bytes += scalar.properties.uppercaseMapping.utf8
      case (false, false): UTF8.encode(scalar).map { bytes += $0 }
      }
      isStart = false
    }
  }

  /// Visits the types of a feature down to values that can be flags.
  private mutating func visit(_ feature: FeatureDefinition) {
    visited = 0
    hasMore = false
    keys = nil
    for variable in feature.variables {
      visit(
        variable.type, FeaturePath(feature.id, [.key(variable.name)]), variable.description,
        feature, objects: [])
    }
    guard hasMore else { return }
    problems.append(
      Problem(
        .warning, "too-many-flags", path: "features/\(feature.id)",
        "`\(feature.id)` has more than \(Self.maxValues) values in objects and maps; "
          + "only the first ones become flags", at: feature.location))
  }

  private mutating func visit(
    _ type: VariableType, _ path: FeaturePath, _ description: String, _ feature: FeatureDefinition,
    objects: [String]
  ) {
    // Types that each use the next one twice grow exponentially: 20 levels are a million values.
    let isInside = path.path.components.count > 1
    guard !isInside || visited < Self.maxValues else {
      hasMore = true
      return
    }
    let before = visited
    // An object or a map counts with the values in it, or as one if it has none.
    defer { if isInside, visited == before { visited += 1 } }
    switch type {
    case .boolean: append(.bool, .boolean(path), description)
    case .enumeration(let name):
      let variants = manifest.enumeration(name, in: feature.module)?.variants.map(\.name) ?? []
      append(.options, .option(path), description, options: variants)
    case .option(let inner): visit(inner, path, description, feature, objects: objects)
    case .object(let name):
      guard !objects.containsName(name), let object = manifest.object(name, in: feature.module)
      else { return }
      for field in object.fields {
        visit(
          field.type, path.appending(field.name), field.description, feature,
          objects: objects + [name])
      }
    case .map(let key, let value):
      guard Self.canSwitch(value) else { return }
      for entry in entries(key, path, feature) {
        visit(value, path.appending(entry.name), entry.description, feature, objects: objects)
      }
    case .string, .int, .double, .text, .image, .alias, .list: break
    }
  }

  private static func canSwitch(_ type: VariableType) -> Bool {
    switch type {
    case .boolean, .enumeration, .object: true
    case .option(let inner), .map(_, let inner): canSwitch(inner)
    case .string, .int, .double, .text, .image, .alias, .list: false
    }
  }

  /// The keys of a map: the variants of its enum, or the keys of its defaults in any channel.
  private mutating func entries(
    _ key: VariableType, _ path: FeaturePath, _ feature: FeatureDefinition
  ) -> [(name: String, description: String)] {
    if case .enumeration(let name) = key {
      return manifest.enumeration(name, in: feature.module)?.variants.map {
        ($0.name, $0.description)
      } ?? []
    }
    let keys = keys ?? DefaultKeys(of: feature, in: manifest)
    self.keys = keys
    return keys.names(at: path.path).map { ($0, "") }
  }

  private mutating func append(
    _ kind: FlagKind, _ reading: BuildValueSource, _ description: String, options: [String] = []
  ) {
    guard let path = reading.paths.first else { return }
    let derived = Self.id(path.feature, path.path)
    let id = ids.insert(derived) ? derived : path.description
    var row = FlagDefinition(id, kind, reading: reading, source: .manifest)
    row.description = description
    row.options = options
    row.preferenceKey = id + Self.preferenceSuffix
    if kind == .bool { row.debugKey = id + FlagDefinition.debugSuffix }
    rows.append(row)
  }
}

extension FeaturePath {
  fileprivate func appending(_ key: String) -> FeaturePath {
    FeaturePath(feature, path.appending(key: key))
  }
}
