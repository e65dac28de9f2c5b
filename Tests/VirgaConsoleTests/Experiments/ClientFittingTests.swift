import Testing
import VirgaCanvas
import VirgaExperiments
import VirgaJSON
import VirgaSession
import VirgaWorkbench

@testable import VirgaConsole

@Suite("Fitting the client to a recipe") struct ClientFittingTests {
  private static let manifest = """
    about: { description: A, kotlin: { package: org.mozilla.fenix, class: .nimbus.FxNimbus } }
    channels: [release]
    features:
      home:
        description: H
        variables: { on: { description: O, type: Boolean, default: false } }
    """

  private func console(_ recipes: Recipe...) throws -> ConsoleDriver {
    var console = try ConsoleDriver(yaml: Self.manifest)
    console.open(recipes)
    console.press("4")
    return console
  }

  @Test("a recipe that lacks context is not broken, and F sets the attributes it needs") func fitting() throws {
    var console = try console(
      .test("wide", "device_memory >= 4000 && android_sdk_version|versionCompare('26') >= 0"),
      .test("wrong", "device_memory >="))
    #expect(console.word(of: "wide") == "lacks device_memory")
    #expect(console.word(of: "wrong") == "broken")
    console.press("a")
    #expect(console.titles.prefix(2) == ["set-context device_memory 4000", "set-context android_sdk_version 26"])
    console.press("Esc", "F")
    #expect(console.word(of: "wide") == "enrolled")
    #expect(console.model.session[.context, "android_sdk_version"] == "26")
    console.press("u")
    #expect(console.word(of: "wide") == "lacks device_memory")
  }

  @Test("the cursor moves to the next obstacle once one is removed") func nextObstacle() throws {
    var console = try console(.test("wide", "device_memory >= 4000 && is_phone == true && region == 'US'"))
    console.press("e")
    #expect(console.model.experiments.selectedContext?.name == "device_memory")
    console.run("set-context device_memory 8000")
    #expect(console.model.experiments.selectedContext?.name == "is_phone")
  }

  @Test("a sample client for the manifest's app is set as one operation") func sample() throws {
    var console = try console(.test("wide", "app_version|versionCompare('118.!') >= 0"))
    console.run("set-sample-context")
    #expect(console.word(of: "wide") == "enrolled")
    #expect(console.model.session[.context, "os"] == "Android")
    console.press("u")
    #expect(console.model.session[.context, "os"] == nil)
    console.run("set-sample-context firefox_io")
    #expect(console.message == .unknown("app", "firefox_io", among: ["firefox_ios"]))
  }

  @Test("the manifest names the client's app; an unknown app is assumed to match, and the reason says so")
  func unknownApp() throws {
    var console = try console(.test("theirs", app: "firefox_ios"))
    #expect(console.word(of: "theirs") == "other app")
    let row = console.model.experiments.contextRows.first { $0.name == "app_name" }
    #expect(row?.value == "\"fenix\"" && row?.origin == "from the manifest")
    console = try ConsoleDriver(yaml: Self.manifest.replacing("org.mozilla.fenix", with: "org.example"))
    console.open(try [.test("ours", app: "a"), .test("theirs", app: "b")])
    console.press("4")
    #expect(console.sees("? app name      it is for the app `a`; assumed to match because app_name"))
    console.press("a")
    #expect(console.titles.first == "set-context app_name a")
  }

  @Test("F forces the branch that is needed first and sets attributes, as one step to undo and to replay")
  func forcedFirst() throws {
    let recipes = try [
      Recipe.test("base", "false", features: "search"),
      .test("wide", "enrollments_map['base'] == 'control' && region == 'US'"),
    ]
    var console = try console(recipes[0], recipes[1])
    console.run("recipe wide")
    let before = console.model.session
    #expect(
      console.reason.contains(
        "region is US First force `control` of `base`. F forces control of base, then sets region = US"))
    console.record()
    console.press("F")
    let done = "enrolled in wide with control of base, region = US"
    #expect(console.message == .did(done, .enrolls("wide", in: "control")))
    #expect(console.model.session.forcedBranches.map(\.slug) == ["base"])
    let line = #"force-branch {"recipe":"wide","branches":{"base":"control"},"attributes":{"region":"US"}}"#
    #expect(console.model.recording.performed.map(\.text) == [line])
    console.press("u")
    #expect(console.model.session.all(.branch) == before.all(.branch))
    #expect(console.model.session.enrollments == before.enrollments)

    var other = try self.console(recipes[0], recipes[1])
    other.run(line, line)
    #expect(other.model.refusal == nil && other.word(of: "wide") == "enrolled")
    other.run("undo branch base")
    #expect(other.model.refusal == nil && other.model.session[.branch, "base"] == nil)
    #expect(other.model.session[.context, "region"] == nil)
  }

  @Test("F picks a new client id in the recipe's buckets if they exclude the client")
  func drawsAnotherClient() throws {
    var console = try ConsoleDriver.onExperiments()
    console.run("recipe zoom-levels")
    #expect(console.word(of: "zoom-levels") == "bucket")
    #expect(console.reason.contains("among the selected ones F sets another nimbus_id (bucket 1000 to 2999)"))
    let before = console.model.session.clientID
    console.press("F")
    let id = try #require(console.model.session.clientID)
    let bucket = try #require(console.model.experiments.reason?.selection).hash.bucket(of: 10_000)
    #expect((1000..<3000).contains(bucket))
    let drawn = "enrolled in zoom-levels with nimbus_id = \(id.prefix(8))… in bucket \(bucket)"
    #expect(console.message == .did(drawn, .enrolls("zoom-levels", in: "fine")))
    #expect(console.word(of: "homepage-order-2026") == "enrolled")
    console.press("F")
    #expect(console.message == .alreadyEnrolled(in: "zoom-levels").about("fit the client"))
    console.press("u")
    #expect(console.model.session.clientID == before)
    console.press("F")
    #expect(console.model.session.clientID == id, "the same randomness draws the same client")
  }

  @Test(
    "F names an obstacle that no attribute can change, and sets nothing",
    arguments: [
      ("homepage-cards", "experiments on", "`homepage-order-2026` already has the feature `homescreen`"),
      ("share-sheet-2026", "experiments off", "the user does not take part in experiments"),
    ])
  func cannotFit(slug: String, part: String, gate: String) throws {
    var console = try ConsoleDriver.onExperiments()
    console.act(":take-part \(part)", ":recipe \(slug)", "F")
    #expect(console.message == .noAttributeHelps(slug, gate: gate).about("fit the client"))
    #expect(!console.reason.contains("F sets"))
  }

  @Test(
    "F refuses steps that would not enroll the client",
    arguments: [
      ("enrollments_map['other'] == 'control' && region == 'US'", "`other`, which it requires, has its feature `home`"),
      ("enrollments_map['unknown'] == 'control'", "there is no recipe `unknown`"),
      (
        "region == 'US' && ('home_opened'|eventSum('Days', 7, 0)) > 3",
        "even with region = US the client would not be enrolled in odd: "
      ),
    ])
  func refusedSteps(targeting: String, refusal: String) throws {
    var console = try console(.test("other", "false"), .test("odd", targeting))
    console.run("recipe odd")
    #expect(!console.reason.contains("F sets") && !console.reason.contains("F forces"))
    let before = console.model.session
    console.press("F")
    #expect(console.status?.hasPrefix("fit the client: \(refusal)") == true, "\(console.status ?? "")")
    #expect(console.model.session == before && console.effects.isEmpty)
  }

  @Test("F refuses a client that left the experiment and says how to start again") func left() throws {
    var console = try console(.test("us", "region == 'US'"))
    console.run("set-context region US", "set-context region DE")
    #expect(console.word(of: "us") == "left")
    console.press("F")
    #expect(
      console.message == .cannotReturn(to: "us", evaluate: ":evaluate-anew", force: "b").about("fit the client"))
    #expect(console.model.session[.context, "region"] == "DE")
    console.act(":evaluate-anew", "F")
    #expect(console.word(of: "us") == "enrolled")
    console.press("o", "F")
    #expect(console.message == .optedOut(of: "us", drop: "d").about("fit the client"))
  }

  @Test("a config that does not match the manifest is explained, and marked on the recipe, its branch and its feature")
  func mismatch() throws {
    var console = try console(
      .test("odd", "region == 'US'", config: ["onn": true, "rows": 1]), .test("plain", "region == 'FR'"))
    console.run("recipe odd")
    #expect(console.lines.contains { $0.contains(" odd ") && !$0.prefix(44).contains("!") }, "the client is not on it")
    console.run("force-branch")
    #expect(
      console.details.first == #"configures home; ! Invalid property "onn"; did you mean "on"? (and 1 more)"#)
    console.press("Enter")
    #expect(console.lines.contains { $0.contains(" enrolled ") && $0.contains(" odd ") && $0.prefix(44).contains("!") })
    #expect(console.lines.contains { $0.contains("plain") && !$0.prefix(44).contains("!") })
    #expect(
      console.reason.contains(
        #"! its config for home does not match the manifest: Invalid property "onn"; did you mean "on"? (and 1 more)"#))
    console.press("1")
    #expect(console.sees("◆! home "))
    #expect(console.sees("experiment odd · control · forced ! does not match the manifest"))
    console.press("u")
    #expect(!console.lines.contains { $0.contains("! home ") || $0.contains("does not match") })
  }
}
