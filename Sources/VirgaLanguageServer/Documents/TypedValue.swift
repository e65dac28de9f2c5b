import VirgaJSON
import VirgaManifest
import VirgaSource

/// The place of a value in a config: its type, and the variable or field that it is part of.
struct TypedValue {
  let type: VariableType
  let variable: Variable
  /// Whether it is the whole value of the variable or field, not an item in it.
  let isWhole: Bool
  /// The type of the keys of the map that the value is an entry of; nil for other values.
  var key: VariableType?
}

extension Manifest {
  /// The type of the value at a path of a feature's config; nil if the types allow none there.
  func typedValue(at path: JSONPath, of feature: FeatureDefinition) -> TypedValue? {
    guard case .key(let name)? = path.components.first, let variable = feature.variable(name) else {
      return nil
    }
    return typedValue(at: path.components.dropFirst(), of: variable, in: feature.module)
  }

  /// The type of the value at some steps below a variable or field of a module; nil if the types
  /// allow none there.
  func typedValue(
    at steps: ArraySlice<JSONPath.Component>, of variable: Variable, in module: Int
  ) -> TypedValue? {
    var found = TypedValue(type: variable.type, variable: variable, isWhole: true)
    for step in steps {
      switch (found.type.unwrapped, step) {
      case (.object(let name), .key(let key)):
        guard let field = object(name, in: module)?.field(key) else { return nil }
        found = TypedValue(type: field.type, variable: field, isWhole: true)
      case (.map(let key, let value), .key):
        found = TypedValue(type: value, variable: found.variable, isWhole: false, key: key)
      case (.list(let value), .index):
        found = TypedValue(type: value, variable: found.variable, isWhole: false)
      default: return nil
      }
    }
    return found
  }

  /// The type of the value at a path of a config in a manifest's file; nil if the types allow none
  /// there.
  func typedValue(
    at path: JSONPath, of owner: ManifestPath.ConfigOwner, in module: Int
  ) -> TypedValue? {
    switch owner {
    case .feature(let id):
      return feature(id).flatMap { typedValue(at: path, of: $0) }
    case .field(let name, let objectName):
      guard let field = object(objectName, in: module)?.field(name) else { return nil }
      return typedValue(at: path.components[...], of: field, in: module)
    }
  }

  /// The index of the module that a file belongs to, by what the file defines; that of the top
  /// module if it defines nothing.
  func module(ofFile name: String) -> Int {
    let isInFile = { (location: SourceLocation) in location.file.isSameName(as: name) }
    let ofFeature = features.first { isInFile($0.location) }?.module
    let ofType = modules.firstIndex { module in
      module.enums.contains { isInFile($0.location) }
        || module.objects.contains { isInFile($0.location) }
    }
    return ofFeature ?? ofType ?? Self.topModuleIndex
  }

  /// The file with an identity.
  func file(at path: String) -> ManifestFile? { files.first { $0.path.isSameName(as: path) } }
}
