import Testing
import VirgaCanvas
import VirgaExperiments
import VirgaJSON
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

  @Test("Ctrl-P lists each thing with its place")
  mutating func places() {
    console.act("Ctrl-P")
    let withoutPlace = console.picker?.list.items.filter(\.detail.isEmpty) ?? []
    #expect(Set(withoutPlace.map(\.leading.plain)).isSubset(of: ["value"]))
    #expect(console.details.contains("cirrus.fml.yaml, on screen"))
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

  @Test("Backspace restores the channel that going to another one left") mutating func channel() {
    console.act(":select search", ":go beta") { $0.channel == "beta" && $0.selected == "search" }
    console.act("Backspace") { $0.channel == "nightly" && $0.selected == "search" }
    console.act("Alt-Right") { $0.channel == "beta" }
    console.act("Backspace", "Ctrl-P", "'release", "Enter") { $0.channel == "release" }
    console.act("Backspace") { $0.channel == "nightly" && $0.selected == "search" }
  }

  @Test("Backspace keeps a channel that was chosen after going elsewhere")
  mutating func channelChosenSince() {
    console.act(":select search", ":go homescreen", ":channel beta", "Backspace") {
      $0.selected == "search" && $0.channel == "beta"
    }
  }

  @Test("a read-only console returns to the channel without storing it")
  mutating func channelOfReadOnly() {
    console.makeReadOnly()
    console.act(":go beta", "Backspace") { $0.channel == "nightly" && $0.effects.isEmpty }
  }

  @Test("go completes files and commands, too") mutating func completions() {
    console.act(":", "'go features/home") {
      $0.titles.first == "go features/home.yaml" && $0.details.first == "a file"
    }
    console.act("Enter") {
      $0.manifest?.feature($0.selected ?? "")?.location.file == "features/home.yaml"
    }
    console.act(":", "'go session-exp") {
      $0.titles == ["go session-export"] && $0.details == ["a command"]
    }
  }

  /// Two problems in nightly with the same text.
  private static let sameProblems = ["first", "second"].map { path in
    Problem(.error, "unknown-type", path: path, "the same words")
  }

  @Test("the cursor stays on its problem while another with the same text disappears")
  func sameProblems() {
    var console = ConsoleDriver()
    console.send(.checked([Name("nightly"): Self.sameProblems]))
    console.act("Ctrl-P", "'the same words", "Down") {
      $0.picker?.selected?.invocation?.line == "next-problem 2"
    }
    console.send(.checked([Name("nightly"): [Self.sameProblems[1]]])) {
      $0.picker?.selected?.invocation?.line == "next-problem 1"
    }
  }

  @Test("go asks which of several problems with the same text is meant")
  func ambiguousProblem() {
    var console = ConsoleDriver()
    console.send(.checked([Name("nightly"): Self.sameProblems]))
    console.act(":", "'go nightly: the same words", "Enter") {
      $0.picker?.lines.compactMap { $0.invocation?.line } == ["next-problem 1", "next-problem 2"]
    }
  }
}
