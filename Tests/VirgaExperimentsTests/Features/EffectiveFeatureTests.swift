import Testing
import VirgaExperiments
import VirgaJSON
import VirgaTestSupport

@Suite("Effective features") struct EffectiveFeatureTests {
  private func features(
    _ recipes: [Recipe], coenrolling: Set<Name> = []
  ) -> [Name: EffectiveFeature] {
    var state = EnrollmentState()
    _ = state.apply(recipes, for: Sample.client(coenrolling: coenrolling))
    return state.effectiveFeatures(coenrolling: coenrolling)
  }

  @Test("an experiment's config is merged over a rollout's")
  func experimentOverRollout() throws {
    let feature = try #require(
      features([
        Sample.recipe("e", branches: [Sample.branch("b", ["a": 1, "gone": .null, "o": ["x": 1]])]),
        Sample.recipe(
          "r", isRollout: true,
          branches: [Sample.branch("c", ["a": 0, "gone": 2, "o": ["y": 2], "l": [1]])]),
      ])["app-menu"])
    #expect(feature.value == ["a": 1, "o": ["x": 1, "y": 2], "l": [1]])
    #expect(feature.slug == "e")
    #expect(feature.branch == "b")
    #expect(feature.contributions.map(\.slug) == ["r", "e"])
  }

  @Test("the last slug wins when two forced branches configure a feature")
  func twoOwners() throws {
    let client = Sample.client()
    var state = EnrollmentState()
    _ = state.apply(
      [
        Sample.recipe("a", branches: [Sample.branch("a", ["v": 1])]),
        Sample.recipe("b", branches: [Sample.branch("b", ["v": 2])]),
      ], for: client)
    _ = state.optIn("b", branch: "b")
    let feature = try #require(state.effectiveFeatures()["app-menu"])
    #expect(feature.value == ["v": 2])
    #expect(feature.slug == "b")
  }

  @Test("coenrolled recipes are merged in slug order")
  func coenrollment() throws {
    let recipes = ["b", "a"].map {
      Sample.recipe($0, branches: [Sample.branch("c", ["by": "{experiment}"])])
    }
    let feature = try #require(features(recipes, coenrolling: ["app-menu"])["app-menu"])
    #expect(feature.slug == "a+b")
    #expect(feature.branch == nil)
    #expect(feature.value == ["by": "b"])
  }

  @Test("a feature with a lookalike name does not coenroll")
  func lookAlikes() {
    let (one, other) = ("caf\u{E9}", "cafe\u{301}")
    func slugs(_ feature: String) -> [String]? {
      let recipes = ["a", "b"].map {
        Sample.recipe(
          $0,
          branches: [
            Branch(slug: "c", features: [FeatureConfig(featureID: feature, value: ["v": 1])])
          ])
      }
      return features(recipes, coenrolling: [Name(one)])[feature]?.contributions.map(\.slug)
    }
    #expect(slugs(one) == ["a", "b"])
    #expect(slugs(other) == ["a"])
  }

  @Test("localized texts are substituted")
  func localizedTexts() {
    let config: JSONObject = [
      "title": ["$l10n": ["id": "t", "text": "Hello", "comment": "greeting"]],
      "list": [["$l10n": ["id": "u", "text": "World"]], 3], "plain": ["$l10n": 4],
    ]
    var recipe = Sample.recipe("a")
    recipe.localizations = ["de": ["t": "Hallo"]]
    #expect(
      recipe.localized(config, for: "de") == [
        "title": "Hallo", "list": ["World", 3], "plain": ["$l10n": 4],
      ])
    #expect(recipe.localized(config, for: "fr")["title"] == "Hello")
  }
}
