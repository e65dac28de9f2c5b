import VirgaJSON
import VirgaManifest
import VirgaSource

extension Subject {
  /// What the subject names, wherever else that is written; nil for what has no name of its own.
  func target(in manifest: Manifest) -> Occurrences.Target? {
    switch kind {
    case .definition(let definition): target(of: definition)
    case .typeName(let name): target(ofType: name, in: manifest)
    case .alias(let name): .alias(name, module: module)
    case .value(let owner, let path, let isKey):
      isKey ? target(ofKeyAt: path, owner, in: manifest) : target(at: path, owner, in: manifest)
    case .file, .languageKey: nil
    }
  }

  /// What is searched to find a definition; nil for a field, which is not searched.
  private func target(of definition: ManifestPath.Definition) -> Occurrences.Target? {
    switch definition {
    case .feature(let id): .feature(id)
    case .variable(let name, let feature): .variable(name, feature: feature)
    case .object(let name), .enumeration(let name): .type(name, module: module)
    case .variant(let name, let enumeration):
      .variant(name, enumeration: enumeration, module: module)
    case .field: nil
    }
  }

  /// A type that the module defines, or a string alias; nil for a type of the language.
  private func target(ofType name: String, in manifest: Manifest) -> Occurrences.Target? {
    let isDefined =
      manifest.enumeration(name, in: module) != nil || manifest.object(name, in: module) != nil
    if isDefined { return .type(name, module: module) }
    let isAlias = manifest.features.contains { feature in
      feature.module == module
        && feature.variables.contains { $0.stringAlias.isSameName(as: name) }
    }
    return isAlias ? .alias(name, module: module) : nil
  }

  /// The variable that the last key of `path` names in a config, or the variant that it is as a key
  /// of a map.
  private func target(
    ofKeyAt path: JSONPath, _ owner: ManifestPath.ConfigOwner, in manifest: Manifest
  ) -> Occurrences.Target? {
    guard case .key(let name)? = path.components.last else { return nil }
    if case .feature(let id) = owner, path.components.count == 1 {
      return .variable(name, feature: id)
    }
    guard let parent = path.parent else { return nil }
    let typeModule = moduleOfTypes(owner, in: manifest)
    let container = manifest.typedValue(at: parent, of: owner, in: typeModule)
    guard case .map(.enumeration(let enumeration), _)? = container?.type.unwrapped else {
      return nil
    }
    return .variant(name, enumeration: enumeration, module: typeModule)
  }

  /// The variant that the subject names as the value at `path` of a config; nil for a value of
  /// another type.
  private func target(
    at path: JSONPath, _ owner: ManifestPath.ConfigOwner, in manifest: Manifest
  ) -> Occurrences.Target? {
    let typeModule = moduleOfTypes(owner, in: manifest)
    let value = manifest.typedValue(at: path, of: owner, in: typeModule)
    guard case .enumeration(let enumeration)? = value?.type.unwrapped, let name = node.string else {
      return nil
    }
    return .variant(name, enumeration: enumeration, module: typeModule)
  }

  /// The module whose types a config has: that of its feature, which may be imported.
  private func moduleOfTypes(_ owner: ManifestPath.ConfigOwner, in manifest: Manifest) -> Int {
    guard case .feature(let id) = owner else { return module }
    return manifest.feature(id)?.module ?? module
  }
}
