import Testing
import VirgaJSON
import VirgaTestSupport

@Suite("Reasons that virga enroll prints")
struct EnrollCommandReasonTests {
  private let place: Workplace

  init() throws {
    place = try Workplace()
    place.directory.write(
      Sample.recipeText("icons", targeting: "is_already_enrolled || is_first_run == true"),
      to: "sticky.json")
    place.directory.write(#"{"is_first_run": true}"#, to: "first.json")
    place.directory.write(#"{"is_first_run": false}"#, to: "later.json")
    place.directory.write("[]", to: "none.json")
  }

  private func enroll(
    _ recipes: String, _ options: String..., format: String = "json"
  ) throws -> ChildProcess {
    let words = [
      "enroll", "--recipes", recipes, "--client-id", Sample.clientID, "--explain", "--format",
      format,
    ]
    return try VirgaProgram.run(words + options, in: place.directory.root)
  }

  private func rows(
    _ recipes: String, _ options: String..., session: String? = nil
  ) throws -> [JSONValue] {
    let words = [
      "enroll", "--recipes", recipes, "--client-id", Sample.clientID, "--explain", "--format",
      "json",
    ]
    let answer = try VirgaProgram.run(
      words + options + (session.map { ["--session", $0] } ?? []), in: place.directory.root)
    return try JSONValue.parse(answer.output)["enrollments"]?.arrayValue ?? []
  }

  private static let sessions: [String?] = [nil, "s.virga"]

  /// The row of a client that was never evaluated before.
  private func firstRow(_ session: String?) throws -> JSONValue {
    try #require(
      try rows(
        "sticky.json", "--context", "first.json", "--now", "2026-11-28T12:00:00Z", session: session
      ).first)
  }

  @Test("a new client enrolls because of its first run", arguments: sessions)
  func firstReason(session: String?) throws {
    let why = try #require(try firstRow(session)["why"]?.stringValue)
    #expect(
      why.hasPrefix("enrolled in `treatment` on 20")
        && why.contains(" because `is_first_run == true` is true: "),
      "\(why)")
  }

  @Test("a client stays because it is enrolled", arguments: sessions)
  func staying(session: String?) throws {
    #expect(
      try firstRow(session)["stays"]?.stringValue?.hasPrefix(
        "stays enrolled: `is_already_enrolled` is true; ") == true)
  }

  @Test("a later evaluation has the same reasons") func laterReasons() throws {
    let first = try firstRow("s.virga")
    let later = try #require(
      try rows("sticky.json", "--context", "later.json", session: "s.virga").first)
    #expect(later["why"] == first["why"] && later["stays"] == first["stays"])
  }

  @Test("--explain prints why a client stays") func explained() throws {
    _ = try firstRow("s.virga")
    _ = try rows("sticky.json", "--context", "later.json", session: "s.virga")
    let text = try place.virga(
      "enroll", "--recipes", "sticky.json", "--explain", "--session", "s.virga", "--client-id",
      Sample.clientID)
    #expect(text.output.contains("\nicons: stays enrolled: `is_already_enrolled` is true; "))
  }

  @Test("redo restores the reason") func redo() throws {
    _ = try rows("sticky.json", "--context", "first.json", session: "s.virga")
    let entry = {
      try JSONValue.parse(place.virga("session", "export", "--session", "s.virga").output)[
        "entries"]?["enrollment"]
    }
    let kept = try entry()
    #expect(kept?["icons"]?["Enrolled"]?["decision"]?["why"] != nil)
    #expect(try place.virga("session", "undo", "--session", "s.virga").code == 0)
    #expect(try entry() == nil)
    #expect(try place.virga("session", "redo", "--session", "s.virga").code == 0)
    #expect(try entry() == kept)
  }

  @Test("an export carries the reason") func carried() throws {
    let first = try rows("sticky.json", "--context", "first.json", session: "s.virga")
    #expect(try place.virga("session", "export", "out.json", "--session", "s.virga").code == 0)
    #expect(try place.virga("session", "import", "out.json", "--session", "t.virga").code == 0)
    #expect(
      try rows("sticky.json", "--context", "later.json", session: "t.virga").first?["why"]
        == first.first?["why"])
  }

  @Test("a recipe that returns or changes its kind is listed with the reason why nothing happened")
  func returning()
    throws
  {
    _ = try rows("sticky.json", "--context", "first.json", session: "s.virga")
    #expect(try rows("none.json", session: "s.virga").map { $0["status"] } == ["WasEnrolled"])
    let returned = try rows("sticky.json", session: "s.virga")
    #expect(returned.map { $0["slug"] } == ["icons"] && returned.first?["status"] == "None")
    #expect(returned.first?["why"]?.stringValue?.hasPrefix("no record: it ended at 20") == true)
    let shown = try place.virga("session", "show", "--session", "s.virga").output
    #expect(shown.contains("icons  no record: it ended at 20"))
    #expect(try rows("sticky.json", session: "s.virga").first?["status"] == "Enrolled")
    place.directory.write(
      Sample.recipeText("icons").replacing(#""isRollout":false"#, with: #""isRollout":true"#),
      to: "flip.json")
    let flipped = try #require(try rows("flip.json", session: "s.virga").first)
    #expect(
      flipped["why"]?.stringValue?.contains(
        "until the recipe changed from an experiment to a rollout at 20") == true,
      "\(flipped)")
  }

  @Test("an unreadable recipe has a row") func unread() throws {
    place.directory.write(#"[{"slug": "odd", "branches": 3}]"#, to: "odd.json")
    let odd = try enroll("odd.json")
    let row = try JSONValue.parse(odd.output)["enrollments"]?[0]
    #expect(row?["slug"] == "odd" && row?["status"] == "Unread")
    #expect(row?["why"]?.stringValue?.hasPrefix("could not be read: ") == true)
  }

  @Test("a recipe that an earlier file has is named") func repeated() throws {
    let twice = try enroll("sticky.json", "--recipes", "sticky.json", format: "text")
    #expect(
      twice.errors
        == "warning: sticky.json: ignored the recipe `icons`, which an earlier file has already\n")
  }

  @Test("an empty answer says why it is empty") func empty() throws {
    let enrolled = try enroll("none.json", format: "text")
    #expect(enrolled.output.isEmpty)
    #expect(enrolled.errors == "note: the files given with --recipes have no recipes\n")
    let simulated = try place.virga("simulate", "--recipes", "none.json")
    #expect(
      simulated.errors
        == "note: nothing to simulate: the files given with --recipes have no recipes\n")
    let events = { (options: [String]) in
      try VirgaProgram.run(["events", "--session", "s.virga"] + options, in: place.directory.root)
    }
    #expect(
      try events([]).errors
        == "note: no events yet; they come with changes, enrollments and exposures\n")
    _ = try rows("sticky.json", "--context", "first.json", session: "s.virga")
    let unmatched = try events(["--kind", "exposure"])
    #expect(unmatched.output.isEmpty)
    #expect(
      unmatched.errors
        == "note: none of the 3 events matches; the kinds are enrollment, enrollment_status, set\n")
  }
}
