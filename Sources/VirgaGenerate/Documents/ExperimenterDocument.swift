public import VirgaJSON
public import VirgaManifest

/// What Experimenter, the place where experiments are designed, is told about the features of a manifest.
///
/// Source of the rule: FML: Experimenter document.
public enum ExperimenterDocument {
  /// The document: a record per feature, sorted by id.
  public static func json(of manifest: Manifest) -> JSONValue {
    .object(JSONObject(manifest.features.map { ($0.id, record(of: $0, in: manifest)) }))
  }

  private static func record(of feature: Feature, in manifest: Manifest) -> JSONValue {
    let variables = feature.variables.map { ($0.name, record(of: $0, of: feature, in: manifest)) }
    return [
      "description": .string(feature.description), "hasExposure": true, "exposureDescription": "",
      "variables": .object(JSONObject(variables)),
    ]
  }

  private static func record(of variable: Variable, of feature: Feature, in manifest: Manifest) -> JSONValue {
    var record: JSONObject = [
      "type": .string(word(for: variable.type)), "description": .string(variable.description),
    ]
    if case .enumeration(let name) = variable.type,
      let definition = manifest.enumeration(name, in: feature.module)
    {
      record["enum"] = .array(definition.variants.map { .string($0.name) })
    }
    if let preference = variable.geckoPreference {
      record["setPref"] = ["pref": .string(preference.name), "branch": .string(preference.branch.rawValue)]
    }
    return .object(record)
  }

  /// Experimenter knows four kinds of values; it has none for fractions, which it takes as unchecked JSON.
  private static func word(for type: VariableType) -> String {
    switch type {
    case .boolean: "boolean"
    case .int: "int"
    case .string, .text, .image, .alias, .enumeration: "string"
    case .double, .object, .list, .map: "json"
    case .option(let inner): word(for: inner)
    }
  }
}
