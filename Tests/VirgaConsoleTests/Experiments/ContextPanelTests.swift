import Testing
import VirgaCanvas
import VirgaExperiments
import VirgaJSON
import VirgaSession

@testable import VirgaConsole

@Suite("Client context on screen 4") struct ContextPanelTests {
  private var console: ConsoleDriver

  init() throws { console = try .onExperiments() }

  @Test("changing the context enrolls the client") mutating func changesTheContextUntilItIsIn() {
    console.run("recipe share-sheet-2026")
    #expect(
      console.state.experiments.reason?.sentence == "not enrolled: `region in ['US', 'CA']` is false: region is DE")
    console.run("set-context region US")
    #expect(console.word(of: "share-sheet-2026") == "enrolled" && console.effects.count == 1)
  }

  @Test(
    "a value is read as JSON if it fits the attribute, otherwise as text",
    arguments: [
      ("is_first_run true", true), ("app_version 131.3", "131.3"), ("app_version 1312", "1312"),
      ("locale en-US", "en-US"), (#"region = "US""#, "US"),
    ] as [(String, JSONValue)])
  mutating func contextValues(argument: String, value: JSONValue) {
    console.run("set-context \(argument)")
    #expect(console.state.session[.context, String(argument.prefix { $0 != " " })] == value)
  }

  @Test("a value that begins like JSON but is invalid is refused") mutating func refusesHalfJSON() {
    console.run(#"set-context app_version "1312"#)
    #expect(console.status == #"`"1312` is not valid JSON; close the quote, or remove it"#)
    #expect(console.effects.isEmpty)
  }

  @Test("a value too long for its row is shown whole below") mutating func wholeValue() throws {
    console.run("focus context")
    let rows = console.state.experiments.contextRows
    let clock = try #require(rows.firstIndex { $0.name == "clock" })
    for _ in 0..<clock { console.press("j") }
    #expect(console.state.experiments.selectedContext?.name == "clock")
    let value = try #require(rows[clock].value)
    #expect(console.lines.count { $0.contains(value) } == 1)
  }

  @Test("the clock moves, stops and runs again") mutating func movesTheClock() {
    console.run("clock +14d")
    #expect(console.state.session[.clock] == ["offset": 1_209_600])
    console.run("clock 2026-05-01T08:00:00Z")
    #expect(console.state.session.isClockFrozen)
    console.run("clock run")
    #expect(console.state.session[.clock] == nil)
    console.run("clock tomorrow")
    #expect(console.message == .clockExpected)
  }

  @Test("t offers steps and the present time for the clock") mutating func offersTimes() {
    console.press("t")
    #expect(
      console.titles == [
        "clock +1d", "clock +7d", "clock +28d", "clock -1d", "clock 2026-04-01T12:00:00Z", "clock run",
      ])
    console.press("Down", "Enter")
    #expect(console.state.session[.clock] == ["offset": 604_800])
  }

  @Test(
    "is_already_enrolled follows the recipe under the cursor",
    arguments: [("share-sheet-2026", "false"), ("homepage-order-2026", "true")])
  mutating func alreadyEnrolled(recipe: String, said: String) {
    console.run("recipe \(recipe)")
    let row = console.state.experiments.contextRows.first { $0.name == "is_already_enrolled" }
    #expect(row?.value == said)
  }

  @Test("attributes without a value are listed only if the recipe reads them") mutating func nullValues() {
    func isListed(_ name: String) -> Bool { console.state.experiments.contextRows.contains { $0.name == name } }
    console.run("set-context region null", "recipe share-sheet-2026")
    #expect(isListed("region"))
    console.run("recipe zoom-levels")
    #expect(!isListed("region") && isListed("locale"))
  }

  @Test("nimbus_id decides if the bucket excludes the client, and nothing does once a branch is forced")
  mutating func decidingID() {
    func deciding() -> [String] { console.state.experiments.contextRows.filter(\.isDeciding).map(\.name) }
    console.act(":recipe zoom-levels", "e")
    #expect(deciding() == ["nimbus_id"] && console.state.experiments.selectedContext?.name == "nimbus_id")
    console.run("force-branch zoom-levels fine")
    #expect(deciding() == [] && console.word(of: "zoom-levels") == "enrolled")
  }

  @Test("record-event records behavioral events") mutating func recordsEvents() {
    console.run("record-event zoomed 3 2d")
    let row = console.state.experiments.contextRows.first { $0.name == "zoomed" }
    #expect(row?.value == "3 in 56 days, 0 today")
    console.run("record-event zoomed many")
    #expect(console.message == .eventExpected)
  }

  @Test("opting out of rollouts ends their enrollments only") mutating func takesNoPart() {
    console.run("take-part rollouts")
    #expect(console.word(of: "suggest-rollout") == "opted out")
    #expect(console.word(of: "homepage-order-2026") == "enrolled")
  }

  @Test(
    "completions describe attributes, offer compared values and refuse wrong types",
    arguments: [
      ("days_since_in", "set-context days_since_install ", "a number or null: whole days since it was installed"),
      ("region FR", "set-context region FR", "a string or null: the second part of the locale"),
      ("is_phone 7", "set-context is_phone 7", "is_phone must be a Boolean, not a number"),
    ])
  mutating func completes(typed: String, title: String, detail: String) {
    console.act(":recipe share-sheet-2026", "a", "'\(typed)")
    #expect(console.titles.first == title && console.details.first == detail)
  }

  @Test("choosing a name asks for its value, and another value can be typed")
  mutating func asksForTheValue() {
    console.act("a", "'is_first", "Enter")
    #expect(console.field == "set-context is_first_run ")
    #expect(console.titles == ["set-context is_first_run true", "set-context is_first_run false"])
    console.act("Esc", ":recipe share-sheet-2026", "a", "'region FR")
    #expect(console.titles == ["set-context region FR"])
    console.press("Enter")
    #expect(console.state.session[.context, "region"] == "FR")
  }

  @Test("Ctrl-U clears the typed value but keeps the command that a key began") mutating func keepsTheCommand() {
    console.act(":recipe share-sheet-2026", "e Enter Ctrl-U")
    #expect(console.field == "set-context region ")
    console.act("'US", "Enter")
    #expect(console.state.session[.context, "region"] == "US")
    console.act(":", "'set-context", "Ctrl-U")
    #expect(console.field == "")
  }

  @Test("the cursor stays on the attribute that was set, even if its row moves") mutating func followsTheAttribute() {
    func selected() -> String? { console.state.experiments.selectedContext?.name }
    console.act(":recipe share-sheet-2026", "e")
    #expect(selected() == "region")
    console.run("set-context region US")
    #expect(selected() == "region")
    console.run("set-context favourite_colour blue")
    #expect(selected() == "favourite_colour")
  }
}
