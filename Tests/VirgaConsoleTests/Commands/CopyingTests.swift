import Testing
import VirgaCanvas
import VirgaConsole
import VirgaJSON

@Suite("Copying what is under the cursor") struct CopyingTests {
  @Test("every screen copies by the same keys", arguments: Screen.allCases)
  func everywhere(screen: Screen) throws {
    var console = try ConsoleDriver()
    try console.openDemoRecipes()
    console.send(.events(EventSamples.few, isWhole: true))
    console.run("select homescreen", "go sections-enabled.pocket", screen.rawValue)
    if screen == .channels { console.press("j") }
    if screen == .experiments { console.run("focus branches") }
    for key in ["v", "k", "c"] as [KeyPress] {
      console.press("y", key)
      guard case .copy(let text, let what)? = console.effects.first else {
        Issue.record("y \(key) copies nothing on \(screen): \(console.status ?? "")")
        continue
      }
      #expect(!text.isEmpty && !what.isEmpty)
      if key == "c" { #expect(text.hasPrefix("virga ")) }
    }
  }

  @Test("a value that is edited is copied as the command that sets it")
  func commandOfEdit() throws {
    var console = try ConsoleDriver()
    console.run("select homescreen", "set sections-enabled.pocket false", "go sections-enabled.pocket")
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
