import Testing
import VirgaCanvas
import VirgaFlags
import VirgaJSON
import VirgaSession

@testable import VirgaConsole

@Suite("Flags screen") struct FlagsScreenTests {
  private var console = FlagDriver.console().after(":flags")

  @Test(
    "a choice goes to the layer that fits the flag",
    arguments: [
      .init(
        "choosing the layer twice returns to the preference",
        (["s s"], [], "preference unset → off ")),
      .init(
        "Space first sets the opposite of the build",
        (["Space"], ["preference SentFromCirrusUserPrefsKey = false"], "preference off → on ")),
      .init(
        "Space then sets the value of the build",
        (
          ["Space Space"], ["preference SentFromCirrusUserPrefsKey = true"],
          "preference on → unset "
        )),
      .init(
        "Space at last unsets the preference",
        (["Space Space Space"], [], "preference unset → off ")),
      .init(
        "on the layer of debug overrides Space sets an override",
        (["s Space"], ["debug sentFromCirrusDebugKey = false"], "debug off → on ")),
      .init(
        "in another channel Space starts from that channel's build",
        ([":channel release"], [], "preference unset → on ")),
      .init(
        "a named value goes to the chosen layer and stays there",
        (
          ["s", ":choose-value off", "s"], ["debug sentFromCirrusDebugKey = false"],
          "preference unset → on "
        )),
      .init(
        "a flag without a preference starts with the debug override",
        ([":select-flag tileLabels"], [], "debug unset → off ")),
      .init(
        "Space on a flag without a preference sets a debug override",
        (
          [":select-flag tileLabels", "Space"], ["debug tileLabelsDebugKey = false"],
          "debug off → on "
        )),
      .init(
        "Space on options sets the next option",
        (
          [":select-flag toolbarPlace", "Space Space"],
          ["preference ToolbarPlaceUsersPrefsKey = \"bottom\""],
          "preference bottom → "
        )),
      .init(
        "a named option of a configured flag is a debug override",
        (
          [":select-flag Onboarding steps", ":choose-value Five"],
          ["debug Onboarding steps = \"Five\""], "debug Five → "
        )),
      .init(
        "Space on a lock locks it",
        (
          [":select-flag Premium themes", "Space"], ["lock Premium themes = true"],
          "lock unlocked → "
        )),
      .init(
        "L unlocks what is locked",
        (
          [":select-flag Premium themes", "Space L"], ["lock Premium themes = false"],
          "lock locked → "
        )),
      .init(
        "unset-flag unsets a lock",
        ([":select-flag Premium themes", "L", ":unset-flag"], [], "lock unset → unlocked ")),
      .init(
        "a draw is stored for a test",
        ([":select-flag Fast tabs", ":draw 12"], ["draw Fast tabs = 12.0"], "debug unset → ")),
      .init(
        "weights are stored for a test",
        (
          [":select-flag Fast tabs", ":weights 90, 10"], ["weights Fast tabs = [90.0,10.0]"],
          "debug unset → "
        )),
    ] as [Behavior<(steps: [String], stored: [String], hint: String)>])
  mutating func layers(_ behavior: Behavior<(steps: [String], stored: [String], hint: String)>) {
    let (steps, stored, hint) = behavior.example
    console.act(steps)
    #expect(console.stored == stored)
    #expect(console.hints.contains("Space \(hint)"), "\(console.hints)")
  }

  @Test("each change is one saved operation") mutating func operations() {
    console.act("Space") { $0.effects == [.commit($0.session.operations[0])] }
    #expect(console.session.operations[0].feature == "sent-from-cirrus")
  }

  @Test(
    "a change that the flag does not support is refused with the reason",
    arguments: [
      .init(
        "a flag without a preference key has no preference",
        (
          [":select-flag passwordGenerator", "Space"],
          .refusal("passwordGenerator has no preference key")
        )),
      .init(
        "a flag with one layer has no other one",
        ([":select-flag passwordGenerator", "s"], .noOtherLayer("passwordGenerator"))),
      .init(
        "a channel that ignores debug overrides refuses them",
        (
          [":channel release", ":select-flag tileLabels", "Space"],
          .refusal("the channel release ignores debug overrides")
        )),
      .init(
        "a core flag has no preference",
        ([":select-flag useMockAccounts", "Space"], .refusal("useMockAccounts is of kind core"))),
      .init(
        "a core flag has no feature to go to",
        (
          [":select-flag useMockAccounts", "Enter"],
          .refusal("only flags of kind Boolean and options have a feature")
        )),
      .init(
        "weights that do not add up to 100 are refused",
        (
          [":select-flag Fast tabs", ":weights 90,20"],
          .refusal("the weights must add up to 100, not 110")
        )),
      .init(
        "a draw that is not a number is refused",
        (
          [":select-flag Fast tabs", ":draw x"], .refusal("a draw is a number from 0 to 100; got x")
        )),
      .init(
        "a lock is either locked or unlocked",
        (
          [":select-flag Premium themes", ":lock-flag ajar"],
          .refusal("a lock is `locked` or `unlocked`, not ajar")
        )),
    ] as [Behavior<(steps: [String], reason: StatusMessage)>])
  mutating func refusals(_ behavior: Behavior<(steps: [String], reason: StatusMessage)>) {
    let (steps, reason) = behavior.example
    console.act(steps)
    #expect(console.message?.refusal?.contains(reason.text.plain) == true)
    #expect(console.stored == [] && console.effects.isEmpty && console.picker == nil)
  }

  @Test("the picker lists the options")
  mutating func picker() {
    console.act(":select-flag startAtHome", "o") {
      $0.titles == ["after-four-hours", "always", "disabled", "unset"]
    }
    #expect(console.chosen == "unset")
  }

  @Test("an option that is chosen in the picker is stored")
  mutating func chosenOption() {
    console.act(":select-flag startAtHome", "o", "Up Enter") {
      $0.stored == ["preference StartAtHomeUserPrefsKey = \"disabled\""]
    }
  }

  @Test("the picker marks the stored option")
  mutating func storedOption() {
    console.act(":select-flag startAtHome", "o", "Up Enter")
    console.act("o") { $0.chosen == "disabled" && $0.picker?.selected?.detail == "now" }
  }

  @Test(
    "stored values give way to long paths at 80 columns",
    arguments: [38, 54, 55])
  func longPaths(columns: Int) throws {
    let path = String(repeating: "path-of-words-", count: 5).prefix(columns - 1) + "s"
    let yaml = ConsoleDriver.yaml(
      channels: "release", ["mr2022": ["other: Boolean = true", "\(path): Boolean = true"]])
    let console = try ConsoleDriver(FrameCase.goldenSize, yaml: yaml, channel: "release").after(
      ":flags")
    #expect(console.lines.contains { $0.contains(" \(path) ") }, "\(console.lines[3...8])")
    #expect(console.lines[3].contains("Debug") == (columns == 38))
  }

  @Test("the draw decides by the weights")
  mutating func drawing() {
    console.act(":select-flag Fast tabs", ":draw 80") { $0.answer("Fast tabs")?.state == .control }
    console.act(":weights 90,10") { $0.answer("Fast tabs")?.state == .on }
    console.act(":draw-again") { $0.session[.draw, "Fast tabs"]?.doubleValue != 80 }
    console.act("w") { $0.field == "weights 90,10" }
    console.act("Esc d") { $0.stored == [] }
  }

  @Test("the branch of a draw is shown while the draw is typed") mutating func landing() {
    console.act(":select-flag Checkout colour", ":weights 40,60", ":draw 50", "p") {
      $0.titles == ["draw 50"]
    }
    console.act("1 5") { $0.details == ["Checkout colour lands on Red, 0–40"] }
    console.act("0") { $0.details == ["a draw is a number from 0 to 100"] }
    console.act("Backspace Enter") {
      $0.answer("Checkout colour")?.buildAndUser.value == .option("Red")
    }
  }

  @Test("a filter searches the details") mutating func details() {
    console.act(":select-flag Fast tabs", "Tab", ":filter control", says: .match(1, of: 2))
  }

  @Test("x exposes the flag's feature") mutating func exposing() {
    console.act("Esc Esc", ":select-flag sentFromCirrus", "x") {
      $0.status?.hasPrefix("no exposure: ") == true
    }
    guard case .commit(let operation)? = console.effects.first else {
      Issue.record("nothing was recorded")
      return
    }
    #expect(operation.feature == "sent-from-cirrus")
  }

  @Test("Enter goes to the value that the flag reads")
  mutating func jumping() {
    console.act(":select-flag stories", "Enter") {
      $0.selected == "homescreen" && $0.path == "sections-enabled.pocket"
    }
  }

  @Test("2 returns from the value that a flag reads")
  mutating func returning() {
    console.act(":select-flag stories", "Enter", "2") { $0.selectedFlag == "stories" }
  }

  @Test("values stored for no flag are listed, filtered and can be dropped") mutating func orphans()
  {
    console.send(
      .session(
        .init(entries: [.init(.preference, "Old"): true, .init(.debug, "oldDebugKey"): true])))
    console.act(":filter stories") { !$0.flagIDs.isEmpty && !$0.flagIDs.contains("oldDebugKey") }
    console.act(":filter oldD") { $0.flagIDs == ["oldDebugKey"] }
    console.act("Esc f g") { $0.flagIDs == ["Old", "oldDebugKey"] }
    console.act("d") { $0.stored == ["debug oldDebugKey = true"] }
    console.act("D") { $0.stored == ["debug oldDebugKey = true"] }
    console.act("Enter") { $0.stored == [] }
  }

  @Test("the key of a value stored for no flag is whole") mutating func longOrphan() {
    let key = String(repeating: "old", count: 14)
    console.send(.session(.init(entries: [.init(.preference, key): true])))
    console.act(":filter \(key)") { $0.sees("! \(key) ") }
  }

  @Test("a change by another process or of the channel is shown") mutating func following() {
    console.send(.session(.init(entries: [.init(.debug, "translateFinnishDebugKey"): true])))
    #expect(console.answer("translateFinnish")?.buildAndUser.value == .on)
    console.run("channel release")
    let answer = console.answer("translateFinnish")
    #expect(answer?.buildAndUser.value == .off && answer?.notes.contains(.ignoredDebug) == true)
  }

  @Test("dropping all flag overrides says how many other overrides stay") mutating func othersStay()
  {
    console.act("Space", ":select homescreen", ":set sections-enabled.pocket false", ":flags", "D")
    #expect(console.picker?.title == "Drop overrides of all flags: 1 other override stays")
    console.press("Enter")
    #expect(console.stored == [#"edit homescreen = {"sections-enabled":{"pocket":false}}"#])
  }

  @Test("select-flag clears any selection or filter that hides the flag") mutating func gone() {
    console.run("list-flags core", "select-flag stories")
    #expect(console.selectedFlag == "stories" && console.flags.subset == .all)
    console.run("filter toolbarPlace", "select-flag stories")
    #expect(console.selectedFlag == "stories" && console.flags.list.filter.text.isEmpty)
  }
}
