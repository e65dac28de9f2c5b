import Testing
import VirgaJSON
import VirgaManifest
import VirgaSource
import VirgaTestSupport
import VirgaYAML

@testable import VirgaCLI

@Suite("Recipe check") struct RecipeCheckTests {
  private let manifest: Manifest

  init() throws {
    let text = """
      channels: [dev]
      features:
        home:
          description: d
          variables:
            rows: { description: d, type: Int, default: 1 }
            names: { description: d, type: List<N>, default: [x], string-alias: N }
            first: { description: d, type: N, default: x }
      """
    manifest = try Sample.load(text)
  }

  /// A recipe whose branch `more` configures these features.
  private func recipe(_ features: String) -> String {
    #"{"slug": "r", "branches": [{"slug": "control"}, {"slug": "more", "features": [\#(features)]}]}"#
  }

  private func problems(_ text: String) -> [Problem] {
    let file = LocatedText(SourceText(name: "r.json", text: text))
    return RecipeCheck(against: manifest, channel: "dev").problems(of: file)
  }

  @Test(
    "a config that does not match the manifest is reported at its position in the recipe",
    arguments: [
      TestRow("an unknown feature", (#"{"featureId": ⟦"hoem"⟧, "value": {}}"#, "unknown-feature")),
      TestRow(
        "a value of the wrong type",
        (#"{"featureId": "home", "value": {"rows": ⟦"two"⟧}}"#, "wrong-type")),
      TestRow(
        "an unknown variable",
        (#"{"featureId": "home", "value": {⟦"row"⟧: 2}}"#, "unknown-property")),
      TestRow(
        "an unknown string of an alias",
        (#"{"featureId": "home", "value": {"first": ⟦"y"⟧}}"#, "unknown-alias-value")),
    ])
  func mismatch(_ row: TestRow<(String, String)>) {
    let (config, code) = row.values
    for form in ["‸", "[‸]", "{\"data\": [‸]}"] {
      let marked = MarkedText(form.replacing("‸", with: recipe(config)))
      let found = problems(marked.text)
      #expect(found.map(\.code.description) == [code])
      #expect(found.map(\.location?.range) == marked.ranges)
    }
  }

  @Test("an unknown feature is reported with its branch") func branchOfFeature() throws {
    let unknown = try #require(problems(recipe(#"{"featureId": "hoem"}"#)).first)
    #expect(
      unknown.message == "branch `more` of `r` configures `hoem`, which is not a feature of app")
    #expect(unknown.hint == "did you mean `home`?")
  }

  @Test("a wrong value is reported with its branch") func branchOfValue() throws {
    let wrong = try #require(
      problems(recipe(#"{"featureId": "home", "value": {"rows": true}}"#)).first)
    #expect(wrong.message == "Invalid value true for type Int, in branch `more` of `r`")
    #expect(wrong.path == "features/home.rows")
  }

  @Test(
    "a config that matches is not a problem",
    arguments: [
      TestRow(
        "valid values",
        #"{"featureId": "home", "value": {"rows": 2, "names": ["y"], "first": "y"}}"#),
      TestRow("no values", #"{"featureId": "home"}"#),
      TestRow("no feature", ""),
    ])
  func match(_ row: TestRow<String>) {
    let config = row.values
    #expect(problems(recipe(config)) == [])
  }

  @Test("the older single feature counts only without a list of features") func singleFeature() {
    let old = #""feature": {"featureId": "gone"}"#
    #expect(
      problems(#"{"slug": "r", "branches": [{"slug": "b", \#(old)}]}"#).map(\.code) == [
        "unknown-feature"
      ])
    #expect(problems(#"{"slug": "r", "branches": [{"slug": "b", \#(old), "features": []}]}"#) == [])
  }

  @Test("only the requested branches are checked") func branches() {
    let file = LocatedText(SourceText(name: "r.json", text: recipe(#"{"featureId": "gone"}"#)))
    let check = RecipeCheck(against: manifest, channel: "dev")
    #expect(check.problems(of: file) { $0 == "r" && $1 == "control" } == [])
    #expect(check.problems(of: file) { $0 == "r" && $1 == "more" }.count == 1)
  }

  @Test(
    "JSON that is not a recipe has no configs",
    arguments: [
      TestRow("a number", "3"),
      TestRow("an empty list", "[]"),
      TestRow("an empty object", "{}"),
      TestRow("branches that are a number", "[1, {\"branches\": 2}]"),
      TestRow("a feature that is a number", #"{"branches": [{"features": [{"featureId": 1}]}]}"#),
      TestRow("an empty file", ""),
    ])
  func noRecipe(_ row: TestRow<String>) {
    let text = row.values
    #expect(problems(text) == [])
  }
}
