import Testing
import VirgaCanvas
import VirgaExperiments
import VirgaJSON
import VirgaSession
import VirgaSource
import VirgaWorkbench

@testable import VirgaConsole

@Suite("Experiments screen") struct ExperimentsScreenTests {
  private var console = ConsoleDriver.onExperiments()

  @Test("an unreadable recipe has a row of its own that says what is wrong")
  mutating func unread() throws {
    let count = console.experiments.list.count
    func read(_ text: String) -> Event {
      .recipes(RecipeBatch(SourceText(name: "bad.json", text: text)), from: "bad.json")
    }
    console.send(
      read(#"[{"slug": "zoom-levels", "branches": 1}, {"branches": []}, {"branches": []}]"#)
    ) {
      $0.word(of: "zoom-levels") == "bucket" && $0.word(of: "bad.json:1:42") == "unread"
    }
    let slug = "zoom-levels in bad.json:1:2"
    let unread = console.experiments.list.items.filter { $0.unread != nil }.map(\.slug)
    #expect(unread == ["bad.json:1:42", "bad.json:1:60", slug])
    console.run("recipe \(slug)")
    #expect(
      console.reason.contains("The recipe could not be read")
        && console.reason.contains("bad.json:1:"))
    for (key, command) in [
      ("b", "force branch"), ("Delete", "end the recipe"), ("F", "make it enroll"),
    ] {
      console.act(key, says: .unreadable(slug, load: "A").about(command))
    }
    console.act("y i") { $0.effects == [.copy("zoom-levels", what: "the slug zoom-levels")] }
    console.act("A") {
      $0.chosen == "bad.json" && $0.details.first == "3 recipes in it could not be read"
    }
    console.act("Enter") { $0.effects == [.readRecipes("bad.json")] }
    console.send(read("[]")) { $0.experiments.list.count == count }
  }

  @Test(
    "the reason says what to know about a recipe",
    arguments: [
      .init(
        "an ended recipe says until when the client was enrolled",
        (
          [":recipe reader-aloud-2025"],
          "Was enrolled in `control` until the recipe ended at 2026-04-01T12:00:00Z. The record is kept for a year."
        )),
      .init(
        "an enrollment without an exposure says so",
        ([":recipe homepage-order-2026"], "Enrolled, but not exposed yet")),
      .init(
        "an exposure is mentioned once it is recorded",
        ([":recipe homepage-order-2026", "x"], "An exposure was recorded; screen 5 lists it.")),
      .init(
        "an undone exposure is no longer mentioned",
        ([":recipe homepage-order-2026", "x u"], "Enrolled, but not exposed yet")),
      .init(
        "another branch needs an exposure of its own",
        (
          [":recipe homepage-order-2026", "x", ":force-branch homepage-order-2026 treatment-b"],
          "but not exposed yet"
        )),
      .init(
        "an opt-out says how to drop it",
        ([":recipe homepage-order-2026", "o"], "d drops the opt-out; then")),
    ] as [Behavior<(steps: [String], words: String)>])
  mutating func reasons(_ behavior: Behavior<(steps: [String], words: String)>) {
    let (steps, words) = behavior.example
    console.act(steps)
    #expect(console.wholeReason.contains(words), "\(console.wholeReason)")
  }

  @Test(
    "no key moves the column of recipes",
    arguments: [
      .init("at 80 columns gates are cut, so that slugs are whole", (FrameCase.goldenSize, 9)),
      .init("with room, the longest gate is whole", (ConsoleDriver.defaultSize, 12)),
      .init("in a large terminal too", (Size(columns: 200, rows: 60), 12)),
    ] as [Behavior<(size: Size, gate: Int)>])
  func steadyColumns(_ behavior: Behavior<(size: Size, gate: Int)>) {
    let (size, gate) = behavior.example
    var console = ConsoleDriver.onExperiments(size)
    let steps = [
      "j", "G", ":filter bucket", ":filter nothing", ":filter", ":recipe homepage-order-2026", "o",
      ":channel release",
    ]
    // A blank is between the columns.
    let blanks = gate + 1 - "Gate".count
    let heads = "Gate" + String(repeating: " ", count: blanks) + "Recipe"
    for step in ["g"] + steps {
      console.act(step)
      #expect(console.lines[3].contains(heads), "\(step)")
    }
  }

  @Test("recipes with lookalike slugs are separate") mutating func lookAlikes() throws {
    func scalars(_ text: String?) -> [Unicode.Scalar] { Array((text ?? "").unicodeScalars) }
    let slugs = ["caf\u{E9}", "cafe\u{301}"]
    console.open(try slugs.map { try .test($0) })
    for slug in slugs {
      console.act(":recipe \(slug)") {
        scalars($0.experiments.selectedRow?.slug) == scalars(slug)
      }
      #expect(scalars(console.experiments.reason?.slug) == scalars(slug))
    }
    console.act("v") {
      scalars($0.experiments.list.markedOrSelected.first?.slug) == scalars(slugs[1])
    }
  }

  @Test("an opt-out holds until it is dropped or undone")
  mutating func optsOut() {
    let slug = "homepage-order-2026"
    console.act(
      ":recipe \(slug)", "o",
      says: .did("opted out of \(slug)", .init("homepage-cards", to: "wide")))
    console.act("o", says: .notEnrolled(in: slug).about("opt out"))
    console.act("d") { $0.word(of: slug) != "opted out" && !$0.sees("drops the opt-out") }
    let moves: [StatusMessage.Move] = [
      .init("homepage-cards", from: "wide", losing: ["homescreen"]), .init(slug, to: "treatment-a"),
    ]
    console.act("u u", says: .info("undid “opt out of \(slug)”").and(moves, isUndone: true))
  }

  @Test("opting out of several recipes keeps out one that gets a feature from another")
  mutating func leavesSeveral() {
    console.act(
      ":mark-all", "o", says: .did("opted out of 2 recipes", .init("homepage-cards", to: "wide")))
    #expect(console.word(of: "suggest-rollout") == "opted out")
    #expect(console.word(of: "homepage-order-2026") == "opted out")
    console.act("u") { $0.word(of: "homepage-order-2026") == "enrolled" }
  }

  @Test("the targeting is a tree with the value of every part") mutating func tree() throws {
    let targeting =
      "app_version|versionCompare('140.!') >= 0 || (region == 'DE' && locale in [1])"
    console.open([try .test("new", app: "cirrus", targeting)])
    console.act(":recipe new")
    for part in [
      "false  ||", "├ FALSE  app_version|versionCompare('140.!') >= 0  app_version \"131.2\"",
      "└ false  &&", "├ true   region == 'DE'", "└ FALSE  locale in [1]", "one of:",
      "app_version is at least 140",
    ] {
      #expect(console.wholeReason.contains(part), "\(part)")
    }
  }

  @Test("the targeting says which parts are undefined and which are not evaluated")
  mutating func undefinedParts() throws {
    console.open([
      try .test(
        "old", app: "cirrus", "app_version|versionCompare('124.!') >= 0 && region in ['AU', 'BE']"),
      try .test("small", app: "cirrus", "is_phone && device_memory < 4"),
    ])
    console.run("set-context app_version null", "recipe old")
    let reason = console.wholeReason
    #expect(!console.reasonLines.contains { $0.contains("error  ") })
    #expect(reason.contains("! undefined &&"))
    #expect(reason.contains("! undefined app_version|versionCompare"))
    #expect(reason.contains("–      region in ['AU', 'BE']  not evaluated"))
  }

  @Test("what could not be evaluated has a red sign and plain text") mutating func plainErrors()
    throws
  {
    console.open([try .test("odd", app: "cirrus", "locale|noSuchTransform")])
    console.resize(200, 60)
    #expect(console.word(of: "splash-timing") == "no data")
    #expect(console.word(of: "odd") == "broken")
    for (slug, outcome) in [("splash-timing", "! undefined"), ("odd", "! error")] {
      console.run("recipe \(slug)")
      #expect(console.sees(outcome), "\(console.wholeReason)")
      console.expectRedSignsOnly()
    }
  }

  @Test("only one part of the targeting is marked as deciding") mutating func decidingPart() throws
  {
    console.open([try .test("small", app: "cirrus", "is_phone && device_memory < 4")])
    console.run("recipe small")
    let marked = console.reasonLines.filter { $0.contains("← decides") }
    #expect(marked.count == 1)
    let values = "device_memory < 4  device_memory undefined  ← decides"
    #expect(marked.first?.contains(values) == true)
  }

  @Test("a recipe suggests exposing only the features that the manifest has")
  mutating func unknownFeatures() throws {
    console.open([try .test("elsewhere", app: "cirrus", features: "no-such", "zoom")])
    console.act(":recipe elsewhere", ":force-branch elsewhere control") {
      $0.wholeReason.contains(
        "! `elsewhere` configures `no-such`, which is not a feature of cirrus")
        && $0.wholeReason.contains("records an exposure of zoom, as")
    }
  }

  @Test("a recipe warns which other one takes its clients")
  mutating func competing() {
    let words = "`homepage-cards` loses clients to `homepage-order-2026`, because both are"
    console.act(":recipe homepage-cards") {
      $0.wholeReason.contains("▲ \(words) experiments")
    }
    #expect(console.experiments.selectedRow?.worstProblem == .warning)
    #expect(console.lines[0].contains("1 warning"))
    console.act(":remove-recipe homepage-order-2026") { !$0.wholeReason.contains(words) }
  }

  @Test("the list of problems leads to a recipe that loses clients")
  mutating func competingInList() {
    console.act(":select search", ":problems competing-recipes", "Enter") {
      $0.screen == .experiments && $0.experiments.selectedRow?.slug == "homepage-cards"
    }
  }

  @Test("the problems of a recipe are found again when it changes") mutating func changed() throws {
    /// The codes of the problems after a recipe `sure` was loaded.
    func codes(after recipe: Recipe, _ console: inout ConsoleDriver) -> [Problem.Code] {
      console.send(.recipes(RecipeBatch(.object(recipe.json)), from: "r.json"))
      return console.model.issues.problemsOfRecipes["sure"]?.map(\.problem.code) ?? []
    }
    let contradictory = try Recipe.test(
      "sure", app: "cirrus", "region == 'US' && region == 'DE'", features: "zoom")
    let ofContradictory = codes(after: contradictory, &console)
    #expect(ofContradictory == ["nobody-targeted"])
    let first = try Recipe.test("sure", app: "cirrus", "is_first_run", features: "zoom")
    let ofFirst = codes(after: first, &console)
    #expect(ofFirst == ["not-sticky"])
    let holdback = try Recipe.test("sure", app: "cirrus", features: "no-feature-ios")
    let ofHoldback = codes(after: holdback, &console)
    #expect(ofHoldback == ["unknown-feature"])
    let row = console.experiments.list.items.first { $0.slug == "sure" }
    #expect(row != nil && row?.worstProblem == nil, "a hint has no sign in the list")
    let sound = try Recipe.test("sure", app: "cirrus", features: "zoom")
    let ofSound = codes(after: sound, &console)
    #expect(ofSound == [])
  }

  @Test("a forced branch says that the gates are ignored") mutating func forcedGates() {
    console.act(":recipe homepage-cards", ":force-branch homepage-cards wide") { console in
      console.lines.contains { $0.contains(" forced by hand · ") && $0.hasSuffix(" lines ─┐") }
        && console.sees("Forced by hand: the gates are ignored.")
    }
    console.act(":drop-branch") { !$0.sees("the gates are ignored") }
  }

  @Test("the filter matches slug and status") mutating func filters() {
    console.act("/", "'paused") {
      $0.experiments.list.shownItems.map(\.slug) == ["tabs-grid-v2"]
    }
    console.act("Esc") { $0.experiments.list.count == 8 }
  }

  @Test("opening the same recipes again changes nothing") mutating func openingAgain() throws {
    let session = console.session
    console.openDemoRecipes()
    #expect(console.effects.isEmpty && console.session == session)
    console.send(.opening(SessionOpening(recipes: session.recipes)))
    #expect(console.effects.isEmpty && console.session == session)
  }

  @Test("f goes to the values of the recipe's feature, whatever had the focus there")
  mutating func goesToValues() {
    console.act(
      ":select address-autofill", ":focus details", ":experiments", ":recipe homepage-order-2026",
      "f"
    ) {
      $0.selected == "homescreen" && $0.focus == .values
    }
  }

  @Test("x refuses a recipe without an enrollment")
  mutating func exposesWhatIsEnrolled() {
    console.act(":recipe homepage-cards") { !$0.hints.contains("x expose") }
    let owner = (feature: "homescreen", slug: "homepage-order-2026", branch: "treatment-a")
    console.act(
      "x", says: .notEnrolled(in: "homepage-cards", but: [owner]).about("expose the feature now"))
  }

  @Test("x exposes the enrolled recipes of several") mutating func exposesSeveral() {
    console.act(":recipe homepage-order-2026") { $0.hints.contains("x expose") }
    console.act(":mark-all", "x", says: .exposed(3, recorded: 2, suppressed: 1))
  }

  @Test("a recipe with a long slug has one line")
  func longSlugs() throws {
    var console = ConsoleDriver(FrameCase.goldenSize)
    let slug = "android-long-term-holdback-validation-first-run-sub-experiment"
    console.open(
      try [("recipe-1", "f1"), (slug, "f2")].map {
        try .test($0, app: "cirrus", branch: "on", features: $1)
      })
    console.run("experiments", "set-context channel release")
    FrameCase.expect(console, equals: "large-recipes")
    console.click(5, 5) { $0.experiments.selected?.slug == "recipe-1" }
    console.click(5, 4) { $0.experiments.selected?.slug == slug }
  }

  @Test("C offers to show the client's channel or to reset it") func clientChannel() throws {
    var console = ConsoleDriver()
    console.run("experiments", "set-context channel release")
    console.act("C") { $0.titles == ["show release", "client in nightly"] }
    console.act("Down Enter") { $0.session[.context, "channel"] == nil }
  }

  @Test("an unknown recipe is refused and keeps the filter; a hidden one clears it")
  func selectingBehindFilter() {
    var console = ConsoleDriver.withRecipes().after("4", ":filter cards")
    console.act(":recipe no-such-recipe") { $0.message?.kind == .refusal }
    #expect(console.experiments.list.filter.text == "cards")
    console.act(":recipe homepage-order-2026") {
      $0.experiments.selectedRow?.slug == "homepage-order-2026"
    }
    #expect(console.experiments.list.filter.text == "")
  }
}
