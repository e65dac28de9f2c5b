import Testing
import VirgaCanvas
import VirgaHandoff
import VirgaJSON
import VirgaSource
import VirgaYAML

@testable import VirgaConsole

@Suite("Handing off from the console") struct HandoffCommandTests {
  @Test("a forced branch is copied for the chosen app or written to a file") func handsOff() throws {
    var console = try ConsoleDriver()
    try console.openDemoRecipes()
    let target = HandoffTarget(app: "cirrus", platform: .ios, channel: "nightly", id: "org.example.ios.Cirrus")
    console.offer([target])
    console.press("4", "h")
    #expect(console.message == .nothingToHandOff.about("hand off to a device"))
    console.act(":force-branch homepage-cards wide", "h")
    #expect(console.titles == ["cirrus ios nightly"])
    console.press("Enter")
    #expect(
      console.state.overlay?.lines.map(\.keys.plain).dropFirst() == [
        "copy", "copy", "copy", "to a file …", "to a file …",
      ])
    console.press("Enter")
    let (text, what) = try console.copied()
    #expect(what == "the launch arguments as a simulator command for cirrus ios nightly, with homepage-cards")
    #expect(text.contains(#""slug":"wide","ratio":100"#))
    console.run("hand-off cirrus ios nightly recipes  out.json ")
    let draft = try console.written()
    #expect(draft.path == "out.json" && draft.text.hasPrefix("{\n  \"data\": ["))
    console.run("hand-off cirrus ios nightly recipes out.yml")
    let yaml = try console.written()
    #expect(yaml.text.hasPrefix("data:\n- "))
    #expect(LocatedText(SourceText(name: "out.yml", text: yaml.text)).json == (try JSONValue.parse(draft.text)))
    console.run("hand-off cirrus ios nightly link")
    #expect(console.message == .noLinkScheme("cirrus ios nightly"))
  }

  @Test("what stays here is named in parentheses, and a long id is whole at 80 columns") func warns() throws {
    var console = try FlagDriver.withRecipes()
    console.resize(80, 24)
    console.offer([HandoffTarget(app: "cirrus", platform: .ios, channel: "nightly", id: "org.example.ios.Cirrus")])
    console.act(":force-branch homepage-cards wide", ":flag set sentFromCirrus off", "4")
    #expect(console.hints.contains(" h hand off "))
    console.press("h", "Enter")
    #expect(console.titles.prefix(2) == ["! not handed off: 1 preference", "with homepage-cards"])
    #expect(console.sees("the launch arguments as a simulator command") && console.sees("nimbus-cli apply-file "))
    console.press("Enter")
    #expect(try console.copied().what.hasSuffix(", with homepage-cards (not handed off: 1 preference)"))
  }

  @Test("builds of the current channel are offered first, and the others behind one more line")
  func choosesABuild() throws {
    var console = try ConsoleDriver()
    try console.openDemoRecipes()
    let channels = ["nightly", "beta", "release"]
    console.offer(channels.map { HandoffTarget(app: "cirrus", platform: .android, channel: $0, id: "org.\($0)") })
    console.act(":experiments", ":force-branch homepage-cards wide", "h")
    #expect(console.titles == ["cirrus android nightly", "another channel …"])
    console.press("Down", "Enter")
    #expect(console.state.overlay?.lines.count == 3)
    console.act("Down Enter End", ":hand-off cirrus android beta")
    let title = try #require(console.state.overlay?.lines.last)
    #expect(title.keys.plain == "to a file …")
    #expect(title.invocation?.argument == "hand-off cirrus android beta recipes ")
    console.act("Esc", ":", "'hand-off cirrus android beta recipes ")
    #expect(console.titles == ["hand-off cirrus android beta recipes hand-off.json"], "a name for the file is offered")
    console.act("Esc", ":", "'hand-off cirrus ")
    #expect(
      console.titles
        == ["nightly", "beta", "release"].map { "hand-off cirrus android \($0)" },
      "the channel on screen stays the first")
    console.act("Esc", ":hand-off cirrus windows beta")
    let builds = channels.map { "cirrus android \($0)" }
    #expect(console.message == .unknown("build", "cirrus windows beta", among: builds))
  }

  @Test(
    "an unknown app offers added builds first, then those the manifest generates code for"
  )
  func unknownApp() throws {
    var console = try ConsoleDriver(
      yaml: """
        channels: [nightly]
        about: { description: A, kotlin: { package: org.example.other, class: .Features } }
        features: { home: { description: H, variables: { rows: { description: R, type: Int, default: 1 } } } }

        """)
    func offered() -> [String] { console.state.overlay?.lines.map(\.title.plain) ?? [] }
    let own = HandoffTarget(app: "mine", platform: .ios, channel: "nightly", id: "org.example.mine")
    console.offer(HandoffTarget.known + [own])
    console.run("select home", "set rows 2", "hand-off")
    #expect(
      offered() == ["mine ios nightly", "fenix android nightly", "focus_android android nightly", "another channel …"])
    console.run("hand-off another")
    #expect(offered().dropFirst(3).prefix(2) == ["fenix android developer", "fenix android beta"])
    #expect(offered().last == "focus_ios ios release")
  }

  @Test("warnings come first, before anything is copied") func warnings() throws {
    var console = try ConsoleDriver()
    console.offer([HandoffTarget(app: "cirrus", platform: .ios, channel: "dogfood", id: "org")])
    console.run("set homescreen.sections-enabled.pocket false")
    console.run("select homescreen", "set sections-enabled.pocket false")
    console.run("hand-off cirrus ios dogfood")
    let first = try #require(console.state.overlay?.lines.first)
    #expect(first.isHeading)
    #expect(first.title.plain.hasPrefix("! the manifest has no channel `dogfood`"))
    #expect(console.state.overlay?.selected?.keys.plain == "copy")
  }
}
