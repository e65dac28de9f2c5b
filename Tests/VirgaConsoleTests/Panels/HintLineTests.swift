import Testing
import VirgaCanvas
import VirgaSession

@testable import VirgaConsole

@Suite("Hint line at 80 columns") struct HintLineTests {
  private func console(on screen: Screen) throws -> ConsoleDriver {
    var console = try FlagDriver.console(FrameCase.goldenSize, channel: "developer")
    try console.openDemoRecipes()
    console.run(screen.rawValue)
    return console
  }

  private func hints(_ console: ConsoleDriver) -> String { console.lines[23] }

  @Test("Features offers compare beside open and edit, and drop if something is overridden")
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

  @Test("the editor hints at completing only if something completes at the cursor") func completing() throws {
    var console = try console(on: .features)
    console.run("select homescreen", "edit")
    console.paste("{\n  \"pinned-limit\": 12\n}")
    #expect(!hints(console).contains("complete"), "\(hints(console))")
    console.run("go-to-line 2:1")
    #expect(hints(console).contains("Ctrl-Space complete"), "\(hints(console))")
    console.press("Ctrl-Space")
    #expect(console.state.editor?.completion != nil)
  }

  @Test("Space is offered where it toggles a value, not where it folds") func folding() throws {
    var console = try console(on: .features)
    console.run("select homescreen", "go sections-enabled")
    #expect(hints(console).hasPrefix(" Enter fold or unfold  e edit  i editor  m compare "))
    console.press("Space")
    #expect(!console.sees("    pocket"))
  }

  @Test("Channels offers to drop a column, and manifest only if there are overrides") func channels() throws {
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

  @Test("force branch is neither offered nor run for an ended recipe") func ended() throws {
    var console = try console(on: .experiments)
    #expect(hints(console).contains("b force branch"))
    console.run("recipe reader-aloud-2025")
    while console.state.experiments.selectedRow?.slug != "reader-aloud-2025" { console.press("j") }
    #expect(!hints(console).contains("force branch"))
    console.press("b")
    #expect(
      console.message == .ended("reader-aloud-2025", load: "A").about("force branch") && console.state.overlay == nil)
    console.run("force-branch zoom-levels fine")
    #expect(console.status?.hasPrefix("forced fine of zoom-levels") == true)
  }

  @Test("G is offered in a running list if the cursor is not at the end") func following() throws {
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

  @Test("drop is not offered for flags without an override") func flags() throws {
    var console = try console(on: .flags)
    console.press("Space")
    console.run("select-flag stories")
    #expect(!hints(console).contains("d drop"))
    console.press("d")
    #expect(console.message == .nothingOverridden(for: "stories").about("drop overrides"))
    console.run("select-flag sentFromCirrus")
    #expect(console.state.session.overrideCount == 1)
  }
}
