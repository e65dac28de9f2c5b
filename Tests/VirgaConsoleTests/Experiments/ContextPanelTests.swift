import Testing
import VirgaCanvas
import VirgaJSON
import VirgaSession

@testable import VirgaConsole

@Suite("Client context on screen 4") struct ContextPanelTests {
  private var console = ConsoleDriver.onExperiments()

  private func row(_ name: String) -> ContextRow? {
    console.model.experiments.contextList.items.first { $0.name == name }
  }

  private var selected: String? { console.model.experiments.contextList.selected?.name }

  @Test(
    "a value is read as JSON if it fits the attribute, otherwise as text",
    arguments: [
      ("is_first_run true", true), ("app_version 131.3", "131.3"), ("app_version 1312", "1312"),
      ("locale en-US", "en-US"), (#"region = "US""#, "US"),
    ] as [(String, JSONValue)])
  mutating func contextValues(argument: String, value: JSONValue) {
    console.run("set-context \(argument)")
    #expect(console.model.session[.context, String(argument.prefix { $0 != " " })] == value)
  }

  @Test(
    "an argument that cannot be understood is refused",
    arguments: [
      (
        #":set-context app_version "1312"#,
        .refusal(#"`"1312` is not valid JSON; close the quote, or remove it"#)
      ),
      (":clock tomorrow", .clockExpected), (":record-event zoomed many", .eventExpected),
      (":take-part holidays", .participationExpected),
    ] as [(String, StatusMessage)])
  mutating func refusals(command: String, message: StatusMessage) {
    console.act(command, says: message)
    #expect(console.effects.isEmpty)
  }

  @Test("the clock moves, stops and runs again") mutating func movesTheClock() {
    for (typed, entry) in [
      ("+14d", ["offset": 1_209_600]), ("now-1d", ["offset": -86_400]),
      ("2026-05-01T08:00:00Z", ["at": "2026-05-01T08:00:00Z"]), ("run", nil),
    ] as [(String, JSONValue?)] {
      console.act(":clock \(typed)") { $0.model.session[.clock] == entry }
    }
  }

  @Test(
    "opting out of rollouts ends only those; d on the row takes part again, and on the clock lets it run"
  )
  mutating func dropsFacts() {
    console.act(":clock +14d", ":take-part rollouts", ":focus context") {
      $0.word(of: "suggest-rollout") == "opted out"
        && $0.word(of: "homepage-order-2026") == "enrolled"
    }
    for fact in ["clock", "rollouts"] {
      for _ in 0..<60 where selected != fact { console.press("j") }
      console.press("d")
    }
    #expect(console.model.session[.clock] == nil && console.model.session.takesPart(in: .rollouts))
  }

  @Test(
    "the rows follow the recipe: its enrollment, and attributes without a value only if it reads them"
  )
  mutating func nullValues() {
    console.run("set-context region null", "recipe share-sheet-2026")
    #expect(row("region") != nil && row("is_already_enrolled")?.value == "false")
    console.run("recipe homepage-order-2026", "record-event zoomed 3 2d")
    #expect(
      row("is_already_enrolled")?.value == "true" && row("zoomed")?.value == "3 in 56 days, 0 today"
    )
    #expect(row("region") == nil && row("locale") != nil)
  }

  @Test(
    "nimbus_id decides if the bucket excludes the client, and nothing does once a branch is forced")
  mutating func decidingID() {
    func deciding() -> [String] {
      console.model.experiments.contextList.items.filter(\.isDeciding).map(\.name)
    }
    console.act(":recipe zoom-levels", "e")
    #expect(deciding() == ["nimbus_id"] && selected == "nimbus_id")
    console.run("force-branch zoom-levels fine")
    #expect(deciding() == [] && console.word(of: "zoom-levels") == "enrolled")
  }

  @Test(
    "completions describe attributes, offer compared values and refuse wrong types",
    arguments: [
      (
        "days_since_in", "set-context days_since_install ",
        "a number or null: whole days since it was installed"
      ),
      ("region FR", "set-context region FR", "a string or null: the second part of the locale"),
      ("region ", "set-context region US", "a string or null: the second part of the locale"),
      ("is_phone 7", "set-context is_phone 7", "is_phone must be a Boolean, not a number"),
    ])
  mutating func completes(typed: String, title: String, detail: String) {
    console.act(":recipe share-sheet-2026", "a", "'\(typed)") {
      $0.titles.first == title && $0.details.first == detail
    }
  }

  @Test("choosing a name asks for its value, and Ctrl-U keeps the command that a key began")
  mutating func asksForTheValue() {
    console.act("a", "'is_first", "Enter")
    #expect(console.titles == ["set-context is_first_run true", "set-context is_first_run false"])
    console.act("Esc", ":recipe share-sheet-2026", "e Enter Ctrl-U") {
      $0.field == "set-context region "
    }
    console.act("'FR", "Enter") { $0.model.session[.context, "region"] == "FR" }
    console.act(":", "'set-context", "Ctrl-U") { $0.field == "" }
  }

  @Test(
    "e goes to the deciding attribute and says how to change it; the cursor stays on it when its row moves"
  )
  mutating func goesToWhatDecided() {
    console.act(
      ":recipe share-sheet-2026", "e",
      says: .contextKeys(deciding: "region", edit: "Enter", add: "a"))
    #expect(console.model.focus == .context && selected == "region")
    #expect(row("region")?.origin == "from locale" && row("locale")?.origin == "")
    console.act("Enter") { $0.field == "set-context region DE" }
    console.act("Esc", ":set-context region US")
    #expect(selected == "region")
  }
}
