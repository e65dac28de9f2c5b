import Testing
import VirgaExperiments
import VirgaJSON
import VirgaManifest
import VirgaSession
import VirgaTestSupport

@Suite("Layered configs")
struct SessionLayersConfigTests {
  private static let slugs = ["a", "b", "c", "d"]

  /// A random config with few keys so that layers overlap; nulls, objects and lists are frequent.
  private func config(_ random: inout SeededRandom, depth: Int = 0) -> JSONObject {
    var object: JSONObject = [:]
    for key in ["x", "y", "z"] where Bool.random(using: &random) {
      switch Int.random(in: 0..<6, using: &random) {
      case 0, 1: object[key] = .null
      case 2: object[key] = .integer(Int64.random(in: 0..<9, using: &random))
      case 3: object[key] = [.integer(1), .null]
      default: object[key] = depth < 3 ? .object(config(&random, depth: depth + 1)) : true
      }
    }
    return object
  }

  /// A feature and an edit, both inside one map so that a manifest's feature can have them.
  private func feature(
    _ random: inout SeededRandom, isCoenrolling: Bool
  ) -> (EffectiveFeature?, edit: JSONObject?) {
    var recipes: [Recipe] = []
    var records: [Name: EnrollmentStatus] = [:]
    for slug in Self.slugs.prefix(Int.random(in: 0...4, using: &random)) {
      let isRollout = Bool.random(using: &random)
      let entry = Sample.entry(
        slug, ["on": ["messaging": ["all": .object(config(&random))]]], isRollout: isRollout)
      recipes += Recipe(entry: entry).map { [$0] } ?? []
      records[slug] = .enrolled(.qualified, branch: "on")
    }
    let state = EnrollmentState(recipes: recipes, records: records)
    let edit: JSONObject? = Bool.random(using: &random) ? ["all": .object(config(&random))] : nil
    return (
      state.effectiveFeatures(coenrolling: isCoenrolling ? ["messaging"] : [])["messaging"], edit
    )
  }

  @Test("equal what the SDK merges from the same recipes and edit", arguments: [true, false])
  func sameAsSDK(isCoenrolling: Bool) {
    var random = SeededRandom(seed: 6)
    for _ in 0..<3000 {
      let (feature, edit) = feature(&random, isCoenrolling: isCoenrolling)
      let byRecipes = feature?.value ?? [:]
      let expected = edit.map { $0.overlaid(on: byRecipes) } ?? byRecipes
      let config = FeatureLayers(feature, edit: edit.map { LocatedValue(.object($0)) }).config
      expect(config?.json ?? [:], is: expected)
    }
  }

  private func expect(_ found: JSONObject, is expected: JSONObject) {
    guard found != expected else { return }
    Issue.record("\(JSONValue.object(found).compact) is not \(JSONValue.object(expected).compact)")
  }
}
