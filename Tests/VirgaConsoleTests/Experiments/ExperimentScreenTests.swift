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

  @Test("unreadable recipes have rows that say what is wrong, even with the slug of a readable one")
  mutating func unread() throws {
    let count = console.model.experiments.rows.count
    let text = #"[{"slug": "zoom-levels", "branches": 1}, {"branches": []}, {"branches": []}]"#
    console.send(.recipes(RecipeBatch(JSONDocument.parse(text, name: "bad.json")), from: "bad.json"))
    #expect(console.word(of: "zoom-levels") == "bucket" && console.word(of: "bad.json:1:42") == "unread")
    let unread = console.model.experiments.rows.filter { $0.unread != nil }.map(\.slug)
    #expect(unread == ["bad.json:1:42", "bad.json:1:60", "zoom-levels in bad.json:1:2"])
    #expect(console.model.experiments.rows.count == count + 3)
    let slug = "zoom-levels in bad.json:1:2"
    console.run("recipe \(slug)")
    #expect(console.reason.contains("The recipe could not be read") && console.reason.contains("bad.json:1:"))
    for (key, command) in [("b", "force branch"), ("Del", "end the recipe"), ("F", "fit the client")]
      as [(KeyPress, String)]
    {
      console.press(key)
      #expect(console.message == .unreadable(slug, load: "A").about(command))
    }
    console.press("y", "k")
    #expect(console.effects == [.copy("zoom-levels", what: "the slug zoom-levels")])
    console.press("A")
    #expect(console.chosen == "bad.json" && console.details.first == "3 recipes of it could not be read")
    console.press("Enter")
    #expect(console.effects == [.readRecipes("bad.json")])
    console.send(.recipes(RecipeBatch(JSONDocument.parse("[]", name: "bad.json")), from: "bad.json"))
    #expect(console.model.experiments.rows.count == count)
  }

  @Test("leaving an expression returns to the panel where it was begun") mutating func leavingExpression() {
    console.press("Tab", "Tab")
    #expect(console.model.focus == .branches)
    for steps in [["=", "'"], ["=", "'1 + 1"], ["=", "'1 + 1", "Enter = Enter"]] {
      console.act(steps)
      #expect(console.model.focus == .reason)
      console.press("Esc")
      #expect(console.model.focus == .branches && console.model.experiments.expression.field.isEmpty)
    }
  }

  @Test("an ended recipe is described in the words of `enroll`") mutating func ended() {
    console.run("recipe reader-aloud-2025")
    #expect(
      console.reason.hasPrefix(
        "Was enrolled in `control` until the recipe ended at 2026-04-01T12:00:00Z. The record is kept for a year."),
      "\(console.reason)")
  }

  @Test("recipes with lookalike slugs are separate") mutating func lookAlikes() throws {
    func scalars(_ text: String) -> [Unicode.Scalar] { Array(text.unicodeScalars) }
    let slugs = ["caf\u{E9}", "cafe\u{301}"]
    console.open(try slugs.map { try .test($0) })
    for slug in slugs {
      console.run("recipe \(slug)")
      #expect(console.model.experiments.selectedRow.map { scalars($0.slug) } == scalars(slug))
      #expect(console.model.experiments.reason.map { scalars($0.slug) } == scalars(slug))
    }
    console.press("v")
    #expect(console.model.experiments.subjects.map { scalars($0.slug) } == [scalars(slugs[1])])
  }

  @Test("opting out says how to drop the opt-out, and is refused if the client is not enrolled")
  mutating func optsOut() {
    console.act(":recipe homepage-order-2026", "o")
    #expect(console.message == .did("opted out of homepage-order-2026", .enrolls("homepage-cards", in: "wide")))
    #expect(console.word(of: "homepage-order-2026") == "opted out")
    #expect(console.sees("d drops the opt-out; then"))
    console.press("o")
    #expect(console.message == .notEnrolled(in: "homepage-order-2026").about("opt out"))
    console.press("d")
    #expect(!console.sees("drops the opt-out"))
    console.press("u", "u")
    let moves: [StatusMessage.Move] = [
      .leaves("homepage-cards", "wide", losing: ["homescreen"]), .enrolls("homepage-order-2026", in: "treatment-a"),
    ]
    #expect(console.message == .info("undone: opt out of homepage-order-2026").moving(moves, isUndone: true))
  }

  @Test("opting out of several recipes keeps all of them out, even if one frees a feature for another")
  mutating func leavesSeveral() {
    console.act(":mark-all", "o")
    #expect(console.message == .did("opted out of 2 recipes", .enrolls("homepage-cards", in: "wide")))
    #expect(console.word(of: "suggest-rollout") == "opted out")
    #expect(console.word(of: "homepage-order-2026") == "opted out")
    console.press("u")
    #expect(console.word(of: "homepage-order-2026") == "enrolled")
  }

  @Test("an expression is checked while it is typed, and Tab inserts the name under the cursor")
  mutating func completes() {
    console.act("=", "'app_v", "Tab", "'|event", "Down Tab")
    #expect(console.model.experiments.expression.text == "app_version|eventCountNonZero")
    console.act("Esc", "=", "'region == 'DE' && regoin")
    #expect(console.sees("region == 'DE'", "region \"DE\""))
    #expect(console.sees("did you mean `region`?"))
  }

  @Test("parts that lack an attribute are undefined, and unevaluated parts say so, whole at 80 columns")
  mutating func undefinedParts() {
    console.resize(80, 24)
    console.run("set-context app_version null")
    console.act("=", "'app_version|versionCompare('124.!') >= 0 && region in ['AU', 'BE']")
    #expect(console.sees("undefined &&") && console.sees("undefined app_version|versionCompare"))
    #expect(!console.sees("error  "))
    #expect(console.sees("–      region in ['AU', 'BE']", "not evaluated"))
    console.resize(120, 40)
    console.act("Esc", "=", "'is_phone && device_memory < 4")
    #expect(console.sees("device_memory < 4", "device_memory undefined", "← decides"))
    #expect(console.lines.count { $0.contains("← decides") } == 1)
  }

  @Test("a recipe names features that the manifest lacks, and only suggests exposing the others")
  mutating func unknownFeatures() throws {
    console.open([try .test("elsewhere", app: "cirrus", features: "no-such", "zoom")])
    console.run("recipe elsewhere", "force-branch elsewhere control")
    #expect(console.sees("! the manifest has no feature no-such"))
    #expect(console.sees("records an exposure of zoom, as"))
    #expect(console.sees("▸", "elsewhere !"))
  }

  @Test("an exposure is suggested until one was recorded for the branch, and again after undo")
  mutating func tellsOfExposures() {
    console.run("recipe homepage-order-2026")
    for (step, isExposed) in [
      ("", false), ("x", true), ("u", false), ("U", true), (":force-branch homepage-order-2026 treatment-b", false),
    ] {
      console.act(step)
      #expect(console.sees("Enrolled, but not exposed yet") == !isExposed)
      #expect(console.sees("An exposure was recorded; screen 5 lists it.") == isExposed)
    }
  }

  @Test("a forced branch says that the gates are ignored") mutating func forcedGates() {
    console.run("recipe homepage-cards", "force-branch homepage-cards wide")
    #expect(console.lines.contains { $0.contains(" forced by hand · ") && $0.hasSuffix(" lines ─┐") })
    #expect(console.sees("Forced by hand: the gates are ignored."))
    console.run("drop-branch")
    #expect(!console.sees("the gates are ignored"))
  }

  @Test("the filter matches slug and status") mutating func filters() {
    console.act("/", "'paused")
    #expect(console.model.experiments.rows.map(\.slug) == ["tabs-grid-v2"])
    console.press("Esc")
    #expect(console.model.experiments.rows.count == 8)
  }

  @Test("opening the same recipes again changes nothing") mutating func openingAgain() throws {
    let session = console.model.session
    try console.openDemoRecipes()
    #expect(console.effects.isEmpty && console.model.session == session)
    console.send(.opening(SessionOpening(recipes: session.recipes)))
    #expect(console.effects.isEmpty && console.model.session == session)
  }

  @Test("f goes to the values of the recipe's feature, whatever had the focus there") mutating func goesToValues() {
    console.act(":select address-autofill", ":focus details", ":experiments", ":recipe homepage-order-2026", "f")
    #expect(console.selected == "homescreen")
    #expect(console.model.focus == .values)
  }

  @Test("x refuses a recipe without an enrollment and names the owner of its feature")
  mutating func exposesWhatIsEnrolled() {
    console.run("recipe homepage-cards")
    #expect(!console.hints.contains("x expose"))
    console.press("x")
    let owner: StatusMessage.FeatureOwner = ("homescreen", "homepage-order-2026", "treatment-a")
    #expect(console.message == .notEnrolled(in: "homepage-cards", but: [owner]).about("expose the feature now"))
    #expect(console.effects.isEmpty)
    console.act(":recipe share-sheet-2026", "x")
    #expect(console.message == .notEnrolled(in: "share-sheet-2026").about("expose the feature now"))
    console.run("recipe homepage-order-2026")
    #expect(console.hints.contains("x expose"))
    console.act(":mark-all", "x")
    #expect(console.message == .exposed(3, recorded: 2, suppressed: 1))
  }

  @Test("thousands of recipes are listed with their whole slugs and statuses") func manyRecipes() throws {
    var console = try ConsoleDriver()
    console.open(try (0..<1_000).map { try .test("recipe-\($0)", app: "cirrus", features: "f\($0)") })
    console.run("experiments")
    #expect(!console.sees("recipe-999"))
    console.press("End")
    #expect(console.sees("recipe-999"))
    console.run("filter recipe-77")
    #expect(console.model.experiments.rows.count == 11)
    #expect(console.sees("enrolled recipe-77"))
  }

  @Test("a slug too long for its row is wrapped before its gate, and others take one line") func longSlugs() throws {
    var console = try ConsoleDriver(FrameCase.goldenSize)
    let slug = "android-long-term-holdback-validation-first-run-sub-experiment"
    console.open(
      try [("recipe-1", "f1"), (slug, "f2")].map { try .test($0, app: "cirrus", branch: "on", features: $1) })
    console.run("experiments", "set-context channel release")
    FrameCase.expect(console, equals: "large-recipes")
    #expect(console.lines[0].contains("(client: release)"))
    #expect(console.hints.contains("C match channels"))
    console.click(5, 7)
    #expect(console.model.experiments.selected?.slug == "recipe-1", "\(console.lines)")
    console.click(5, 6)
    #expect(console.model.experiments.selected?.slug == slug, "a click on the last line of a row")
    console.press("C")
    #expect(console.titles == ["show release", "client in nightly"])
    console.press("Down", "Enter")
    #expect(console.model.session[.context, "channel"] == nil)
  }
}
