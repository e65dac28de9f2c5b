import Testing
import VirgaJSON
import VirgaSession
import VirgaTestSupport

@Suite("virga enroll")
struct EnrollCommandTests {
  private let place: Workplace

  init() throws { place = try Workplace() }

  private static let id = "00000000-0000-4000-8000-000000000001"

  private static func recipe(_ slug: String, feature: String = "new", value: String = "{}") -> String {
    """
    {"slug": "\(slug)", "appName": "app", "channel": "beta", "featureIds": ["\(feature)"], "isRollout": false,
     "bucketConfig": {"namespace": "n", "randomizationUnit": "nimbus_id", "start": 0, "count": 10000, "total": 10000},
     "branches": [{"slug": "on", "ratio": 1, "features": [{"featureId": "\(feature)", "value": \(value)}]}],
     "schemaVersion": "1.12.0", "isEnrollmentPaused": false, "probeSets": [], "userFacingName": "Test",
     "userFacingDescription": "Test", "proposedDuration": 7, "proposedEnrollment": 7, "referenceBranch": "on",
     "targeting": "true", "startDate": null, "endDate": null, "id": "\(slug)"}
    """
  }

  private func enroll(_ recipes: [String], _ options: String...) throws -> JSONValue {
    place.directory.write("[\(recipes.joined(separator: ", "))]", to: "recipes.json")
    let words = ["enroll", "--recipes", "recipes.json", "--client-id", Self.id, "--format", "json"]
    return try JSONValue.parse(VirgaProgram.run(words + options, in: place.directory.root).output)
  }

  @Test("enrolls in the file's first recipe, with a session and without") func order() throws {
    let recipes = [Self.recipe("zebra"), Self.recipe("apple")]
    let alone = try enroll(recipes)
    #expect(
      alone["enrollments"] == [
        ["slug": "apple", "status": "NotEnrolled", "reason": "FeatureConflict", "branch": .null],
        ["slug": "zebra", "status": "Enrolled", "reason": "Qualified", "branch": "on"],
      ])
    #expect(
      alone["events"] == [
        ["change": "Enrollment", "slug": "zebra", "branch": "on", "reason": .null],
        ["change": "EnrollFailed", "slug": "apple", "branch": "N/A", "reason": "feature-conflict"],
      ])
    #expect(try enroll(recipes, "--session", "s.virga") == alone)
    let events = try SessionStore(place.directory.path("s.virga")).events()
    #expect(
      events.filter { !$0.isAboutOperation }.map { "\($0.kind) \($0.slug ?? "")" } == [
        "enrollment zebra", "enroll_failed apple", "enrollment_status apple", "enrollment_status zebra",
      ])
  }

  @Test("prints an ended recipe of the session") func ended() throws {
    _ = try enroll([Self.recipe("gone"), Self.recipe("never")], "--session", "s.virga")
    let answer = try enroll([Self.recipe("late")], "--session", "s.virga")
    #expect(
      answer["enrollments"] == [
        ["slug": "gone", "status": "WasEnrolled", "reason": .null, "branch": "on"],
        ["slug": "late", "status": "Enrolled", "reason": "Qualified", "branch": "on"],
      ])
    let text = try place.virga("enroll", "--recipes", "recipes.json", "--explain", "--session", "s.virga").output
    let row = try #require(text.split(separator: "\n").first { $0.hasPrefix("gone ") })
    #expect(row.contains("WasEnrolled  on "))
    #expect(row.contains("was enrolled in `on` until the recipe ended at 20"))
    #expect(text.contains("\ngone: nothing: the recipe ended; it could only return as a new recipe with a new slug\n"))
  }

  @Test("prints a config unchanged, including nulls, if no manifest has defaults", arguments: [true, false])
  func nulls(inSession: Bool) throws {
    let config = #"{"a": null, "b": {"c": null, "d": [{"e": null}]}}"#
    let written = try JSONValue.parse(config)
    let session = inSession ? ["--session", "s.virga"] : []
    func features(_ id: String, _ options: [String]) throws -> JSONValue? {
      place.directory.write("[\(Self.recipe("r", feature: id, value: config))]", to: "recipes.json")
      let words =
        ["enroll", "--recipes", "recipes.json", "--client-id", Self.id, "--format", "json"] + session + options
      return try JSONValue.parse(VirgaProgram.run(words, in: place.directory.root).output)["features"]?[id]
    }
    let bare = try #require(try features("new", []))
    #expect(bare.isIdentical(to: written))
    let manifest = ["--manifest", "good.yaml", "--channel", "beta"]
    #expect(try #require(try features("new", manifest)).isIdentical(to: written))
    #expect(try features("omega", manifest) == ["greeting": "hello", "b": ["d": [["e": .null]]]])
  }
}
