import Testing
import VirgaCanvas
import VirgaExperiments
import VirgaJSON
import VirgaSession

@testable import VirgaConsole

@Suite("What is known of the client, on screen 4")
struct ContextPanelTests {
  private var console: ConsoleDriver

  init() throws { console = try .onExperiments() }

  private func word(_ slug: String) -> String? { console.word(of: slug) }

  @Test("the context is changed until the client is in a recipe, and undoing it takes that back")
  mutating func changesTheContextUntilItIsIn() {
    console.run("recipe share-sheet-2026")
    #expect(
      console.state.experiments.reason?.sentence == "not enrolled: `region in ['US', 'CA']` is false: region is DE")
    console.run("set-context region US")
    #expect(word("share-sheet-2026") == "enrolled")
    #expect(console.state.session[.context, "region"] == "US")
    #expect(console.effects.count == 1)
  }

  @Test("values are JSON where they can be, and else texts")
  mutating func contextValues() {
    console.run("set-context is_first_run true", "set-context app_version 131.3", "set-context locale en-US")
    #expect(console.state.session[.context, "is_first_run"] == true)
    #expect(console.state.session[.context, "app_version"] == "131.3")
    #expect(console.state.session[.context, "locale"] == "en-US")
  }

  @Test("a value that has no room in its row is whole below")
  mutating func wholeValue() throws {
    console.run("focus context")
    let rows = console.state.experiments.contextRows
    let clock = try #require(rows.firstIndex { $0.name == "clock" })
    for _ in 0..<clock { console.press("j") }
    #expect(console.state.experiments.selectedContext?.name == "clock")
    let value = try #require(rows[clock].value)
    #expect(console.lines.count { $0.contains(value) } == 1)
  }

  @Test("names of attributes are completed with what they are")
  mutating func completesNames() throws {
    console.press("a")
    console.type("days_since_in")
    let line = try #require(console.state.overlay?.lines.first)
    #expect(line.title.plain == "set-context days_since_install ")
    #expect(line.detail.plain == "a number or null: whole days since it was installed")
  }

  @Test("the clock moves, stands still and runs again")
  mutating func movesTheClock() {
    console.run("clock +14d")
    #expect(console.state.session[.clock] == ["offset": 1_209_600])
    #expect(console.status == "moved the clock by +14 d: it is 2026-04-15 12:00 now")
    console.run("clock 2026-05-01T08:00:00Z")
    #expect(console.state.session.clockStands)
    console.run("clock run")
    #expect(console.state.session[.clock] == nil)
    console.run("clock tomorrow")
    #expect(console.status?.hasPrefix("the clock takes") == true)
  }

  @Test("steps and the present time are offered for the clock")
  mutating func offersTimes() {
    console.press("t")
    #expect(
      console.state.overlay?.lines.map(\.title.plain) == [
        "clock +1d", "clock +7d", "clock +28d", "clock -1d", "clock 2026-04-01T12:00:00Z", "clock run",
      ])
    console.press("Down", "Enter")
    #expect(console.state.session[.clock] == ["offset": 604_800])
  }

  @Test("whether the client is enrolled already is said of the recipe under the cursor")
  mutating func alreadyEnrolled() {
    func shown() -> String? { console.state.experiments.contextRows.first { $0.name == "is_already_enrolled" }?.value }
    console.run("recipe share-sheet-2026")
    #expect(shown() == "false")
    console.run("recipe homepage-order-2026")
    #expect(shown() == "true")
  }

  @Test("behavioural events are recorded by hand")
  mutating func recordsEvents() {
    console.run("record-event zoomed 3 2d")
    #expect(
      console.state.experiments.contextRows.contains { $0.name == "zoomed" && $0.value == "3 in 56 days, 0 today" })
    console.run("record-event zoomed many")
    #expect(console.status?.hasPrefix("record-event takes") == true)
  }

  @Test("taking no part ends what the client was in")
  mutating func takesNoPart() {
    console.run("take-part rollouts")
    #expect(word("suggest-rollout") == "opted out")
    #expect(word("homepage-order-2026") == "enrolled")
  }

  @Test("values are completed with what recipes compare the attribute with, and any other is told what it is")
  mutating func completesValues() {
    console.run("recipe share-sheet-2026")
    console.press("a")
    console.type("region ")
    #expect(console.state.overlay?.lines.map(\.title.plain) == ["set-context region US", "set-context region CA"])
    console.type("FR")
    #expect(console.state.overlay?.lines.map(\.title.plain) == ["set-context region FR"])
    #expect(console.state.overlay?.lines.first?.detail.plain == "a text or null: the second part of the locale")
    console.press("Enter")
    #expect(console.state.session[.context, "region"] == "FR")
    console.press("a")
    console.type("is_phone 7")
    #expect(
      console.state.overlay?.lines.first?.detail.plain == "is_phone is a truth value, and this is a number")
  }

  @Test("a name that is chosen without a value asks for the value")
  mutating func asksForTheValue() {
    console.press("a")
    console.type("is_first")
    console.press("Enter")
    #expect(console.state.overlay?.field.text == "set-context is_first_run ")
    #expect(
      console.state.overlay?.lines.map(\.title.plain) == [
        "set-context is_first_run true", "set-context is_first_run false",
      ])
  }

  @Test("a command that takes any text says what it makes of it instead of having nothing to offer")
  mutating func freeText() {
    console.press("t")
    console.type("+14d")
    #expect(console.state.overlay?.lines.map(\.title.plain) == ["clock +14d"])
    console.press("Enter")
    #expect(console.state.session[.clock] == ["offset": 1_209_600])
  }
}
