import VirgaJSON
import VirgaManifest
import VirgaTestSupport

/// Random configs of a feature: some fit their types, others have values of any other kind at any
/// depth.
struct RandomConfig {
  private let manifest: Manifest
  private let feature: FeatureDefinition
  /// How many of a hundred parts do not fit their type.
  private let faults: Int
  private var random: SeededRandom

  init(of feature: FeatureDefinition, in manifest: Manifest, faults: Int, seed: UInt64) {
    self.feature = feature
    self.manifest = manifest
    self.faults = faults
    random = SeededRandom(seed: seed)
  }

  /// About half of the variables, and now and then one that the feature does not have.
  mutating func next() -> JSONValue {
    var config: JSONObject = [:]
    for variable in feature.variables where chance(50) {
      config[variable.name] = value(of: variable.type, depth: 0)
    }
    if chance(faults) { config["unknown"] = 1 }
    return .object(config)
  }

  /// A user's choice for some of the variables that have an app setting.
  mutating func nextSettings() -> [Name: JSONValue] {
    var settings: [Name: JSONValue] = [:]
    for variable in feature.variables {
      guard let key = variable.preferenceKey, chance(50) else { continue }
      settings[key] = value(of: variable.type, depth: 0)
    }
    return settings
  }

  private mutating func chance(_ percent: Int) -> Bool {
    Int.random(in: 0..<100, using: &random) < percent
  }

  private mutating func value(of type: VariableType, depth: Int) -> JSONValue {
    if chance(faults) { return anything() }
    switch type {
    case .string, .text, .image: return .string(oneOf(["", "a", "é", "a b"]))
    case .alias: return .string(oneOf(["alto", "tenor"]))
    case .int: return oneOf([0, -3, 41, number("7.0"), number("2e3")])
    case .double: return oneOf([0, 4, number("0.125"), number("-2.5e3")])
    case .boolean: return .boolean(chance(50))
    case .enumeration(let name):
      return .string(
        oneOf(manifest.enumeration(name, in: feature.module)?.variants.map(\.name) ?? [""]))
    case .option(let inner): return chance(20) ? .null : value(of: inner, depth: depth)
    case .list(let item):
      return .array((0..<count(depth)).map { _ in value(of: item, depth: depth + 1) })
    case .map(let key, let item): return map(key, item, depth)
    case .object(let name): return object(name, depth)
    }
  }

  /// A value of any kind, which may fit by chance.
  private mutating func anything() -> JSONValue {
    oneOf([
      .null, true, 1, 0, number("7.5"), number("1e30"), number("9223372036854775808"), "loud",
      "none such", [],
      [1, "x"],
      [:], ["a": 1], ["title": 5], [.null],
    ])
  }

  private mutating func map(_ key: VariableType, _ item: VariableType, _ depth: Int) -> JSONValue {
    var keys = ["a", "b", "c"]
    if case .enumeration(let name) = key {
      keys = manifest.enumeration(name, in: feature.module)?.variants.map(\.name) ?? []
      if chance(faults) { keys.append("no such key") }
    }
    var object: JSONObject = [:]
    for key in keys where depth < 5 && chance(60) {
      object[key] = value(of: item, depth: depth + 1)
    }
    return .object(object)
  }

  private mutating func object(_ name: String, _ depth: Int) -> JSONValue {
    var object: JSONObject = [:]
    for field in manifest.object(name, in: feature.module)?.fields ?? []
    where depth < 5 && chance(40) {
      object[field.name] = value(of: field.type, depth: depth + 1)
    }
    if chance(faults) { object["unknown"] = "x" }
    return .object(object)
  }

  private mutating func count(_ depth: Int) -> Int {
    depth > 4 ? 0 : Int.random(in: 0...3, using: &random)
  }

  private mutating func oneOf<Value>(_ values: [Value]) -> Value {
    values.randomElement(using: &random)!
  }

  private func number(_ literal: String) -> JSONValue { JSONValue(numberLiteral: literal)! }
}
