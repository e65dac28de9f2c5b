import Testing
import VirgaCanvas
import VirgaJSON
import VirgaSession

@testable import VirgaConsole

@Suite("Client context on screen 4") struct ContextPanelTests {
  private var console: ConsoleDriver

  init() throws { console = try .onExperiments() }

  private func row(_ name: String) -> ContextRow? { console.model.experiments.contextRows.first { $0.name == name } }

  private var selected: String? { console.model.experiments.selectedContext?.name }

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
        #"set-context app_version "1312"#,
        .refusal(#"`"1312` is not valid JSON; close the quote, or remove it"#)
      ), ("clock tomorrow", .clockExpected), ("record-event zoomed many", .eventExpected),
      ("take-part holidays", .participationExpected),
    ] as [(String, StatusMessage)])
  mutating func refusals(command: String, message: StatusMessage) {
    console.run(command)
    #expect(console.message == message)
    #expect(console.effects.isEmpty)
  }

  @Test("the clock moves, stops and runs again, recorded as where it stands") mutating func movesTheClock() {
    console.record()
    for (typed, entry, recorded) in [
      ("+14d", ["offset": 1_209_600], "now+1209600s"), ("now-1d", ["offset": -86_400], "now-86400s"),
      ("2026-05-01T08:00:00Z", ["at": "2026-05-01T08:00:00Z"], "2026-05-01T08:00:00Z"), ("run", nil, "run"),
    ] as [(String, JSONValue?, String)] {
      console.run("clock \(typed)")
      #expect(console.model.session[.clock] == entry)
      #expect(console.model.recording.performed.map(\.text) == ["clock \(recorded)"])
    }
    console.press("t")
    #expect(
      console.titles == [
        "clock +1d", "clock +7d", "clock +28d", "clock -1d", "clock 2026-04-01T12:00:00Z", "clock run",
      ])
  }

  @Test("opting out of rollouts ends only those; d on the row takes part again, and on the clock lets it run")
  mutating func dropsFacts() {
    console.act(":clock +14d", ":take-part rollouts", ":focus context")
    #expect(console.word(of: "suggest-rollout") == "opted out")
    #expect(console.word(of: "homepage-order-2026") == "enrolled")
    for _ in 0..<60 where selected != "clock" { console.press("j") }
    console.press("d")
    #expect(console.model.session[.clock] == nil)
    for _ in 0..<60 where selected != "rollouts" { console.press("j") }
    console.press("d")
    #expect(console.model.session.takesPart(in: .rollouts))
  }

  @Test("the rows follow the recipe: its enrollment, and attributes without a value only if it reads them")
  mutating func nullValues() {
    console.run("set-context region null", "recipe share-sheet-2026")
    #expect(row("region") != nil && row("is_already_enrolled")?.value == "false")
    console.run("recipe homepage-order-2026")
    #expect(row("is_already_enrolled")?.value == "true")
    #expect(row("region") == nil && row("locale") != nil)
  }

  @Test("nimbus_id decides if the bucket excludes the client, and nothing does once a branch is forced")
  mutating func decidingID() {
    func deciding() -> [String] { console.model.experiments.contextRows.filter(\.isDeciding).map(\.name) }
    console.act(":recipe zoom-levels", "e")
    #expect(deciding() == ["nimbus_id"] && selected == "nimbus_id")
    console.run("force-branch zoom-levels fine")
    #expect(deciding() == [] && console.word(of: "zoom-levels") == "enrolled")
  }

  @Test("record-event records behavioral events, as their total") mutating func recordsEvents() {
    console.record()
    console.run("record-event zoomed 3 2d")
    #expect(row("zoomed")?.value == "3 in 56 days, 0 today")
    #expect(console.model.recording.performed.map(\.text) == ["record-event zoomed =3 2d"])
  }

  @Test(
    "completions describe attributes, offer compared values and refuse wrong types",
    arguments: [
      ("days_since_in", "set-context days_since_install ", "a number or null: whole days since it was installed"),
      ("region FR", "set-context region FR", "a string or null: the second part of the locale"),
      ("region ", "set-context region US", "a string or null: the second part of the locale"),
      ("is_phone 7", "set-context is_phone 7", "is_phone must be a Boolean, not a number"),
    ])
  mutating func completes(typed: String, title: String, detail: String) {
    console.act(":recipe share-sheet-2026", "a", "'\(typed)")
    #expect(console.titles.first == title && console.details.first == detail)
  }

  @Test("choosing a name asks for its value, and Ctrl-U keeps the command that a key began")
  mutating func asksForTheValue() {
    console.act("a", "'is_first", "Enter")
    #expect(console.titles == ["set-context is_first_run true", "set-context is_first_run false"])
    console.act("Esc", ":recipe share-sheet-2026", "e Enter Ctrl-U")
    #expect(console.field == "set-context region ")
    console.act("'FR", "Enter")
    #expect(console.model.session[.context, "region"] == "FR")
    console.act(":", "'set-context", "Ctrl-U")
    #expect(console.field == "")
  }

  @Test("e goes to the deciding attribute and says how to change it; derived values name their source")
  mutating func goesToWhatDecided() {
    console.act(":recipe share-sheet-2026", "e")
    #expect(console.model.focus == .context && selected == "region")
    #expect(console.message == .contextKeys(deciding: "region", edit: "Enter", add: "a"))
    #expect(console.sees("✗ region"))
    #expect(row("region")?.origin == "from locale" && row("locale")?.origin == "")
    console.press("Enter")
    #expect(console.field == "set-context region DE")
  }

  @Test("the cursor stays on the attribute that was set, even if its row moves") mutating func followsTheAttribute() {
    console.act(":recipe share-sheet-2026", "e", ":set-context region US")
    #expect(selected == "region")
    console.run("set-context favourite_colour blue")
    #expect(selected == "favourite_colour")
  }
}
