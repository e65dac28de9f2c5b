import VirgaExperiments
package import VirgaJSON
package import VirgaManifest

/// The JSON Schema (2020-12) of a feature's configs; it accepts the same configs as a check.
///
/// Alias strings are checked as far as a schema can: it rejects strings that a config removes from the set, and strings
/// that it does not add. A config that adds strings may use any other new string as well; the descriptions say so.
package struct FeatureSchema {
  private let merged: MergedFeature
  private let reached: ReachableTypes
  private let sources: [AliasSource]

  /// The schema of configs for `merged`, a feature of `manifest`.
  package static func json(of merged: MergedFeature, in manifest: Manifest) -> JSONValue {
    FeatureSchema(merged, manifest).root
  }

  private init(_ merged: MergedFeature, _ manifest: Manifest) {
    self.merged = merged
    reached = ReachableTypes(of: merged.feature, in: manifest)
    sources = merged.variables.compactMap { each in
      each.variable.stringAlias.map {
        AliasSource(
          name: $0, variable: each.variable, value: each.value.json, strings: merged.strings(ofAlias: $0))
      }
    }
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
    let rules = sources.flatMap(rules)
    if !rules.isEmpty { schema["allOf"] = .array(rules) }
    let definitions = definitions
    if !definitions.isEmpty { schema["$defs"] = .object(definitions) }
    return .object(schema)
  }

  /// The rules for an alias's strings that depend on the config's changes to its set.
  private func rules(for source: AliasSource) -> [JSONValue] {
    let name = source.variable.name
    let known = condition(source, .among(source.strings))
    guard properties(under: known, source) != [:] else { return [] }
    let rule: JSONValue = [
      "if": ["properties": [name: source.addsNothing]], "then": ["properties": properties(under: known, source)],
    ]
    return [rule]
      + source.strings.compactMap { string in
        source.keeps(string).map { kept in
          let others = condition(source, .unlike(string))
          return [
            "if": ["required": [.string(name)], "properties": [name: ["not": kept]]],
            "then": ["properties": properties(under: others, source)],
          ]
        }
      }
  }

  private func condition(_ source: AliasSource, _ rule: AliasCondition.Rule) -> AliasCondition {
    AliasCondition(
      alias: source.name, rule: rule,
      objects: AliasCondition.objects(leadingTo: source.name, among: reached.objects))
  }

  /// The variable that declares the alias defines its set, so only objects inside it are checked.
  private func properties(under condition: AliasCondition, _ source: AliasSource) -> JSONValue {
    let concerned = merged.feature.variables.compactMap { variable -> (String, JSONValue)? in
      let isSource = variable.name.isSameName(as: source.variable.name)
      guard condition.concerns(variable.type, isSource: isSource) else { return nil }
      return (
        variable.name, SchemaTypes(reached: reached, condition: condition, isSource: isSource).schema(of: variable.type)
      )
    }
    return .object(JSONObject(concerned))
  }

  private func property(_ variable: Variable, defaultValue: JSONValue) -> JSONValue {
    var schema = loose.schema(of: variable.type).objectValue ?? [:]
    var words = variable.description
    if reached.all.contains(where: { $0.isAlias && variable.type.contains($0) }) {
      words += words.isEmpty ? "" : "\n\n"
      words +=
        "The strings of an alias come from the merged value of one variable. A schema rejects strings that a config removes"
      words += " from them; if a config adds strings, it accepts any other new string as well."
    }
    describe(words, in: &schema)
    schema["default"] = defaultValue
    return .object(schema)
  }

  private var loose: SchemaTypes { SchemaTypes(reached: reached) }

  private var definitions: JSONObject {
    var definitions = loose.definitions
    for source in sources {
      let dropped = source.strings.filter { source.keeps($0) != nil }.map { AliasCondition.Rule.unlike($0) }
      for rule in [.among(source.strings)] + dropped {
        for (name, schema) in SchemaTypes(reached: reached, condition: condition(source, rule)).definitions {
          definitions.update(name, to: schema)
        }
      }
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

  fileprivate func contains(_ other: VariableType) -> Bool { self == other || parts.contains { $0.contains(other) } }
}
