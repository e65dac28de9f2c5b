import Testing
import VirgaJSON
import VirgaSession
import VirgaTestSupport

@Suite("virga enroll")
struct EnrollCommandTests {
  private let place: Workplace

  init() throws { place = try Workplace() }

  private func enroll(_ recipes: [String], _ options: String...) throws -> JSONValue {
    place.directory.write("[\(recipes.joined(separator: ", "))]", to: "recipes.json")
    let words = [
      "enroll", "--recipes", "recipes.json", "--client-id", Sample.clientID, "--format", "json",
    ]
    return try JSONValue.parse(VirgaProgram.run(words + options, in: place.directory.root).output)
  }

  private static let rivals = [Sample.recipeText("zebra"), Sample.recipeText("apple")]

  @Test("enrolls in the file's first recipe") func order() throws {
    let alone = try enroll(Self.rivals)
    #expect(
      alone["enrollments"] == [
        ["slug": "apple", "status": "NotEnrolled", "reason": "FeatureConflict", "branch": .null],
        ["slug": "zebra", "status": "Enrolled", "reason": "Qualified", "branch": "treatment"],
      ])
    #expect(
      alone["events"] == [
        ["change": "Enrollment", "slug": "zebra", "branch": "treatment", "reason": .null],
        ["change": "EnrollFailed", "slug": "apple", "branch": "N/A", "reason": "feature-conflict"],
      ])
  }

  @Test("answers the same with a new session") func newSession() throws {
    let alone = try enroll(Self.rivals)
    #expect(try enroll(Self.rivals, "--session", "s.virga") == alone)
  }

  @Test("records its events in the session") func eventsInSession() throws {
    _ = try enroll(Self.rivals, "--session", "s.virga")
    let events = try SessionStore(place.directory.path("s.virga")).events()
    #expect(
      events.filter { !$0.isAboutOperation }.map { "\($0.kind) \($0.slug ?? "")" } == [
        "enrollment zebra", "enroll_failed apple", "enrollment_status apple",
        "enrollment_status zebra",
      ])
  }

  @Test("prints an ended recipe of the session") func ended() throws {
    _ = try enroll([Sample.recipeText("gone"), Sample.recipeText("never")], "--session", "s.virga")
    let answer = try enroll([Sample.recipeText("late")], "--session", "s.virga")
    #expect(
      answer["enrollments"] == [
        ["slug": "gone", "status": "WasEnrolled", "reason": .null, "branch": "treatment"],
        ["slug": "late", "status": "Enrolled", "reason": "Qualified", "branch": "treatment"],
      ])
    let text = try place.virga(
      "enroll", "--recipes", "recipes.json", "--explain", "--session", "s.virga"
    ).output
    let row = try #require(text.split(separator: "\n").first { $0.hasPrefix("gone ") })
    #expect(row.contains("WasEnrolled  treatment "))
    #expect(row.contains("was enrolled in `treatment` until the recipe ended at 20"))
    #expect(
      text.contains(
        "\ngone: nothing: the recipe ended; it could only return as a new recipe with a new slug\n")
    )
  }

  @Test(
    "prints a config unchanged, including nulls, if no manifest has defaults",
    arguments: [true, false])
  func nulls(inSession: Bool) throws {
    let config = #"{"a": null, "b": {"c": null, "d": [{"e": null}]}}"#
    let written = try JSONValue.parse(config)
    let session = inSession ? ["--session", "s.virga"] : []
    func features(_ id: String, _ options: [String]) throws -> JSONValue? {
      place.directory.write(
        "[\(Sample.recipeText("r", feature: id, config: config))]", to: "recipes.json")
      let words =
        ["enroll", "--recipes", "recipes.json", "--client-id", Sample.clientID, "--format", "json"]
        + session + options
      return try JSONValue.parse(VirgaProgram.run(words, in: place.directory.root).output)[
        "features"]?[id]
    }
    let bare = try #require(try features("new", []))
    #expect(bare.isIdentical(to: written))
    let manifest = ["--manifest", "good.yaml", "--channel", "beta"]
    #expect(try #require(try features("new", manifest)).isIdentical(to: written))
    #expect(try features("omega", manifest) == ["greeting": "hello"])
  }

  @Test(
    "prints the manifest's errors, of its channel too, with --strict those of all features",
    arguments: [[], ["--session", "s.virga"]])
  func errorsOfTheManifest(session: [String]) throws {
    place.directory.write(Sample.recipeText("r", feature: "omega"), to: "recipes.json")
    place.directory.write(
      Workplace.good.replacing("{greeting: good day}", with: "{greeting: 3}")
        .replacing("Map<String, Int>", with: "Map<String, In>"), to: "wrong.yaml")
    let words = [
      "enroll", "--recipes", "recipes.json", "--client-id", Sample.clientID, "--manifest",
      "wrong.yaml",
    ]
    let answer = try VirgaProgram.run(
      words + ["--strict", "--channel", "release"] + session, in: place.directory.root)
    let starts = answer.errors.split(separator: "\n").map { $0.prefix { $0 != " " } }
    #expect(starts == ["wrong.yaml:15:27:", "wrong.yaml:28:46:"], "\(answer.errors)")
    #expect(answer.output.contains("r       Enrolled") && answer.code == 1)
  }

  @Test(
    "warns of a recipe that has no branch to choose", arguments: [[], ["--session", "s.virga"]])
  func noBranch(session: [String]) throws {
    let recipe = Sample.recipeText("zero").replacing(#""ratio":1"#, with: #""ratio":0"#)
    place.directory.write(
      "[\(recipe), \(Sample.entry("empty", branches: []).compact)]", to: "recipes.json")
    let words = [
      "enroll", "--recipes", "recipes.json", "--client-id", Sample.clientID, "--format", "json",
    ]
    let answer = try VirgaProgram.run(words + session, in: place.directory.root)
    let rows = try JSONValue.parse(answer.output)["enrollments"]?.arrayValue ?? []
    #expect(
      rows.map { $0["slug"] } == ["empty", "zero"] && rows.allSatisfy { $0["status"] == "None" })
    #expect(
      answer.errors == """
        warning: `zero` enrolls nobody and leaves no record: the ratios of all branches are 0
        warning: `empty` enrolls nobody and leaves no record: it has no branches

        """)
    #expect(answer.code == 0)
  }
}
