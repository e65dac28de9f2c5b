import VirgaJSON
import VirgaManifest

/// The variable whose merged value makes the set of an alias, and what a config may do to that set.
///
/// Source of the rule: FML: String aliases.
struct AliasSource {
  let name: String
  let variable: Variable
  /// The value that a config is laid over.
  let value: JSONValue
  /// The set as long as a config does nothing.
  let strings: [String]

  /// The schema of configs for the variable that add no string to the set.
  var addsNothing: JSONValue { known(variable.type) }

  /// The schema of configs for the variable that keep `string` in the set; nil where all do.
  func keeps(_ string: String) -> JSONValue? {
    let schema = holds(string, variable.type, over: value)
    return schema == [:] ? nil : schema
  }

  private func known(_ type: VariableType) -> JSONValue {
    let strings: JSONValue = ["enum": .array(strings.map { .string($0) })]
    return switch type {
    case .alias(let own) where own.isSameName(as: name): self.strings.isEmpty ? ["not": [:]] : strings
    case .option(let inner): ["anyOf": [known(inner), ["type": "null"]]]
    case .list(let item): ["items": known(item)]
    case .map(.alias(let own), _) where own.isSameName(as: name):
      ["propertyNames": self.strings.isEmpty ? ["not": [:]] : strings]
    case .map(_, let item): ["additionalProperties": known(item)]
    default: [:]
    }
  }

  /// The schema of what, laid over `old`, gives a value that holds `string`.
  private func holds(_ string: String, _ type: VariableType, over old: JSONValue) -> JSONValue {
    switch type {
    case .alias(let own) where own.isSameName(as: name): return ["const": .string(string)]
    case .option(let inner): return holds(string, inner, over: old)
    case .list(let item): return ["type": "array", "contains": holds(string, item, over: .null)]
    case .map(.alias(let own), _) where own.isSameName(as: name):
      return old[string] == nil ? ["type": "object", "required": [.string(string)]] : [:]
    case .map(_, let item):
      let entry: JSONValue = ["not": ["additionalProperties": ["not": holds(string, item, over: .null)]]]
      let kept = (old.objectValue ?? [:]).filter { has(string, item, $0.value) }
        .map { key, value -> JSONValue in ["properties": [key: holds(string, item, over: value)]] }
      return ["type": "object", "anyOf": .array([entry] + kept)]
    default: return ["not": [:]]
    }
  }

  private func has(_ string: String, _ type: VariableType, _ value: JSONValue) -> Bool {
    switch type {
    case .alias(let own) where own.isSameName(as: name): value == .string(string)
    case .option(let inner): has(string, inner, value)
    case .list(let item): value.arrayValue?.contains { has(string, item, $0) } ?? false
    case .map(.alias(let own), _) where own.isSameName(as: name): value[string] != nil
    case .map(_, let item): value.objectValue?.contains { has(string, item, $0.value) } ?? false
    default: false
    }
  }
}
