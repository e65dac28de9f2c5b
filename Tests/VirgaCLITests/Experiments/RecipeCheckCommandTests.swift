import Testing
import VirgaSource
import VirgaTestSupport

/// How the subcommands handle recipes that do not match their manifest.
@Suite("Recipes that do not match the manifest") struct RecipeCheckCommandTests {
  private let place: Workplace

  init() throws {
    place = try Workplace()
    place.directory.write(Self.recipes.text, to: "recipes.json")
  }

  private static let recipes = MarkedText(
    """
    {"slug": "greet", "schemaVersion": "1", "userFacingName": "n", "userFacingDescription": "d",
    "isEnrollmentPaused": false, "proposedEnrollment": 7,
    "bucketConfig": {"namespace": "n", "randomizationUnit": "nimbus_id", "start": 0, "count": 10000},
    "branches": [
    {"slug": "good", "ratio": 1, "features": [{"featureId": "omega", "value": {"greeting": "hi"}}]},
    {"slug": "wrong", "ratio": 0, "features": [{"featureId": "omega", "value": {"greeting": ⟦3⟧}}]},
    {"slug": "gone", "ratio": 0, "features": [{"featureId": ⟦"omeg"⟧, "value": {}}]}]}
    """)

  @Test("enroll reports the branches that do not match") func enroll() throws {
    let words = [
      "enroll", "--recipes", "recipes.json", "--client-id", "00000000-0000-4000-8000-000000000001",
    ]
    let alone = try VirgaProgram.run(words, in: place.directory.root)
    #expect(alone.code == 0)
    let against = try VirgaProgram.run(
      words + ["--manifest", "good.yaml", "--channel", "beta"], in: place.directory.root)
    #expect(against.code == 1)
    #expect(against.output.contains("good"))
    let places = Self.recipes.ranges.map(\.start)
    #expect(against.errors.contains("recipes.json:\(places[0]): error: features/omega.greeting: "))
    #expect(against.errors.contains("recipes.json:\(places[1]): error: features/omeg: "))
  }

  @Test("problems in several recipe files are printed file by file") func files() throws {
    place.directory.write(
      "\n\n" + Self.recipes.text.replacing("greet\"", with: "other\""), to: "later.json")
    let words = [
      "enroll", "--recipes", "later.json", "--recipes", "recipes.json", "--client-id",
      Sample.clientID,
    ]
    let answer = try VirgaProgram.run(
      words + ["--manifest", "good.yaml", "--channel", "beta"], in: place.directory.root)
    let places = Self.recipes.ranges.map(\.start.line)
    #expect(
      answer.errors.split(separator: "\n").map {
        $0.split(separator: ":").prefix(2).joined(separator: ":")
      }
        == places.map { "later.json:\($0 + 2)" } + places.map { "recipes.json:\($0)" })
  }

  @Test(
    "values checks only the chosen branches",
    arguments: [("good", 0), ("wrong", 1), ("gone", 1)] as [(String, Int32)])
  func values(_ branch: String, _ code: Int32) throws {
    let answer = try place.virga(
      "values", "good.yaml", "--channel", "beta", "--recipes", "recipes.json", "--branch",
      "greet=\(branch)")
    #expect(answer.code == code)
    #expect(answer.errors.isEmpty == (code == 0))
  }
}
