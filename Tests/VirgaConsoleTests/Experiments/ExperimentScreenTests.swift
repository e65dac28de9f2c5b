import Testing
import VirgaCanvas
import VirgaExperiments
import VirgaJSON
import VirgaSession
import VirgaWorkbench

@testable import VirgaConsole

@Suite("Experiments screen") struct ExperimentScreenTests {
  private var console: ConsoleDriver

  init() throws { console = try .onExperiments() }

  @Test("an unreadable recipe has a row that says what is wrong") func unread() throws {
    var console = try ConsoleDriver.onExperiments()
    let count = console.state.experiments.rows.count
    let text = #"[{"slug": "aaa", "branches": 1}, {"branches": []}]"#
    console.send(.recipes(RecipeBatch(JSONDocument.parse(text, name: "mine.json")), from: "mine.json"))
    #expect(console.state.experiments.rows.count == count + 2)
    #expect(console.word(of: "aaa") == "unread" && console.word(of: "mine.json:1:34") == "unread")
    #expect(console.state.experiments.selectedRow?.slug != "aaa", "the cursor stays")
    console.press("g")
    #expect(console.state.experiments.selectedRow?.slug == "aaa")
    #expect(console.reason.contains("The recipe could not be read") && console.reason.contains("mine.json:1:"))
    for (key, command) in [("b", "force branch"), ("Del", "end the recipe"), ("F", "fit the client")]
      as [(KeyPress, String)]
    {
      console.press(key)
      #expect(console.message == .unreadable("aaa", load: "A").about(command))
    }
    console.send(.recipes(RecipeBatch(JSONDocument.parse("[]", name: "mine.json")), from: "mine.json"))
    #expect(console.state.experiments.rows.count == count)
  }

  @Test("unreadable recipes have separate rows, even with the slug of a readable one")
  func unreadBesideRead() throws {
    var console = try ConsoleDriver.onExperiments()
    let count = console.state.experiments.rows.count
    let text = #"[{"slug": "zoom-levels", "branches": 1}, {"branches": []}, {"branches": []}]"#
    console.send(.recipes(RecipeBatch(JSONDocument.parse(text, name: "bad.json")), from: "bad.json"))
    #expect(console.state.experiments.rows.count == count + 3)
    #expect(console.word(of: "zoom-levels") == "bucket")
    let unread = console.state.experiments.rows.filter { $0.unread != nil }.map(\.slug)
    #expect(unread == ["bad.json:1:42", "bad.json:1:60", "zoom-levels in bad.json:1:2"])
    console.run("recipe zoom-levels in bad.json:1:2")
    #expect(console.reason.contains("The recipe could not be read"))
    console.press("y", "k")
    #expect(console.effects == [.copy("zoom-levels", what: "the slug zoom-levels")])
    console.press("!")
    #expect(console.state.overlay?.lines.contains { $0.detail.plain.hasPrefix("bad.json:1") } == true)
    console.press("Esc", "A")
    let first = try #require(console.state.overlay?.selected)
    #expect(first.title == "bad.json" && first.detail == "3 recipes of it could not be read")
    console.press("Enter")
    #expect(console.effects == [.readRecipes("bad.json")])
  }

  @Test("leaving an expression returns to the panel where it was begun") mutating func leavingExpression() {
    console.press("Tab", "Tab")
    #expect(console.state.focus == .branches)
    for text in ["'", "'1 + 1"] {
      console.act("=", text)
      #expect(console.state.focus == .reason)
      console.press("Esc")
      #expect(console.state.focus == .branches)
    }
    console.act("=", "'1 + 1", "Enter = Enter")
    #expect(console.state.focus == .reason)
    console.press("Esc")
    #expect(console.state.focus == .branches && console.state.experiments.expression.field.isEmpty)
  }

  @Test("the demo recipes cover every status") func everyStatus() {
    let words = console.state.experiments.rows.map { "\($0.word) \($0.slug)" }
    #expect(
      words == [
        "conflict homepage-cards", "enrolled homepage-order-2026", "ended reader-aloud-2025",
        "targeting share-sheet-2026", "lacks device_memory splash-timing", "enrolled suggest-rollout",
        "paused tabs-grid-v2", "bucket zoom-levels",
      ])
  }

  @Test("an ended recipe is described in the words of `enroll`") mutating func ended() {
    console.run("recipe reader-aloud-2025")
    #expect(console.state.experiments.selectedRow?.word == "ended")
    #expect(
      console.reason.hasPrefix(
        "Was enrolled in `control` until the recipe ended at 2026-04-01T12:00:00Z. The record is kept for a year."),
      "\(console.reason)")
  }

  @Test("recipes with lookalike slugs are separate") mutating func lookAlikes() throws {
    func scalars(_ text: String) -> [Unicode.Scalar] { Array(text.unicodeScalars) }
    let slugs = ["caf\u{E9}", "cafe\u{301}"]
    var entries: [EntryKey: JSONValue] = [:]
    var recipe = try #require(console.state.session[.recipe, "zoom-levels"]?.objectValue)
    for slug in slugs {
      recipe["slug"] = .string(slug)
      entries[EntryKey(.recipe, slug)] = .object(recipe)
    }
    console.send(.session(.init(entries: entries)))
    #expect(Set(console.state.experiments.rows.map { scalars($0.slug) }) == Set(slugs.map(scalars)))
    for slug in slugs {
      console.run("recipe \(slug)")
      #expect(console.state.experiments.selectedRow.map { scalars($0.slug) } == scalars(slug))
      #expect(console.state.experiments.reason.map { scalars($0.slug) } == scalars(slug))
    }
    console.press("v")
    #expect(console.state.experiments.subjects.map { scalars($0.slug) } == [scalars(slugs[1])])
  }

  @Test("forcing a branch takes its features from other recipes, and d drops it")
  mutating func forcesABranch() {
    console.run("recipe homepage-cards", "force-branch")
    #expect(console.titles == ["control", "wide"])
    console.press("Down", "Enter")
    #expect(console.word(of: "homepage-cards") == "enrolled")
    #expect(console.word(of: "homepage-order-2026") == "conflict")
    #expect(console.state.experiments.selectedRow?.isForced == true)
    #expect(console.state.session.overrideCount == 1)
    console.press("d")
    #expect(console.state.session.overrideCount == 0)
  }

  @Test("Enter in the list of branches forces a branch") mutating func forcesTheBranchUnderTheCursor() {
    console.act(":recipe homepage-order-2026", ":focus branches", "Enter")
    #expect(console.state.experiments.selectedRow?.status?.activeBranch == "control")
  }

  @Test("opting out says how to drop the opt-out, and is refused if the client is not enrolled")
  mutating func optsOut() {
    console.act(":recipe homepage-order-2026", "o")
    #expect(console.word(of: "homepage-order-2026") == "opted out")
    #expect(console.sees("d drops the opt-out; then"))
    console.press("o")
    #expect(console.message == .notEnrolled(in: "homepage-order-2026").about("opt out"))
    console.press("d")
    #expect(!console.sees("drops the opt-out"))
  }

  @Test("an expression is evaluated while it is typed") mutating func evaluates() {
    console.act("=", "'region == 'DE' && is_phone")
    #expect(console.sees("true", "&&"))
    #expect(console.sees("region == 'DE'", "region \"DE\""))
    console.type(" && regoin")
    #expect(console.sees("did you mean `region`?"))
    console.press("Esc")
    #expect(console.state.experiments.expression.text.isEmpty)
  }

  @Test("an undefined part of an expression is marked as deciding") mutating func marksWhatIsUndefined() {
    console.act("=", "'is_phone && device_memory < 4")
    let decides = console.lines.filter { $0.contains("← decides") }
    #expect(decides.count == 1)
    #expect(decides.first?.contains("device_memory < 4") == true)
    #expect(decides.first?.contains("device_memory undefined") == true)
  }

  @Test("parts that lack an attribute are undefined, and unevaluated parts say so, whole at 80 columns")
  mutating func undefinedParts() throws {
    console.resize(80, 24)
    console.run("set-context app_version null")
    console.act("=", "'app_version|versionCompare('124.!') >= 0 && region in ['AU', 'BE']")
    #expect(console.sees("undefined &&") && console.sees("undefined app_version|versionCompare"))
    #expect(!console.sees("error  "))
    #expect(console.sees("–      region in ['AU', 'BE']", "not evaluated"))
  }

  @Test("a recipe names features that the manifest lacks, and only suggests exposing the others")
  mutating func unknownFeatures() throws {
    let recipe = try JSONValue.parse(
      #"""
      { "slug": "elsewhere", "schemaVersion": "1.11.0", "userFacingName": "e", "userFacingDescription": "",
        "isEnrollmentPaused": false, "isRollout": false, "targeting": null, "appName": "cirrus", "channel": "nightly",
        "proposedEnrollment": 7, "featureIds": ["no-such", "zoom"],
        "bucketConfig": { "randomizationUnit": "nimbus_id", "namespace": "e", "start": 0, "count": 10000,
          "total": 10000 },
        "branches": [{ "slug": "on", "ratio": 1, "features": [
          { "featureId": "no-such", "value": {} }, { "featureId": "zoom", "value": {} }] }] }
      """#)
    console.send(.recipes(RecipeBatch(.array([recipe])), from: "e.json"))
    console.run("recipe elsewhere", "force-branch elsewhere on")
    let lines = console.lines
    #expect(lines.contains { $0.contains("! the manifest has no feature no-such") })
    #expect(lines.contains { $0.contains("records an exposure of zoom, as") })
    #expect(lines.contains { $0.contains("▸") && $0.contains("elsewhere !") })
  }

  @Test("a config that does not match the manifest is reported with a suggestion")
  mutating func mismatch() throws {
    var recipe = try #require(console.state.session[.recipe, "homepage-order-2026"]?.objectValue)
    recipe["branches"] = [
      [
        "slug": "treatment-a", "ratio": 1,
        "features": [["featureId": "homescreen", "value": ["section-ordr": [], "greeting": 1]]],
      ]
    ]
    console.send(.session(.init(entries: [EntryKey(.recipe, "homepage-order-2026"): .object(recipe)])))
    console.run("recipe homepage-order-2026", "force-branch homepage-order-2026 treatment-a")
    let text = console.lines.joined(separator: " ")
    #expect(text.contains("! its config for homescreen does not match the manifest: Invalid property "))
    #expect(text.contains("\"section-ordr\"; did you mean \"section-order\"? (and 1 more)"))
  }

  @Test("e goes to the deciding attribute, and derived values name their source")
  mutating func goesToWhatDecided() {
    console.act(":recipe share-sheet-2026", "e")
    #expect(console.state.focus == .context)
    #expect(console.state.experiments.selectedContext?.name == "region")
    #expect(console.message == .contextKeys(deciding: "region", edit: "Enter", add: "a"))
    #expect(console.sees("✗ region"))
    #expect(console.state.experiments.selectedContext?.origin == "from locale")
    #expect(console.state.experiments.contextRows.first { $0.name == "locale" }?.origin == "")
    console.press("Enter")
    #expect(console.field == "set-context region DE")
  }

  @Test("a forced branch says that the gates are ignored") mutating func forcedGates() {
    console.run("recipe homepage-cards", "force-branch homepage-cards wide")
    #expect(console.lines.contains { $0.contains(" forced by hand · ") && $0.hasSuffix(" lines ─┐") })
    #expect(console.sees("Forced by hand: the gates are ignored."))
    console.run("drop-branch")
    #expect(!console.sees("do not count"))
  }

  @Test("the filter matches slug and status") mutating func filters() {
    console.act("/", "'paused")
    #expect(console.state.experiments.rows.map(\.slug) == ["tabs-grid-v2"])
    console.press("Esc")
    #expect(console.state.experiments.rows.count == 8)
  }

  @Test("opening the same recipes again changes nothing") mutating func openingAgain() throws {
    let session = console.state.session
    try console.openDemoRecipes()
    #expect(console.effects.isEmpty)
    #expect(console.state.session == session)
    console.send(.opening(SessionOpening(recipes: console.state.session.recipes)))
    #expect(console.effects.isEmpty)
    #expect(console.state.session == session)
  }

  @Test("a read-only console shows the recipes and refuses changes") func readOnly() throws {
    var console = try ConsoleDriver()
    console.makeReadOnly()
    try console.openDemoRecipes()
    #expect(console.effects.isEmpty)
    console.press("4")
    #expect(console.state.experiments.rows.count == 8)
    console.run("force-branch homepage-cards wide")
    #expect(console.message == StatusMessage.readOnly(nil).about("force branch"))
  }

  @Test("selecting another recipe shows its first branch") mutating func otherRecipe() {
    console.act(":recipe homepage-order-2026", ":focus branches", "j")
    #expect(console.state.experiments.branchList.scroll.cursor == 1)
    console.run("recipe homepage-cards")
    #expect(console.state.experiments.branchList.scroll.cursor == 0)
  }

  @Test("the list of branches starts at the client's branch") mutating func branchOfTheClient() throws {
    console.run("recipe homepage-order-2026")
    let active = try #require(console.state.experiments.selectedRow?.status?.activeBranch)
    console.press("b")
    let chosen = console.chosen
    #expect(chosen == active && console.titles.first != active)
  }
}
