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
        let merged = manifest.merged(feature, channel: each.channel)
        let (config, schema) = (
          JSONValue.object(merged.json), FeatureSchema.json(of: merged, in: manifest)
        )
        for _ in 0..<40 {
          var mutated = Mutation(random: random)
          try compare(mutated.mutated(config), feature, manifest, each.channel, schema)
          random = mutated.random
        }
      }
    }
  }

  @Test("lists the strings of an alias as examples and accepts others, which a config may add")
  func aliasStrings() throws {
    let manifest = try Sample.load(
      """
      channels: [a]
      features:
        team:
          description: d
          variables:
            players: {description: d, type: List<Player>, string-alias: Player, default: [bob, ann]}
            captain: {description: d, type: Option<Player>, default: null}
      """)
    let feature = try #require(manifest.feature("team"))
    let schema = FeatureSchema.json(of: manifest.merged(feature, channel: "a"), in: manifest)
    #expect(
      schema["properties"]?["players"]?["items"] == ["type": "string", "examples": ["ann", "bob"]])
    try compare(["captain": "bob"], feature, manifest, "a")
    try compare(["players": ["eve"], "captain": "eve"], feature, manifest, "a")
    #expect(SchemaValidator(root: schema).accepts(["captain": "zoe"]))
  }

  /// Expects agreement, except about the strings of aliases.
  private func compare(
    _ config: JSONValue, _ feature: FeatureDefinition, _ manifest: Manifest, _ channel: String?,
    _ known: JSONValue? = nil
  ) throws {
    let schema =
      known ?? FeatureSchema.json(of: manifest.merged(feature, channel: channel), in: manifest)
    let text = SourceText(name: "-", text: config.compact)
    let errors = manifest.check(config: text, feature: feature, channel: channel).problems
      .filter { $0.severity == .error && !$0.code.description.contains("alias") }
    #expect(
      SchemaValidator(root: schema).accepts(config) == errors.isEmpty,
      "\(feature.id) \(config.compact)")
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
        if index == place {
          result[key] = mutated(inner)
        } else if !isPartial {
          result[key] = inner
        }
      }
      if Int.random(in: 0..<8, using: &random) == 0 { result["odd"] = other }
      return .object(result)
    case .array(let elements) where !elements.isEmpty && Bool.random(using: &random):
      return .array([mutated(elements[0])] + elements.dropFirst())
    default: return other
    }
  }
}
