import Testing
import VirgaCanvas

@testable import VirgaConsole

@Suite("Copying") struct CopyingCommandsTests {
  @Test("the same keys copy on every screen", arguments: Screen.allCases)
  func everywhere(screen: Screen) throws {
    var console = ConsoleDriver.withRecipes()
    console.show(EventSamples.few)
    console.run("select homescreen", "go sections-enabled.pocket", screen.rawValue)
    if screen == .experiments { console.run("focus branches") }
    for (key, copy) in zip(["v", "i", "c"] as [KeyPress], try #require(Self.copied[screen])) {
      console.press("y", key)
      #expect(console.effects == [.copy(copy.text, what: copy.what)])
    }
  }

  /// What `y v`, `y i` and `y c` copy, with its description.
  private static let copied: [Screen: [(text: String, what: String)]] = [
    .features: [
      ("true", "the value of sections-enabled.pocket"), ("homescreen", "the id homescreen"),
      (
        "virga values cirrus.fml.yaml --feature homescreen --channel nightly",
        "the command that prints the values of homescreen, without this session, which is not saved in a file"
      ),
    ],
    .flags: [
      ("on", "the buildAndUser value of addressAutofillEnabled"),
      ("addressAutofillEnabled", "the id addressAutofillEnabled"),
      (
        "virga flags get -- addressAutofillEnabled",
        "the command that explains addressAutofillEnabled"
      ),
    ],
    .channels: [
      ("true", "the value of sections-enabled.pocket"),
      ("sections-enabled.pocket", "the path sections-enabled.pocket"),
      (
        "virga compare cirrus.fml.yaml --feature homescreen --channels developer,nightly,beta,release",
        "the command that compares homescreen"
      ),
    ],
    .experiments: [
      ("{\n  \"homescreen\": {}\n}", "the configs of control"),
      ("homepage-cards=control", "homepage-cards=control"),
      (
        "virga branch force -- homepage-cards control",
        "the command that forces control of homepage-cards"
      ),
    ],
    .events: [
      ("order-2026 · treatment-a", "what the event says"),
      ("tabs-tray order-2026 treatment-a", "feature, recipe and branch"),
      ("virga expose --recipe order-2026 -- tabs-tray", "the command that exposes tabs-tray"),
    ],
  ]

  @Test("a value is copied as the command that sets it")
  func commandOfEdit() throws {
    var console = ConsoleDriver().after(":select homescreen", ":go sections-enabled.pocket")
    for value in ["true", "false"] {
      console.press("y", "c")
      let command = "virga config set -- homescreen sections-enabled.pocket \(value)"
      #expect(
        console.effects == [.copy(command, what: "the command that sets sections-enabled.pocket")])
      console.run("set sections-enabled.pocket false")
    }
  }

  @Test("a feature is copied as the command that prints it") func commandOfFeature() throws {
    var console = ConsoleDriver().after(":select homescreen", ":set sections-enabled.pocket false")
    console.configure { $0.sessionFile = "/tmp/my session.virga" }
    console.act("1 y c")
    let command =
      "virga values cirrus.fml.yaml --feature homescreen --session '/tmp/my session.virga' --channel nightly"
    #expect(
      console.effects == [.copy(command, what: "the command that prints the values of homescreen")])
  }

  @Test(
    "a flag is copied as the commands that set its stored values",
    arguments: [
      .init(
        "a flag without stored values is copied as the command that explains it",
        ([], "virga flags get -- sentFromCirrus", "the command that explains")),
      .init(
        "one stored value is copied as one command",
        (
          [":choose-value off"], "virga flags set --layer preference -- sentFromCirrus off",
          "the command that sets"
        )),
      .init(
        "two stored values are copied as two commands",
        (
          [":choose-value off", "s", ":choose-value on"],
          "virga flags set --layer preference -- sentFromCirrus off\nvirga flags set --layer debug -- sentFromCirrus on",
          "the commands that set"
        )),
    ] as [Behavior<(steps: [String], text: String, what: String)>])
  func commandsOfFlag(_ behavior: Behavior<(steps: [String], text: String, what: String)>) throws {
    let (steps, text, what) = behavior.example
    var console = FlagDriver.console()
    console.act([":flags", ":select-flag sentFromCirrus"] + steps + ["y c"])
    #expect(console.effects == [.copy(text, what: "\(what) sentFromCirrus")])
  }

  @Test(
    "y i copies what names the item under the cursor to others",
    arguments: [
      ([":select homescreen"], "homescreen"), ([":select homescreen", ":go greeting"], "greeting"),
      ([":flags", ":select-flag sentFromCirrus"], "sentFromCirrus"),
      ([":recipe zoom-levels"], "zoom-levels"), ([":channels", ":first"], "app-menu"),
    ] as [([String], String)])
  func ids(steps: [String], id: String) throws {
    var console = FlagDriver.withRecipes()
    console.act(steps + ["y i"])
    #expect(try console.copied().text == id)
  }

  @Test("copying without a selection says why it cannot") func refusals() throws {
    var console = ConsoleDriver()
    console.act("4 y j", says: StatusMessage.noRecipeSelected.about("copy as JSON"))
    console.act("5 y v", says: StatusMessage.noEventSelected.about("copy the value"))
  }
}
