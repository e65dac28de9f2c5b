import VirgaExperiments
package import VirgaJSON
package import VirgaManifest
import VirgaSource

/// The JSON Schema (2020-12) of a feature's configs; it accepts every config that a check accepts.
///
/// It rejects what a check rejects, except for the strings of aliases: their set depends on the
/// config itself.
package struct FeatureSchema {
  private let merged: MergedFeature
  private let reachableTypes: ReachableTypes

  /// The schema of configs for `merged`, a feature of `manifest`.
  package static func json(of merged: MergedFeature, in manifest: Manifest) -> JSONValue {
    let reachableTypes = ReachableTypes(of: merged.feature, in: manifest)
    return FeatureSchema(merged: merged, reachableTypes: reachableTypes).configSchema
  }

  /// The schema of the feature's config: a property for each variable, and the definitions to which
  /// the schemas of variables refer.
  private var configSchema: JSONValue {
    let feature = merged.feature
    var schema: JSONObject = [
      "$schema": "https://json-schema.org/draft/2020-12/schema", "title": .string(feature.id),
    ]
    if !feature.description.isEmpty { schema["description"] = .string(feature.description) }
    schema["type"] = "object"
    let properties = merged.variables.map { each in
      (each.variable.name, propertySchema(each.variable, defaultValue: each.value.json))
    }
    schema["properties"] = .object(JSONObject(properties))
    schema["additionalProperties"] = false
    let definitions = definitionsByTitle
    if !definitions.isEmpty { schema["$defs"] = .object(definitions) }
    return .object(schema)
  }

  /// The schemas of all enums and objects that the feature uses, by titles such as `enum Side`.
  private var definitionsByTitle: JSONObject {
    let enums = reachableTypes.enums.map { enumeration in
      ("enum \(enumeration.name)", definition(of: enumeration))
    }
    let objects = reachableTypes.objects.map { object in
      ("object \(object.name)", definition(of: object))
    }
    return JSONObject(enums + objects)
  }

  /// The schema of a variable or a field, with its description and default.
  private func propertySchema(_ variable: Variable, defaultValue: JSONValue) -> JSONValue {
    // Never nil: the schema of every type is an object.
    var schema = schema(of: variable.type).objectValue ?? [:]
    if !variable.description.isEmpty { schema["description"] = .string(variable.description) }
    schema["default"] = defaultValue
    return .object(schema)
  }

  /// The schema of a type; enums and objects are references to definitions.
  private func schema(of type: VariableType) -> JSONValue {
    switch type {
    case .string, .text, .image: ["type": "string"]
    // The strings are only examples, because a config can add others.
    case .alias(let name):
      ["type": "string", "examples": .array(merged.strings(ofAlias: name).map { .string($0) })]
    // A check accepts any number as an Int, and only warns of one that is not whole.
    case .int, .double: ["type": "number"]
    case .boolean: ["type": "boolean"]
    case .enumeration(let name): reference(to: "enum \(name)")
    case .object(let name): reference(to: "object \(name)")
    case .option(let inner): ["anyOf": [schema(of: inner), ["type": "null"]]]
    case .list(let item): ["type": "array", "items": schema(of: item)]
    case .map(.string, let value): ["type": "object", "additionalProperties": schema(of: value)]
    case .map(let key, let value):
      [
        "type": "object", "propertyNames": schema(of: key),
        "additionalProperties": schema(of: value),
      ]
    }
  }

  /// The schema of an enum; its description also has a line for each variant that has one.
  private func definition(of enumeration: EnumDefinition) -> JSONValue {
    var lines = enumeration.description.isEmpty ? [] : [enumeration.description]
    let describedVariants = enumeration.variants.filter { variant in !variant.description.isEmpty }
    lines += describedVariants.map { variant in "\(variant.name): \(variant.description)" }
    return [
      "description": .string(lines.joined(separator: "\n")),
      "enum": .array(enumeration.variants.map { .string($0.name) }),
    ]
  }

  /// The schema of an object.
  ///
  /// It has no `required`, because every field may be left out. A field without a default has null
  /// as its default.
  private func definition(of object: ObjectDefinition) -> JSONValue {
    let properties = object.fields.map { field in
      (field.name, propertySchema(field, defaultValue: field.defaultValue?.json ?? .null))
    }
    return [
      "description": .string(object.description), "type": "object",
      "properties": .object(JSONObject(properties)), "additionalProperties": false,
    ]
  }

  /// A reference to a definition, with special characters of JSON pointers and URLs escaped.
  private func reference(to title: String) -> JSONValue {
    // The tilde first, because the escape of the slash has one.
    let pointer = title.replacing(bytesOf: "~", with: "~0").replacing(bytesOf: "/", with: "~1")
    let encoded = PercentEncoding.encoded(
      pointer.utf8, keeping: PercentEncoding.isUnreserved)
    return ["$ref": .string("#/$defs/" + encoded)]
  }
}
