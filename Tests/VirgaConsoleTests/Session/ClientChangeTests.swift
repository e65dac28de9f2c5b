import Testing
import VirgaCanvas
import VirgaJSON
import VirgaSession
import VirgaWorkbench

@testable import VirgaConsole

@Suite("Changes of the client") struct ClientChangeTests {
  @Test("drop-all without overrides points to the changes of the client") func dropAll() throws {
    var console = ConsoleDriver().after(":set-context region US", "D")
    #expect(
      console.message
        == StatusMessage.onlyClientChanges(1, reset: "O").about("drop all overrides …"))
    console.act("O Enter") { $0.model.session[.context, "region"] == nil }
  }

  @Test("are listed below the overrides, not counted as such, and reset one by one") func listed()
    throws
  {
    var console = ConsoleDriver.onExperiments()
    let before = console.model.session
    #expect(
      console.model.issues.clientChanges.all == [] && !console.lines[0].contains("client changed")
    )
    console.run(
      "set-context flavour vanilla", "clock 2026-11-21T12:00:00Z", "record-event app_opened 3",
      "take-part rollouts off")
    #expect(console.model.session.overrideCount == 0 && console.sees("set, 4 changed"))
    #expect(["client changed", "no overrides"].allSatisfy(console.lines[0].contains))
    console.press("O")
    #expect(
      console.listLines == [
        "takes part in rollouts opted out", "attribute flavour vanilla, was unset",
        "clock  is stopped at 2026-11-21T12:00:00Z",
        "behavioral event app_opened its counts changed",
      ])
    #expect(console.model.overlay?.title == "No override; of the client: Enter resets one")
    console.act("Down Enter") {
      $0.status == "reset context flavour" && $0.model.session[.context, "flavour"] == nil
    }
    #expect(console.model.issues.clientChanges.all.count == 3)
    console.act(
      ":reset-client all",
      says: .did("reset the client, 3 changes", .init("suggest-rollout", to: "on")))
    #expect(console.model.issues.clientChanges.all == [])
    for key in [
      EntryKey(.clock), EntryKey(.participation, "rollouts"), EntryKey(.behavior, "app_opened"),
    ] {
      #expect(console.model.session[key] == nil)
    }
    #expect(console.model.session[.context, "region"] == before[.context, "region"])
    console.act("u") { $0.model.issues.clientChanges.all.count == 3 }
    console.run("select homescreen", "set pinned-limit 5", "overrides")
    #expect(
      console.titles[1] == "client changes (not overrides): Enter resets one"
        && console.titles.count == 5)
    console.act("Esc", ":reset-client clok", says: .unknown("change", "clok", among: ["clock"]))
  }

  @Test("end when an attribute is reset or set back to its initial value") func beginning() throws {
    var console = ConsoleDriver.onExperiments()
    let locale = try #require(console.model.session[.context, "locale"])
    console.act(":set-context locale fr-FR", ":set-context locale fr-CA", "O")
    #expect(console.listLines.last == "attribute locale fr-CA, was de-DE")
    console.act("Enter") {
      $0.model.session[.context, "locale"] == locale && $0.model.issues.clientChanges.all == []
    }
    console.run("drop-context locale")
    #expect(
      console.model.issues.clientChanges.all == [
        EntryChange(EntryKey(.context, "locale"), from: locale, to: nil)
      ])
    console.act(":undo", ":overrides", says: StatusMessage.noOverrides.about("list the overrides"))
  }

  @Test("leave out initial attributes, and show the derived value that an attribute had before")
  func opening() throws {
    var console = ConsoleDriver()
    console.send(.opening(SessionOpening(context: ["locale": "de-AT"]))) {
      $0.model.issues.clientChanges.all == []
    }
    console.act(":set-context region DE", ":set-context locale fr-CA", "O")
    #expect(
      console.listLines == ["attribute locale fr-CA, was de-AT", "attribute region DE, was AT"])
  }
}

@Suite("Drafts and undo") struct DraftUndoTests {
  private var console = ConsoleDriver.onHomescreen().after(":edit", "'\"pinned-")

  @Test(
    "discarding a draft is an undo step, even if a pause kept it", arguments: [true, false],
    ["Ctrl-Q", "d"])
  mutating func discarding(isPaused: Bool, key: String) throws {
    let text = try #require(console.model.editor?.buffer.text)
    if isPaused { console.send(.quiet) }
    console.act(key == "d" ? "Esc Esc d" : key)
    #expect(console.draft == nil)
    if key == "d" { #expect(console.message == .discardedDraft(of: "homescreen", undo: "u")) }
    console.act(":undo") { $0.draft == .string(text) && $0.model.editor?.buffer.text == text }
  }

  @Test("d drops a feature's edit before its draft") mutating func order() {
    console.act("Esc Esc 1", ":set pinned-limit 5", ":focus features", ":drop")
    #expect(console.model.session.overrideCount == 0 && console.draft != nil)
    console.act(":drop") { $0.draft == nil }
  }
}
