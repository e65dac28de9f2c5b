package import VirgaJSON
package import VirgaManifest
package import VirgaSource

/// The description of a manifest's features for Experimenter, where experiments are designed.
///
/// Rule: VirgaGenerate/ExperimenterRecords.
package enum ExperimenterDocument {
  /// The document: a record per feature, sorted by id.
  package static func json(of manifest: Manifest) -> JSONValue {
    .object(JSONObject(manifest.features.map { ($0.id, record(of: $0, in: manifest)) }))
  }

  /// Warnings about fractions, which Experimenter does not know and does not check.
  package static func warnings(of manifest: Manifest) -> [Problem] {
    manifest.features.flatMap { feature in
      feature.variables.filter { $0.type.unwrapped == .double }.map { variable in
        Problem(
          .warning, "unchecked-type", path: "features/\(feature.id)/\(variable.name)",
          "Experimenter does not know \(variable.type) and accepts any value for `\(variable.name)`",
          at: variable.location)
      }
    }
  }

  private static func record(of feature: FeatureDefinition, in manifest: Manifest) -> JSONValue {
    let variables = feature.variables.map { ($0.name, record(of: $0, of: feature, in: manifest)) }
    return [
      "description": .string(feature.description), "hasExposure": true, "exposureDescription": "",
      "variables": .object(JSONObject(variables)),
    ]
  }

  private static func record(of variable: Variable, of feature: FeatureDefinition, in manifest: Manifest) -> JSONValue {
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

  /// Experimenter knows four kinds of values; fractions are `json`, which it does not check.
  private static func word(for type: VariableType) -> String {
    switch type.unwrapped {
    case .boolean: "boolean"
    case .int: "int"
    case .string, .text, .image, .alias, .enumeration: "string"
    case .double, .object, .list, .map, .option: "json"
    }
  }
}
