package import VirgaJSON
import VirgaManifest

/// The JSON Schema of a file in the Feature Manifest Language: draft 7, for YAML language servers.
///
/// It accepts the structure that a check accepts without a warning about a key, and types as far as
/// their names do not matter; names and defaults take the whole manifest to check.
///
/// Rule: VirgaManifest/ManifestKeys.
package enum ManifestSchema {
  /// The JSON schema (draft 7) of a manifest file, with a definition for each object that lists and
  /// maps contain.
  package static var json: JSONValue {
    var writer = SchemaWriter()
    var file = writer.schema(of: ManifestLevel.file)
    // An empty file is valid, and YAML reads it as null.
    file["type"] = ["object", "null"]
    var schema: JSONObject = [
      "$schema": "http://json-schema.org/draft-07/schema#", "title": "Feature manifest",
    ]
    for (keyword, body) in file { schema[keyword] = body }
    schema["definitions"] = .object(writer.definitions)
    return .object(schema)
  }
}

/// Writes the schemas of the language's objects; those in lists and maps become definitions.
private struct SchemaWriter {
  private(set) var definitions = JSONObject()

  /// The schema of a kind of object, such as a feature: its keys, those that it needs, and the
  /// forms in which it can be written; adds the objects in its lists and maps to ``definitions``.
  mutating func schema(of level: ManifestLevel) -> JSONObject {
    var object: JSONObject = ["description": .string(level.description), "type": "object"]
    object["properties"] = .object(properties(of: level))
    let required = level.objectKeys.required
    if !required.isEmpty { object["required"] = strings(required) }
    // If keys depend on each other, the object must have those of one of its forms.
    let forms = level.forms.map { form in schema(of: form) }
    if !forms.isEmpty { object["anyOf"] = .array(forms) }
    object["additionalProperties"] = false
    return object
  }

  /// The schemas of all keys that a kind of object may have; editors suggest none of the outdated
  /// and unsupported ones, nor other spellings such as `owner` for `contacts`.
  private mutating func properties(of level: ManifestLevel) -> JSONObject {
    var properties = JSONObject()
    for key in level.keys {
      let value = schema(of: key)
      properties[key.name] = .object(key.presence == .outdated ? notSuggested(value) : value)
      for spelling in key.otherSpellings { properties[spelling] = .object(notSuggested(value)) }
    }
    // The reader only warns about these, so the schema allows them.
    for name in ManifestLevel.unsupportedKeys { properties[name] = ["doNotSuggest": true] }
    return properties
  }

  /// The schema of a key's value, with the description of the key in place of the value's own.
  private mutating func schema(of key: ManifestKey) -> JSONObject {
    // The schema of an object directly under a key is written here, not in a definition to which
    // keys refer: no other key has the same kind of object.
    let value =
      if case .object(let level) = key.value { schema(of: level) } else { schema(of: key.value) }
    var described: JSONObject = ["description": .string(key.description)]
    let keywords = key.takesNull ? allowingNull(value) : value
    // The description of the key is set already, and stays.
    for (keyword, body) in keywords where described[keyword] == nil { described[keyword] = body }
    return described
  }

  /// The schema of a kind of value; for an object a reference to its definition, which is added to
  /// ``definitions`` the first time.
  private mutating func schema(of value: ManifestValue) -> JSONObject {
    switch value {
    // YAML reads a text without quotes, such as `1.0` or `true`, as a number or a Boolean.
    case .text: ["type": ["string", "number", "boolean"]]
    case .string: ["type": "string"]
    case .url: ["type": "string", "format": "uri"]
    case .boolean: ["type": "boolean"]
    case .choice(let words): ["enum": strings(words)]
    case .type: typeSchema
    case .any: [:]
    // Its keys are the variables of a feature, which a schema of the language does not know.
    case .config: ["type": "object"]
    case .object(let level): reference(to: level)
    case .list(let item): ["type": "array", "items": .object(schema(of: item))]
    case .map(let item): ["type": "object", "additionalProperties": .object(schema(of: item))]
    case .either(let values): ["anyOf": .array(values.map { .object(schema(of: $0)) })]
    case .optional(let value): allowingNull(schema(of: value))
    }
  }

  /// A reference to the definition of an object, which is written the first time.
  private mutating func reference(to level: ManifestLevel) -> JSONObject {
    if definitions[level.name] == nil {
      // Reserves the place before the definitions that the object refers to. They may refer back to
      // it.
      definitions[level.name] = .null
      definitions[level.name] = .object(schema(of: level))
    }
    return ["$ref": .string("#/definitions/\(level.name)")]
  }

  /// The condition for one of an object's forms, such as an example with `name` and `value` and
  /// without `path`: the object has all keys of the form, but not all the keys that it excludes.
  private func schema(of form: ManifestLevel.Form) -> JSONValue {
    var schema: JSONObject = ["required": strings(form.required)]
    if !form.excluded.isEmpty { schema["not"] = ["required": strings(form.excluded)] }
    return .object(schema)
  }

  /// The schema of a variable's type: a suggested type, or any text that can be a type and has no
  /// wrong name such as `Bool`.
  private var typeSchema: JSONObject {
    [
      "anyOf": [
        ["enum": strings(TypePattern.suggestions)],
        [
          "type": "string", "pattern": .string(TypePattern.type),
          "not": ["pattern": .string(TypePattern.wrongTypeName)],
        ],
      ]
    ]
  }

  /// The schema of a value that may also be null.
  ///
  /// A schema with neither `type` nor `anyOf` is that of any value, which allows null already. (One
  /// with only `enum` would not, but a key with a fixed list of words is never optional.)
  private func allowingNull(_ schema: JSONObject) -> JSONObject {
    var schema = schema
    if let type = schema["type"] {
      let types = type.arrayValue ?? [type]
      schema["type"] = .array(types + ["null"])
    }
    if let forms = schema["anyOf"]?.arrayValue {
      schema["anyOf"] = .array(forms + [["type": "null"]])
    }
    return schema
  }

  /// The schema of a key that is read, but that editors mark as outdated and do not suggest.
  private func notSuggested(_ schema: JSONObject) -> JSONObject {
    var schema = schema
    // Keywords of Visual Studio Code and of editors that use its JSON support.
    schema["deprecated"] = true
    schema["doNotSuggest"] = true
    return schema
  }

  /// The texts as an array of JSON strings.
  private func strings(_ texts: [String]) -> JSONValue { .array(texts.map { .string($0) }) }
}

extension ManifestKey {
  /// Whether a null is allowed: it counts as an empty list or map, or as if the key were left out.
  fileprivate var takesNull: Bool {
    switch value {
    case .list, .map: true
    default: presence == .optional
    }
  }
}
