import Testing
import VirgaExperiments
import VirgaFlags
import VirgaJSON
import VirgaSession
import VirgaSource
import VirgaWorkbench

@Suite("A recipe of the edits")
struct EditRecipeTests {
  private func recipe(_ desk: Desk) throws -> JSONObject {
    try desk.session.operations(in: desk.surroundings).recipeOfEdits(slug: "mine")
  }

  @Test("is read without a problem and gives every client the edits")
  func roundTrip() throws {
    var desk = Desk()
    try desk.perform { o throws(Refusal) in try o.setEdit("home", at: ["sections", "news"], to: false) }
    try desk.perform { o throws(Refusal) in try o.setEdit("messages", at: ["all", "a", "size"], to: 3) }
    let batch = RecipeBatch(.object(try recipe(desk)))
    #expect(batch.problems == [])
    var state = EnrollmentState()
    try desk.perform { o throws(Refusal) in try o.setContext("nimbus_id", to: .string(Desk.clientID)) }
    _ = state.apply(batch.recipes, for: desk.session.client(in: desk.surroundings))
    #expect(state.activeBranch(of: "mine") == "edits")
    let features = state.effectiveFeatures()
    #expect(features["home"]?.value == ["sections": ["news": false]])
    #expect(features["messages"]?.value == ["all": ["a": ["size": 3]]])
  }

  @Test("has the members that the SDK's tools write")
  func members() throws {
    var desk = Desk()
    try desk.perform { o throws(Refusal) in try o.setEdit("home", at: ["rows"], to: 9) }
    let recipe = try recipe(desk)
    #expect(recipe["appName"] == "app")
    #expect(recipe["channel"] == "nightly")
    #expect(recipe["featureIds"] == ["home"])
    #expect(recipe["referenceBranch"] == "edits")
    #expect(recipe["targeting"] == "true")
  }

  @Test("is refused without edits, and with edits that do not fit")
  func refused() {
    func reason(_ session: Session) -> Refusal? {
      do {
        _ = try recipe(Desk(session: session))
        return nil
      } catch {
        return error as? Refusal
      }
    }
    #expect(reason(Session())?.description == "there are no edits to make a recipe from")
    #expect(reason(Session(entries: [EntryKey(.edit, "gone"): ["a": 1]]))?.problems.map(\.code) == ["unknown-feature"])
    #expect(reason(Session(entries: [EntryKey(.edit, "home"): ["rows": "many"]]))?.problems.isEmpty == false)
  }
}

@Suite("What no longer fits the manifest")
struct OrphanTests {
  @Test("is listed with the reason, and kept")
  func orphans() {
    let entries: [EntryKey: JSONValue] = [
      EntryKey(.edit, "gone"): ["a": 1], EntryKey(.edit, "home"): ["rows": "many"], EntryKey(.channel): "beta",
      EntryKey(.branch, "old"): "on", EntryKey(.preference, "home.shown"): 3, EntryKey(.recipe, "bad"): ["slug": "bad"],
      EntryKey(.edit, "messages"): ["all": [:]],
    ]
    let session = Session(entries: entries)
    let found = session.orphans(in: Sample.manifest)
    #expect(
      found.map { "\($0.key.kind.rawValue) \($0.key.name): \($0.reason)" } == [
        "channel : the manifest has no channel `beta`", "edit gone: the manifest has no feature `gone`",
        "edit home: Invalid value \"many\" for type Int", "recipe bad: it can't be read as a recipe with that slug",
        "branch old: the session has no recipe `old`", "preference home.shown: home.shown is Boolean, not 3",
      ])
    #expect(session.keys.count == entries.count)
  }

  @Test("is a preference only if nothing reads it") func preferences() {
    let session = Session(entries: [EntryKey(.preference, "home.shown"): true, EntryKey(.preference, "gone"): true])
    let found = session.orphans(in: Sample.manifest, catalogue: FlagCatalogue([]))
    #expect(found.map { "\($0.key.name): \($0.reason)" } == ["gone: nothing reads `gone`"])
    #expect(session.orphans(in: Sample.manifest) == [], "without flags that are known nobody can say")
  }
}
