import Testing
import VirgaExperiments
import VirgaJSON
import VirgaManifest
import VirgaSource
import VirgaTestSupport

@Suite("Nulls in configs") struct NullFinderTests {
  private static let text = Sample.feature(
    """
    variables:
      note: { description: d, type: Option<String>, default: hi }
      empty: { description: d, type: Option<Int>, default: null }
      counts: { description: d, type: "Map<String, Option<Int>>", default: { a: 1 } }
      items: { description: d, type: List<Option<Int>>, default: [] }
      card: { description: d, type: Card, default: {} }
    """,
    rest: """
      objects:
        Card: { description: d, fields: { note: { description: d, type: Option<String>, default: own } } }
      """)

  /// The problems as code, severity, path and message.
  private func nulls(_ config: JSONValue, over rollout: JSONObject? = nil) throws -> [String] {
    let manifest = try Sample.load(Self.text)
    let feature = try #require(manifest.feature("f"))
    let below = rollout.map { config in
      let branch = Branch(slug: "on", features: [FeatureConfig(featureID: "f", value: config)])
      let recipe = Sample.recipe("slow", isRollout: true, branches: [branch])
      let state = EnrollmentState(
        recipes: [recipe], records: ["slow": .enrolled(.qualified, branch: "on")])
      return FeatureLayers(state.effectiveFeatures()["f"])
    }
    let base = manifest.reading(of: feature, channel: "dev", under: below ?? FeatureLayers())
    return manifest.check(config: LocatedValue(config), over: base).problems.map {
      "\($0.severity.rawValue) \($0.path): \($0.message)"
    }
  }

  @Test("a null of an option that has a default is a warning")
  func withoutEffect() throws {
    #expect(
      try nulls(["note": .null, "card": ["note": .null]]) == [
        "warning features/f.note: this null has no effect: apps use the default \"hi\"",
        "warning features/f.card#Card.note: this null has no effect: apps use the default \"own\"",
      ])
  }

  @Test("a null where the default is null is a hint")
  func sameAsDefault() throws {
    #expect(
      try nulls(["empty": .null]) == [
        "hint features/f.empty: this null has no effect: apps use the default null"
      ])
  }

  @Test("a null in a list or a map of options is a value")
  func values() throws {
    #expect(try nulls(["items": [.null], "counts": ["a": .null, "b": .null]]) == [])
  }

  @Test("a null that removes a rollout's value says what it hides")
  func hiding() throws {
    #expect(
      try nulls(["note": .null, "counts": ["b": .null]], over: ["note": "r", "counts": ["b": 2]])
        == [
          "warning features/f.note: this null hides the value of rollout slow/on: apps use the default \"hi\"",
          "warning features/f.counts['b']: this null hides the value of rollout slow/on: apps use the default",
        ])
  }
}
