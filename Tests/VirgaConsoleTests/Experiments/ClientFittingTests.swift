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

  private static func recipe(
    _ slug: String, app: String, _ targeting: String, feature: String = "home"
  ) throws -> Recipe {
    let json = """
      {"slug": "\(slug)", "appName": "\(app)", "appId": "a", "channel": "release", "schemaVersion": "1", "id": "\(slug)",
      "userFacingName": "N", "userFacingDescription": "D", "isEnrollmentPaused": false, "targeting": "\(targeting)",
      "bucketConfig": {"randomizationUnit": "nimbus_id", "namespace": "n", "start": 0, "count": 10000, "total": 10000},
      "startDate": null, "endDate": null, "proposedEnrollment": 7, "referenceBranch": "control", "probeSets": [],
      "featureIds": ["\(feature)"],
      "branches": [{"slug": "control", "ratio": 1, "feature": {"featureId": "\(feature)", "value": {}}}]}
      """
    return try #require(Recipe(entry: try JSONValue.parse(json)))
  }

  private func console(_ recipes: Recipe...) throws -> ConsoleDriver {
    var console = try ConsoleDriver(yaml: Self.manifest)
    console.send(.opening(SessionOpening(recipes: recipes, context: [:], ended: [], isAskedFor: false)))
    console.press("4")
    return console
  }

  @Test("a recipe for another app is recognized, because the manifest names the client's app") func otherApp() throws {
    let console = try console(Self.recipe("theirs", app: "firefox_ios", "true"))
    #expect(console.word(of: "theirs") == "other app")
    let row = console.state.experiments.contextRows.first { $0.name == "app_name" }
    #expect(row?.value == "\"fenix\"")
    #expect(row?.origin == "from the manifest")
  }

  @Test("a recipe that lacks context is not broken, and F sets the attributes it needs") func fitting() throws {
    var console = try console(
      Self.recipe("wide", app: "fenix", "device_memory >= 4000 && android_sdk_version|versionCompare('26') >= 0"),
      Self.recipe("wrong", app: "fenix", "device_memory >="))
    #expect(console.word(of: "wide") == "lacks device_memory")
    #expect(console.word(of: "wrong") == "broken")
    #expect(
      console.state.experiments.reason?.fix
        == "it enrolls in `control` if device_memory is at least 4000 and android_sdk_version is at least 26")
    console.press("a")
    #expect(
      console.state.overlay?.lines.prefix(2).map(\.title.plain)
        == ["set-context device_memory 4000", "set-context android_sdk_version 26"])
    console.press("Esc", "F")
    #expect(console.word(of: "wide") == "enrolled")
    #expect(console.state.session[.context, "android_sdk_version"] == "26")
    console.press("u")
    #expect(console.word(of: "wide") == "lacks device_memory")
  }

  @Test("the cursor moves to the next obstacle once one is removed") func nextObstacle() throws {
    var console = try console(
      Self.recipe("wide", app: "fenix", "device_memory >= 4000 && is_phone == true && region == 'US'"))
    console.press("e")
    #expect(console.state.experiments.selectedContext?.name == "device_memory")
    console.run("set-context device_memory 8000")
    #expect(console.state.experiments.selectedContext?.name == "is_phone")
  }

  @Test("a sample client for the manifest's app is set as one operation") func sample() throws {
    var console = try console(Self.recipe("wide", app: "fenix", "app_version|versionCompare('118.!') >= 0"))
    #expect(console.word(of: "wide") == "lacks app_version")
    console.run("set-sample-context")
    #expect(console.word(of: "wide") == "enrolled")
    #expect(console.state.session[.context, "os"] == "Android")
    console.press("u")
    #expect(console.state.session[.context, "os"] == nil)
    console.run("set-sample-context firefox_io")
    #expect(console.message == .unknown("app", "firefox_io", among: ["firefox_ios"]))
  }

  @Test("an unknown app is assumed to match, and the reason says so") func unknownApp() throws {
    var console = try ConsoleDriver(yaml: Self.manifest.replacing("org.mozilla.fenix", with: "org.example"))
    let recipes = try [Self.recipe("ours", app: "a", "true"), Self.recipe("theirs", app: "b", "true")]
    console.send(.opening(SessionOpening(recipes: recipes, context: [:], ended: [], isAskedFor: false)))
    console.press("4")
    #expect(console.sees("? app name      it is for the app `a`; assumed to match because app_name"))
    console.press("a")
    #expect(console.titles.first == "set-context app_name a")
  }

  @Test("branch and attribute are recorded as one step that undo reverts completely") func recordedFit() throws {
    let recipes = try [
      Self.recipe("base", app: "fenix", "false", feature: "search"),
      Self.recipe("wide", app: "fenix", "enrollments_map['base'] == 'control' && region == 'US'"),
    ]
    func start() throws -> ConsoleDriver {
      var console = try ConsoleDriver(yaml: Self.manifest)
      console.send(.opening(SessionOpening(recipes: recipes, context: [:], ended: [], isAskedFor: false)))
      console.run("experiments", "recipe wide")
      return console
    }
    var first = try start()
    first.record()
    first.press("F")
    #expect(first.word(of: "wide") == "enrolled")
    let line = #"force-branch {"recipe":"wide","branches":{"base":"control"},"attributes":{"region":"US"}}"#
    #expect(first.state.recording.performed.map(\.text) == [line])
    var second = try start()
    for _ in 0..<2 {
      second.run(line)
      #expect(second.word(of: "wide") == "enrolled")
      second.run("undo branch base")
      #expect(second.state.refusal == nil && second.state.session[.branch, "base"] == nil)
      #expect(second.state.session[.context, "region"] == nil)
    }
    second.run(line, line)
    #expect(second.state.refusal == nil)
  }

  @Test("F picks a new client id in the recipe's buckets if they exclude the client")
  func drawsAnotherClient() throws {
    var console = try ConsoleDriver.onExperiments()
    console.run("recipe zoom-levels")
    #expect(console.word(of: "zoom-levels") == "bucket")
    #expect(console.reason.contains("among the selected ones F sets another nimbus_id (bucket 1000 to 2999)"))
    let before = console.state.session.clientID
    console.press("F")
    let id = try #require(console.state.session.clientID)
    let bucket = try #require(console.state.experiments.reason?.selection).hash.bucket(of: 10_000)
    #expect((1000..<3000).contains(bucket))
    #expect(console.word(of: "zoom-levels") == "enrolled")
    let drawn = "enrolled in zoom-levels with nimbus_id = \(id.prefix(8))… in bucket \(bucket)"
    #expect(console.message == .did(drawn, .enrolls("zoom-levels", in: "fine")))
    #expect(console.word(of: "homepage-order-2026") == "enrolled")
    console.press("F")
    #expect(console.message == .alreadyEnrolled(in: "zoom-levels").about("fit the client"))
    console.press("u")
    #expect(console.state.session.clientID == before)
    console.press("F")
    #expect(console.state.session.clientID == id, "the same randomness draws the same client")
  }

  @Test("F names an obstacle that no attribute can change") func cannotFit() throws {
    var console = try ConsoleDriver.onExperiments()
    console.act(":recipe homepage-cards", "F")
    let gate = "`homepage-order-2026` already has the feature `homescreen`"
    #expect(console.message == .noAttributeHelps("homepage-cards", gate: gate).about("fit the client"))
    #expect(!console.reason.contains("F sets"))
  }

  @Test("F sets nothing if something else also keeps the client out") func stillOut() throws {
    var console = try ConsoleDriver.onExperiments()
    console.act(":take-part experiments off", ":recipe share-sheet-2026", "F")
    let gate = "the user does not take part in experiments"
    #expect(console.message == .noAttributeHelps("share-sheet-2026", gate: gate).about("fit the client"))
    #expect(!console.reason.contains("F sets"))
  }

  @Test("F sets nothing if its attributes would not satisfy the targeting") func notAll() throws {
    var console = try console(
      Self.recipe("odd", app: "fenix", "region == 'US' && ('home_opened'|eventSum('Days', 7, 0)) > 3"))
    let before = console.state.session
    console.press("F")
    #expect(
      console.status?.hasPrefix("fit the client: even with region = US the client would not be enrolled in odd: ")
        == true,
      "\(console.status ?? "")")
    #expect(!console.reason.contains("F sets"))
    #expect(console.state.session == before && console.effects.isEmpty)
  }

  @Test("F forces a required branch of another recipe first, and undo reverts all steps")
  func forcedFirst() throws {
    let other = try Self.recipe("other", app: "fenix", "false", feature: "search")
    let follower = try Self.recipe("follower", app: "fenix", "enrollments_map['other'] == 'control' && region == 'US'")
    var console = try console(follower, other)
    console.run("recipe follower")
    #expect(
      console.reason.contains(
        "region is US First force `control` of `other`. F forces control of other, then sets region = US"))
    let before = console.state.session
    console.press("F")
    let done = "enrolled in follower with control of other, region = US"
    #expect(console.message == .did(done, .enrolls("follower", in: "control")))
    #expect(console.word(of: "follower") == "enrolled")
    #expect(console.state.session.forcedBranches.map(\.slug) == ["other"])
    console.press("u")
    #expect(console.state.session.all(.branch) == before.all(.branch))
    #expect(console.state.session.enrollments == before.enrollments)
  }

  @Test("F refuses steps that would not enroll the client", arguments: ["home", "search"])
  func refusedSteps(feature: String) throws {
    let other = try Self.recipe("other", app: "fenix", "false", feature: feature)
    let slug = feature == "home" ? "other" : "unknown"
    var console = try console(
      other, Self.recipe("follower", app: "fenix", "enrollments_map['\(slug)'] == 'control' && region == 'US'"))
    console.run("recipe follower")
    #expect(!console.reason.contains("first force") && !console.reason.contains("F forces"))
    let before = console.state.session
    console.press("F")
    #expect(
      console.status
        == (feature == "home"
          ? "fit the client: `other`, which it requires, has its feature `home`"
          : "fit the client: there is no recipe `unknown`"))
    #expect(console.state.session == before && console.effects.isEmpty)
  }

  @Test("F refuses a client that left the experiment and says how to start again") func left() throws {
    var console = try console(Self.recipe("us", app: "fenix", "region == 'US'"))
    console.run("set-context region US", "set-context region DE")
    #expect(console.word(of: "us") == "left")
    #expect(!console.reason.contains("F sets"))
    console.press("F")
    #expect(
      console.message == .cannotReturn(to: "us", evaluate: ":evaluate-anew", force: "b").about("fit the client"))
    #expect(console.state.session[.context, "region"] == "DE")
    console.act(":evaluate-anew", "F")
    #expect(console.word(of: "us") == "enrolled")
    console.press("o", "F")
    #expect(console.message == .optedOut(of: "us", drop: "d").about("fit the client"))
  }

  @Test("a config that does not match the manifest is marked on the recipe, its branch and its feature")
  func mismatch() throws {
    var odd = JSONValue.object(try Self.recipe("odd", app: "fenix", "region == 'US'").json)
    _ = odd.set(["onn": true], at: try JSONPath.parse("branches[0].feature.value"))
    var console = try console(
      try #require(Recipe(entry: odd)), Self.recipe("plain", app: "fenix", "region == 'FR'"))
    console.run("recipe odd")
    #expect(console.lines.contains { $0.contains(" odd ") && !$0.prefix(44).contains("!") }, "the client is not on it")
    console.run("force-branch")
    #expect(console.details.first == #"configures home; ! Invalid property "onn"; did you mean "on"?"#)
    console.press("Enter")
    #expect(console.word(of: "odd") == "enrolled")
    #expect(console.lines.contains { $0.contains(" enrolled ") && $0.contains(" odd ") && $0.prefix(44).contains("!") })
    #expect(console.lines.contains { $0.contains("plain") && !$0.prefix(44).contains("!") })
    console.press("1")
    #expect(console.sees("◆! home "))
    #expect(console.sees("experiment odd · control · forced ! does not match the manifest"))
    console.press("u")
    #expect(!console.lines.contains { $0.contains("! home ") || $0.contains("does not match") })
  }
}
