import Testing
import VirgaExperiments
import VirgaJSON
import VirgaManifest
import VirgaSession
import VirgaSource
import VirgaTargeting
import VirgaTestSupport
import VirgaWorkbench

@Suite("Session layers")
struct SessionLayersTests {
  @Test("do not call a feature overridden if its edit has only nulls that hide nothing")
  func idleNulls() {
    var session = Session(entries: [
      EntryKey(.edit, "app-menu"): ["note": .null, "sections": ["settings": .null]]
    ])
    #expect(SessionLayers(session, manifest: Sample.manifest).overridden == [])
    #expect(session.overrideCount == 0)
    session.set(
      EntryKey(.recipe, "test"), to: Sample.entry("test", ["on": ["app-menu": ["note": "r"]]]))
    session.set(
      EntryKey(.enrollment, "test"), to: EnrollmentStatus.enrolled(.qualified, branch: "on").json)
    #expect(SessionLayers(session, manifest: Sample.manifest).overridden == ["app-menu"])
    #expect(session.overrideCount == 1)
  }

  @Test("count nulls that hide the config of any experiment in a co-enrolling feature")
  func nullsOverCoenrolledExperiments() {
    let enrolled = EnrollmentStatus.enrolled(.qualified, branch: "on").json
    let session = Session(entries: [
      EntryKey(.recipe, "a"): Sample.entry("a", ["on": ["messaging": ["all": ["m": [:]]]]]),
      EntryKey(.recipe, "b"): Sample.entry("b", ["on": ["messaging": [:]]]),
      EntryKey(.enrollment, "a"): enrolled, EntryKey(.enrollment, "b"): enrolled,
      EntryKey(.edit, "messaging"): ["all": ["m": .null]],
    ])
    #expect(SessionLayers(session, manifest: Sample.manifest).overridden == ["messaging"])
    #expect(session.overrideCount == 1)
  }

  /// How many rollouts and experiments are below the config of a recipe.
  private func counts(below slug: String, of feature: String) throws -> [Int] {
    let enrolled = EnrollmentStatus.enrolled(.qualified, branch: "on").json
    var session = Session()
    for (slug, feature, isRollout) in [
      ("one", "app-menu", false), ("slow", "app-menu", true), ("first", "messaging", false),
      ("second", "messaging", false),
    ] {
      let recipe = Sample.entry(slug, ["on": [feature: [:]]], isRollout: isRollout)
      session.set(EntryKey(.recipe, slug), to: recipe)
      session.set(EntryKey(.enrollment, slug), to: enrolled)
    }
    let layers = SessionLayers(session, manifest: Sample.manifest)
    let below = layers.layersBelow(try #require(session.recipe(slug)), of: feature)
    return [below.rollouts.count, below.experiments.count]
  }

  @Test("have rollouts below the config of an experiment") func belowExperiment() throws {
    #expect(try counts(below: "one", of: "app-menu") == [1, 0])
  }

  @Test("have nothing below the config of a rollout") func belowRollout() throws {
    #expect(try counts(below: "slow", of: "app-menu") == [0, 0])
  }

  @Test("have earlier experiments below a config of a co-enrolling feature")
  func belowCoenrolled() throws {
    #expect(try counts(below: "first", of: "messaging") == [0, 0])
    #expect(try counts(below: "second", of: "messaging") == [0, 1])
  }

  @Test("are updated for an edit, a preference and an enrollment as if read again")
  func update() {
    let recipe = Sample.entry("test", ["on": ["app-menu": ["rows": 7]]])
    var session = Session(entries: [EntryKey(.recipe, "test"): recipe])
    var layers = SessionLayers(session, manifest: Sample.manifest)
    let feature = Sample.manifest.known("app-menu")
    func json(_ layers: SessionLayers) -> JSONObject {
      Sample.manifest.reading(of: feature, channel: "nightly", under: layers["app-menu"]).json
    }
    let steps: [(EntryKey, JSONValue?)] = [
      (EntryKey(.edit, "app-menu"), ["title": "T"]),
      (EntryKey(.enrollment, "test"), EnrollmentStatus.enrolled(.qualified, branch: "on").json),
      (EntryKey(.preference, "menu-enabled"), false), (EntryKey(.edit, "app-menu"), nil),
    ]
    for (key, value) in steps {
      session.perform(
        SessionOperation(
          "change", changes: [EntryChange(key, from: session[key], to: value)], time: .epoch,
          process: "tests"))
      layers.update([key], from: session)
      #expect(json(layers) == json(SessionLayers(session, manifest: Sample.manifest)))
    }
    #expect(json(layers)["rows"] == 7)
    #expect(json(layers)["enabled"] == false)
    #expect(json(layers)["title"] == "Hello")
    #expect(layers.overridden == ["app-menu"])
  }
}
