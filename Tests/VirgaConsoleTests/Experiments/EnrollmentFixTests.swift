import Testing
import VirgaCanvas
import VirgaExperiments
import VirgaJSON
import VirgaSession
import VirgaWorkbench

@testable import VirgaConsole

@Suite("Making a recipe enroll the client") struct EnrollmentFixTests {
  /// A manifest of Firefox for Android with one feature.
  static let manifest = """
    about: { description: A, kotlin: { package: org.mozilla.fenix, class: .nimbus.FxNimbus } }
    channels: [release]
    features:
      home:
        description: H
        variables: { on: { description: O, type: Boolean, default: false } }
    """

  private func console(_ recipes: Recipe..., yaml: String = Self.manifest) throws -> ConsoleDriver {
    var console = try ConsoleDriver(yaml: yaml)
    console.open(recipes)
    console.press("4")
    return console
  }

  @Test("a recipe that lacks context is not broken")
  func fitting() throws {
    let console = try console(
      .test("wide", "device_memory >= 4000 && android_sdk_version|versionCompare('26') >= 0"),
      .test("wrong", "device_memory >="))
    #expect(
      console.word(of: "wide") == "no data" && console.word(of: "wrong") == "broken")
  }

  @Test("F sets the attributes that the recipe lacks") func sets() throws {
    var console = try console(
      .test("wide", "device_memory >= 4000 && android_sdk_version|versionCompare('26') >= 0"),
      .test("wrong", "device_memory >="))
    console.act("a") {
      $0.titles.prefix(2) == [
        "set-context device_memory 4000", "set-context android_sdk_version 26",
      ]
    }
    console.act("Esc F") {
      $0.word(of: "wide") == "enrolled" && $0.session[.context, "android_sdk_version"] == "26"
    }
    console.act("u") { $0.word(of: "wide") == "no data" }
  }

  @Test("the manifest names the client's app")
  func unknownApp() throws {
    let console = try console(.test("theirs", app: "firefox_ios"))
    #expect(console.word(of: "theirs") == "other app")
    let row = console.experiments.contextList.items.first { $0.name == "app_name" }
    #expect(row?.value == "\"fenix\"" && row?.origin == "from the manifest")
  }

  /// A console with a recipe of another app, whose targeting does not match either, and one of the
  /// client's app.
  private func consoleWithOtherApp() throws -> ConsoleDriver {
    try console(.test("a-theirs", app: "firefox_ios", "device_memory > 1"), .test("ours", "false"))
  }

  @Test("recipes of other apps are listed last, under a folded heading")
  func otherApps() throws {
    var console = try consoleWithOtherApp()
    #expect(console.experiments.list.shownItems.map(\.slug) == ["ours"])
    #expect(console.experiments.selected?.slug == "ours" && console.sees("other apps  1"))
    #expect(console.sees("stopped by targeting"))
    console.act("Down Enter") {
      $0.experiments.list.shownItems.map(\.slug) == ["ours", "a-theirs"]
    }
    #expect(console.hints.contains("Enter fold") && console.reason.isEmpty == false)
    console.act("Enter") { $0.experiments.list.shownItems.map(\.slug) == ["ours"] }
  }

  @Test("a recipe of another app is stopped by that before its targeting")
  func stoppedByApp() throws {
    var console = try consoleWithOtherApp()
    console.act("Down Enter Down") { $0.experiments.selected?.slug == "a-theirs" }
    #expect(console.word(of: "a-theirs") == "other app" && console.sees("stopped by other app"))
    #expect(console.reason.contains("Not enrolled, stopped by other app: it is for the app"))
  }

  @Test("F makes the client one of the recipe's app")
  func changedApp() throws {
    var console = try consoleWithOtherApp()
    console.act(":recipe a-theirs", "F") { $0.word(of: "a-theirs") == "enrolled" }
    #expect(console.experiments.list.items.map(\.slug) == ["a-theirs", "ours"])
    #expect(console.word(of: "ours") == "other app")
  }

  @Test("a forced recipe of another app stays with the others") func forcedOtherApp() throws {
    var console = try console(.test("theirs", app: "firefox_ios"), .test("ours", "false"))
    console.run("force-branch theirs control")
    #expect(console.experiments.list.items.allSatisfy { $0.section == nil })
  }

  @Test("commands of screen 4 know the recipes before the screen was shown") func beforeShown() {
    var console = ConsoleDriver.withRecipes()
    console.act(":", "'force-branch") { $0.listed.contains("force-branch") }
    #expect(!console.details.contains { $0.contains("no recipes yet") })
    let other = ConsoleDriver.withRecipes().after(":force-branch")
    #expect(other.screen == .experiments && other.picker != nil)
  }

  /// A console with recipes of two apps, whose manifest names an app that is neither of them.
  private func consoleOfUnknownApp() throws -> ConsoleDriver {
    let yaml = Self.manifest.replacing("org.mozilla.fenix", with: "org.example")
    return try console(.test("ours", app: "a"), .test("theirs", app: "b"), yaml: yaml)
  }

  @Test("the reason says that an unknown app is assumed to match") func assumedApp() throws {
    let console = try consoleOfUnknownApp()
    #expect(
      console.sees("? app name      it is for the app `a`; assumed to match because app_name"))
  }

  @Test("the app of the recipe is proposed first if the client's is unknown") func proposedApp()
    throws
  {
    var console = try consoleOfUnknownApp()
    console.act("a") { $0.titles.first == "set-context app_name a" }
  }

  @Test("F forces the branch that is needed first and sets attributes in one undo step")
  func forcedFirst() throws {
    let base = try Recipe.test("base", "false", features: "search")
    let wide = try Recipe.test("wide", "enrollments_map['base'] == 'control' && region == 'US'")
    var console = try console(base, wide)
    console.run("recipe wide")
    let before = console.session
    #expect(
      console.reason.contains(
        "region is US First force `control` of `base`. F forces control of base, then sets region = US"
      ))
    let done = "enrolled in wide with control of base, region = US"
    console.act("F", says: .did(done, .init("wide", to: "control")))
    #expect(console.session.forcedBranches.map(\.slug) == ["base"])
    console.act("u") {
      $0.session.entries(of: .branch) == before.entries(of: .branch)
        && $0.session.enrollments == before.enrollments
    }
    #expect(console.session[.context, "region"] == nil)
  }

  @Test("F picks a new client id in the recipe's buckets if they exclude the client")
  func drawsAnotherClient() throws {
    var console = ConsoleDriver.onExperiments()
    console.act(":recipe zoom-levels") { $0.word(of: "zoom-levels") == "bucket" }
    #expect(
      console.reason.contains(
        "among the selected ones F sets another nimbus_id (buckets 1000 to 2999)"))
    let before = console.session.clientID
    console.press("F")
    let id = try #require(console.session.clientID)
    let bucket = try #require(console.experiments.reason?.bucketDraw).hash.bucket(of: 10_000)
    #expect((1000..<3000).contains(bucket))
    let drawn = "enrolled in zoom-levels with nimbus_id = \(id.prefix(8))… in bucket \(bucket)"
    #expect(console.message == .did(drawn, .init("zoom-levels", to: "fine")))
    #expect(console.word(of: "homepage-order-2026") == "enrolled")
    console.act("F", says: .alreadyEnrolled(in: "zoom-levels").about("make it enroll"))
    console.act("u") { $0.session.clientID == before }
    console.act("F") { $0.session.clientID == id }
  }

  @Test(
    "F names an obstacle that no attribute can change",
    arguments: [
      .init(
        "another recipe has the feature",
        (
          "homepage-cards", "experiments on",
          "`homepage-order-2026` already has the feature `homescreen`"
        )),
      .init(
        "the user takes part in no experiments",
        ("share-sheet-2026", "experiments off", "the user does not take part in experiments")),
    ] as [Behavior<(slug: String, part: String, gate: String)>])
  func cannotFit(_ behavior: Behavior<(slug: String, part: String, gate: String)>) throws {
    let (slug, part, gate) = behavior.example
    var console = ConsoleDriver.onExperiments()
    console.act(
      ":take-part \(part)", ":recipe \(slug)", "F",
      says: .noAttributeHelps(slug, gate: gate).about("make it enroll"))
    #expect(!console.reason.contains("F sets"))
  }

  @Test(
    "F refuses steps that would not enroll the client",
    arguments: [
      .init(
        "the branch that is needed first would take the recipe's feature",
        (
          "enrollments_map['other'] == 'control' && region == 'US'",
          "`other`, which it requires, has its feature `home`"
        )),
      .init(
        "the recipe that is needed first is missing",
        ("enrollments_map['unknown'] == 'control'", "there is no recipe `unknown`")),
      .init(
        "no attribute changes the count of an event",
        (
          "region == 'US' && ('home_opened'|eventSum('Days', 7, 0)) > 3",
          "even with region = US the client would not be enrolled in odd: "
        )),
    ] as [Behavior<(targeting: String, refusal: String)>])
  func refusedSteps(_ behavior: Behavior<(targeting: String, refusal: String)>) throws {
    let (targeting, refusal) = behavior.example
    var console = try console(.test("other", "false"), .test("odd", targeting))
    console.act(":recipe odd") { !$0.reason.contains("F sets") && !$0.reason.contains("F forces") }
    let before = console.session
    console.act("F") {
      $0.status?.hasPrefix("make it enroll: \(refusal)") == true && $0.session == before
        && $0.effects.isEmpty
    }
  }

  @Test("F refuses a client that left the experiment until it is evaluated again") func left()
    throws
  {
    var console = try console(.test("us", "region == 'US'"))
    console.act(":set-context region US", ":set-context region DE") { $0.word(of: "us") == "left" }
    console.act(
      "F",
      says: .cannotReturn(to: "us", evaluate: ":evaluate-again", force: "b").about("make it enroll")
    )
    console.act(":evaluate-again", "F") { $0.word(of: "us") == "enrolled" }
    console.act("o F", says: .optedOut(of: "us", drop: "d").about("make it enroll"))
  }

  @Test("a config that does not match the manifest is marked wherever it applies")
  func mismatch() throws {
    func isMarked(_ slug: String, _ console: ConsoleDriver) -> Bool? {
      let list = console.lines.map { $0.prefix(34) }
      return list.first { $0.contains(" \(slug) ") }?.contains("!")
    }
    var console = try console(
      .test("odd", "region == 'US'", config: ["onn": true, "rows": 1]),
      .test("plain", "region == 'FR'"))
    console.run("recipe odd")
    #expect(isMarked("odd", console) == true && isMarked("plain", console) == false)
    console.run("force-branch")
    let problem = #"Invalid property "onn"; did you mean "on"? (and 1 more)"#
    #expect(console.details.first == "configures home; ! \(problem)")
    console.act("Enter") { isMarked("odd", $0) == true && isMarked("plain", $0) == false }
    #expect(
      console.wholeReason.contains(
        #"! Invalid property "onn", in branch `control` of `odd`; did you"#))
    console.act("1") {
      $0.sees("◆! home ")
        && $0.sees("experiment odd · control · forced ! does not match the manifest")
    }
    console.act("u") { console in
      !console.lines.contains { $0.contains("! home ") || $0.contains("does not match") }
    }
  }
}
