import Testing
import VirgaExperiments
import VirgaJSON
import VirgaSession
import VirgaTestSupport
import VirgaWorkbench

@Suite("Change of a recipe")
struct RecipeChangeTests {
  /// A recipe with members of its own and with spellings of numbers that a printer would not
  /// choose.
  private static let text = """
    {"slug":"test","schemaVersion":"1.12.0","userFacingName":"","userFacingDescription":"",\
    "isEnrollmentPaused":false,"proposedEnrollment":7,"own":{"b":1.50,"a":[1e3]},\
    "bucketConfig":{"randomizationUnit":"nimbus_id","namespace":"n","start":0,"count":100,"total":10000},\
    "featureIds":["app-menu"],"branches":[{"slug":"control","ratio":1,"note":"mine","features":\
    [{"featureId":"app-menu","enabled":true,"value":{"rows":3.0}}]}]}
    """

  /// The text of a recipe with a change.
  private static func changed(
    _ change: RecipeChange, in text: String = RecipeChangeTests.text
  ) throws -> String {
    let recipe = try #require(Recipe(entry: JSONValue.parse(text)))
    return JSONValue.object(try change.applied(to: recipe)).compact
  }

  /// A change, and what it replaces in the text of the recipe.
  struct Replacement: Sendable {
    let change: RecipeChange
    let old: String
    let new: String
  }

  @Test(
    "leaves all other members as they are written",
    arguments: [
      TestRow(
        "a ratio",
        Replacement(change: .ratio(5, branch: "control"), old: #""ratio":1"#, new: #""ratio":5"#)),
      TestRow(
        "the number of buckets",
        Replacement(
          change: .buckets(start: nil, count: 50), old: #""count":100"#, new: #""count":50"#)),
      TestRow(
        "the first bucket",
        Replacement(
          change: .buckets(start: 7, count: nil), old: #""start":0"#, new: #""start":7"#)),
      TestRow(
        "a config",
        Replacement(
          change: .config(["rows": 4], feature: "app-menu", branch: "control"),
          old: #"{"rows":3.0}"#, new: #"{"rows":4}"#)),
      TestRow(
        "a new targeting",
        Replacement(
          change: .targeting("true"), old: #"3.0}}]}]}"#, new: #"3.0}}]}],"targeting":"true"}"#)),
      TestRow(
        "a new branch",
        Replacement(
          change: .addBranch("warm", ratio: 2), old: #"3.0}}]}]"#,
          new: #"3.0}}]},{"slug":"warm","ratio":2,"features":[]}]"#)),
    ])
  func otherMembers(_ row: TestRow<Replacement>) throws {
    let replacement = row.values
    let expected = Self.text.replacing(replacement.old, with: replacement.new)
    #expect(try Self.changed(replacement.change) == expected)
  }

  @Test("adds the config of a feature that the branch did not configure")
  func newFeature() throws {
    let changed = try Self.changed(.config(["a": 1], feature: "share", branch: "control"))
    let added = #","value":{"rows":3.0}},{"featureId":"share","enabled":true,"value":{"a":1}}]"#
    #expect(changed.contains(added))
  }

  @Test("declares a feature that it configures") func declaredFeature() throws {
    let changed = try Self.changed(.config(["a": 1], feature: "share", branch: "control"))
    #expect(changed.contains(#""featureIds":["app-menu","share"]"#))
  }

  @Test("declares a feature no longer when the only branch that configures it is removed")
  func undeclaredFeature() throws {
    var recipe = try #require(Recipe(entry: JSONValue.parse(Self.text)))
    let changes: [RecipeChange] = [
      .addBranch("warm", ratio: 1), .config(["a": 1], feature: "app-menu", branch: "warm"),
      .config(["a": 1], feature: "share", branch: "warm"),
    ]
    for change in changes {
      let changed = try change.applied(to: recipe)
      recipe = try #require(Recipe(entry: .object(changed)))
    }
    #expect(recipe.json["featureIds"] == ["app-menu", "share"])
    let without = try RecipeChange.removeBranch("warm").applied(to: recipe)
    #expect(without["featureIds"] == ["app-menu"])
  }

  @Test("sets the single config of a branch in the form for older clients")
  func singleFeature() throws {
    let old = Self.text.replacing(#""features":["#, with: #""feature":"#)
      .replacing("3.0}}]}]}", with: "3.0}}}]}")
    let changed = try Self.changed(
      .config(["rows": 4], feature: "app-menu", branch: "control"), in: old)
    #expect(changed == old.replacing("3.0", with: "4"))
    let listed = try Self.changed(.config([:], feature: "share", branch: "control"), in: old)
    let recipe = try #require(Recipe(entry: JSONValue.parse(listed)))
    #expect(recipe.featureIDs == ["app-menu", "share"])
    #expect(listed.contains(#""feature":{"featureId":"app-menu""#))
  }

  @Test("removes the reference to a branch with the branch")
  func reference() throws {
    var json = try #require(JSONValue.parse(Self.text).objectValue)
    json["referenceBranch"] = "control"
    let recipe = try #require(Recipe(entry: .object(json)))
    let withOther = try RecipeChange.addBranch("b", ratio: 1).applied(to: recipe)
    #expect(withOther["referenceBranch"] == "control")
    let two = try #require(Recipe(entry: .object(withOther)))
    let without = try RecipeChange.removeBranch("control").applied(to: two)
    #expect(without["referenceBranch"] == .null)
  }

  @Test("refuses a branch without a name")
  func nameless() throws {
    let recipe = try #require(Recipe(entry: JSONValue.parse(Self.text)))
    #expect(throws: Refusal.self) { try RecipeChange.addBranch("", ratio: 1).applied(to: recipe) }
  }

  @Test("does not remove the last branch") func lastBranch() throws {
    let recipe = try #require(Recipe(entry: JSONValue.parse(Self.text)))
    #expect(throws: Refusal.self) { try RecipeChange.removeBranch("control").applied(to: recipe) }
  }

  @Test("does not add a branch with the name of another") func repeatedBranch() throws {
    let recipe = try #require(Recipe(entry: JSONValue.parse(Self.text)))
    #expect(throws: Refusal.self) {
      try RecipeChange.addBranch("control", ratio: 1).applied(to: recipe)
    }
  }
}
