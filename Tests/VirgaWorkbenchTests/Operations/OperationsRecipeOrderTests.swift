import Testing
import VirgaExperiments
import VirgaJSON
import VirgaSession
import VirgaTestSupport
import VirgaWorkbench

@Suite("Recipe order")
struct OperationsRecipeOrderTests {
  private static func recipe(_ slug: String, published: String? = nil) -> JSONValue {
    guard case .object(var recipe) = Sample.entry(slug, ["on": ["app-menu": [:]]]) else {
      return .null
    }
    recipe["publishedDate"] = published.map(JSONValue.string)
    return .object(recipe)
  }

  private static func read(_ recipes: JSONValue...) -> [Recipe] {
    recipes.compactMap { Recipe(entry: $0) }
  }

  private static let payload = read(recipe("zebra"), recipe("apple"))
  private static let order = ["zebra", "apple"]
  private static let statuses = ["apple NotEnrolled", "zebra Enrolled on"]
  private static let told = ["enrollment zebra on", "enroll_failed apple"]

  /// A session that has loaded the file, or added its recipes, and the operation.
  private func loaded(adds: Bool) throws -> (driver: SessionDriver, operation: SessionOperation) {
    var driver = SessionDriver()
    let operation = try driver.perform { o throws(Refusal) in
      try adds ? o.addRecipes(Self.payload) : o.load(recipes: Self.payload)
    }
    return (driver, operation)
  }

  @Test("is that of the file", arguments: [true, false]) func loading(adds: Bool) throws {
    let driver = try loaded(adds: adds).driver
    #expect(driver.session.recipes.map(\.slug) == Self.order)
    #expect(driver.statuses == Self.statuses)
  }

  @Test("decides which recipe is reported to lose its feature", arguments: [true, false])
  func reportedLoss(adds: Bool) throws {
    #expect(try loaded(adds: adds).operation.told == Self.told)
  }

  @Test("is that of the recipes that a client is offered")
  func enrolling() throws {
    var driver = SessionDriver()
    try driver.add(Self.recipe("apple"), Self.recipe("mango"))
    let done = try driver.session.operations(in: driver.operationContext).enroll(
      EnrollmentRequest(Self.payload))
    driver.session.perform(try #require(done.operation))
    #expect(driver.session.recipes.map(\.slug) == Self.order)
    #expect(driver.session.names(of: .recipeOrder) == ["apple", "zebra"])
  }

  @Test("follows the date, with undated recipes first")
  func dates() throws {
    var driver = SessionDriver()
    try driver.add(
      Self.recipe("late", published: "2026-02-01T00:00:00Z"),
      Self.recipe("early", published: "2026-01-01T00:00:00Z"))
    #expect(driver.statuses == ["early Enrolled on", "late NotEnrolled"])
    try driver.add(Self.recipe("undated"))
    try driver.perform { o throws(Refusal) in try o.reevaluate() }
    #expect(driver.statuses == ["early NotEnrolled", "late NotEnrolled", "undated Enrolled on"])
  }

  @Test("is restored when the removal of a recipe is undone")
  func undo() throws {
    var driver = SessionDriver()
    try driver.perform { o throws(Refusal) in try o.load(recipes: Self.payload) }
    try driver.perform { o throws(Refusal) in try o.removeRecipe("zebra") }
    #expect(driver.session.keys.filter { $0.kind == .recipeOrder }.map(\.name) == ["apple"])
    _ = driver.session.undo()
    try driver.perform { o throws(Refusal) in try o.reevaluate() }
    #expect(driver.statuses == Self.statuses)
    _ = driver.session.undo()
    _ = driver.session.undo()
    #expect(driver.session.keys.isEmpty)
    _ = driver.session.redo()
    #expect(driver.session.recipes.map(\.slug) == Self.order)
  }

  @Test("keeps the position of a single replaced recipe") func replacing() throws {
    var driver = SessionDriver()
    try driver.perform { o throws(Refusal) in try o.load(recipes: Self.payload) }
    try driver.add(Self.recipe("last"))
    try driver.add(Self.recipe("zebra", published: "2026-01-01T00:00:00Z"))
    #expect(driver.session.recipes.map(\.slug) == ["zebra", "apple", "last"])
  }

  /// A session whose file was loaded again in reverse order.
  private func reloaded() throws -> SessionDriver {
    var driver = SessionDriver()
    try driver.perform { o throws(Refusal) in try o.load(recipes: Self.payload) }
    try driver.add(Self.recipe("last"))
    try driver.add(Self.recipe("zebra", published: "2026-01-01T00:00:00Z"))
    try driver.perform { o throws(Refusal) in try o.load(recipes: Self.payload.reversed()) }
    return driver
  }

  @Test("follows a file that is loaded again") func reloading() throws {
    #expect(try reloaded().session.recipes.map(\.slug) == ["apple", "zebra", "last"])
  }

  @Test("is unchanged by a file in the same order") func sameFile() throws {
    let driver = try reloaded()
    #expect(
      driver.refusal { o throws(Refusal) in try o.load(recipes: Self.payload.reversed()) }?
        .description
        == "unchanged: the session has all of it")
  }

  @Test("follows several recipes that are added together") func addingSeveral() throws {
    var driver = try reloaded()
    try driver.add(Self.recipe("first"), Self.recipe("apple"))
    #expect(driver.session.recipes.map(\.slug) == ["first", "zebra", "last", "apple"])
  }

  /// A session in which a forced branch has taken the feature of the first recipe.
  private func forced() throws -> SessionDriver {
    var driver = SessionDriver()
    try driver.perform { o throws(Refusal) in try o.load(recipes: Self.payload) }
    try driver.perform { o throws(Refusal) in try o.forceBranch("on", of: "apple") }
    return driver
  }

  @Test("yields to a forced branch") func forcedBranch() throws {
    var driver = try forced()
    #expect(driver.statuses == ["apple Enrolled on", "zebra NotEnrolled"])
    try driver.perform { o throws(Refusal) in try o.reevaluate() }
    #expect(driver.statuses == ["apple Enrolled on", "zebra NotEnrolled"])
  }

  @Test("reports the recipe that loses its feature to a forced branch")
  func reportedConflict() throws {
    var driver = try forced()
    let anew = try driver.perform { o throws(Refusal) in try o.reevaluate() }
    #expect(anew.told == ["enroll_failed zebra"])
    #expect(anew.events.first { $0.kind == "enroll_failed" }?.reason == "feature-conflict")
  }

  @Test("survives export, import and the script that recreates the session")
  func exchange() throws {
    var driver = SessionDriver()
    try driver.perform { o throws(Refusal) in try o.load(recipes: Self.payload) }
    let export = SessionExport(manifest: nil, session: driver.session, events: [])
    let read = try SessionExport(json: try JSONValue.parse(JSONValue.object(export.json).pretty()))
    #expect(read.session.recipes.map(\.slug) == Self.order)
    var adopting = SessionDriver()
    try adopting.add(Self.recipe("other"))
    try adopting.perform { o throws(Refusal) in try o.importSession(read.session, as: "import it") }
    try adopting.perform { o throws(Refusal) in try o.reevaluate() }
    #expect(adopting.statuses == Self.statuses)
    let entries = driver.session.keys.filter { $0.kind != .enrollment }.map {
      ($0, driver.session[$0] ?? .null)
    }
    let script = Session(entries: Dictionary(uniqueKeysWithValues: entries)).shellScript()
    let slugs = script.matches(of: #/"slug": "(zebra|apple)"/#).map { String($0.output.1) }
    #expect(slugs == Self.order)
    #expect(!script.contains("recipe-order"))
  }

  @Test("ignores a stored position that would overflow", arguments: [Int64.max, .min])
  func hostile(_ place: Int64) throws {
    var driver = SessionDriver()
    driver.session = Session(entries: [
      EntryKey(.recipe, "apple"): Self.recipe("apple"),
      EntryKey(.recipeOrder, "apple"): .integer(place),
      EntryKey(.recipe, "beta"): Self.recipe("beta"), EntryKey(.recipeOrder, "beta"): "first",
    ])
    try driver.add(Self.recipe("aardvark"))
    #expect(driver.session.recipes.map(\.slug) == ["apple", "beta", "aardvark"])
    #expect(driver.session[.recipeOrder, "aardvark"] == 0)
  }
}
