import Testing
import VirgaExperiments
import VirgaJSON
import VirgaSession
import VirgaSource
import VirgaTargeting

@Suite("Handing a session to a device")
struct HandoffTests {
  private var session = Session()

  init() {
    let recipe: JSONValue = [
      "slug": "menu", "schemaVersion": "1", "userFacingName": "It's 50% + off", "userFacingDescription": "",
      "isEnrollmentPaused": true, "proposedEnrollment": 7, "appName": "fenix", "targeting": "false",
      "bucketConfig": ["randomizationUnit": "nimbus_id", "namespace": "n", "start": 9, "count": 1, "total": 10_000],
      "branches": [
        ["slug": "control", "ratio": 1, "features": []],
        ["slug": "new", "ratio": 1, "features": [["featureId": "app-menu", "value": ["rows": 1, "title": "a"]]]],
      ],
    ]
    session = Session(entries: [
      EntryKey(.recipe, "menu"): recipe, EntryKey(.branch, "menu"): "new",
      EntryKey(.edit, "app-menu"): ["rows": 2], EntryKey(.edit, "zoom"): ["level": 110],
    ])
  }

  private let fenix = HandoffTarget(
    app: "fenix", platform: .android, channel: "nightly", id: "org.mozilla.fenix", activity: ".App",
    scheme: "fenix-nightly")

  private func handoff(_ target: HandoffTarget) throws -> Handoff { try Handoff(session, to: target, manifest: nil) }

  @Test("every client enters the forced branch, with the edits of its features laid over it")
  func rewritesTheForcedRecipe() throws {
    let recipe = try #require(handoff(fenix).payload["data"]?[0])
    #expect(recipe["channel"] == "nightly")
    #expect(recipe["isEnrollmentPaused"] == false)
    #expect(recipe["targeting"] == "true")
    #expect(recipe["bucketConfig"]?["start"] == 0)
    #expect(recipe["bucketConfig"]?["count"] == 10_000)
    #expect(recipe["branches"]?[0]?["ratio"] == 0)
    #expect(recipe["branches"]?[1]?["ratio"] == 100)
    #expect(recipe["branches"]?[1]?["features"]?[0]?["value"] == ["rows": 2, "title": "a"])
  }

  @Test("edits of other features come in a recipe of their own, which every client enters")
  func carriesEdits() throws {
    let payload = try handoff(fenix).payload
    #expect(payload["data"]?.arrayValue?.count == 2)
    let recipe = try #require(payload["data"]?[1].flatMap(Recipe.init(entry:)))
    #expect(recipe.slug == Handoff.editSlug)
    #expect(recipe.featureIDs == ["zoom"])
    var state = EnrollmentState()
    let attributes: JSONObject = ["app_name": "fenix", "channel": "nightly", "nimbus_id": "x"]
    let entries = attributes.map { (EntryKey(.context, $0.key), $0.value) }
    let client = Session(entries: Dictionary(uniqueKeysWithValues: entries))
      .client(in: Surroundings(manifest: nil, time: .epoch, process: "t", newClientID: "x"))
    _ = state.apply([recipe], for: client)
    #expect(state.activeBranch(of: Handoff.editSlug) == "edits")
  }

  @Test("the Android command keeps the quotes for the shell of the device")
  func android() throws {
    let command = try #require(handoff(fenix).launchCommands(device: "emulator-5554").first)
    #expect(
      command.hasPrefix(
        #"adb -s emulator-5554 shell "am broadcast -p org.mozilla.fenix -a org.mozilla.fenix.NIMBUS_TOOLING -f 0x20 "#
          + #"--esn nimbus-cli --ei version 1 --ez reset-db true --es experiments '{\"data\":[{\"slug\":\"menu\","#))
    #expect(command.hasSuffix(#"]}' --ez log-state true""#))
    #expect(command.contains("It&apos;s 50% + off"))
    let kept = try handoff(fenix).launchCommands(keepsDatabase: true)
    #expect(kept.first?.contains("reset-db") == false)
    #expect(kept.first?.hasPrefix("adb shell ") == true)
  }

  @Test("the iOS commands end the app and start it with its arguments")
  func ios() throws {
    let target = HandoffTarget(
      app: "fenix", platform: .ios, channel: "beta", id: "org.mozilla.ios.FirefoxBeta", scheme: "firefox-beta")
    let commands = try handoff(target).launchCommands()
    #expect(commands.first == "xcrun simctl terminate booted org.mozilla.ios.FirefoxBeta")
    #expect(
      commands.last?.hasPrefix(
        "xcrun simctl launch booted org.mozilla.ios.FirefoxBeta --nimbus-cli --version 1 --reset-db --experiments '{")
        == true)
    #expect(commands.last?.hasSuffix("}' --log-state") == true)
  }

  @Test("a link encodes what has a meaning in it; iOS decodes a per cent sign twice")
  func links() throws {
    let android = try #require(handoff(fenix).link())
    #expect(
      android.hasPrefix("fenix-nightly://open?--nimbus-cli&--is-launcher&--experiments=%7B%22data%22%3A[%7B%22slug%22"))
    #expect(android.hasSuffix("&--reset-db&--log-state"))
    #expect(android.contains("It%27s%2050%25%20%2B%20off"))
    let target = HandoffTarget(app: "fenix", platform: .ios, channel: "beta", id: "i", scheme: "firefox-beta")
    let ios = try #require(handoff(target).link(keepsDatabase: true))
    #expect(ios.hasPrefix("firefox-beta://noop?--nimbus-cli&--is-launcher&--experiments=%7B"))
    #expect(ios.contains("50%2525%20%2B"))
    #expect(!ios.contains("reset-db"))
    let bare = HandoffTarget(app: "fenix", platform: .android, channel: "beta", id: "i")
    #expect(try handoff(bare).link() == nil)
  }

  @Test("a recipe for another app, a config that does not fit, and nothing at all are refused")
  func refuses() throws {
    let focus = HandoffTarget(app: "focus_android", platform: .android, channel: "beta", id: "i")
    #expect(throws: Refusal("`menu` is for the app `fenix`, not `focus_android`")) { try handoff(focus) }
    #expect(throws: Refusal.self) { try Handoff(Session(), to: fenix, manifest: nil) }
  }

  @Test("a config file adds apps, and replaces those of the same name")
  func configuredApps() {
    let config: JSONValue = [
      "apps": [
        ["app": "mine", "platform": "ios", "channel": "beta", "id": "org.example.mine", "scheme": "mine"],
        ["app": "fenix", "platform": "android", "channel": "release", "id": "org.example.fork"], ["app": "broken"],
      ]
    ]
    let (targets, problems) = HandoffTarget.all(config: config)
    #expect(targets.count == HandoffTarget.known.count + 1)
    #expect(targets.first { $0.name == "fenix android release" }?.id == "org.example.fork")
    #expect(targets.last?.name == "fenix android release")
    #expect(problems.map(\.path) == ["apps.2"])
    #expect(HandoffTarget.all(config: nil).targets == HandoffTarget.known)
  }
}
