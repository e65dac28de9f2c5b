import Samples
import Testing
import VirgaExperiments
import VirgaFiles
import VirgaJSON
import VirgaManifest
import VirgaSDK
import VirgaTestSupport

/// Generated code, run with random configs: what it reads is what virga shows.
@Suite("Readings", .serialized) struct ReadingTests {
  static let features = ["scalars", "lists", "maps", "parts"]
  /// Which layers have a config.
  enum Layers: String, CaseIterable, Sendable {
    case edit, experiment, rollout, rolloutAndExperiment, all, settings
  }

  @Test("what virga reads of a random config is what generated code reads", arguments: features)
  func agree(_ id: String) throws {
    try Self.compare(id, configs: 50, seed: 1)
  }

  /// Compares `configs` configs of a feature, half of them with values that do not fit, spread over
  /// all kinds of layers.
  static func compare(_ id: String, configs: Int, seed: UInt64) throws {
    let manifest = try ManifestLoader(files: .disk(), workingFolder: Repository.root)
      .load("Tests/GeneratedCode/readings.fml.yaml")
    let feature = try #require(manifest.feature(id))
    defer {
      HardcodedNimbusFeatures(with: [String: JSONObject]()).connect(with: ReadingsNimbus.shared)
    }
    for index in 0..<configs {
      let seed = seed &* 100_000 &+ UInt64(index)
      var random = RandomConfig(
        of: feature, in: manifest, faults: index.isMultiple(of: 2) ? 0 : 15, seed: seed)
      let kind = Layers.allCases[index / 2 % Layers.allCases.count]
      let layers = kind.layers(of: id, from: &random)
      let wanted = JSONValue.object(
        manifest.reading(of: feature, channel: "only", under: layers).json)
      let found = try read(id, under: layers)
      guard found != wanted else { continue }
      let config = JSONValue.object(layers.config?.json ?? [:]).compact
      Issue.record(
        "seed \(seed), \(kind): app \(found.compact)\nvirga \(wanted.compact)\nconfig \(config)")
      return
    }
  }

  /// The feature as the app's code has it.
  private static func read(_ id: String, under layers: FeatureLayers) throws -> JSONValue {
    let preferences = StoredPreferences()
    for (key, value) in layers.preferences { preferences.set(key.text, to: value) }
    let config = layers.config.map { [id: $0.json] } ?? [:]
    HardcodedNimbusFeatures(with: config, resources: AllImages(), preferences: preferences)
      .connect(with: ReadingsNimbus.shared)
    return try #require(ReadingsNimbus.shared.getFeature(featureId: id)).value().toJSON()
  }
}

extension ReadingTests {
  /// Inside the serialized suite, because both connect the same generated manifest.
  @Suite("Readings of many configs") struct EndToEndReadings {
    @Test(
      "what virga reads of 2,000 random configs is what generated code reads",
      arguments: ReadingTests.features)
    func agree(_ id: String) throws {
      try ReadingTests.compare(id, configs: 500, seed: 2)
    }
  }
}

extension ReadingTests.Layers {
  func layers(of id: String, from random: inout RandomConfig) -> FeatureLayers {
    var recipes: [Recipe] = []
    if self != .edit, self != .experiment {
      recipes.append(recipe("slow", id, random.next(), isRollout: true))
    }
    if self != .edit, self != .rollout {
      recipes.append(recipe("test", id, random.next(), isRollout: false))
    }
    let hasEdit = self == .edit || self == .all
    let records = recipes.map { ($0.slug, EnrollmentStatus.enrolled(.qualified, branch: "on")) }
    let state = EnrollmentState(recipes: recipes, records: Dictionary(naming: records) { $1 })
    return FeatureLayers(
      state.effectiveFeatures()[id], edit: hasEdit ? LocatedValue(random.next()) : nil,
      preferences: self == .settings ? random.nextSettings() : [:])
  }

  private func recipe(_ slug: String, _ id: String, _ config: JSONValue, isRollout: Bool) -> Recipe
  {
    let feature = FeatureConfig(featureID: id, value: config.objectValue ?? [:])
    return Sample.recipe(
      slug, isRollout: isRollout, branches: [Branch(slug: "on", features: [feature])])
  }
}

/// Every image exists.
private struct AllImages: ResourceLookup {
  func text(_ key: String, table: String?) -> String? { nil }
  func hasImage(_ name: String) -> Bool { true }
}
