import Testing
import VirgaCanvas
import VirgaSession

@testable import VirgaConsole

@Suite("Hint line at 80 columns") struct HintLineTests {
  private func console(on screen: Screen) -> ConsoleDriver {
    FlagDriver.withRecipes(FrameCase.goldenSize, channel: "developer").after(":\(screen.rawValue)")
  }

  @Test("Features offers what applies to the item under the cursor")
  func features() throws {
    var console = self.console(on: .features)
    console.act(":select homescreen") {
      $0.hints.hasPrefix(" Enter open  i editor  m compare  / filter ")
    }
    console.act(":go sections-enabled.pocket") {
      $0.hints.hasPrefix(" Space edit true → false  e edit  i editor  m compare  ")
    }
    console.act("Space") {
      $0.hints.hasPrefix(" Space drop edit → true  e edit  i editor  m compare  d drop ")
    }
    console.act(":go sections-enabled") {
      $0.hints.hasPrefix(" Enter fold or unfold  e edit  i editor  m compare ")
        && !$0.hints.contains("Space")
    }
    console.act("Space") { !$0.sees("    pocket") }
    console.act("m") { $0.screen == .channels }
  }

  @Test("the editor hints at completing only if something completes at the cursor")
  func completing() throws {
    var console = self.console(on: .features).after(":select homescreen", ":edit")
    console.paste("{\n  \"pinned-limit\": 12\n}")
    #expect(!console.hints.contains("complete"), "\(console.hints)")
    console.run("go-to-line 2:1")
    #expect(console.hints.contains("Ctrl-Space complete"), "\(console.hints)")
    console.act("Ctrl-Space") { $0.editor?.completion != nil }
  }

  @Test("Channels offers manifest only if there are overrides")
  func channels() throws {
    var console = self.console(on: .channels)
    #expect(console.hints.hasPrefix(" = every value  Enter open  s mark column  i manifest only "))
    console.act("= i") {
      $0.hints.hasPrefix(" = only differences  Enter open  s mark column  i with session ")
    }
    var bare = ConsoleDriver(FrameCase.goldenSize)
    bare.act(":channels") {
      $0.hints.hasPrefix(" = every value  Enter open  s mark column  a add column ")
    }
    bare.run("select homescreen", "set pinned-limit 3", "channels")
    #expect(bare.hints.contains("i manifest only"))
  }

  @Test("force branch is neither offered nor run for an ended recipe") func ended() throws {
    var console = self.console(on: .experiments)
    #expect(console.hints.contains("b force branch"))
    console.run("recipe reader-aloud-2025")
    while console.experiments.selectedRow?.slug != "reader-aloud-2025" { console.press("j") }
    #expect(!console.hints.contains("force branch"))
    console.press("b")
    #expect(
      console.message == .ended("reader-aloud-2025", load: "A").about("force branch")
        && console.picker == nil)
    console.act(":force-branch zoom-levels fine") {
      $0.status?.hasPrefix("forced fine of zoom-levels") == true
    }
  }

  @Test("G is offered in a running list if the cursor is not at the end") func following() throws {
    var console = self.console(on: .events)
    console.send(.events(EventSamples.few, replacesAll: true)) { !$0.hints.contains("follow") }
    console.act("k") { $0.hints.contains("G follow") }
    console.act("Tab") { !$0.hints.contains("follow") }
    console.act("1 5 1 5", ":focus log", "G") {
      $0.events.isFollowing && !$0.hints.contains("follow")
    }
    console.press("k", "p")
    #expect(!console.hints.contains("G follow"), "a list that is stopped does not follow")
  }

  @Test("drop is not offered for flags without an override") func flags() throws {
    var console = self.console(on: .flags)
    console.act("Space", ":select-flag stories") { !$0.hints.contains("d drop") }
    console.act("d", says: .nothingOverridden(for: "stories").about("drop overrides"))
    console.act(":select-flag sentFromCirrus") { $0.session.overrideCount == 1 }
  }
}
