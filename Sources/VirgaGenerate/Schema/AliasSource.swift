import VirgaJSON
import VirgaManifest

/// The variable that defines the set of an alias, and how configs change the set.
///
/// Rule: VirgaManifest/StringAliases.
struct AliasSource {
  let name: String
  let variable: Variable
  /// The value before a config is applied.
  let value: JSONValue
  /// The set before a config is applied.
  let strings: [String]

  /// The schema of the variable's configs that add no string to the set.
  var addsNothing: JSONValue { known(variable.type) }

  /// The schema of the variable's configs that keep `string` in the set; nil if all do.
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

  /// The schema of configs that, applied to `old`, give a value with `string`.
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

struct AliasCondition {
  enum Rule {
    case among([String])
    case unlike(String)
  }

  let alias: String
  let rule: Rule
  /// The objects whose fields contain the alias, directly or indirectly.
  let objects: Set<Name>

  var schema: JSONValue {
    switch rule {
    case .among([]): ["not": [:]]
    case .among(let strings): ["enum": .array(strings.map { .string($0) })]
    case .unlike(let string): ["not": ["const": .string(string)]]
    }
  }

  /// Distinguishes an object's definition under this condition from others.
  var title: String {
    switch rule {
    case .among: " with known \(alias)"
    case .unlike(let string): " without \(alias) \(string)"
    }
  }

  func allows(_ text: String) -> Bool {
    switch rule {
    case .among(let strings): strings.containsName(text)
    case .unlike(let string): !string.isSameName(as: text)
    }
  }

  /// Whether values of `type` can contain strings of the alias; in the declaring variable only objects count.
  func concerns(_ type: VariableType, isSource: Bool = false) -> Bool {
    switch type {
    case .alias(let name): name.isSameName(as: alias) && !isSource
    case .object(let name): objects.contains(name)
    default: type.parts.contains { concerns($0, isSource: isSource) }
    }
  }

  static func objects(leadingTo alias: String, among objects: [ObjectDefinition]) -> Set<Name> {
    var found: Set<Name> = []
    while true {
      let condition = AliasCondition(alias: alias, rule: .among([]), objects: found)
      let more = Set(naming: objects.lazy.filter { $0.fields.contains { condition.concerns($0.type) } }.map(\.name))
      if found.isSuperset(of: more) { return found }
      found.formUnion(more)
    }
  }
}
