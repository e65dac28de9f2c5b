import Testing
import VirgaCanvas
import VirgaSession

@testable import VirgaConsole

@Suite("The hints at 80 columns") struct HintLineTests {
  private func console(on screen: Screen) throws -> ConsoleDriver {
    var console = try FlagDriver.console(FrameCase.goldenSize, channel: "developer")
    try console.openDemoRecipes()
    console.run(screen.rawValue)
    return console
  }

  private func hints(_ console: ConsoleDriver) -> String { console.lines[23] }

  @Test("on features, hints are for opening, editing and comparing, and for dropping if something is overridden")
  func features() throws {
    var console = try console(on: .features)
    console.run("select homescreen")
    #expect(hints(console).hasPrefix(" Enter open  i editor  m compare  / filter "))
    console.run("go sections-enabled.pocket")
    #expect(hints(console).hasPrefix(" Space edit true → false  e edit  i editor  m compare  "))
    console.press("Space")
    #expect(hints(console).hasPrefix(" Space drop edit → true  e edit  i editor  m compare  d drop "))
    console.press("m")
    #expect(console.state.screen == .channels)
  }

  @Test("Space is hinted where it switches, not where it folds as Enter does") func folding() throws {
    var console = try console(on: .features)
    console.run("select homescreen", "go sections-enabled")
    #expect(hints(console).hasPrefix(" Enter fold or unfold  e edit  i editor  m compare "))
    console.press("Space")
    #expect(!console.sees("    pocket"))
  }

  @Test("on channels, hints are for dropping a column, and for leaving out overrides if there are any") func channels()
    throws
  {
    var console = try console(on: .channels)
    #expect(hints(console).hasPrefix(" = every value  Enter open  - drop column  i manifest only "))
    console.press("=", "i")
    #expect(hints(console).hasPrefix(" = only differences  Enter open  - drop column  i with session "))
    var bare = try ConsoleDriver(FrameCase.goldenSize)
    bare.run("channels")
    #expect(hints(bare).hasPrefix(" = every value  Enter open  - drop column  a add column "))
    bare.run("set-draft homescreen {}", "select homescreen", "set pinned-limit 3", "channels")
    #expect(hints(bare).contains("i manifest only"))
  }

  @Test("no branch is forced of a recipe that has ended, and its name says so") func ended() throws {
    var console = try console(on: .experiments)
    #expect(hints(console).contains("b force branch"))
    console.run("recipe reader-aloud-2025")
    while console.state.experiments.selectedRow?.slug != "reader-aloud-2025" { console.press("j") }
    #expect(!hints(console).contains("force branch"))
    console.press("b")
    #expect(console.status?.hasPrefix("force branch: ") == true && console.state.overlay == nil)
    console.run("force-branch zoom-levels fine")
    #expect(console.status?.hasPrefix("forced fine of zoom-levels") == true)
  }

  @Test("G is hinted where it follows: in the list, away from its end") func following() throws {
    var console = try console(on: .events)
    console.send(.events(EventSamples.few, isWhole: true))
    #expect(!hints(console).contains("follow"))
    console.press("k")
    #expect(hints(console).contains("G follow"))
    console.press("Tab")
    #expect(!hints(console).contains("follow"))
    console.act("1 5 1 5", ":focus log", "G")
    #expect(console.state.events.isFollowing && !hints(console).contains("follow"))
    console.press("k", "p")
    #expect(!hints(console).contains("G follow"), "a list that is stopped does not follow")
  }

  @Test("dropping is hinted for flags that have something to drop") func flags() throws {
    var console = try console(on: .flags)
    console.press("Space")
    console.run("select-flag stories")
    #expect(!hints(console).contains("d drop"))
    console.press("d")
    #expect(console.status?.contains("nothing is overridden for ") == true)
    console.run("select-flag sentFromCirrus")
    #expect(console.state.session.overrideCount == 1)
  }
}
