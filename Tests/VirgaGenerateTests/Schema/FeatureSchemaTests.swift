import Testing
import VirgaExperiments
import VirgaGenerate
import VirgaJSON
import VirgaManifest
import VirgaSource
import VirgaTestSupport

@Suite("Feature schema") struct FeatureSchemaTests {
  @Test("agrees with the checker on the vectors", arguments: VectorCase.configs)
  func vectors(_ each: VectorCase) throws {
    let manifest = try each.manifest()
    let feature = try #require(manifest.feature(each["feature"]?.stringValue ?? ""))
    let text = each["text"]?.stringValue ?? ""
    guard let config = try? JSONValue.parse(text) else { return }
    try compare(config, feature, manifest, each.channel)
  }

  @Test("agrees with the checker on mutated defaults")
  func mutatedDefaults() throws {
    var random = SeededRandom(seed: 11)
    for each in VectorCase.manifests("valid", "extensions") {
      let manifest = try each.manifest()
      for feature in manifest.features {
        let config = JSONValue.object(manifest.merged(feature, channel: each.channel).json)
        for _ in 0..<40 {
          var mutated = Mutation(random: random)
          try compare(mutated.mutated(config), feature, manifest, each.channel)
          random = mutated.random
        }
      }
    }
  }

  @Test("accepts an alias string that the config keeps in or adds to the set", arguments: aliasConfigs)
  func aliasStrings(_ type: String, _ config: String, _ isAccepted: Bool) throws {
    let manifest = try aliasManifest(type)
    let feature = try #require(manifest.feature("team"))
    let schema = FeatureSchema.json(of: manifest.merged(feature, channel: "a"), in: manifest)
    #expect(try SchemaValidator(root: schema).accepts(JSONValue.parse(config)) == isAccepted)
    try compare(JSONValue.parse(config), feature, manifest, "a")
  }

  private static let aliasConfigs = [
    ("List<Player>, default: [ann, bob]", #"{"captain": "bob"}"#, true),
    ("List<Player>, default: [ann, bob]", #"{"captain": "eve"}"#, false),
    ("List<Player>, default: [ann, bob]", #"{"players": ["ann"], "captain": "ann"}"#, true),
    ("List<Player>, default: [ann, bob]", #"{"players": ["ann"], "captain": "bob"}"#, false),
    ("List<Player>, default: [ann, bob]", #"{"players": ["bob"], "pairs": [{"one": "bob"}]}"#, false),
    ("List<Player>, default: [ann, bob]", #"{"players": ["eve"], "captain": "eve"}"#, true),
    ("List<Player>, default: [ann, bob]", #"{"players": ["eve"], "captain": "ann"}"#, false),
    ("'Map<Player, Int>', default: {ann: 1}", #"{"players": {"eve": 2}, "captain": "ann"}"#, true),
    ("'Map<Player, Int>', default: {ann: 1}", #"{"players": {"ann": 2}, "captain": "bob"}"#, false),
    ("'Map<String, Player>', default: {x: ann, y: bob}", #"{"players": {"x": "bob"}, "captain": "ann"}"#, false),
    (
      "'Map<String, Player>', default: {x: ann, y: bob}", #"{"players": {"x": "bob", "z": "ann"}, "captain": "ann"}"#,
      true
    ),
    ("Option<Player>, default: ann", #"{"players": null, "captain": "ann"}"#, false),
    ("Player, default: ann", #"{"players": "eve", "captain": "ann"}"#, false),
  ]

  @Test("accepts any alias string once the config adds one")
  func addedStrings() throws {
    let manifest = try aliasManifest("List<Player>, default: [ann]")
    let feature = try #require(manifest.feature("team"))
    let schema = SchemaValidator(root: FeatureSchema.json(of: manifest.merged(feature, channel: "a"), in: manifest))
    #expect(schema.accepts(["players": ["eve"], "captain": "zoe"]))
  }

  @Test(
    "agrees with the checker on random alias strings",
    arguments: [
      "List<Player>, default: [ann, bob]", "'Map<Player, Player>', default: {ann: bob}",
      "'Map<String, Player>', default: {x: ann, y: bob}", "Option<Player>, default: ann", "Player, default: ann",
      "'Map<String, List<Player>>', default: {x: [ann], y: [ann, bob]}", "Option<List<Player>>, default: [ann]",
      "'Map<String, Map<String, Player>>', default: {x: {x: ann}, y: {x: ann, y: bob}}", "List<Player>, default: []",
    ])
  func randomAliasStrings(_ type: String) throws {
    var random = SeededRandom(seed: 5)
    let manifest = try aliasManifest(type)
    let feature = try #require(manifest.feature("team"))
    for _ in 0..<400 {
      var config = JSONObject()
      for variable in feature.variables where Bool.random(using: &random) {
        config[variable.name] = Self.value(of: variable.type, using: &random)
      }
      try compare(.object(config), feature, manifest, "a")
    }
  }

  private static func value(of type: VariableType, using random: inout SeededRandom) -> JSONValue {
    let names = ["ann", "ann", "bob", "eve"]
    let keys = ["x", "y", "z"]
    let count = Int.random(in: 0..<3, using: &random)
    switch type {
    case .alias: return .string(names.randomElement(using: &random) ?? "")
    case .option(let inner): return count == 0 ? .null : value(of: inner, using: &random)
    case .list(let item): return .array((0..<count).map { _ in value(of: item, using: &random) })
    case .map(let key, let item):
      let choice = key == .string ? keys : names
      return .object(
        JSONObject(
          (0..<count).map { _ in (choice.randomElement(using: &random) ?? "", value(of: item, using: &random)) }))
    case .object: return count == 0 ? [:] : ["one": .string(names.randomElement(using: &random) ?? "")]
    default: return 1
    }
  }

  private func aliasManifest(_ type: String) throws -> Manifest {
    let text = """
      channels: [a]
      features:
        team:
          description: d
          variables:
            players: {description: d, type: \(type), string-alias: Player}
            captain: {description: d, type: Option<Player>, default: null}
            pairs: {description: d, type: List<Pair>, default: []}
      objects:
        Pair:
          description: d
          fields:
            one: {description: d, type: Player, default: ann}
            two: {description: d, type: Player, default: ann}
      """
    return try Sample.load(text)
  }

  @Test(
    "treats two aliases with lookalike names as two sets",
    arguments: [
      (#"{"one": "ann"}"#, true), (#"{"one": "bob"}"#, false), (#"{"two": "ann"}"#, false), (#"{"two": "bob"}"#, true),
      (#"{"second": ["eve"], "one": "eve"}"#, false), (#"{"first": ["bob"], "one": "bob"}"#, true),
    ])
  func lookalikeAliases(_ config: String, _ isAccepted: Bool) throws {
    let (first, second) = ("Caf\u{E9}", "Cafe\u{301}")
    let text = """
      channels: [a]
      features:
        team:
          description: d
          variables:
            first: {description: d, type: List<\(first)>, string-alias: \(first), default: [ann]}
            second: {description: d, type: List<\(second)>, string-alias: \(second), default: [bob]}
            one: {description: d, type: \(first), default: ann}
            two: {description: d, type: \(second), default: bob}
      """
    let manifest = try Sample.load(text)
    let feature = try #require(manifest.feature("team"))
    let schema = FeatureSchema.json(of: manifest.merged(feature, channel: "a"), in: manifest)
    #expect(try SchemaValidator(root: schema).accepts(JSONValue.parse(config)) == isAccepted)
    try compare(JSONValue.parse(config), feature, manifest, "a")
  }

  /// Expects agreement, except that the schema may accept more if a config adds alias strings.
  private func compare(
    _ config: JSONValue, _ feature: FeatureDefinition, _ manifest: Manifest, _ channel: String?
  ) throws {
    var merged = manifest.merged(feature, channel: channel)
    let schema = FeatureSchema.json(of: merged, in: manifest)
    let text = SourceText(name: "-", text: config.compact)
    let isValid = manifest.check(config: text, feature: feature, channel: channel).isValid
    let isAccepted = SchemaValidator(root: schema).accepts(config)
    let names = feature.variables.compactMap(\.stringAlias)
    let before = names.map { merged.strings(ofAlias: $0) }
    merged.overlay(config, layer: .edit)
    let addsStrings = zip(names, before).contains { !Set(merged.strings(ofAlias: $0)).isSubset(of: $1) }
    #expect(isAccepted == isValid || (addsStrings && isAccepted), "\(feature.id) \(config.compact)")
  }
}

/// Changes one value or key somewhere in a config.
private struct Mutation {
  var random: SeededRandom

  private static let others: [JSONValue] = [.null, true, 3, 2.5, "odd", [], [1], [:], ["odd": 1]]

  mutating func mutated(_ value: JSONValue) -> JSONValue {
    let other = Self.others.randomElement(using: &random) ?? .null
    switch value {
    case .object(let members) where !members.isEmpty && Int.random(in: 0..<6, using: &random) > 0:
      var result = JSONObject()
      let place = Int.random(in: 0..<members.count, using: &random)
      let isPartial = Bool.random(using: &random)
      for (index, (key, inner)) in members.enumerated() {
        if index == place { result[key] = mutated(inner) } else if !isPartial { result[key] = inner }
      }
      if Int.random(in: 0..<8, using: &random) == 0 { result["odd"] = other }
      return .object(result)
    case .array(let elements) where !elements.isEmpty && Bool.random(using: &random):
      return .array([mutated(elements[0])] + elements.dropFirst())
    default: return other
    }
  }
}
