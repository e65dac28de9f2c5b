import Testing
import VirgaExperiments
import VirgaFlags
import VirgaJSON
import VirgaSession
import VirgaSource
import VirgaWorkbench

@Suite("Recipe made from edits")
struct EditRecipeTests {
  private func recipe(_ driver: SessionDriver) throws -> JSONObject {
    try driver.session.operations(in: driver.operationContext).recipeOfEdits(slug: "mine")
  }

  @Test("is read without problems and gives every client the edits")
  func roundTrip() throws {
    var driver = SessionDriver()
    try driver.perform { o throws(Refusal) in try o.setEdit("home", at: ["sections", "news"], to: false) }
    try driver.perform { o throws(Refusal) in try o.setEdit("messages", at: ["all", "a", "size"], to: 3) }
    let batch = RecipeBatch(.object(try recipe(driver)))
    #expect(batch.problems == [])
    var state = EnrollmentState()
    try driver.perform { o throws(Refusal) in try o.setContext("nimbus_id", to: .string(SessionDriver.clientID)) }
    _ = state.apply(batch.recipes, for: driver.session.client(in: driver.operationContext))
    #expect(state.activeBranch(of: "mine") == "edits")
    let features = state.effectiveFeatures()
    #expect(features["home"]?.value == ["sections": ["news": false]])
    #expect(features["messages"]?.value == ["all": ["a": ["size": 3]]])
  }

  @Test("has the members that the SDK's tools write")
  func members() throws {
    var driver = SessionDriver()
    try driver.perform { o throws(Refusal) in try o.setEdit("home", at: ["rows"], to: 9) }
    let recipe = try recipe(driver)
    #expect(recipe["appName"] == "app")
    #expect(recipe["channel"] == "nightly")
    #expect(recipe["featureIds"] == ["home"])
    #expect(recipe["referenceBranch"] == "edits")
    #expect(recipe["targeting"] == "true")
  }

  @Test("is refused without edits or with invalid ones")
  func refused() {
    func reason(_ session: Session) -> Refusal? {
      do {
        _ = try recipe(SessionDriver(session: session))
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

@Suite("Orphaned session entries")
struct OrphanTests {
  @Test("are listed with the reason, and kept")
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

  @Test("include a preference that nothing reads, but not an app setting of a variable")
  func preferences() {
    let session = Session(entries: [EntryKey(.preference, "home.shown"): true, EntryKey(.preference, "gone"): true])
    let found = session.orphans(in: Sample.manifest, catalogue: FlagCatalogue([]))
    #expect(found.map { "\($0.key.name): \($0.reason)" } == ["gone: nothing reads `gone`"])
    #expect(session.orphans(in: Sample.manifest) == [], "without flags that are known nobody can say")
  }
}
