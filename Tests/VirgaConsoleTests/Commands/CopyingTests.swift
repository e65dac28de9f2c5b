import Testing
import VirgaCanvas

@testable import VirgaConsole

@Suite("Copying what is under the cursor") struct CopyingTests {
  @Test("every screen copies by the same keys", arguments: Screen.allCases)
  func everywhere(screen: Screen) throws {
    var console = try ConsoleDriver()
    try console.openDemoRecipes()
    console.send(.events(EventSamples.few, isWhole: true))
    console.run("select homescreen", "go sections-enabled.pocket", screen.rawValue)
    if screen == .channels { console.press("j") }
    if screen == .experiments { console.run("focus branches") }
    let copied = (["v", "k", "c"] as [KeyPress]).map { key in
      console.press("y", key)
      return console.effects
    }
    #expect(copied == Self.copied[screen]?.map { [.copy($0, what: $1)] })
  }

  /// What `y v`, `y k` and `y c` copy, with its description.
  private static let copied: [Screen: [(String, String)]] = [
    .features: [
      ("true", "the value of sections-enabled.pocket"), ("pocket", "the name pocket"),
      (
        "virga values cirrus.fml.yaml --feature homescreen --channel nightly",
        "the command that prints the values of homescreen, without this session, which no file keeps"
      ),
    ],
    .flags: [
      ("on", "what buildAndUser answers for addressAutofillEnabled"),
      ("addressAutofillEnabled", "the id addressAutofillEnabled"),
      ("virga flags get -- addressAutofillEnabled", "the command that explains addressAutofillEnabled"),
    ],
    .channels: [
      ("–", "the value of items.inspect-features.icon"),
      ("items.inspect-features.icon", "the name items.inspect-features.icon"),
      (
        "virga compare cirrus.fml.yaml --feature app-menu --channels developer,nightly,beta,release",
        "the command that compares app-menu"
      ),
    ],
    .experiments: [
      ("{\n  \"homescreen\": {}\n}", "the configs of control"), ("control", "the slug control"),
      (
        "virga branch force -- homepage-cards control",
        "the command that forces control of homepage-cards"
      ),
    ],
    .events: [
      ("order-2026 · treatment-a", "what the event says"), ("exposure", "the kind exposure"),
      ("virga expose --recipe order-2026 -- tabs-tray", "the command that exposes tabs-tray"),
    ],
  ]

  @Test("a value is copied as the command that sets it, edited or not, and a feature as the one that prints it")
  func commandOfEdit() throws {
    var console = try ConsoleDriver()
    console.run("select homescreen", "go sections-enabled.pocket")
    console.press("y", "c")
    #expect(
      console.effects == [
        .copy(
          "virga config set -- homescreen sections-enabled.pocket true",
          what: "the command that sets sections-enabled.pocket")
      ])
    console.run("set sections-enabled.pocket false")
    console.press("y", "c")
    #expect(
      console.effects == [
        .copy(
          "virga config set -- homescreen sections-enabled.pocket false",
          what: "the command that sets sections-enabled.pocket")
      ])
    console.press("1", "y", "c")
    #expect(
      console.effects == [
        .copy(
          "virga values cirrus.fml.yaml --feature homescreen --channel nightly",
          what: "the command that prints the values of homescreen, without this session, which no file keeps")
      ])
    console.configure { $0.sessionFile = "/tmp/my session.virga" }
    console.press("y", "c")
    #expect(
      console.effects == [
        .copy(
          "virga values cirrus.fml.yaml --feature homescreen --session '/tmp/my session.virga' --channel nightly",
          what: "the command that prints the values of homescreen")
      ])
  }

  @Test("a flag is copied as the commands that set what the session stores of it, else as the one that explains it")
  func commandsOfFlag() throws {
    var console = try FlagDriver.console()
    console.run("flags", "select-flag sentFromCirrus")
    console.press("y", "c")
    #expect(
      console.effects == [
        .copy("virga flags get -- sentFromCirrus", what: "the command that explains sentFromCirrus")
      ])
    console.run("choose-value off")
    console.press("y", "c")
    #expect(
      console.effects == [
        .copy(
          "virga flags set --layer preference -- sentFromCirrus off", what: "the command that sets sentFromCirrus")
      ])
    console.press("s")
    console.run("choose-value on")
    console.press("y", "c")
    #expect(
      console.effects == [
        .copy(
          "virga flags set --layer preference -- sentFromCirrus off\nvirga flags set --layer debug -- sentFromCirrus on",
          what: "the commands that set sentFromCirrus")
      ])
  }

  @Test("what cannot be copied says why")
  func refusals() throws {
    var console = try ConsoleDriver()
    console.run("experiments")
    console.press("y", "j")
    #expect(console.status == "copy as JSON: no recipe is selected")
    console.run("events")
    console.press("y", "v")
    #expect(console.status == "copy the value: there is no event under the cursor")
  }
}
