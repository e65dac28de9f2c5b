import VirgaManifest

/// The types that variables lead to: their own, those inside, and those of the fields of objects.
struct ReachedTypes {
  private let manifest: Manifest
  private let module: Int
  /// Every type that was met.
  private(set) var all: Set<VariableType> = []

  /// What the variables of `feature` lead to.
  init(of feature: FeatureDefinition, in manifest: Manifest) {
    self.manifest = manifest
    module = feature.module
    var pending = feature.variables.map(\.type)
    while let type = pending.popLast() {
      guard all.insert(type).inserted else { continue }
      pending += type.parts
      if case .object(let name) = type { pending += manifest.object(name, in: module)?.fields.map(\.type) ?? [] }
    }
  }

  /// The objects among them, sorted by name.
  var objects: [ObjectDefinition] {
    manifest.modules[module].objects.filter { all.contains(.object($0.name)) }
  }

  /// The enums among them, sorted by name.
  var enums: [EnumDefinition] {
    manifest.modules[module].enums.filter { all.contains(.enumeration($0.name)) }
  }
}

extension VariableType {
  /// The types right inside this one; the `String` that most maps have as key is not one of them.
  ///
  /// Source of the rule: FML: Info.
  var parts: [VariableType] {
    switch self {
    case .option(let inner), .list(let inner): [inner]
    case .map(.string, let value): [value]
    case .map(let key, let value): [key, value]
    default: []
    }
  }
}
