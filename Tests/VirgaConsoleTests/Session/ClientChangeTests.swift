import Testing
import VirgaCanvas
import VirgaJSON
import VirgaSession
import VirgaWorkbench

@testable import VirgaConsole

@Suite("Changes of the client") struct ClientChangeTests {
  @Test("drop-all without overrides points to the changes of the client") func dropAll() throws {
    var console = try ConsoleDriver()
    console.act(":set-context region US", "D")
    #expect(console.message == StatusMessage.onlyClientChanges(1, reset: "O").about("drop all overrides …"))
    console.press("O", "Enter")
    #expect(console.state.session[.context, "region"] == nil)
  }

  @Test("are listed below the overrides, not counted as such, and reset one by one") func listed() throws {
    var console = try ConsoleDriver.onExperiments()
    let region = console.state.session[.context, "region"]
    #expect(console.state.findings.clientChanges.all == [] && !console.lines[0].contains("client changed"))
    console.run(
      "set-context flavour vanilla", "clock 2026-11-21T12:00:00Z", "record-event app_opened 3",
      "take-part rollouts off")
    #expect(console.state.session.overrideCount == 0)
    #expect(
      console.lines[0].hasSuffix(" client changed · no overrides")
        || console.lines[0].hasSuffix(" no overrides · client changed"))
    #expect(console.sees("set, 4 changed"))
    console.press("O")
    #expect(
      console.listLines == [
        "takes part in rollouts opted out",
        "attribute flavour vanilla, was unset", "clock  is stopped at 2026-11-21T12:00:00Z",
        "behavioral event app_opened its counts changed",
      ])
    #expect(console.state.overlay?.title == "No override; of the client: Enter resets one")
    console.press("Down", "Enter")
    #expect(console.status == "reset context flavour")
    #expect(console.state.session[.context, "flavour"] == nil)
    #expect(console.state.findings.clientChanges.all.count == 3)
    console.run("reset-client all")
    #expect(console.message == .did("reset the client, 3 changes", .enrolls("suggest-rollout", in: "on")))
    #expect(console.state.findings.clientChanges.all == [] && console.state.session[.clock] == nil)
    #expect(console.state.session[.participation, "rollouts"] == nil)
    #expect(console.state.session[.behavior, "app_opened"] == nil)
    #expect(console.state.session[.context, "region"] == region)
    console.press("u")
    #expect(console.state.findings.clientChanges.all.count == 3)
    console.run("select homescreen", "set pinned-limit 5", "overrides")
    #expect(console.state.overlay?.lines[1].title == "client changes (not overrides): Enter resets one")
    #expect(console.state.overlay?.lines.count == 5)
    console.act("Esc", ":reset-client clok")
    #expect(console.message == .unknown("change", "clok", among: ["clock"]))
  }

  @Test("end when an attribute is reset or set back to its initial value")
  func beginning() throws {
    var console = try ConsoleDriver.onExperiments()
    let locale = try #require(console.state.session[.context, "locale"])
    console.act(":set-context locale fr-FR", ":set-context locale fr-CA", "O")
    #expect(console.listLines.last == "attribute locale fr-CA, was de-DE")
    console.press("Enter")
    #expect(console.state.session[.context, "locale"] == locale && console.state.findings.clientChanges.all == [])
    console.run("drop-context locale")
    #expect(
      console.state.findings.clientChanges.all == [EntryChange(EntryKey(.context, "locale"), from: locale, to: nil)])
    console.run("undo")
    #expect(console.state.findings.clientChanges.all == [])
    console.run("overrides")
    #expect(console.message == StatusMessage.noOverrides.about("list the overrides"))
  }

  @Test("show the derived value that an attribute had before") func derived() throws {
    var console = try ConsoleDriver()
    console.send(.opening(SessionOpening(context: ["locale": "de-AT"])))
    console.act(":set-context region DE", ":set-context locale fr-CA", "O")
    #expect(console.listLines.suffix(2) == ["attribute locale fr-CA, was de-AT", "attribute region DE, was AT"])
  }

  @Test("leave out initial attributes and generated ids") func opening() throws {
    var console = try ConsoleDriver()
    console.send(.opening(SessionOpening(context: ["region": "DE"])))
    #expect(console.state.findings.clientChanges.all == [])
    console.run("set-context region FR")
    #expect(
      console.state.findings.clientChanges.all == [EntryChange(EntryKey(.context, "region"), from: "DE", to: "FR")])
  }

  @Test("quitting an in-memory session asks before client changes and exposures are lost") func leaving() throws {
    var console = try ConsoleDriver.onExperiments()
    console.configure { $0.isInMemory = true }
    console.press("q")
    #expect(console.effects == [.quit])
    console.act(":set-context flavour vanilla", "q")
    #expect(console.state.overlay?.title == "Leave and lose 1 change of the client?")
    console.press("Esc")
    console.run("reset-client all", "select sponsored-tiles", "expose sponsored-tiles", "select homescreen", "expose")
    let exposures = console.state.session.operations.flatMap(\.events).count {
      $0.kind == "exposure" && $0.suppressed == nil
    }
    #expect(exposures > 0)
    console.press("q")
    #expect(console.state.overlay?.title == "Leave and lose \(exposures) exposure\(exposures == 1 ? "" : "s")?")
  }

  @Test("Enter on an information line says that it is only information") func informing() throws {
    var console = try ConsoleDriver()
    console.configure { $0.isInMemory = true }
    console.act(":select homescreen", ":set pinned-limit 5", "q Down Down Enter")
    #expect(console.state.overlay != nil && console.effects.isEmpty)
    #expect(console.message == .onlyInformation("homescreen ▸ pinned-limit"))
  }
}

@Suite("Drafts and undo") struct DraftUndoTests {
  private func console() throws -> ConsoleDriver {
    var console = try ConsoleDriver()
    console.run("select homescreen", "edit")
    console.type("\"pinned-")
    return console
  }
  private static let key = EntryKey(.draft, "homescreen")

  @Test("keeping a draft is not an undo step, even if a pause kept it", arguments: [true, false])
  func keeping(isPaused: Bool) throws {
    var console = try console()
    if isPaused { console.send(.quiet) }
    console.press("Esc", "Esc")
    #expect(console.state.session[Self.key] != nil && console.state.session.operations.isEmpty)
    console.run("undo")
    #expect(console.message == StatusMessage.nothingToUndo.about("undo"))
  }

  @Test("discarding a draft is an undo step, even if a pause kept it", arguments: [true, false], ["Ctrl-Q", "d"])
  func discarding(isPaused: Bool, key: String) throws {
    var console = try console()
    let text = try #require(console.state.editor?.buffer.text)
    if isPaused { console.send(.quiet) }
    if key == "d" { console.press("Esc", "Esc") }
    console.press(try #require(KeyPress(key)))
    #expect(console.state.session[Self.key] == nil)
    if key == "d" { #expect(console.message == .discardedDraft(of: "homescreen", undo: "u")) }
    console.run("undo")
    #expect(console.state.session[Self.key] == .string(text) && console.state.editor?.buffer.text == text)
  }

  @Test("d drops a feature's edit before its draft") func order() throws {
    var console = try console()
    console.act("Esc Esc 1", ":set pinned-limit 5", ":focus features", ":drop")
    #expect(console.state.session.overrideCount == 0 && console.state.session[Self.key] != nil)
    console.run("drop")
    #expect(console.state.session[Self.key] == nil)
  }
}
