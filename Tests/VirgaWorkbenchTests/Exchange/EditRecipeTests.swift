import Testing
import VirgaExperiments
import VirgaFlags
import VirgaJSON
import VirgaSession
import VirgaSource
import VirgaTestSupport
import VirgaWorkbench

@Suite("Recipe made from edits")
struct EditRecipeTests {
  private func recipe(_ driver: SessionDriver) throws -> JSONObject {
    try driver.session.operations(in: driver.operationContext).recipeOfEdits(slug: "mine")
  }

  /// A session with edits of two features.
  private func edited() throws -> SessionDriver {
    var driver = SessionDriver()
    try driver.perform { o throws(Refusal) in
      try o.setEdit("app-menu", at: ["sections", "bookmarks"], to: false)
    }
    try driver.perform { o throws(Refusal) in
      try o.setEdit("messaging", at: ["all", "a", "rows"], to: 3)
    }
    return driver
  }

  @Test("is read without problems") func reading() throws {
    #expect(try RecipeBatch(.object(recipe(edited()))).problems == [])
  }

  @Test("gives every client the edits") func everyClient() throws {
    var driver = try edited()
    let batch = RecipeBatch(.object(try recipe(driver)))
    var state = EnrollmentState()
    try driver.perform { o throws(Refusal) in
      try o.setContext("nimbus_id", to: .string(Sample.clientID))
    }
    _ = state.apply(batch.recipes, for: driver.session.client(in: driver.operationContext))
    #expect(state.activeBranch(of: "mine") == "edits")
    let features = state.effectiveFeatures()
    #expect(features["app-menu"]?.value == ["sections": ["bookmarks": false]])
    #expect(features["messaging"]?.value == ["all": ["a": ["rows": 3]]])
  }

  @Test("has the members that the SDK's tools write")
  func members() throws {
    var driver = SessionDriver()
    try driver.perform { o throws(Refusal) in try o.setEdit("app-menu", at: ["rows"], to: 9) }
    let recipe = try recipe(driver)
    #expect(recipe["appName"] == "app")
    #expect(recipe["channel"] == "nightly")
    #expect(recipe["featureIds"] == ["app-menu"])
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
    #expect(
      reason(Session(entries: [EntryKey(.edit, "gone"): ["a": 1]]))?.problems.map(\.code) == [
        "unknown-feature"
      ])
    #expect(
      reason(Session(entries: [EntryKey(.edit, "app-menu"): ["rows": "many"]]))?.problems.isEmpty
        == false)
  }
}
