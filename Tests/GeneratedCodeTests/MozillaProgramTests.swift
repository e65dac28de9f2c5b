import Foundation
import MozillaAppServices
import MozillaSampleComponent
import Testing
import VirgaExperiments
import VirgaFiles
import VirgaGenerate
import VirgaJSON
import VirgaManifest
import VirgaSource
import VirgaTestSupport

@testable import MozillaSamples

/// Swift for Mozilla's SDK, compiled against its signatures and run.
@Suite("Swift for Mozilla's SDK", .serialized) struct MozillaProgramTests {
  private func manifest(_ path: String) throws -> Manifest {
    try ManifestLoader(files: .disk(), workingFolder: Repository.root).load(path)
  }

  /// Variables that Mozilla's SDK cannot read and the samples omit, such as
  /// `features/numbers.ratio`.
  private func unreadable(in manifest: Manifest) -> Set<String> {
    do {
      _ = try SwiftCode.file(
        for: manifest, channel: manifest.channels.first, sdk: .mozilla(module: nil))
      return []
    } catch {
      return Set(error.all.filter { $0.code == "no-getter-for-type" }.map(\.path))
    }
  }

  /// Compares a feature, as encoded by the code, with the merged config.
  private func expect(
    _ id: String, of code: any FeatureManifestInterface, equals manifest: Manifest,
    _ channel: String,
    with config: JSONValue = [:]
  ) throws {
    let layers = FeatureLayers(edit: LocatedValue(config))
    let reading = manifest.reading(
      of: try #require(manifest.feature(id)), channel: channel, under: layers)
    let unreadable = unreadable(in: manifest)
    let wanted = JSONObject(
      reading.json.filter { !unreadable.contains("features/\(id).\($0.key)") }.map {
        ($0.key, $0.value)
      })
    let found = try JSONValue.parse(try #require(code.getFeature(featureId: id)).toJSONString())
    #expect(found == .object(wanted), "\(id) \(config.compact)")
  }

  @Test("every default equals the manifest's")
  func defaults() throws {
    let samples = try manifest("Tests/GeneratedCode/samples.fml.yaml")
    HardcodedNimbusFeatures(with: [:]).connect(with: SamplesNimbus.shared)
    let ids = [
      "10-names", "strings", "objects", "chosen", "team", "engine", "empty-feature", "pictures",
    ]
    for id in ids { try expect(id, of: SamplesNimbus.shared, equals: samples, "only") }
  }

  @Test("an imported feature gets the app's defaults") func importedDefaults() throws {
    let samples = try manifest("Tests/GeneratedCode/samples.fml.yaml")
    HardcodedNimbusFeatures(with: [:]).connect(with: SamplesNimbus.shared)
    try expect("banner", of: ComponentNimbus.shared, equals: samples, "only")
  }

  @Test(
    "a config merges as in the manifest",
    arguments: GeneratedCodeTests.configs.filter { !["nested", "numbers"].contains($0.feature) })
  func configs(_ id: String, _ config: String) throws {
    HardcodedNimbusFeatures(with: [id: config]).connect(with: SamplesNimbus.shared)
    defer { HardcodedNimbusFeatures(with: [:]).connect(with: SamplesNimbus.shared) }
    let samples = try manifest("Tests/GeneratedCode/samples.fml.yaml")
    try expect(
      id, of: SamplesNimbus.shared, equals: samples, "only", with: try JSONValue.parse(config))
  }

  @Test("images are looked up on first use, starting with the config's")
  func images() throws {
    let config = #"""
      {"icon": "missing", "icons": ["x", "missing"], "icons-by-side": {"left": "y"}, "badge": {"icon": "z"}}
      """#
    HardcodedNimbusFeatures(with: ["pictures": config]).connect(with: SamplesNimbus.shared)
    defer { HardcodedNimbusFeatures(with: [:]).connect(with: SamplesNimbus.shared) }
    let start = UIImage.lookups.count
    let pictures = SamplesNimbus.shared.features.pictures.value()
    #expect(UIImage.lookups.count == start)
    let icon: UIImage = pictures.icon
    #expect(icon.encodableImageName == "fox")
    #expect(UIImage.lookups.dropFirst(start) == ["missing", "fox"])
    #expect(pictures.icon === icon)
    #expect(pictures.maybeIcon == nil)
    #expect(pictures.icons.map(\.encodableImageName) == ["x"])
    #expect(pictures.iconsByName.mapValues(\.encodableImageName) == ["a": "first"])
    #expect(pictures.iconsBySide.mapValues(\.encodableImageName) == [.left: "y", Side.none: "dot"])
    #expect(pictures.badge.icon.encodableImageName == "z")
  }

  @Test("texts of defaults are translated at every depth")
  func texts() throws {
    let texts = SamplesNimbus.shared.features.texts.value()
    #expect(texts.maybe == "Translated")
    #expect(texts.list == ["Translated", "other"])
    #expect(texts.byName == ["a": "Translated"])
    #expect(texts.badges.mapValues(\.title) == ["a": "Translated"])
    #expect(texts.side == Optional(Side.none))
    #expect(texts.sides == [.left: 1, Side.none: 2])
    #expect(
      try JSONValue.parse(texts.toJSONString()).objectValue?["sides"] == ["left": 1, "none": 2])
  }

  @Test("the user's preference wins over the config and counts as a modification")
  func preferences() throws {
    let suite = "virga-tests-\(UUID().uuidString)"
    let defaults = try #require(UserDefaults(suiteName: suite))
    defer { defaults.removePersistentDomain(forName: suite) }
    let sdk = HardcodedNimbusFeatures(
      with: ["settings": #"{"prefs": 4, "3d": true}"#], userDefaults: defaults)
    sdk.connect(with: SamplesNimbus.shared)
    defer { HardcodedNimbusFeatures(with: [:]).connect(with: SamplesNimbus.shared) }
    let feature = SamplesNimbus.shared.features.settings
    #expect(feature.value().prefs == 4)
    #expect(feature.value()._3d)
    #expect(feature.value().title == "Translated")
    feature.recordExposure()
    defaults.set(5, forKey: "app.prefs")
    #expect(feature.value().prefs == 5)
    #expect(feature.value().isModified())
    feature.recordExposure()
    #expect(sdk.exposures == ["settings"])
  }

  @Test("code has the names that nimbus-fml generates")
  func names() throws {
    let card = MozillaSamples.Card(
      NilVariables.instance, nil, inner: Inner(depth: 2), title: "own", wide: true)
    let other = MozillaSamples.Card.create(nil)
    #expect(other.title == "untitled")
    #expect(MozillaSamples.Card.mergeWith(other, card).title == "own")
    #expect(other._mergeWith(nil) === other)
    other.title = "set by a test"
    #expect(other.title == "set by a test")
    #expect(Word.enumValue("plain") == .plain)
    let manifest = SamplesNimbus()
    manifest.api = HardcodedNimbusFeatures(with: [:])
    #expect(manifest.getCoenrollingFeatureIds() == ["empty-feature"])
    #expect(manifest.getFeature(featureId: "nothing") == nil)
    let features: SamplesNimbus.Features = SamplesNimbus.shared.features
    let holder: FeatureHolder<Chosen> = features.chosen
    features.chosen = FeatureHolder(
      { nil }, featureId: "chosen",
      with: { variables, prefs in Chosen(variables, prefs, name: "test") })
    #expect(features.chosen.value().name == "test")
    features.chosen = holder
    SamplesNimbus.shared.invalidateCachedValues()
  }
}
