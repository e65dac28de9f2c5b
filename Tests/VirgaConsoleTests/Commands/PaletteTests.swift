import Testing
import VirgaCanvas
import VirgaJSON
import VirgaSession

@testable import VirgaConsole

@Suite("Command line") struct PaletteTests {
  private var console = ConsoleDriver()

  /// All lines of the open list, regardless of its filter.
  private var items: [PickerLine] { console.picker?.list.items ?? [] }

  @Test("each command is listed under its own screen, with the key that runs it")
  mutating func commandKeys() {
    console.press(":")
    var heading = ""
    var shown: [String: String] = [:]
    for item in items {
      if item.isHeading { heading = item.title.plain }
      if let name = item.invocation?.name { shown[name] = "\(heading): \(item.leading)" }
    }
    for (name, line) in [
      ("branch", "on screen 1 Features: b"), ("force-branch", "on screen 4 Experiments: 4 b"),
      ("only-overridden", "on screen 1 Features: f"), ("lock-flag", "on screen 2 Flags: 2 L"),
      ("reset-client", "everywhere: "), ("back", "moving: Backspace"),
    ] {
      #expect(shown[name] == line)
    }
    #expect(shown.count == items.count { $0.invocation != nil } && shown["drop-flag"] == nil)
  }

  @Test(
    "a typed name offers its value, feature or flag",
    arguments: [
      .init("a value is gone to", ("pocket", Invocation("go-value", "sections-enabled.pocket"))),
      .init("a flag is selected", ("sentFromC", Invocation("select-flag", "sentFromCirrus"))),
      .init("a command is run", ("undo", Invocation("undo"))),
    ] as [Behavior<(typed: String, invocation: Invocation)>])
  func places(_ behavior: Behavior<(typed: String, invocation: Invocation)>) throws {
    let (typed, invocation) = behavior.example
    var console = FlagDriver.console()
    console.act(":select homescreen", ":", "'\(typed)") {
      $0.picker?.selected?.invocation == invocation
    }
  }

  @Test("a verb is listed as what it does in the focus, also if it is typed whole")
  mutating func verbs() {
    console.openDemoRecipes()
    console.run("experiments", "focus context")
    for typed in ["edi", "edit"] {
      console.act(":", "'\(typed)")
      let line = items.first { $0.title.plain == "edit" }
      #expect(line?.detail.plain == "edit context", "\(typed)")
      console.press("Esc")
    }
  }

  @Test("a complete command is listed exactly as typed") mutating func whole() throws {
    console.openDemoRecipes()
    console.act(":experiments", "t", "'+14d") { $0.titles == ["clock +14d"] }
    console.act("Enter") { $0.status == "moved the clock by +14 d: it is 2026-04-15 12:00 now" }
    for typed in ["set-context flavour vanilla", "set-context region US "] {
      console.act(":", "'\(typed)") {
        $0.titles == [typed.hasSuffix(" ") ? String(typed.dropLast()) : typed]
      }
      console.press("Enter")
    }
    #expect(console.session[.context, "flavour"] == "vanilla")
    #expect(console.session[.context, "region"] == "US")
  }
}
