import Testing
import VirgaFiles
import VirgaJSON
import VirgaManifest
import VirgaSession
import VirgaSource
import VirgaTestSupport
import VirgaWorkbench

@Suite("Flags and app settings on a device") struct HandoffChoicesTests {
  private static let manifestText = """
    about: {description: d}
    channels: [beta]
    features:
      menu:
        description: d
        variables:
          rows: {type: Int, default: 1, description: d, pref-key: menu-rows}
          title: {type: String, default: a, description: d}

    """

  private let manifest: Manifest

  init() throws {
    manifest = try ManifestLoader(files: .disk(), workingFolder: "/").load(
      text: Array(Self.manifestText.utf8), name: "a.yaml")
  }

  private let app = HandoffTarget(
    app: "mine", platform: .ios, channel: "beta", id: "org.example.mine", scheme: "mine")
  private let androidApp = HandoffTarget(
    app: "mine", platform: .android, channel: "beta", id: "org.example.mine", scheme: "mine")

  private static let choices: [EntryKey: JSONValue] = [
    EntryKey(.preference, "Stories"): true, EntryKey(.preference, "StartAtHome"): "it's <on> é",
    EntryKey(.debug, "newMenuDebugKey"): false, EntryKey(.preference, "menu-rows"): 3,
  ]

  private static func handoff(
    _ entries: [EntryKey: JSONValue], _ target: HandoffTarget, _ manifest: Manifest?
  ) throws -> Handoff {
    try Handoff(Session(entries: entries), to: target, manifest: manifest)
  }

  @Test("an iOS app reads choices from launch arguments with their types, during this launch")
  func launchArguments() throws {
    let plan = try Self.handoff(Self.choices, app, manifest).launchPlan()
    #expect(
      plan.map(\.words) == [
        ["xcrun", "simctl", "terminate", "booted", "org.example.mine"],
        [
          "xcrun", "simctl", "launch", "booted", "org.example.mine",
          "-StartAtHome", "<string>it&#39;s &#60;on&#62; &#233;</string>",
          "-Stories", "<true/>", "-menu-rows", "<integer>3</integer>", "-newMenuDebugKey",
          "<false/>",
        ],
      ])
    #expect(plan.map(\.mayFail) == [true, false])
    #expect(
      plan[1].text.hasSuffix(
        " -Stories '<true/>' -menu-rows '<integer>3</integer>' -newMenuDebugKey '<false/>'"))
  }

  @Test("choices that stay are stored before the launch, by their types")
  func stored() throws {
    let launch = HandoffLaunch(device: "D", storesSettings: true)
    let plan = try Self.handoff(Self.choices, app, manifest).launchPlan(launch)
    let store = ["xcrun", "simctl", "spawn", "D", "defaults", "write", "org.example.mine"]
    #expect(
      plan.dropFirst().map(\.words) == [
        store + ["StartAtHome", "-string", "it's <on> é"],
        store + ["Stories", "-bool", "true"],
        store + ["menu-rows", "-int", "3"],
        store + ["newMenuDebugKey", "-bool", "false"],
        ["xcrun", "simctl", "launch", "D", "org.example.mine"],
      ])
    let number = try Self.handoff([EntryKey(.preference, "Scale"): 1.5], app, manifest)
    #expect(
      try number.launchPlan(launch)[1].text
        == "xcrun simctl spawn D defaults write org.example.mine Scale -float 1.5")
  }

  @Test("edits and choices are one launch") func oneLaunch() throws {
    let entries = Self.choices.merging([EntryKey(.edit, "menu"): ["title": "b"]]) { $1 }
    let words = try #require(Self.handoff(entries, app, manifest).launchPlan().last?.words)
    #expect(words.contains("<true/>") && words.contains("--nimbus-cli"))
    #expect(words.contains { $0.contains(#""value":{"title":"b"}"#) })
  }

  /// The commands that hand choices off to Firefox for iOS, and store them there.
  private func commandsOfFirefox() throws -> [String] {
    let firefox = try #require(HandoffTarget.known.first { $0.name == "firefox_ios ios beta" })
    let handoff = try Self.handoff(Self.choices, firefox, manifest)
    return try handoff.launchPlan(HandoffLaunch(storesSettings: true)).map(\.text)
  }

  private static let store = "xcrun simctl spawn booted defaults write"

  @Test("Firefox for iOS gets flags under its profile's name") func profileOfFirefox() throws {
    let plan = try commandsOfFirefox()
    #expect(
      plan.contains("\(Self.store) group.org.mozilla.ios.FirefoxBeta profile.Stories -bool true"))
  }

  @Test("Firefox for iOS gets app settings under their own names") func firefox() throws {
    let plan = try commandsOfFirefox()
    #expect(plan.contains("\(Self.store) org.mozilla.ios.FirefoxBeta menu-rows -int 3"))
  }

  @Test("an Android app gets an app setting as the value of its variable, over an edit of it")
  func androidAppSetting() throws {
    let entries: [EntryKey: JSONValue] = [
      EntryKey(.preference, "menu-rows"): 3, EntryKey(.edit, "menu"): ["rows": 2, "title": "b"],
    ]
    let handoff = try Self.handoff(entries, androidApp, manifest)
    let value = handoff.payload["data"]?[0]?["branches"]?[0]?["features"]?[0]?["value"]
    #expect(value == ["rows": 3, "title": "b"])
    #expect(handoff.omissions.isEmpty && handoff.settings.isEmpty)
    let warning = "app setting menu-rows goes as the value of `rows` of `menu`"
    #expect(handoff.warnings.contains { $0.hasPrefix(warning) })
  }

  @Test("what does not reach a device is listed with the reason") func omissions() throws {
    let entries: [EntryKey: JSONValue] = [
      EntryKey(.preference, "Stories"): true, EntryKey(.debug, "menuDebugKey"): true,
      EntryKey(.draft, "menu"): "{", EntryKey(.lock, "safe"): true,
      EntryKey(.branch, "gone"): "a", EntryKey(.edit, "menu"): ["title": "b"],
    ]
    let handoff = try Self.handoff(entries, androidApp, manifest)
    let names = handoff.omissions.map { "\($0.kind) \($0.name)" }
    #expect(
      Set(names) == [
        "preference Stories", "debug menuDebugKey", "draft menu", "lock safe", "branch gone",
      ])
    #expect(
      handoff.warnings.contains {
        $0.hasPrefix("not handed off: preference Stories, debug override menuDebugKey (adb cannot")
      })
    #expect(handoff.warnings.contains("not handed off: draft of menu (it is not applied)"))
  }

  @Test("what describes the client is listed with a line for each kind") func client() throws {
    let entries: [EntryKey: JSONValue] = [
      EntryKey(.edit, "menu"): ["title": "b"], EntryKey(.context, "locale"): "de-DE",
      EntryKey(.context, "os"): "iOS", EntryKey(.clock): ["offset": 60],
      EntryKey(.behavior, "app_opened"): [:], EntryKey(.participation, "rollouts"): false,
    ]
    let handoff = try Handoff(Session(entries: entries), to: app, manifest: manifest)
    #expect(
      handoff.warnings == [
        "not handed off: taking part in rollouts (an app has its own setting)",
        "not handed off: locale, os (the client's context; a device has its own)",
        "not handed off: clock (a device has its own time)",
        "not handed off: app_opened (recorded events; an app counts its own)",
      ])
    #expect(
      handoff.omissions.map(\.kind) == [
        "participation", "context", "context", "clock", "behavior",
      ])
  }

  @Test("a recipe that the client is enrolled in is listed unless its branch is forced")
  func enrollment() throws {
    var entries: [EntryKey: JSONValue] = [
      EntryKey(.recipe, "trial"): Sample.entry(
        "trial", branches: [Sample.branch("a", ratio: 1, feature: "menu")]),
      EntryKey(.enrollment, "trial"): ["Enrolled": ["reason": "Qualified", "branch": "a"]],
      EntryKey(.enrollment, "other"): ["NotEnrolled": ["reason": "NotSelected"]],
      EntryKey(.edit, "menu"): ["title": "b"],
    ]
    let handoff = try Self.handoff(entries, app, manifest)
    #expect(
      handoff.warnings == [
        "not handed off: trial (enrolled, but not forced; a device enrolls by itself)"
      ])
    #expect(handoff.omissions.map(\.kind) == ["enrollment"])
    entries[EntryKey(.branch, "trial")] = "a"
    #expect(try Self.handoff(entries, app, manifest).omissions.isEmpty)
  }

  @Test("a client alone is nothing to hand off") func clientAlone() throws {
    #expect(
      throws: Refusal(
        "no branch is forced, nothing is edited, and no flag or app setting is set")
    ) {
      try Self.handoff([EntryKey(.context, "locale"): "de-DE"], app, manifest)
    }
  }

  @Test("a changed recipe is listed unless one of its branches is forced")
  func changedRecipe() throws {
    func recipe(_ ratio: UInt32) -> JSONValue {
      Sample.entry("trial", branches: [Sample.branch("a", ratio: ratio, feature: "menu")])
    }
    var entries: [EntryKey: JSONValue] = [
      EntryKey(.recipe, "trial"): recipe(2), EntryKey(.recipeFile, "trial"): recipe(1),
      EntryKey(.edit, "menu"): ["title": "b"],
    ]
    let omission = "not handed off: changes of trial (no branch of it is forced)"
    #expect(try Self.handoff(entries, app, manifest).warnings.contains(omission))
    entries[EntryKey(.branch, "trial")] = "a"
    #expect(try Self.handoff(entries, app, manifest).omissions.isEmpty)
  }

  @Test("a session with nothing but choices that cannot travel is refused with the reason")
  func nothingTravels() throws {
    let refusal = #expect(throws: Refusal.self) {
      try Self.handoff([EntryKey(.preference, "Stories"): true], androidApp, manifest)
    }
    #expect(refusal?.description.hasPrefix("preference Stories (adb cannot write") == true)
  }

  @Test("a value that no argument can contain is left out") func unsendable() throws {
    let entries: [EntryKey: JSONValue] = [
      EntryKey(.preference, "Stories"): true, EntryKey(.preference, "Text"): "a\u{0}b",
      EntryKey(.preference, "List"): [1],
    ]
    let handoff = try Self.handoff(entries, app, nil)
    #expect(handoff.settings.map(\.key) == ["Stories"])
    #expect(
      handoff.warnings == [
        "not handed off: preference List (user defaults hold only a Boolean, a number or a text)",
        "not handed off: preference Text (an argument cannot contain control characters)",
      ])
  }

  @Test("a link and a file say which choices they do not carry") func withoutSettings() throws {
    let entries: [EntryKey: JSONValue] = [EntryKey(.preference, "Stories"): true]
    let handoff = try Self.handoff(entries, app, manifest)
    #expect(
      handoff.settingsWarning(for: "a link")
        == "not handed off: preference Stories (a link carries only recipes)")
    #expect(try handoff.link() == nil)
    #expect(throws: Handoff.noRecipes(for: "a link")) {
      try handoff.launchPlan(HandoffLaunch(link: "home"))
    }
  }

  @Test("choices that stay are stored before a link is opened, also without recipes")
  func storedBeforeLink() throws {
    let entries: [EntryKey: JSONValue] = [EntryKey(.preference, "Stories"): true]
    let handoff = try Self.handoff(entries, app, manifest)
    let plan = try handoff.launchPlan(HandoffLaunch(link: "home", storesSettings: true))
    let store = ["xcrun", "simctl", "spawn", "booted", "defaults", "write", "org.example.mine"]
    #expect(
      plan.dropFirst().map(\.words) == [
        store + ["Stories", "-bool", "true"],
        ["xcrun", "simctl", "openurl", "booted", "mine://home"],
      ])
  }

  @Test("storing settings is refused on Android") func keepOnAndroid() throws {
    let handoff = try Self.handoff(
      [EntryKey(.edit, "menu"): ["title": "b"]], androidApp, manifest)
    #expect(throws: Refusal("--keep stores user defaults, which only iOS apps have")) {
      try handoff.launchPlan(HandoffLaunch(storesSettings: true))
    }
  }
}
