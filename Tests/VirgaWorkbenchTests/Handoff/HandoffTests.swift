import Testing
import VirgaExperiments
import VirgaFiles
import VirgaJSON
import VirgaManifest
import VirgaSession
import VirgaSource
import VirgaTargeting
import VirgaTestSupport
import VirgaWorkbench

@Suite("Handoff to a device")
struct HandoffTests {
  private var session = Session()

  init() {
    let recipe: JSONValue = [
      "slug": "menu", "schemaVersion": "1", "userFacingName": "It's 50% + off",
      "userFacingDescription": "",
      "isEnrollmentPaused": true, "proposedEnrollment": 7, "appName": "fenix", "targeting": "false",
      "bucketConfig": [
        "randomizationUnit": "nimbus_id", "namespace": "n", "start": 9, "count": 1, "total": 10_000,
      ],
      "branches": [
        ["slug": "control", "ratio": 1, "features": []],
        [
          "slug": "new", "ratio": 1,
          "features": [["featureId": "app-menu", "value": ["rows": 1, "title": "a"]]],
        ],
      ],
    ]
    session = Session(entries: [
      EntryKey(.recipe, "menu"): recipe, EntryKey(.branch, "menu"): "new",
      EntryKey(.edit, "app-menu"): ["rows": 2], EntryKey(.edit, "zoom"): ["level": 110],
    ])
  }

  private let fenix = {
    var target = HandoffTarget(
      app: "fenix", platform: .android, channel: "nightly", id: "org.mozilla.fenix",
      scheme: "fenix-nightly")
    target.activity = ".App"
    return target
  }()

  private func handoff(_ target: HandoffTarget) throws -> Handoff {
    try Handoff(session, to: target, manifest: nil)
  }

  @Test("every client enrolls in the forced branch, with the edits merged over it")
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

  @Test("edits of other features get their own recipe, which enrolls every client")
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
      .client(in: OperationContext(manifest: nil, time: .epoch, process: "t", newClientID: "x"))
    _ = state.apply([recipe], for: client)
    #expect(state.activeBranch(of: Handoff.editSlug) == "edits")
  }

  @Test("the Android command is quoted for the device's shell")
  func android() throws {
    let command = try #require(
      handoff(fenix).launchCommands(HandoffLaunch(device: "emulator-5554")).first)
    #expect(
      command.hasPrefix(
        #"adb -s emulator-5554 shell "am broadcast -p org.mozilla.fenix -a org.mozilla.fenix.NIMBUS_TOOLING -f 0x20 "#
          + #"--esn nimbus-cli --ei version 1 --ez reset-db true --es experiments '{\"data\":[{\"slug\":\"menu\","#
      ))
    #expect(command.hasSuffix(#"]}' --ez log-state true""#))
    #expect(command.contains("It&apos;s 50% + off"))
    let kept = try handoff(fenix).launchCommands(HandoffLaunch(keepsDatabase: true))
    #expect(kept.first?.contains("reset-db") == false)
    #expect(kept.first?.hasPrefix("adb shell ") == true)
  }

  @Test("the iOS commands stop the app and start it with its arguments")
  func ios() throws {
    let target = HandoffTarget(
      app: "fenix", platform: .ios, channel: "beta", id: "org.mozilla.ios.FirefoxBeta",
      scheme: "firefox-beta")
    let commands = try handoff(target).launchCommands()
    #expect(commands.first == "xcrun simctl terminate booted org.mozilla.ios.FirefoxBeta")
    #expect(
      commands.last?.hasPrefix(
        "xcrun simctl launch booted org.mozilla.ios.FirefoxBeta --nimbus-cli --version 1 --reset-db --experiments '{"
      )
        == true)
    #expect(commands.last?.hasSuffix("}' --log-state") == true)
  }

  @Test("a link escapes reserved characters, percent signs twice for iOS")
  func links() throws {
    let android = try #require(try handoff(fenix).link())
    #expect(
      android.hasPrefix(
        "fenix-nightly://open?--nimbus-cli&--is-launcher&--experiments=%7B%22data%22%3A%5B%7B%22slug%22"
      ))
    #expect(android.hasSuffix("&--reset-db&--log-state"))
    #expect(android.contains("It%27s%2050%25%20%2B%20off"))
    let target = HandoffTarget(
      app: "fenix", platform: .ios, channel: "beta", id: "i", scheme: "firefox-beta")
    let ios = try #require(try handoff(target).link(HandoffLaunch(keepsDatabase: true)))
    #expect(ios.hasPrefix("firefox-beta://noop?--nimbus-cli&--is-launcher&--experiments=%7B"))
    #expect(ios.contains("50%2525%20%2B"))
    #expect(!ios.contains("reset-db"))
    let bare = HandoffTarget(app: "fenix", platform: .android, channel: "beta", id: "i")
    #expect(try handoff(bare).link() == nil)
    let recipes = try #require(
      android.split(separator: "--experiments=").last?.split(separator: "&").first)
    #expect(recipes.utf8.allSatisfy { PercentEncoding.isUnreserved($0) || $0 == UInt8(ascii: "%") })
  }

  @Test("a legacy Android app is stopped first") func stoppedLegacyAndroid() throws {
    let commands = try handoff(fenix).launchCommands(HandoffLaunch(isLegacy: true))
    #expect(commands.first == #"adb shell "am force-stop org.mozilla.fenix""#)
  }

  @Test("the activity of a legacy Android app is started") func legacyAndroid() throws {
    let commands = try handoff(fenix).launchCommands(HandoffLaunch(isLegacy: true))
    #expect(
      commands.last?.hasPrefix(
        #"adb shell "am start -n org.mozilla.fenix/.App -a android.intent.action.MAIN "#
          + "-c android.intent.category.LAUNCHER --esn nimbus-cli --ei version 1 --ez reset-db true --es experiments '"
      )
        == true)
  }

  @Test("a link opens a legacy Android app") func linkOfLegacyAndroid() throws {
    let link = try handoff(fenix).launchCommands(
      HandoffLaunch(isLegacy: true, link: "home?a=1&b=2")
    ).last
    #expect(
      link?.hasPrefix(
        #"adb shell "am start -a android.intent.action.VIEW -c android.intent.category.DEFAULT "#
          + "-c android.intent.category.BROWSABLE -d 'fenix-nightly://home?a=1&b=2' --esn nimbus-cli"
      ) == true)
  }

  /// A handoff to an Android app of which only the ID is known.
  private func handoffToFork() throws -> Handoff {
    let focus = HandoffTarget(app: "fork", platform: .android, channel: "beta", id: "i")
    let edited = Session(entries: [EntryKey(.edit, "zoom"): ["level": 110]])
    return try Handoff(edited, to: focus, manifest: nil)
  }

  @Test("an Android app without an activity is stopped first") func stoppedFork() throws {
    #expect(try handoffToFork().launchCommands().first == #"adb shell "am force-stop i""#)
  }

  @Test("a legacy Android app without an activity is refused") func noActivity() throws {
    let fork = try handoffToFork()
    #expect(throws: Refusal("fork android beta has no activity to start")) {
      try fork.launchCommands(HandoffLaunch(isLegacy: true))
    }
  }

  @Test("a link to an Android app without a scheme is refused") func noScheme() throws {
    let fork = try handoffToFork()
    #expect(throws: Refusal.self) { try fork.launchCommands(HandoffLaunch(link: "home")) }
  }

  @Test(
    "an ampersand in a value is escaped so that apps do not read it as a quote",
    arguments: HandoffTarget.Platform.allCases)
  func ampersands(platform: HandoffTarget.Platform) throws {
    let session = Session(entries: [EntryKey(.edit, "zoom"): ["level": .string("'&apos;&")]])
    let target = HandoffTarget(app: "fenix", platform: platform, channel: "beta", id: "a")
    let command = try #require(
      try Handoff(session, to: target, manifest: nil).launchCommands().last)
    let escape = platform == .android ? #"\\u0026"# : #"\u0026"#
    #expect(command.contains("&apos;\(escape)apos;\(escape)"))
  }

  @Test("no character of a recipe has a meaning to a shell, even before a combining mark")
  func shells() throws {
    let text = "'\u{301}`\u{301}touch x`\u{301}\"\u{301}$\u{200D}(x)!😀"
    let session = Session(entries: [EntryKey(.edit, "zoom"): ["level": .string(text)]])
    let android = try Handoff(session, to: fenix, manifest: nil).launchCommands().joined()
    let quoted =
      #"&apos;\\u0301\`\\u0301touch x\`\\u0301\\\"\\u0301\$\\u200d(x)"'!'"\\ud83d\\ude00"#
    #expect(android.contains(quoted))
    let target = HandoffTarget(app: "fenix", platform: .ios, channel: "beta", id: "a b'\u{301}")
    let ios = try #require(try Handoff(session, to: target, manifest: nil).launchCommands().last)
    #expect(ios.contains(#"&apos;\u0301`\u0301touch x`\u0301\"\u0301$\u200d(x)!\ud83d\ude00"#))
    #expect(
      ios.utf8.filter { $0 == UInt8(ascii: "'") }.count == 2
        + ShellWord.quoted(target.id).utf8.filter { $0 == 39 }.count)
  }

  @Test("a page of the app keeps its query")
  func pages() throws {
    let target = HandoffTarget(
      app: "fenix", platform: .ios, channel: "beta", id: "i", scheme: "firefox-beta")
    let ios = try handoff(target)
    #expect(
      try ios.link(HandoffLaunch(link: "home?x=1"))?.hasPrefix(
        "firefox-beta://home?x=1&--nimbus-cli&--exp") == true)
    #expect(
      try ios.link(HandoffLaunch(link: "firefox-beta://p?--nimbus-cli"))?.hasPrefix(
        "firefox-beta://p?--nimbus-cli&--exp") == true)
    #expect(
      try ios.launchCommands(HandoffLaunch(device: "D", link: "home")).last?
        .hasPrefix("xcrun simctl openurl D 'firefox-beta://home?--nimbus-cli&--experiments=")
        == true)
    #expect(throws: Refusal.self) { try ios.launchCommands(HandoffLaunch(isLegacy: true)) }
  }

  @Test("a page with characters that no URL has is refused")
  func invalidPages() throws {
    let target = HandoffTarget(
      app: "fenix", platform: .ios, channel: "beta", id: "i", scheme: "firefox-beta")
    let ios = try handoff(target)
    for link in ["it's", "a`id`", "a|b", "a^b", "a\\b", "<a>", "{a}", "a\"b"] {
      #expect(throws: Refusal.self) { try ios.link(HandoffLaunch(link: link)) }
    }
  }

  @Test("targeting and buckets of the recipes are kept on request")
  func keeping() throws {
    let rewriting = HandoffRewriting(keepsTargeting: true, keepsBucketing: true)
    let recipe = try #require(
      Handoff(session, to: fenix, manifest: nil, rewriting: rewriting).payload["data"]?[0])
    #expect(recipe["targeting"] == "false")
    #expect(recipe["bucketConfig"]?["start"] == 9)
    #expect(recipe["bucketConfig"]?["count"] == 1)
    #expect(recipe["branches"]?[0]?["ratio"] == 1)
    #expect(recipe["isEnrollmentPaused"] == false)
    #expect(recipe["branches"]?[1]?["features"]?[0]?["value"] == ["rows": 2, "title": "a"])
  }

  private static let patch: JSONObject = [
    "app-menu": ["rows": 9, "title": 1, "gone": .null, "deep": ["a": true]], "other": ["x": 1],
  ]

  @Test("a patch is merged below the edits")
  func patching() throws {
    let handoff = try Handoff(
      session, to: fenix, manifest: nil, rewriting: HandoffRewriting(patch: Self.patch))
    let value = handoff.payload["data"]?[0]?["branches"]?[1]?["features"]?[0]?["value"]
    #expect(value == ["rows": 2, "title": 1, "deep": ["a": true]])
  }

  @Test("a patch that changes a type or another feature gets a warning")
  func suspiciousPatch() throws {
    let handoff = try Handoff(
      session, to: fenix, manifest: nil, rewriting: HandoffRewriting(patch: Self.patch))
    #expect(
      handoff.warnings == [
        "the patch changes the type of `title` of `app-menu`",
        "the patch changes `other`, which no forced branch configures",
      ])
  }

  @Test("a recipe for another app is refused")
  func otherApp() throws {
    let focus = HandoffTarget(app: "focus_android", platform: .android, channel: "beta", id: "i")
    #expect(throws: Refusal("`menu` is for the app `fenix`, not `focus_android`")) {
      try handoff(focus)
    }
  }

  @Test("an empty session is refused")
  func emptySession() {
    #expect(throws: Refusal.self) { try Handoff(Session(), to: fenix, manifest: nil) }
  }

  @Test(
    "a manifest that may be for another app gets a warning",
    arguments: [
      TestRow("not one for this app", ("kotlin: {package: org.mozilla.fenix, class: .A}", nil)),
      TestRow(
        "the package of another app",
        (
          "kotlin: {package: org.mozilla.focus, class: .A}",
          "the manifest is for the app `focus_android`, not `fenix`"
        )),
      TestRow(
        "the module of another app",
        (
          "swift: {module: Client, class: A}",
          "the manifest is for the app `firefox_ios`, not `fenix`"
        )),
      TestRow(
        "an unknown package",
        (
          "kotlin: {package: org.example.mine, class: .A}",
          "the manifest is for `org.example.mine`, which is not a known build of `fenix`"
        )),
      TestRow(
        "an unknown module",
        (
          "swift: {module: Mine, class: A}",
          "the manifest is for `Mine`, which is not a known build of `fenix`"
        )),
      TestRow("not one without code", ("ios: none", nil)),
    ] as [TestRow<(String, String?)>])
  func manifestOfAnotherApp(_ row: TestRow<(String, String?)>) throws {
    let (about, warning) = row.values
    let text = "about: {description: d, \(about)}\nchannels: [nightly]\nfeatures: {}\n"
    let manifest = try ManifestLoader(files: .disk(), workingFolder: "/").load(
      text: Array(text.utf8), name: "a.yaml")
    let warnings = try Handoff(session, to: fenix, manifest: manifest).warnings
    #expect(warnings.filter { $0.hasPrefix("the manifest is for") } == [warning].compactMap(\.self))
    let own = HandoffTarget(app: "mine", platform: .ios, channel: "nightly", id: "org.example.mine")
    let edits = Session(entries: [EntryKey(.edit, "zoom"): ["level": 110]])
    let isKnown = about.contains("mozilla") || about.contains("Client")
    let others = try Handoff(edits, to: own, manifest: manifest).warnings.filter {
      $0.hasPrefix("the manifest is for")
    }
    #expect(others.isEmpty != isKnown)
  }

  private static let apps: JSONValue = [
    "apps": [
      [
        "app": "mine", "platform": "ios", "channel": "beta", "id": "org.example.mine",
        "scheme": "mine",
      ],
      ["app": "fenix", "platform": "android", "channel": "release", "id": "org.example.fork"],
      ["app": "broken", "platform": "windows", "id": 7, "sheme": "x"], "fenix",
    ]
  ]

  @Test("apps of a config file come first") func configuredApps() {
    let targets = HandoffTarget.all(config: LocatedValue(Self.apps)).targets
    #expect(targets.prefix(2).map(\.name) == ["mine ios beta", "fenix android release"])
  }

  @Test("an app of a config file replaces the one with the same name") func replacedApp() {
    let targets = HandoffTarget.all(config: LocatedValue(Self.apps)).targets
    #expect(targets.count == HandoffTarget.known.count + 1)
    #expect(targets.first { $0.name == "fenix android release" }?.id == "org.example.fork")
  }

  @Test("mistakes in the apps of a config file are reported") func mistakesInApps() {
    let problems = HandoffTarget.all(config: LocatedValue(Self.apps)).problems
    #expect(
      problems.map { "\($0.path) \($0.message)" } == [
        "apps[2].sheme unknown setting sheme; an app has app, platform, channel, id, activity, scheme, defaults, prefix",
        "apps[2].id Write a text, not the number 7",
        "apps[2].platform Write ios or android, not the text \"windows\"",
        "apps[2].channel Add `channel`: a text", "apps[3] Write an object, not the text \"fenix\"",
      ])
    #expect(problems.first?.hint == "did you mean `scheme`?")
  }

  @Test("known apps need no config file") func knownApps() {
    #expect(HandoffTarget.all(config: nil).targets == HandoffTarget.known)
  }
}
