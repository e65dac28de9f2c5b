package import VirgaJSON

/// The subset of JSON Schema that virga's schemas use, and the published ones of what virga writes.
package struct SchemaValidator: Sendable {
  private let root: JSONValue

  /// A validator of the schema `root`.
  package init(root: JSONValue) { self.root = root }

  /// Whether the schema allows `value`.
  package func accepts(_ value: JSONValue) -> Bool { accepts(value, root) }

  private func accepts(_ value: JSONValue, _ schema: JSONValue) -> Bool {
    if schema == false { return false }
    guard let rules = schema.objectValue else { return true }
    return rules.allSatisfy { accepts(value, $0.key, $0.value, rules) }
  }

  private func accepts(
    _ value: JSONValue, _ rule: String, _ body: JSONValue, _ rules: JSONObject
  ) -> Bool {
    switch rule {
    case "$schema", "title", "description", "default", "$defs", "definitions", "then": return true
    case "format", "deprecated", "doNotSuggest", "examples": return true
    case "type": return (body.arrayValue ?? [body]).contains { Self.isType($0, of: value) }
    case "enum": return body.arrayValue?.contains(value) ?? false
    case "$ref": return accepts(value, definition(body.stringValue ?? ""))
    case "pattern": return value.stringValue.map { matches($0, body.stringValue ?? "") } ?? true
    case "const": return value == body
    case "allOf": return body.arrayValue?.allSatisfy { accepts(value, $0) } ?? false
    case "contains": return value.arrayValue?.contains { accepts($0, body) } ?? true
    case "anyOf": return body.arrayValue?.contains { accepts(value, $0) } ?? false
    case "oneOf": return body.arrayValue.map { accepted(value, $0).count == 1 } ?? false
    case "not": return !accepts(value, body)
    case "if": return !accepts(value, body) || accepts(value, rules["then"] ?? true)
    case "items": return acceptsElements(of: value, body)
    case "minItems": return value.arrayValue.map { $0.count >= Self.count(body) } ?? true
    case "maxItems": return value.arrayValue.map { $0.count <= Self.count(body) } ?? true
    case "required":
      return value.objectValue.map { object in
        body.arrayValue?.allSatisfy { object[$0.stringValue ?? ""] != nil } ?? true
      } ?? true
    case "properties":
      return body.objectValue?.allSatisfy { key, inner in
        value[key].map { accepts($0, inner) } ?? true
      } ?? true
    case "patternProperties":
      return value.objectValue?.allSatisfy { key, member in
        body.objectValue?.allSatisfy { !matches(key, $0.key) || accepts(member, $0.value) } ?? true
      } ?? true
    case "additionalProperties":
      return value.objectValue?.allSatisfy {
        isDeclared($0.key, by: rules) || accepts($0.value, body)
      } ?? true
    case "propertyNames":
      return value.objectValue?.keys.allSatisfy { accepts(.string($0), body) } ?? true
    default: return false
    }
  }

  /// The schemas of a list that accept a value.
  private func accepted(_ value: JSONValue, _ schemas: [JSONValue]) -> [JSONValue] {
    schemas.filter { accepts(value, $0) }
  }

  /// Whether a schema accepts each element of an array, or each schema of a list the element at its
  /// place.
  private func acceptsElements(of value: JSONValue, _ schema: JSONValue) -> Bool {
    guard let elements = value.arrayValue else { return true }
    guard let places = schema.arrayValue else { return elements.allSatisfy { accepts($0, schema) } }
    return zip(elements, places).allSatisfy { accepts($0, $1) }
  }

  /// Whether a key is one of the properties, or matches one of their patterns.
  private func isDeclared(_ key: String, by rules: JSONObject) -> Bool {
    if rules["properties"]?[key] != nil { return true }
    let patterns = rules["patternProperties"]?.objectValue?.keys ?? []
    return patterns.contains { matches(key, $0) }
  }

  private func matches(_ text: String, _ pattern: String) -> Bool {
    guard let expression = try? Regex(pattern) else { return false }
    return text.firstMatch(of: expression) != nil
  }

  private func definition(_ pointer: String) -> JSONValue {
    let steps = pointer.split(separator: "/").dropFirst().map(Self.decoded)
    return steps.reduce(root) { $0?[$1] } ?? false
  }

  private static func decoded(_ text: Substring) -> String {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"),
        let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
      {
        bytes.append(value)
        rest = rest.dropFirst(2)
      } else if byte == UInt8(ascii: "~") {
        bytes.append(rest.popFirst() == UInt8(ascii: "1") ? UInt8(ascii: "/") : UInt8(ascii: "~"))
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func count(_ bound: JSONValue) -> Int { Int(bound.integerValue ?? 0) }

  private static func isType(_ type: JSONValue, of value: JSONValue) -> Bool {
    if type == "integer" { return value.integerValue != nil }
    return type == .string(Self.type(of: value))
  }

  private static func type(of value: JSONValue) -> String {
    switch value {
    case .null: "null"
    case .boolean: "boolean"
    case .integer, .number: "number"
    case .string: "string"
    case .array: "array"
    case .object: "object"
    }
  }
}
