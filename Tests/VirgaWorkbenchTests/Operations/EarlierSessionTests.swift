import Testing
import VirgaExperiments
import VirgaJSON
import VirgaTargeting
import VirgaTestSupport
import VirgaWorkbench

@testable import VirgaSession

@Suite("Session file of an earlier version")
struct EarlierSessionTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  /// A session in the first format: two recipes for one feature, loaded in one operation without an order.
  private func earlierSession() throws -> String {
    let path = directory.path("earlier.virga")
    let recipes = ["apple", "zebra"].map { ($0, Sample.entry($0, ["on": ["app-menu": ["rows": 4]]]).compact) }
    let changes = recipes.map { #"{"kind":"recipe","name":"\#($0.0)","new":\#($0.1)}"# }.joined(separator: ",")
    let database = try Database(path, .write, timeout: 1_000)
    try database.execute(
      """
      PRAGMA journal_mode = WAL;
      CREATE TABLE about (key TEXT PRIMARY KEY, value) WITHOUT ROWID;
      INSERT INTO about VALUES ('revision', 2);
      CREATE TABLE entry (
        kind TEXT NOT NULL, name TEXT NOT NULL, value TEXT, revision INTEGER NOT NULL, PRIMARY KEY (kind, name)
      ) WITHOUT ROWID;
      CREATE INDEX entry_revision ON entry (revision);
      INSERT INTO entry VALUES
        ('context', 'nimbus_id', '"\(Sample.clientID)"', 2),
        ('recipe', 'apple', '\(recipes[0].1)', 2), ('recipe', 'zebra', '\(recipes[1].1)', 2),
        ('enrollment', 'apple', '{"Enrolled":{"reason":"Qualified","branch":"on"}}', 2),
        ('enrollment', 'zebra', '{"NotEnrolled":{"reason":{"FeatureConflict":{"conflict_slug":"apple"}}}}', 2);
      CREATE TABLE operation (
        id INTEGER PRIMARY KEY, label TEXT NOT NULL, feature TEXT, changes TEXT NOT NULL, events TEXT,
        seconds INTEGER NOT NULL, nanoseconds INTEGER NOT NULL, process TEXT NOT NULL, undone INTEGER NOT NULL,
        revision INTEGER NOT NULL
      );
      CREATE INDEX operation_revision ON operation (revision);
      INSERT INTO operation VALUES (1, 'load 2 recipes', NULL, '[\(changes)]', NULL, 1800000000, 0, 'tests 1', 0, 2);
      CREATE TABLE event (
        id INTEGER PRIMARY KEY AUTOINCREMENT, seconds INTEGER NOT NULL, nanoseconds INTEGER NOT NULL,
        kind TEXT NOT NULL, suppressed TEXT, feature TEXT, slug TEXT, branch TEXT, reason TEXT,
        process TEXT NOT NULL, extra TEXT NOT NULL, operation INTEGER
      );
      CREATE INDEX event_operation ON event (operation) WHERE operation IS NOT NULL;
      INSERT INTO event VALUES
        (1, 1800000000, 0, 'enrollment', NULL, NULL, 'apple', 'on', NULL, 'tests 1', '{"experiment":"apple"}', 1);
      PRAGMA application_id = 1986622055;
      PRAGMA user_version = 1;
      """)
    return path
  }

  @Test("lists its recipes by slug, followed by added ones")
  func recipes() throws {
    let store = try SessionStore(earlierSession())
    #expect(store.session.recipes.map(\.slug) == ["apple", "zebra"])
    #expect(store.session.undoable?.label == "load 2 recipes")
    #expect(try store.events().map(\.kind) == ["enrollment"])
    var driver = SessionDriver()
    driver.session = store.session
    let added = try #require(Recipe(entry: Sample.entry("aardvark", ["on": ["app-menu": [:]]])))
    try store.perform(driver.perform { o throws(Refusal) in try o.addRecipes([added]) })
    #expect(store.session.recipes.map(\.slug) == ["apple", "zebra", "aardvark"])
    #expect(try SessionStore(store.path).session.recipes.map(\.slug) == ["apple", "zebra", "aardvark"])
    #expect(driver.statuses == ["aardvark NotEnrolled", "apple Enrolled on", "zebra NotEnrolled"])
    for _ in 0..<2 { _ = try store.undo(at: .epoch, by: "tests 1") }
    #expect(store.session.recipes.isEmpty)
  }

  @Test("adopts the order of the file when its recipes are loaded again")
  func loadedAgain() throws {
    var driver = SessionDriver()
    driver.session = try SessionStore(earlierSession()).session
    let payload = ["zebra", "apple"].compactMap { slug in driver.session.recipe(slug) }
    try driver.perform { o throws(Refusal) in try o.load(recipes: payload) }
    #expect(driver.session.recipes.map(\.slug) == ["zebra", "apple"])
    #expect(driver.statuses == ["apple Enrolled on", "zebra NotEnrolled"], "an enrolled client stays")
    try driver.perform { o throws(Refusal) in try o.reevaluate() }
    #expect(driver.statuses == ["apple NotEnrolled", "zebra Enrolled on"])
  }
}
