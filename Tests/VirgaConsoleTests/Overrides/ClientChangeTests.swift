import Testing
import VirgaCanvas
import VirgaJSON
import VirgaSession
import VirgaWorkbench

@testable import VirgaConsole

@Suite("Client changes") struct ClientChangeTests {
  @Test("are suggested by drop-all if there are no overrides") func dropAll() throws {
    var console = ConsoleDriver().after(":set-context region US", "D")
    #expect(
      console.message
        == StatusMessage.onlyClientChanges(1, reset: "O").about("drop all overrides …"))
    console.act("O Enter") { $0.session[.context, "region"] == nil }
  }

  @Test("are listed below the overrides and reset one by one") func listed()
    throws
  {
    var console = ConsoleDriver.onExperiments()
    let before = console.session
    #expect(
      console.clientChanges == [] && !console.lines[0].contains("client changed")
    )
    console.run(
      "set-context flavour vanilla", "clock 2026-11-21T12:00:00Z", "record-event app_opened 3",
      "take-part rollouts off")
    #expect(console.session.overrideCount == 0 && console.sees("set, 4 changed"))
    #expect(["client changed", "no overrides"].allSatisfy(console.lines[0].contains))
    console.press("O")
    #expect(
      console.listLines == [
        "takes part in rollouts opted out", "attribute flavour vanilla, was unset",
        "clock  is stopped at 2026-11-21T12:00:00Z",
        "behavioral event app_opened its counts changed",
      ])
    #expect(console.picker?.title == "No override; of the client: Enter resets one")
    console.act("Down Enter") {
      $0.status == "reset context flavour" && $0.session[.context, "flavour"] == nil
    }
    #expect(console.clientChanges.count == 3)
    console.act(
      ":reset-client all",
      says: .did("reset the client, 3 changes", .init("suggest-rollout", to: "on")))
    #expect(console.clientChanges == [])
    for key in [
      EntryKey(.clock), EntryKey(.participation, "rollouts"), EntryKey(.behavior, "app_opened"),
    ] {
      #expect(console.session[key] == nil)
    }
    #expect(console.session[.context, "region"] == before[.context, "region"])
    console.act("u") { $0.clientChanges.count == 3 }
    console.run("select homescreen", "set pinned-limit 5", "overrides")
    #expect(
      console.titles[1] == "client changes (not overrides): Enter resets one"
        && console.titles.count == 5)
    console.act("Esc", ":reset-client clok", says: .unknown("change", "clok", among: ["clock"]))
  }

  @Test("end when an attribute is reset or set back to its initial value") func beginning() throws {
    var console = ConsoleDriver.onExperiments()
    let locale = try #require(console.session[.context, "locale"])
    console.act(":set-context locale fr-FR", ":set-context locale fr-CA", "O")
    #expect(console.listLines.last == "attribute locale fr-CA, was de-DE")
    console.act("Enter") {
      $0.session[.context, "locale"] == locale && $0.clientChanges == []
    }
    console.run("drop-context locale")
    #expect(
      console.clientChanges == [
        EntryChange(EntryKey(.context, "locale"), from: locale, to: nil)
      ])
    console.act(":undo", ":overrides", says: StatusMessage.noOverrides.about("list the overrides"))
  }

  @Test("leave out initial attributes")
  func opening() throws {
    var console = ConsoleDriver()
    console.send(.opening(SessionOpening(context: ["locale": "de-AT"]))) {
      $0.clientChanges == []
    }
    console.act(":set-context region DE", ":set-context locale fr-CA", "O")
    #expect(
      console.listLines == ["attribute locale fr-CA, was de-AT", "attribute region DE, was AT"])
  }
}
