import VirgaJSON
import VirgaManifest

/// What a schema asks of the strings of one alias.
struct AliasDemand {
  enum Rule {
    /// Each is one of these.
    case among([String])
    /// None is this one.
    case unlike(String)
  }

  let alias: String
  let rule: Rule
  /// The objects whose fields lead to the alias.
  let objects: NameSet

  /// The schema of a string of the alias.
  var schema: JSONValue {
    switch rule {
    case .among([]): ["not": [:]]
    case .among(let strings): ["enum": .array(strings.map { .string($0) })]
    case .unlike(let string): ["not": ["const": .string(string)]]
    }
  }

  /// What sets the definition of an object under this demand apart from others.
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

  /// Whether a value of `type` can have strings of the alias; of what declares it only the objects inside count.
  func concerns(_ type: VariableType, isSource: Bool = false) -> Bool {
    switch type {
    case .alias(let name): name.isSameName(as: alias) && !isSource
    case .object(let name): objects.contains(name)
    default: type.parts.contains { concerns($0, isSource: isSource) }
    }
  }

  /// The objects that lead to `alias`, directly or through others.
  static func objects(leadingTo alias: String, among objects: [ObjectDefinition]) -> NameSet {
    var found: NameSet = []
    while true {
      let demand = AliasDemand(alias: alias, rule: .among([]), objects: found)
      let more = NameSet(objects.lazy.filter { $0.fields.contains { demand.concerns($0.type) } }.map(\.name))
      if found.isSuperset(of: more) { return found }
      found.formUnion(more)
    }
  }
}
