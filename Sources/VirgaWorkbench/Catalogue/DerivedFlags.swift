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
  /// The flags in feature order.
  private(set) var flags: [FlagDefinition] = []
  /// A warning for each feature with more values than are visited.
  private(set) var problems: [Problem] = []
  private var ids: Set<Name> = []
  /// The number of leaves visited in the objects and maps of the feature: values in which no other
  /// one was visited.
  private var leafCount = 0
  /// Whether the feature has more values.
  private var hasMoreValues = false
  /// The keys in the feature's defaults; nil until a map needs them.
  private var keysInDefaults: DefaultKeys?

  /// Finds the flags of all features.
  init(of manifest: Manifest) {
    self.manifest = manifest
    for feature in manifest.features { visit(feature) }
  }

  /// The id of the flag for a value: `sections-enabled.top_sites` of `homescreen` becomes
  /// `homescreenSectionsEnabledTopSites`.
  private static func id(_ feature: String, _ path: JSONPath) -> String {
    var bytes: [UInt8] = []
    let lengthOfMostIDs = 64
    bytes.reserveCapacity(lengthOfMostIDs)
    appendInCamelCase(feature, to: &bytes)
    for component in path.components { appendInCamelCase(component.text, to: &bytes) }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends the words of a name to an id: the first character of each word in upper case, but the
  /// first one of the id in lower case.
  ///
  /// Other characters, such as `-`, only separate words.
  private static func appendInCamelCase(_ name: String, to id: inout [UInt8]) {
    var isWordStart = true
    for scalar in name.unicodeScalars {
      guard scalar.isPartOfWord else {
        isWordStart = true
        continue
      }
      let isIDStart = id.isEmpty
      if isIDStart {
        id += scalar.properties.lowercaseMapping.utf8
      } else if isWordStart {
        id += scalar.properties.uppercaseMapping.utf8
      } else if let bytes = UTF8.encode(scalar) {
        // Never nil: every scalar has a form in UTF-8.
        id += bytes
      }
      isWordStart = false
    }
  }

  /// Visits the types of a feature down to values that can be flags.
  private mutating func visit(_ feature: FeatureDefinition) {
    // Forgets the previous feature; the keys of this one are collected when a map needs them.
    leafCount = 0
    hasMoreValues = false
    keysInDefaults = nil
    for variable in feature.variables {
      visit(
        variable.type, FeaturePath(feature.id, [.key(variable.name)]), variable.description,
        feature, insideTypes: [])
    }
    if hasMoreValues { reportTooManyValues(of: feature) }
  }

  /// Warns that a feature has more values than are visited; the flags found so far stay.
  private mutating func reportTooManyValues(of feature: FeatureDefinition) {
    problems.append(
      Problem(
        .warning, "too-many-flags", path: "features/\(feature.id)",
        "`\(feature.id)` has more than \(Self.maxValues) values in objects and maps; "
          + "only the first ones become flags", at: feature.location))
  }

  /// Adds the flags of a value or of the values in it, and counts the leaves; after `maxValues` of
  /// them it only notes that there are more (`hasMoreValues`).
  ///
  /// - Parameter outerTypes: The object types that the value is in.
  private mutating func visit(
    _ type: VariableType, _ path: FeaturePath, _ description: String, _ feature: FeatureDefinition,
    insideTypes outerTypes: [String]
  ) {
    let isInObjectOrMap = path.path.components.count > 1
    // Types that each use the next one twice grow exponentially: 20 levels are a million values.
    // Variables themselves do not count towards the limit, so each of them can be a flag.
    if isInObjectOrMap, leafCount >= Self.maxValues {
      hasMoreValues = true
      return
    }
    let countBefore = leafCount
    addFlags(of: type, path, description, feature, insideTypes: outerTypes)
    // A value that contains no other values is a leaf, such as an empty map.
    let isLeaf = leafCount == countBefore
    if isInObjectOrMap, isLeaf { leafCount += 1 }
  }

  /// Adds the flag of a Boolean or an enum, or visits the values in an object or a map, which adds
  /// their flags.
  ///
  /// - Parameter outerTypes: The object types that the value is in. They are not visited again: a
  ///   type that contains itself would never end.
  private mutating func addFlags(
    of type: VariableType, _ path: FeaturePath, _ description: String,
    _ feature: FeatureDefinition, insideTypes outerTypes: [String]
  ) {
    switch type {
    case .boolean: append(.bool, .boolean(path), at: path, description)
    case .enumeration(let name):
      let variants = manifest.enumeration(name, in: feature.module)?.namesInWrittenOrder ?? []
      append(.options, .option(path), at: path, description, options: variants)
    case .option(let inner): visit(inner, path, description, feature, insideTypes: outerTypes)
    case .object(let name):
      let containsItself = outerTypes.containsName(name)
      guard !containsItself, let object = manifest.object(name, in: feature.module) else { return }
      for field in object.fields {
        visit(
          field.type, path.appending(field.name), field.description, feature,
          insideTypes: outerTypes + [name])
      }
    case .map(let key, let value):
      // Keys of a map whose values cannot be flags need not be found.
      guard Self.canHaveFlags(value) else { return }
      for entry in entriesOfMap(withKeys: key, at: path, of: feature) {
        visit(
          value, path.appending(entry.name), entry.description, feature, insideTypes: outerTypes)
      }
    case .string, .int, .double, .text, .image, .alias, .list: break
    }
  }

  /// Whether values of a type may be flags, or have flags in them; no flag reads an element of a
  /// list.
  private static func canHaveFlags(_ type: VariableType) -> Bool {
    switch type {
    case .boolean, .enumeration, .object: true
    case .option(let inner), .map(_, let inner): canHaveFlags(inner)
    case .string, .int, .double, .text, .image, .alias, .list: false
    }
  }

  /// The keys of a map with their descriptions: the variants of its enum, or the keys of its
  /// defaults in any channel.
  private mutating func entriesOfMap(
    withKeys key: VariableType, at path: FeaturePath, of feature: FeatureDefinition
  ) -> [(name: String, description: String)] {
    if case .enumeration(let name) = key {
      let variants = manifest.enumeration(name, in: feature.module)?.variants ?? []
      return variants.map { ($0.name, $0.description) }
    }
    // Collected once for all maps of the feature.
    let keysInDefaults = self.keysInDefaults ?? DefaultKeys(of: feature, in: manifest)
    self.keysInDefaults = keysInDefaults
    return keysInDefaults.keys(at: path.path).map { ($0, "") }
  }

  /// Adds a flag with an id and keys made from `path`, which it reads; if another flag has that id,
  /// the path is the id.
  ///
  /// - Parameter reading: How the flag's build value, its value without preference and debug
  ///   override, is read from the merged config at `path`.
  private mutating func append(
    _ kind: FlagKind, _ reading: BuildValueSource, at path: FeaturePath, _ description: String,
    options: [String] = []
  ) {
    let idOfPath = Self.id(path.feature, path.path)
    let isUnused = ids.insert(idOfPath)
    let id = isUnused ? idOfPath : path.description
    var flag = FlagDefinition(id, kind, reading: reading, source: .manifest)
    flag.description = description
    flag.options = options
    // Apps store the user's choice under this key, and a developer's under the debug key.
    flag.preferenceKey = id + Self.preferenceSuffix
    // Only flags of the kind `bool` have a debug override.
    if kind == .bool { flag.debugKey = id + FlagDefinition.debugSuffix }
    flags.append(flag)
  }
}

extension FeaturePath {
  /// The path of a member of the value at this path.
  fileprivate func appending(_ key: String) -> FeaturePath {
    FeaturePath(feature, path.appending(key: key))
  }
}
