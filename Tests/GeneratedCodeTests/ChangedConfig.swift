import VirgaJSON
import VirgaManifest

/// Configs that change all of a feature's defaults, except every second field of an object.
struct ChangedConfig {
  let manifest: Manifest
  let module: Int

  func config(of feature: FeatureDefinition, unlike defaults: JSONObject) -> JSONValue {
    let members = feature.variables.map {
      ($0.name, value(of: $0.type, unlike: defaults[$0.name] ?? .null, depth: 0))
    }
    return .object(JSONObject(members))
  }

  private func value(of type: VariableType, unlike old: JSONValue, depth: Int) -> JSONValue {
    switch type {
    case .string, .text, .image, .alias: .string((old.stringValue ?? "") + "x")
    case .int: old == 7 ? 8 : 7
    case .double: old == 0.5 ? 1.5 : 0.5
    case .boolean: .boolean(old != true)
    case .enumeration(let name):
      manifest.enumeration(name, in: module)?.variants.map { .string($0.name) }.last { $0 != old }
        ?? old
    case .object(let name): object(name, unlike: old, depth)
    // To an app null means the same as a missing value, so it is not a change.
    case .option(let inner): depth > 4 ? .null : value(of: inner, unlike: old, depth: depth + 1)
    case .list(let item): list(of: item, unlike: old, depth)
    case .map(let key, let item): map(key, item, unlike: old, depth)
    }
  }

  private func object(_ name: String, unlike old: JSONValue, _ depth: Int) -> JSONValue {
    let fields = (manifest.object(name, in: module)?.fields ?? []).enumerated().filter {
      $0.offset.isMultiple(of: 2)
    }
    return .object(
      JSONObject(
        fields.map { _, field in
          let old = old[field.name] ?? field.defaultValue?.json ?? .null
          return (field.name, value(of: field.type, unlike: old, depth: depth + 1))
        }))
  }

  private func list(of item: VariableType, unlike old: JSONValue, _ depth: Int) -> JSONValue {
    guard depth < 4 else { return [] }
    let first = value(of: item, unlike: old.arrayValue?.first ?? .null, depth: depth + 1)
    return [first, value(of: item, unlike: first, depth: depth + 1)]
  }

  private func map(
    _ key: VariableType, _ item: VariableType, unlike old: JSONValue, _ depth: Int
  ) -> JSONValue {
    guard depth < 4 else { return [:] }
    var keys = old.objectValue.map { Array($0.keys) } ?? []
    if case .enumeration(let name) = key {
      keys = manifest.enumeration(name, in: module)?.variants.map(\.name) ?? []
    } else {
      keys.append("a new key")
    }
    return .object(
      JSONObject(keys.map { ($0, value(of: item, unlike: old[$0] ?? .null, depth: depth + 1)) }))
  }
}
