public import VirgaJSON
public import VirgaManifest

/// The JSON Schema (2020-12) of the configs of a feature: what it accepts is what a check of a config accepts.
///
/// A string alias is the one thing that a schema cannot follow: a config may add to the alias and use what it added.
/// So its strings are only demanded where a config leaves alone the variables that declare aliases; the descriptions
/// say so.
public struct FeatureSchema {
  private let merged: MergedFeature
  private let reached: ReachedTypes
  /// The strings of each alias that the feature declares.
  private let aliases: [String: [String]]

  /// The schema of configs for `merged`, a feature of `manifest`.
  public static func json(of merged: MergedFeature, in manifest: Manifest) -> JSONValue {
    FeatureSchema(merged, manifest).root
  }

  private init(_ merged: MergedFeature, _ manifest: Manifest) {
    self.merged = merged
    reached = ReachedTypes(of: merged.feature, in: manifest)
    let names = merged.feature.variables.compactMap(\.stringAlias)
    aliases = Dictionary(names.map { ($0, merged.strings(ofAlias: $0)) }, uniquingKeysWith: { first, _ in first })
  }

  private var root: JSONValue {
    let feature = merged.feature
    var schema: JSONObject = [
      "$schema": "https://json-schema.org/draft/2020-12/schema", "title": .string(feature.id),
    ]
    describe(feature.description, in: &schema)
    schema["type"] = "object"
    schema["properties"] = .object(
      JSONObject(merged.variables.map { ($0.variable.name, property($0.variable, defaultValue: $0.value.json)) }))
    schema["additionalProperties"] = false
    if !aliases.isEmpty { addAliasRule(to: &schema) }
    let definitions = definitions
    if !definitions.isEmpty { schema["$defs"] = .object(definitions) }
    return .object(schema)
  }

  /// Demands the strings of aliases where no variable is set that declares one.
  private func addAliasRule(to schema: inout JSONObject) {
    let declaring = merged.feature.variables.filter { $0.stringAlias != nil }
    let isSet: [JSONValue] = declaring.map { ["required": [.string($0.name)]] }
    schema["if"] = ["not": ["anyOf": .array(isSet)]]
    let using = merged.feature.variables.filter { $0.stringAlias == nil }
    let strict = SchemaTypes(reached: reached, aliases: aliases)
    schema["then"] = ["properties": .object(JSONObject(using.map { ($0.name, strict.schema(of: $0.type)) }))]
  }

  private func property(_ variable: Variable, defaultValue: JSONValue) -> JSONValue {
    var schema = loose.schema(of: variable.type).objectValue ?? [:]
    var words = variable.description
    if reached.all.contains(where: { $0.isAlias && variable.type.contains($0) }) {
      words += words.isEmpty ? "" : "\n\n"
      words += "Its strings come from another variable's merged value, which a schema follows only as long as the"
      words += " config does not set that variable."
    }
    describe(words, in: &schema)
    schema["default"] = defaultValue
    return .object(schema)
  }

  private var loose: SchemaTypes { SchemaTypes(reached: reached, aliases: nil) }

  private var definitions: JSONObject {
    var definitions = loose.definitions
    guard !aliases.isEmpty else { return definitions }
    for (name, schema) in SchemaTypes(reached: reached, aliases: aliases).definitions {
      definitions.update(name, to: schema)
    }
    return definitions
  }

  private func describe(_ words: String, in schema: inout JSONObject) {
    if !words.isEmpty { schema["description"] = .string(words) }
  }
}

extension VariableType {
  fileprivate var isAlias: Bool {
    if case .alias = self { true } else { false }
  }

  /// Whether `other` is this type or stands somewhere inside it.
  fileprivate func contains(_ other: VariableType) -> Bool { self == other || parts.contains { $0.contains(other) } }
}
