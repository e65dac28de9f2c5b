import Testing
import VirgaExperiments
import VirgaJSON
import VirgaManifest
import VirgaSession
import VirgaSource
import VirgaTestSupport
import VirgaWorkbench

/// Changes of recipes, of which the client is in the branch `six`.
@Suite("Recipe operations")
struct OperationsRecipesTests {
  private static let six = BranchFeature("app-menu", in: "six", of: "rows")

  /// The recipe as a file has it, with another number of rows in the branch of the client.
  private static func rows(_ count: Int64 = 6) -> JSONValue {
    Sample.entry(
      "rows", ["four": ["app-menu": ["rows": 4]], "six": ["app-menu": ["rows": .integer(count)]]])
  }

  private var driver: SessionDriver {
    get throws {
      var driver = SessionDriver()
      try driver.add(Self.rows())
      return driver
    }
  }

  /// What an app reads as the number of rows.
  private func rows(_ driver: SessionDriver) -> JSONValue? {
    let layers = SessionLayers(driver.session)["app-menu"]
    return Sample.manifest.reading(
      of: Sample.manifest.known("app-menu"), channel: "nightly", under: layers)["rows"]?
      .json
  }

  /// The number of rows that the file has for the client's branch.
  private func rowsInFile(_ driver: SessionDriver) -> JSONValue? {
    driver.session.recipeInFile("rows")?.config(at: Self.six)?["rows"]
  }

  /// The session after a change of the client's branch to seven rows.
  private func changed() throws -> SessionDriver {
    var driver = try driver
    try driver.perform { o throws(Refusal) in try o.setConfig(Self.six, at: ["rows"], to: 7) }
    return driver
  }

  @Test("a value in the client's branch reaches it at once") func value() throws {
    var driver = try driver
    let operation = try driver.perform { o throws(Refusal) in
      try o.setConfig(Self.six, at: ["rows"], to: 7)
    }
    #expect(operation.label == "set rows = 7 in six of rows")
    #expect(operation.feature == "app-menu")
    #expect(operation.told == [])
    #expect(driver.statuses == ["rows Enrolled six"])
    #expect(rows(driver) == 7)
  }

  @Test("a changed value is told from the file's") func valueOfTheFile() throws {
    let driver = try changed()
    #expect(rowsInFile(driver) == 6)
    #expect(driver.session.changedRecipeSlugs == ["rows"])
  }

  @Test("undo restores the file's value") func undo() throws {
    var driver = try changed()
    _ = driver.session.undo()
    #expect(rows(driver) == 6)
    #expect(driver.session.changedRecipeSlugs == [])
  }

  @Test("redo restores the changed value") func redo() throws {
    var driver = try changed()
    _ = driver.session.undo()
    _ = driver.session.redo()
    #expect(rows(driver) == 7)
    #expect(driver.session.changedRecipeSlugs == ["rows"])
  }

  @Test("a config is refused with the same problems as an edit")
  func problems() throws {
    let driver = try driver
    let wrong: [(path: String, value: JSONValue)] = [("row", 1), ("rows", "many")]
    for (path, value) in wrong {
      let ofConfig = driver.refusal { o throws(Refusal) in
        try o.setConfig(Self.six, at: [.key(path)], to: value)
      }
      let ofEdit = driver.refusal { o throws(Refusal) in
        try o.setEdit("app-menu", at: [.key(path)], to: value)
      }
      #expect(ofConfig?.problems.isEmpty == false)
      #expect(ofConfig == ofEdit)
    }
  }

  @Test("a config can be set as a whole, also of a feature that the branch did not configure")
  func wholeConfig() throws {
    var driver = try driver
    let share = BranchFeature("share", in: "six", of: "rows")
    let operation = try driver.perform { o throws(Refusal) in
      try o.setConfig(share, at: .root, to: ["start": "disabled"])
    }
    #expect(operation.label == "replace the config of share in six of rows")
    #expect(driver.session.recipe("rows")?.featureIDs == ["app-menu", "share"])
    #expect(SessionLayers(driver.session).enrolled["share"]?.value == ["start": "disabled"])
  }

  @Test("an element of a list is set in the whole list that apps read below the config")
  func list() throws {
    var driver = try driver
    try driver.perform { o throws(Refusal) in
      try o.setConfig(Self.six, at: ["ordering", 1], to: "bookmarks")
    }
    let config = driver.session.recipe("rows")?.config(at: Self.six)
    #expect(config == ["rows": 6, "ordering": ["settings", "bookmarks"]])
  }

  @Test("an unknown recipe, branch or feature is refused with the closest one")
  func unknown() throws {
    let driver = try driver
    func refusal(_ feature: String, _ branch: String, _ slug: String) -> String? {
      driver.refusal { o throws(Refusal) in
        try o.setConfig(BranchFeature(feature, in: branch, of: slug), at: ["rows"], to: 1)
      }?.description
    }
    #expect(
      refusal("app-menu", "six", "row") == "there is no recipe `row`; did you mean `rows`?")
    #expect(
      refusal("app-menu", "sixx", "rows")
        == "the recipe `rows` has no branch `sixx`; did you mean `six`?")
    #expect(
      refusal("app-men", "six", "rows")
        == "there is no feature `app-men`; did you mean `app-menu`?")
  }

  @Test("a file that is read again unchanged changes nothing") func sameFile() throws {
    let sameFile = try changed().refusal { o throws(Refusal) in
      try o.addRecipes([Self.rows()].compactMap(Recipe.init(entry:)))
    }
    #expect(sameFile?.isUnchanged == true)
  }

  @Test("a file that is read again leaves the change") func reload() throws {
    var driver = try changed()
    try driver.add(Self.rows(8))
    #expect(rows(driver) == 7)
    #expect(rowsInFile(driver) == 8)
  }

  @Test("dropping the change restores the file as it was read last") func droppedAfterReload()
    throws
  {
    var driver = try changed()
    try driver.add(Self.rows(8))
    try driver.perform { o throws(Refusal) in try o.dropRecipeChange(of: "rows") }
    #expect(rows(driver) == 8)
  }

  @Test("a file that has the change ends it")
  func caughtUp() throws {
    var driver = try driver
    try driver.perform { o throws(Refusal) in try o.setConfig(Self.six, at: ["rows"], to: 7) }
    try driver.add(Self.rows(7))
    #expect(driver.session.changedRecipeSlugs == [])
    #expect(driver.session.count(of: .recipeFile) == 0)
  }

  @Test("a description of the client with all recipes leaves the change")
  func enrolling() throws {
    var driver = try driver
    try driver.perform { o throws(Refusal) in try o.setConfig(Self.six, at: ["rows"], to: 7) }
    var request = EnrollmentRequest([Self.rows(8)].compactMap(Recipe.init(entry:)))
    request.attributes = ["locale": "de"]
    try driver.perform { o throws(Refusal) in
      guard let operation = try o.enroll(request).operation else { throw .unchanged() }
      return operation
    }
    #expect(rows(driver) == 7)
    #expect(rowsInFile(driver) == 8)
  }

  @Test("the change is dropped by name") func dropping() throws {
    var driver = try changed()
    let dropped = try driver.perform { o throws(Refusal) in try o.dropRecipeChange(of: "rows") }
    #expect(dropped.label == "drop the changes of rows")
    #expect(rows(driver) == 6)
  }

  @Test("dropping a change of an unchanged recipe is refused") func nothingToDrop() throws {
    let refusal = try driver.refusal { o throws(Refusal) in try o.dropRecipeChange(of: "rows") }
    #expect(refusal?.description == "`rows` does not differ from its file")
    #expect(refusal?.isAlreadyDone == true)
  }

  @Test("the change is dropped by setting what the file has") func setAsInFile() throws {
    var driver = try changed()
    try driver.perform { o throws(Refusal) in try o.setConfig(Self.six, at: ["rows"], to: 6) }
    #expect(driver.session.changedRecipeSlugs == [])
  }

  @Test("a removed recipe takes its change with it")
  func removing() throws {
    var driver = try driver
    try driver.perform { o throws(Refusal) in try o.setConfig(Self.six, at: ["rows"], to: 7) }
    try driver.perform { o throws(Refusal) in try o.removeRecipe("rows") }
    #expect(driver.session.count(of: .recipeFile) == 0)
    try driver.add(Self.rows())
    #expect(driver.session.changedRecipeSlugs == [])
  }

  @Test("a changed targeting is evaluated") func targeting() throws {
    var driver = try driver
    let operation = try driver.perform { o throws(Refusal) in
      try o.change("rows", .targeting("false"))
    }
    #expect(operation.label == "change the targeting of rows")
    #expect(driver.statuses == ["rows Disqualified"])
  }

  @Test("a targeting that clients cannot read is refused") func unreadableTargeting() throws {
    let refusal = try driver.refusal { o throws(Refusal) in
      try o.change("rows", .targeting("locale =="))
    }
    #expect(refusal?.problems.first?.code == "unreadable-targeting")
  }

  @Test("a targeting can be removed") func removedTargeting() throws {
    var driver = try driver
    try driver.perform { o throws(Refusal) in try o.change("rows", .targeting("false")) }
    let removal = try driver.perform { o throws(Refusal) in try o.change("rows", .targeting(nil)) }
    #expect(removal.label == "remove the targeting of rows")
    #expect(driver.session.recipe("rows")?.targeting == nil)
  }

  @Test("buckets beyond their number are set with a warning")
  func buckets() throws {
    var driver = try driver
    let before = driver.session.operations(in: driver.operationContext)
    let operation = try driver.perform { o throws(Refusal) in
      try o.change("rows", .buckets(start: 5, count: 20_000))
    }
    #expect(driver.session.recipe("rows")?.bucketConfig.start == 5)
    let remarks = before.remarks(onChange: operation, of: "rows")
    #expect(remarks.map(\.code) == ["too-many-buckets"])
  }

  /// The session with the client in a new branch.
  private func inNewBranch() throws -> SessionDriver {
    var driver = try driver
    try driver.perform { o throws(Refusal) in try o.change("rows", .addBranch("nine", ratio: 1)) }
    try driver.perform { o throws(Refusal) in
      try o.setConfig(BranchFeature("app-menu", in: "nine", of: "rows"), at: ["rows"], to: 9)
    }
    try driver.perform { o throws(Refusal) in try o.forceBranch("nine", of: "rows") }
    return driver
  }

  @Test("a new branch brings its config when it is forced") func newBranch() throws {
    let driver = try inNewBranch()
    #expect(driver.statuses == ["rows Enrolled nine"])
    #expect(rows(driver) == 9)
  }

  @Test("removing the client's branch disqualifies it") func removedBranch() throws {
    var driver = try inNewBranch()
    try driver.perform { o throws(Refusal) in try o.change("rows", .removeBranch("nine")) }
    #expect(driver.statuses == ["rows Disqualified"])
  }

  @Test("the change is in the session's file and in an export")
  func exchange() throws {
    var driver = try driver
    try driver.perform { o throws(Refusal) in try o.setConfig(Self.six, at: ["rows"], to: 7) }
    let export = SessionExport(manifest: nil, session: driver.session, events: [])
    let read = try SessionExport(json: JSONValue.parse(JSONValue.object(export.json).pretty()))
    let directory = try TemporaryDirectory()
    try SessionStore(directory.path("a.virga")).restore(read)
    let stored = try SessionStore(directory.path("a.virga")).session
    for session in [read.session, stored] {
      #expect(session.changedRecipeSlugs == ["rows"])
      #expect(session.recipe("rows") == driver.session.recipe("rows"))
      #expect(session.recipeInFile("rows") == driver.session.recipeInFile("rows"))
    }
  }
}
