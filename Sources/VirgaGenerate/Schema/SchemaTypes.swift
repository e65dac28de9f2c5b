import VirgaJSON
import VirgaManifest
import VirgaSource

struct SchemaTypes {
  let reached: ReachableTypes
  /// The condition on an alias's strings; nil to allow any.
  var condition: AliasCondition?
  /// Whether the value declares the alias; the condition then applies only to objects inside it.
  var isSource = false

  func schema(of type: VariableType) -> JSONValue {
    switch type {
    case .string, .text, .image: ["type": "string"]
    case .int, .double: ["type": "number"]
    case .boolean: ["type": "boolean"]
    case .alias(let name):
      condition.flatMap { $0.alias.isSameName(as: name) && !isSource ? $0.schema : nil } ?? ["type": "string"]
    case .enumeration(let name): reference(to: "enum \(name)")
    case .object(let name): reference(to: title(ofObject: name))
    case .option(let inner): ["anyOf": [schema(of: inner), ["type": "null"]]]
    case .list(let item): ["type": "array", "items": schema(of: item)]
    case .map(.string, let value): ["type": "object", "additionalProperties": schema(of: value)]
    case .map(let key, let value):
      ["type": "object", "propertyNames": schema(of: key), "additionalProperties": schema(of: value)]
    }
  }

  /// The definitions that schemas refer to: all enums and objects, or the objects that the condition concerns.
  var definitions: JSONObject {
    var definitions = JSONObject()
    guard let condition else {
      for enumeration in reached.enums { definitions["enum \(enumeration.name)"] = definition(of: enumeration) }
      for object in reached.objects { definitions[title(ofObject: object.name)] = definition(of: object) }
      return definitions
    }
    for object in reached.objects where condition.objects.contains(object.name) {
      definitions[title(ofObject: object.name)] = definition(of: object)
    }
    return definitions
  }

  private func title(ofObject name: String) -> String {
    "object \(name)" + (condition.flatMap { $0.objects.contains(name) ? $0.title : nil } ?? "")
  }

  private func definition(of enumeration: EnumDefinition) -> JSONValue {
    var words = [enumeration.description].filter { !$0.isEmpty }
    words += enumeration.variants.filter { !$0.description.isEmpty }.map { "\($0.name): \($0.description)" }
    return [
      "description": .string(words.joined(separator: "\n")),
      "enum": .array(enumeration.variants.map { .string($0.name) }),
    ]
  }

  private func definition(of object: ObjectDefinition) -> JSONValue {
    let fields = object.fields.map { field -> (String, JSONValue) in
      var schema = self.schema(of: field.type).objectValue ?? [:]
      if !field.description.isEmpty { schema["description"] = .string(field.description) }
      schema["default"] = field.defaultValue?.json ?? .null
      return (field.name, .object(schema))
    }
    var schema: JSONObject = [
      "description": .string(object.description), "type": "object", "properties": .object(JSONObject(fields)),
      "additionalProperties": false,
    ]
    let required = object.fields.filter { hasDisallowedString($0.defaultValue?.json ?? .null, as: $0.type) }
    if !required.isEmpty { schema["required"] = .array(required.map { .string($0.name) }) }
    return .object(schema)
  }

  /// Whether a default has a disallowed string, so the field is required.
  private func hasDisallowedString(_ value: JSONValue, as type: VariableType) -> Bool {
    guard let condition else { return false }
    return switch type {
    case .alias(condition.alias): value.stringValue.map { !condition.allows($0) } ?? false
    case .option(let inner): hasDisallowedString(value, as: inner)
    case .list(let item): value.arrayValue?.contains { hasDisallowedString($0, as: item) } ?? false
    case .map(let key, let item):
      value.objectValue?.contains {
        hasDisallowedString(.string($0.key), as: key) || hasDisallowedString($0.value, as: item)
      } ?? false
    default: false
    }
  }

  /// A reference to a definition, with special characters of pointers and URLs escaped.
  private func reference(to title: String) -> JSONValue {
    let pointer = title.replacing(bytesOf: "~", with: "~0").replacing(bytesOf: "/", with: "~1")
    return ["$ref": .string("#/$defs/" + PercentEncoding.encoded(pointer.utf8, keeping: PercentEncoding.isUnreserved))]
  }
}
