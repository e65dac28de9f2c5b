import Testing
import VirgaCanvas
import VirgaExperiments
import VirgaManifest
import VirgaSource

@testable import VirgaConsole

@Suite("Going to anything") struct DestinationTests {
  private var console = ConsoleDriver.withRecipes()

  @Test("Ctrl-P lists things of every kind") mutating func kinds() {
    console.press("Ctrl-P")
    let kinds = Set(console.picker?.list.items.map(\.leading.plain) ?? [])
    #expect(
      kinds.isSuperset(of: [
        "value", "feature", "flag", "recipe", "branch", "channel", "screen", "panel", "command",
        "file",
      ]))
  }

  @Test("letters find a value of another feature") mutating func value() {
    console.act(":select search", ":channels", "Ctrl-P", "'homescreen pinned-lim", "Enter") {
      $0.selected == "homescreen" && $0.path == "pinned-limit" && $0.focus == .values
    }
  }

  @Test("Backspace returns from a value that was found") mutating func returning() {
    console.act(":select search", ":channels", "Ctrl-P", "'homescreen pinned-lim", "Enter")
    console.act("Backspace") { $0.screen == .channels }
  }

  @Test("a value, a branch and a file are reached by name") mutating func names() {
    console.act(":go-value homescreen sections-enabled.pocket") {
      $0.selected == "homescreen" && $0.path == "sections-enabled.pocket"
    }
    console.act(":go-branch homepage-order-2026 control") {
      $0.focus == .branches && $0.experiments.branchList.selected?.branch.slug == "control"
    }
    console.act(":go-file features/home.yaml")
    let feature = console.selected.flatMap { console.manifest?.feature($0) }
    #expect(feature?.location.file == "features/home.yaml")
  }

  @Test("go knows files and commands by name, too") mutating func filesAndCommands() {
    console.act(":go features/home.yaml")
    let feature = console.selected.flatMap { console.manifest?.feature($0) }
    #expect(feature?.location.file == "features/home.yaml")
    console.act(":go compare") { $0.screen == .channels }
  }

  @Test("Backspace returns from a panel that was chosen in the list") mutating func panel() {
    console.act(":flags", "Ctrl-P", "'simulation", "Enter") { $0.focus == .simulation }
    console.act("Backspace") { $0.focus == .flags }
  }
}
