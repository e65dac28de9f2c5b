import VirgaExperiments
import VirgaJSON
import VirgaManifest
import VirgaSource
import VirgaYAML

/// A place where a name of a manifest is written.
struct Occurrence: Hashable {
  let location: SourceLocation
  var isDefinition = false
  /// Whether it is in the import of another module than the one that defines the name.
  var isInImport = false
}

/// Finds every place where a name is written, in all files of a manifest.
struct Occurrences {
  let manifest: Manifest

  /// What is searched.
  enum Target: Hashable {
    case type(String, module: Int)
    case variant(String, enumeration: String, module: Int)
    case variable(String, feature: String)
    case feature(String)
    case alias(String, module: Int)
  }

  /// The places of a name, without repeats; the definition is the first.
  func all(of target: Target) -> [Occurrence] {
    let found: [Occurrence]
    switch target {
    case .type(let name, let module): found = places(ofType: name, in: module)
    case .alias(let name, let module): found = places(ofAlias: name, in: module)
    case .feature(let id): found = places(ofFeature: id)
    case .variable(let name, let id): found = places(ofVariable: name, in: id)
    case .variant(let name, let enumeration, let module):
      found = places(ofVariant: name, of: enumeration, in: module)
    }
    var seen: Set<SourceLocation> = []
    return found.filter { seen.insert($0.location).inserted }
  }

  // MARK: Types and aliases

  /// The definition of an enum or object, and the types that name it.
  private func places(ofType name: String, in module: Int) -> [Occurrence] {
    let definitions = [
      manifest.enumeration(name, in: module)?.location, manifest.object(name, in: module)?.location,
    ].compactMap(\.self)
    return definitions.map { Occurrence(location: $0, isDefinition: true) }
      + typeNames(name, in: module)
  }

  /// The declarations of a string alias, and the types that name it.
  private func places(ofAlias name: String, in module: Int) -> [Occurrence] {
    let declaring = features(of: module).flatMap(\.variables).filter { variable in
      variable.stringAlias.isSameName(as: name)
    }
    return declaring.compactMap(\.stringAliasLocation).map {
      Occurrence(location: $0, isDefinition: true)
    } + typeNames(name, in: module)
  }

  /// The places in the types of a module that have a name.
  private func typeNames(_ name: String, in module: Int) -> [Occurrence] {
    let variables =
      features(of: module).flatMap(\.variables)
      + manifest.modules[module].objects.flatMap(\.fields)
    let names = variables.flatMap(\.typeNames).filter { $0.name.isSameName(as: name) }
    return names.compactMap(\.location).map { Occurrence(location: $0) }
  }

  private func features(of module: Int) -> [FeatureDefinition] {
    manifest.features.filter { $0.module == module }
  }

  // MARK: Features and variables

  /// The definition of a feature, and the imports that add to it.
  private func places(ofFeature id: String) -> [Occurrence] {
    guard let feature = manifest.feature(id) else { return [] }
    let imported = importedNames(of: feature).map { node in
      Occurrence(location: node.sourceLocation, isInImport: true)
    }
    return [Occurrence(location: feature.location, isDefinition: true)] + imported
  }

  /// The keys that name a feature in the imports of other modules.
  private func importedNames(of feature: FeatureDefinition) -> [LocatedValue] {
    guard !feature.isOfTopModule else { return [] }
    return roots.flatMap { root -> [LocatedValue] in
      // `import` is another name for `imports`.
      let imports = root["imports"] ?? root["import"]
      let names = (imports.map { Array($0.elements) } ?? []).flatMap { each in
        (each["features"].map { Array($0.members) } ?? []).map(\.keyNode)
      }
      return names.filter { $0.text.isSameName(as: feature.id) }
    }
  }

  /// The values of all files.
  private var roots: [LocatedValue] {
    manifest.files.compactMap { file in
      file.source.flatMap { LocatedDocument.read($0).document?.readableRoot }
    }
  }

  /// The definition of a variable, and the keys of configs that name it.
  private func places(ofVariable name: String, in id: String) -> [Occurrence] {
    guard let feature = manifest.feature(id), let variable = feature.variable(name) else {
      return []
    }
    var found = [Occurrence(location: variable.location, isDefinition: true)]
    for config in configs(of: feature) {
      for member in config.value.members where member.key.isSameName(as: name) {
        found += occurrence(member.keyNode, config)
      }
    }
    return found
  }

  // MARK: Variants

  /// The definition of a variant, and the values and keys of its enum that name it.
  private func places(
    ofVariant name: String, of enumeration: String, in module: Int
  ) -> [Occurrence] {
    guard let definition = manifest.enumeration(enumeration, in: module),
      let variant = definition.variant(name)
    else { return [] }
    var walk = VariantWalk(manifest, module: module, enumeration: enumeration, variant: name)
    for object in manifest.modules[module].objects {
      for field in object.fields { walk.visit(field.defaultValue, as: field.type) }
    }
    for feature in features(of: module) {
      for variable in feature.variables { walk.visit(variable.defaultValue, as: variable.type) }
    }
    var found = walk.nodes.flatMap { occurrence($0, WrittenConfig(value: $0, isInImport: false)) }
    for feature in features(of: module) {
      for config in configs(of: feature) {
        var walk = VariantWalk(manifest, module: module, enumeration: enumeration, variant: name)
        for member in config.value.members {
          if let type = feature.variable(member.key)?.type { walk.visit(member.value, as: type) }
        }
        found += walk.nodes.flatMap { occurrence($0, config) }
      }
    }
    return [Occurrence(location: variant.location, isDefinition: true)] + found
  }

  // MARK: Configs

  /// A config as a manifest has it.
  private struct WrittenConfig {
    let value: LocatedValue
    let isInImport: Bool
  }

  /// The values of a feature's default blocks and examples, and of those that imports add.
  private func configs(of feature: FeatureDefinition) -> [WrittenConfig] {
    let own = feature.blocks.map { WrittenConfig(value: $0.value, isInImport: false) }
    let added = feature.additions.flatMap(\.blocks).map {
      WrittenConfig(value: $0.value, isInImport: true)
    }
    let examples = feature.examples.enumerated().map { index, example in
      WrittenConfig(value: example.value, isInImport: index >= feature.ownExampleCount)
    }
    return own + added + examples
  }

  /// The place of a node; none for an alias of YAML, whose text is elsewhere.
  private func occurrence(_ node: LocatedValue, _ config: WrittenConfig) -> [Occurrence] {
    let isAlias = node.document.nodes[Int(node.index)].kind == .alias
    guard !isAlias, let location = node.location else { return [] }
    return [Occurrence(location: location, isInImport: config.isInImport)]
  }
}

/// Walks through written values by their types, and collects those that are a variant.
private struct VariantWalk {
  private let manifest: Manifest
  private let module: Int
  private let enumeration: String
  private let variant: String
  /// The values and keys that are the variant.
  private(set) var nodes: [LocatedValue] = []

  init(_ manifest: Manifest, module: Int, enumeration: String, variant: String) {
    self.manifest = manifest
    self.module = module
    self.enumeration = enumeration
    self.variant = variant
  }

  /// Collects the variant in a value of a type; nil has none.
  mutating func visit(_ value: LocatedValue?, as type: VariableType) {
    guard let value else { return }
    switch type {
    case .enumeration(let name):
      if name.isSameName(as: enumeration), value.string.isSameName(as: variant) {
        nodes.append(value)
      }
    case .option(let inner): visit(value, as: inner)
    case .list(let item): for element in value.elements { visit(element, as: item) }
    case .map(let key, let item):
      for member in value.members {
        visit(member.keyNode, as: key)
        visit(member.value, as: item)
      }
    case .object(let name):
      let definition = manifest.object(name, in: module)
      for member in value.members {
        if let field = definition?.field(member.key) { visit(member.value, as: field.type) }
      }
    case .string, .int, .double, .boolean, .text, .image, .alias: break
    }
  }
}
