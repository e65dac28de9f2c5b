import Testing
import VirgaGenerate
import VirgaJSON
import VirgaManifest
import VirgaSource
import VirgaTestSupport

@Suite struct FeatureSchemaTests {
  @Test(arguments: VectorCase.all(in: "fml/editor.json", of: "VirgaManifestTests"))
  func theSchemaAcceptsWhatTheCheckAccepts(_ each: VectorCase) throws {
    let manifest = try manifest(each["file"]?.stringValue ?? "")
    let feature = try #require(manifest.feature(each["feature"]?.stringValue ?? ""))
    let text = each["text"]?.stringValue ?? ""
    guard let config = try? JSONValue.parse(text) else { return }
    try compare(config, feature, manifest, each["channel"]?.stringValue)
  }

  @Test func theSchemaAgreesOnMutatedDefaults() throws {
    var random = SeededRandom(seed: 11)
    for each in ManifestVector.all("valid", "extensions") {
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

  @Test func aNewAliasStringIsAcceptedOnceTheConfigDeclaresIt() throws {
    let manifest = try loader.load(text: Array(Self.aliasManifest.utf8), name: "alias.fml.yaml")
    let feature = try #require(manifest.feature("team"))
    let schema = SchemaValidator(root: FeatureSchema.json(of: manifest.merged(feature, channel: "a"), in: manifest))
    #expect(schema.accepts(["captain": "ann"]))
    #expect(!schema.accepts(["captain": "eve"]))
    #expect(schema.accepts(["players": ["eve"], "captain": "eve"]))
  }

  private static let aliasManifest = """
    channels: [a]
    features:
      team:
        description: d
        variables:
          players: {description: d, type: List<Player>, default: [ann, bob], string-alias: Player}
          captain: {description: d, type: Player, default: ann}
    """

  private let loader = ManifestLoader(files: .disk(), workingFolder: ManifestVector.folder)

  private func manifest(_ file: String) throws -> Manifest { try loader.load(file) }

  /// The schema may accept more where a config sets a variable that declares an alias; else the two have to agree.
  private func compare(_ config: JSONValue, _ feature: Feature, _ manifest: Manifest, _ channel: String?) throws {
    let schema = FeatureSchema.json(of: manifest.merged(feature, channel: channel), in: manifest)
    let text = SourceText(name: "-", text: config.compact)
    let isValid = manifest.check(config: text, feature: feature, channel: channel).isValid
    let isAccepted = SchemaValidator(root: schema).accepts(config)
    let setsAlias = feature.variables.contains { $0.stringAlias != nil && config[$0.name] != nil }
    #expect(isAccepted == isValid || (setsAlias && isAccepted), "\(feature.id) \(config.compact)")
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
