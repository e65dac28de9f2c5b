import Cirrus
import CirrusMessaging
import Samples
import Testing
import VirgaExperiments
import VirgaFiles
import VirgaJSON
import VirgaManifest
import VirgaSDK
import VirgaTestSupport

/// Generated code, compiled and run: it must agree with the manifest.
@Suite("Generated Swift", .serialized) struct GeneratedCodeTests {
  private func manifest(_ path: String) throws -> Manifest {
    try ManifestLoader(files: .disk(), workingFolder: Repository.root).load(path)
  }

  /// What virga says that an app reads.
  private func reading(
    _ id: String, _ manifest: Manifest, _ channel: String, _ config: JSONValue
  ) throws -> JSONValue {
    let layers = FeatureLayers(edit: LocatedValue(config))
    return .object(
      manifest.reading(of: try #require(manifest.feature(id)), channel: channel, under: layers).json
    )
  }

  @Test("every default of the demo equals the manifest's") func demoDefaults() throws {
    let manifest = try manifest("manifests/cirrus.fml.yaml")
    for feature in manifest.features where feature.module == 0 {
      let holder = try #require(
        CirrusNimbus.shared.getFeature(featureId: feature.id), "\(feature.id)")
      let found = try holder.value().toJSON()
      let wanted = try reading(feature.id, manifest, "nightly", [:])
      #expect(found == wanted, "\(feature.id)")
    }
  }

  @Test("an imported feature gets the app's defaults") func importedDefaults() throws {
    let manifest = try manifest("manifests/cirrus.fml.yaml")
    let double = HardcodedNimbusFeatures(with: [String: JSONObject]())
    double.connect(with: CirrusNimbus.shared)
    let found = try MessagingNimbus.shared.features.messaging.value().toJSON()
    let wanted = try reading("messaging", manifest, "nightly", [:])
    #expect(found == wanted)
  }

  @Test(
    "every default of the samples equals the manifest's",
    arguments: [
      "10-names", "strings", "numbers", "nested", "objects", "chosen", "team", "engine",
      "empty-feature", "pictures", "texts", "settings",
    ])
  func sampleDefaults(_ id: String) throws {
    let manifest = try manifest("Tests/GeneratedCode/samples.fml.yaml")
    let found = try #require(SamplesNimbus.shared.getFeature(featureId: id)).value().toJSON()
    let wanted = try reading(id, manifest, "only", [:])
    #expect(found == wanted)
  }

  /// Configs for the samples, shared by the tests of all languages.
  static let configs: [(feature: String, config: String)] = [
    ("10-names", #"{"default": false, "3d": "x", "in-out": "plain"}"#),
    ("10-names", #"{"class": 4.0}"#),
    ("strings", #"{"quoted": "q", "text": "hello", "lines": ""}"#),
    ("numbers", #"{"ratio": 0.25, "whole": 12, "ratios": [], "limits": {"b": 2}}"#),
    (
      "nested",
      #"{"rows": [[9], [8, 7]], "tables": {"plain": []}, "maps": {"x": {"init": true}, "y": {"self": false}}}"#
    ),
    (
      "nested",
      #"{"maybes": [null, 4], "maybe": 5, "maybe-list": [], "cards": {"b": [{"wide": true}]}}"#
    ),
    (
      "objects",
      #"{"card": {"wide": true}, "deck": {"ace": {"wide": true}, "two": {"title": "two"}}}"#
    ),
    (
      "objects",
      #"{"cards": [{"inner": {"depth": 9}}], "maybe-card": {"title": "m"}, "words": ["self"]}"#
    ),
    (
      "objects",
      #"{"tree": {"label": "r", "children": [{"children": [{"label": "deep"}]}]}, "by-word": {"self": "self"}}"#
    ),
    ("team", #"{"players": ["eve"], "captain": "eve", "scores": {"eve": 2}}"#),
  ]

  @Test("a config merges as in the manifest", arguments: configs)
  func mergedConfigs(_ id: String, _ config: String) throws {
    let manifest = try manifest("Tests/GeneratedCode/samples.fml.yaml")
    let value = try JSONValue.parse(config)
    let double = HardcodedNimbusFeatures(with: [id: config])
    double.connect(with: SamplesNimbus.shared)
    defer {
      HardcodedNimbusFeatures(with: [String: JSONObject]()).connect(with: SamplesNimbus.shared)
    }
    let found = try #require(SamplesNimbus.shared.getFeature(featureId: id)).value().toJSON()
    let wanted = try reading(id, manifest, "only", value)
    #expect(found == wanted)
  }

  @Test("a value of the wrong type leaves the default") func wrongTypes() throws {
    let config = #"{"default": "no", "class": 2.5, "3d": 4, "in-out": "none such"}"#
    let double = HardcodedNimbusFeatures(with: ["10-names": config])
    double.connect(with: SamplesNimbus.shared)
    defer {
      HardcodedNimbusFeatures(with: [String: JSONObject]()).connect(with: SamplesNimbus.shared)
    }
    let names = SamplesNimbus.shared.features._10Names.value()
    #expect(names.default)
    #expect(names.class == 56)
    #expect(names._3d == "")
    #expect(names.inOut == .`self`)
  }

  @Test("a preference wins over the config") func preferences() {
    let preferences = StoredPreferences()
    let double = HardcodedNimbusFeatures(
      with: ["chosen": #"{"enabled": false, "name": "config"}"#], preferences: preferences)
    double.connect(with: SamplesNimbus.shared)
    defer {
      HardcodedNimbusFeatures(with: [String: JSONObject]()).connect(with: SamplesNimbus.shared)
    }
    let feature = SamplesNimbus.shared.features.chosen
    #expect(feature.value().name == "config")
    #expect(!feature.value().isModified())
    preferences.set("app.name", to: "chosen")
    #expect(feature.value().name == "chosen")
    #expect(!feature.value().enabled)
    #expect(feature.value().isModified())
    feature.recordExposure()
    #expect(double.getExposureCount(featureId: "chosen") == 0)
  }

  @Test("an app may set the API property until it initializes") func settingAPI() {
    let manifest = SamplesNimbus.shared
    let old = HardcodedNimbusFeatures(with: ["chosen": #"{"name": "old"}"#])
    let new = HardcodedNimbusFeatures(with: ["chosen": #"{"name": "new"}"#])
    let holder = FeatureHolder<Chosen>(
      { manifest.api }, featureId: "chosen", with: { Chosen($0, $1) })
    #expect(holder.value().name == "nobody")
    manifest.api = old
    defer { manifest.api = nil }
    holder.with(cachedValue: nil)
    #expect(manifest.api === old)
    #expect(holder.value().name == "old")
    manifest.initialize { new }
    defer { manifest.initialize { manifest.api } }
    #expect(manifest.features.chosen.value().name == "new")
  }

  @Test("texts of defaults are looked up") func texts() {
    let texts = Texts()
    let double = HardcodedNimbusFeatures(
      with: ["strings": "{}", "objects": #"{"deck": {"new": {}}}"#], resources: texts)
    double.connect(with: SamplesNimbus.shared)
    defer {
      HardcodedNimbusFeatures(with: [String: JSONObject]()).connect(with: SamplesNimbus.shared)
    }
    #expect(SamplesNimbus.shared.features.strings.value().text == "GREETING")
    let objects = SamplesNimbus.shared.features.objects.value()
    #expect(objects.card.title == "HELLO")
    #expect(objects.cards.map(\.title) == ["ONE"])
    #expect(objects.deck.mapValues(\.title) == ["ace": "ACE", "new": "UNTITLED"])
  }

  @Test("features are found without naming the shared instance") func staticFeatures() {
    #expect(SamplesNimbus.features === SamplesNimbus.shared.features)
  }

  @Test("features that are found without the shared instance follow the SDK")
  func changedStaticFeatures() {
    let client = FeatureClient()
    SamplesNimbus.shared.initialize { client }
    defer { SamplesNimbus.shared.initialize { SamplesNimbus.shared.api } }
    let before = SamplesNimbus.features.strings.value()
    #expect(SamplesNimbus.features.strings.value() === before)
    client.applyPendingExperiments()
    #expect(SamplesNimbus.features.strings.value() !== before)
  }

  @Test("a manifest knows its features") func features() {
    #expect(SamplesNimbus.shared.getCoenrollingFeatureIds() == ["empty-feature"])
    #expect(SamplesNimbus.shared.getFeature(featureId: "nothing") == nil)
    #expect(SamplesNimbus.shared.features.emptyFeature.value().toJSONString() == "{}")
    #expect(Word.enumValue("init") == .`init`)
    #expect(Word.enumValue(nil) == nil)
  }
}

/// Uppercases every text.
private struct Texts: ResourceLookup {
  func text(_ key: String, table: String?) -> String? { key.uppercased() }
  func hasImage(_ name: String) -> Bool { true }
}
