import Testing
import VirgaExperiments
import VirgaJSON
import VirgaManifest
import VirgaSession
import VirgaSource
import VirgaTargeting
import VirgaTestSupport
import VirgaWorkbench

@Suite("Feature layers")
struct FeatureLayersTests {
  private func layers(
    _ recipes: [JSONValue], edit: JSONValue? = nil, preferences: [Name: JSONValue] = [:],
    of id: String = "app-menu"
  ) -> FeatureLayers {
    let recipes = recipes.compactMap(Recipe.init(entry:))
    let records = recipes.map { ($0.slug, EnrollmentStatus.enrolled(.qualified, branch: "on")) }
    let state = EnrollmentState(recipes: recipes, records: Dictionary(naming: records) { $1 })
    let features = state.effectiveFeatures(coenrolling: Sample.manifest.coenrollingFeatures)
    return FeatureLayers(
      features[id], edit: edit.map { LocatedValue($0) }, preferences: preferences)
  }

  private func merged(_ layers: FeatureLayers, of id: String = "app-menu") -> MergedFeature {
    Sample.manifest.reading(of: Sample.manifest.known(id), channel: "nightly", under: layers)
  }

  private func entries(_ value: MergedValue?) -> [String] {
    value?.history.map { "\($0.layer.title) \($0.value.compact)" } ?? []
  }

  @Test("are ordered default, rollout, experiment, edit, app setting")
  func order() {
    let layers = layers(
      [
        Sample.entry("slow", ["on": ["app-menu": ["rows": 6, "title": "R"]]], isRollout: true),
        Sample.entry("test", ["on": ["app-menu": ["rows": 7, "enabled": true]]]),
      ], edit: ["rows": 8, "sections": ["settings": false], "enabled": true],
      preferences: ["menu-enabled": false])
    let merged = merged(layers)
    #expect(
      merged.json == [
        "title": "R", "enabled": false, "rows": 8,
        "sections": ["settings": false, "bookmarks": true],
        "ordering": ["settings", "settings"], "note": "hi",
      ])
    #expect(
      entries(merged["rows"]) == [
        "variable default 3", "manifest default nightly 5", "rollout slow/on 6",
        "experiment test/on 7", "edit 8",
      ])
    #expect(
      entries(merged["enabled"]) == [
        "variable default true", "experiment test/on true", "edit true", "app setting false",
      ])
    #expect(
      merged["rows"]?.history.overridden.compactMap { $0.location?.range.start.line } == [8, 14])
  }

  /// Layers in which nulls remove the values of a rollout and of the defaults.
  private var nulled: FeatureLayers {
    layers(
      [
        Sample.entry(
          "slow", ["on": ["app-menu": ["rows": 6, "sections": ["settings": false]]]],
          isRollout: true),
        Sample.entry("test", ["on": ["app-menu": ["rows": .null]]]),
      ], edit: ["sections": .null])
  }

  @Test("restore the default where null removes all values") func restoredDefault() {
    #expect(nulled.config?.json == [:])
    let merged = merged(nulled)
    #expect(merged["rows"]?.json == 5)
    #expect(merged["rows"]?.layer == .manifestDefault(channels: ["nightly"]))
    let sections = merged.leaves().filter { $0.path.hasPrefix("sections") }
    #expect(sections.map(\.value) == [true, true])
  }

  @Test("keep the values that null removes") func removedValues() {
    let merged = merged(nulled)
    #expect(merged["rows"]?.history.removed.map(\.value) == [6, .null])
    let sections = merged.leaves().filter { $0.path.hasPrefix("sections") }
    #expect(sections.map { $0.history.removed.map(\.value) } == [[false, .null], [.null]])
  }

  @Test("merge experiments before they apply over rollouts")
  func halves() {
    let configs: [(String, JSONValue, Bool)] = [
      ("a", ["all": ["m": ["title": "rollout"]]], true),
      ("b", ["all": ["m": ["title": "b"]]], false),
      ("c", ["all": ["m": ["title": .null]]], false),
    ]
    let layers = layers(
      configs.map { Sample.entry($0.0, ["on": ["messaging": $0.1]], isRollout: $0.2) },
      of: "messaging")
    #expect(layers.config?.json == ["all": ["m": ["title": "rollout"]]])
    let text = merged(layers, of: "messaging")["all"]?["m"]?["title"]
    #expect(
      entries(text) == [
        "object default \"Untitled\"", "rollout a/on \"rollout\"", "experiment b/on \"b\"",
        "experiment c/on null",
      ])
    #expect(text?.layer == .rollout(slug: "a", branch: "on"))
  }

  @Test("keep what an edit sets after a null removed the rest")
  func editAfterNull() {
    let layers = layers(
      [
        Sample.entry("slow", ["on": ["app-menu": ["rows": 6]]], isRollout: true),
        Sample.entry("test", ["on": ["app-menu": ["rows": .null]]]),
      ], edit: ["rows": 9])
    #expect(
      entries(merged(layers)["rows"]) == [
        "variable default 3", "manifest default nightly 5", "rollout slow/on 6",
        "experiment test/on null", "edit 9",
      ])
  }

  @Test("ignore a preference of the wrong type")
  func wrongPreference() {
    #expect(merged(layers([], preferences: ["menu-enabled": "no"]))["enabled"]?.json == true)
  }

  @Test("treat null in an edit as the default of an optional variable, as an app does")
  func nullOfOption() {
    #expect(merged(layers([], edit: ["note": .null]))["note"]?.json == "hi")
  }
}
