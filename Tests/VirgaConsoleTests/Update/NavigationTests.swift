import Testing
import VirgaCanvas
import VirgaExperiments
import VirgaJSON
import VirgaSession

@testable import VirgaConsole

@Suite struct NavigationTests {
  @Test func endAndHomeReachBothEndsOfTheList() throws {
    var console = try ConsoleDriver()
    console.press("G")
    #expect(console.selected == console.ids.last)
    console.press("g")
    #expect(console.selected == console.ids.first)
  }

  @Test func theValuesFollowTheSelectionWithoutEnter() throws {
    var console = try ConsoleDriver()
    console.press("j", "j")
    #expect(console.state.table.featureID == console.ids[2])
    #expect(console.state.focus == .features)
  }

  @Test func tabGoesThroughThePanelsThatAreThere() throws {
    var console = try ConsoleDriver()
    var seen: [Panel] = []
    for _ in 0..<3 {
      console.press("Tab")
      seen.append(console.state.focus)
    }
    #expect(seen == [.values, .details, .features])
  }

  @Test func siblingsAreReachedOverWhatLiesBetween() throws {
    var console = try ConsoleDriver()
    console.run("select homescreen", "go sections-enabled")
    console.press("J")
    #expect(console.path == "section-order")
    console.press("K")
    #expect(console.path == "sections-enabled")
  }

  @Test func everythingCanBeClosedAndOpenedAtOnce() throws {
    var console = try ConsoleDriver()
    console.run("select homescreen", "open")
    console.press("-")
    let closed = console.state.table.rows.count
    console.press("=")
    #expect(closed == 5)
    #expect(console.state.table.rows.count > 20)
  }

  @Test func enteringAFeatureThatWasFoundByANameInsideGoesThere() throws {
    var console = try ConsoleDriver()
    console.press("/")
    console.type("pocket")
    console.press("Enter", "Enter")
    #expect(console.path == "sections-enabled.pocket")
  }

  @Test func channelsGoRound() throws {
    var console = try ConsoleDriver(channel: "release")
    console.press("]")
    #expect(console.state.channel == "developer")
    console.press("[")
    #expect(console.state.channel == "release")
  }

  @Test func aManifestWithOneChannelSaysWhyThereIsNoNextOne() throws {
    var console = try ConsoleDriver(yaml: "channels: [beta]\nfeatures: {}")
    console.press("]")
    #expect(console.status == "next channel: the manifest has just one channel")
  }

  @Test func theProvenanceOfAValueIsOneKeyAway() throws {
    var console = try ConsoleDriver(Size(columns: 60, rows: 15))
    console.run("select homescreen", "go sections-enabled.pocket")
    console.press("p")
    #expect(console.state.focus == .details)
    #expect(console.lines.contains { $0.contains("nightly") })
  }

  @Test func aTinyTerminalSaysSoAndStillQuits() throws {
    var console = try ConsoleDriver()
    console.resize(20, 5)
    #expect(console.lines[0] == "too small: 20x5")
    console.press("q")
    #expect(console.effects == [.quit])
  }

  @Test func aTinyTerminalCanBeLeftWhateverWasBeingTyped() throws {
    for keys in [["/"], [":"], ["?"], ["c"]] as [[KeyPress]] {
      var console = try ConsoleDriver()
      for key in keys { console.press(key) }
      console.resize(20, 5)
      console.press("q")
      #expect(console.effects == [.quit], "\(keys)")
    }
  }

  @Test func suspendingWorksWhileSomethingIsTyped() throws {
    var console = try ConsoleDriver()
    console.press("/", "Ctrl-Z")
    #expect(console.effects == [.suspend])
    console.press(":", "Ctrl-Z")
    #expect(console.effects == [.suspend])
  }

  @Test("suspending says so, also where no shell waits, and what takes back what was done or typed")
  func suspendingIsSaid() throws {
    var console = try ConsoleDriver()
    console.press("Ctrl-Z")
    #expect(console.status == "Ctrl-Z goes back to the shell, where one waits; u is undo")
    console.press("i")
    console.type("x")
    console.press("Ctrl-Z")
    #expect(console.effects == [.suspend])
    #expect(console.status == "Ctrl-Z goes back to the shell, where one waits; Ctrl-U is undo typing")
    console.press("Esc", "/", "Ctrl-Z")
    #expect(console.status == "Ctrl-Z goes back to the shell, where one waits")
  }

  @Test func closingEverythingKeepsTheCursorInItsVariable() throws {
    var console = try ConsoleDriver()
    console.run("select homescreen", "go sponsored-tiles.label.lines")
    console.press("-")
    #expect(console.path == "sponsored-tiles")
  }

  @Test func theDetailsOfAnotherValueBeginAtTheirTop() throws {
    var console = try ConsoleDriver(Size(columns: 80, rows: 24))
    console.run("select homescreen", "go sections-enabled.pocket")
    console.press("p", "G")
    #expect(console.state.details.top > 0)
    console.run("go greeting")
    #expect(console.state.details.top == 0)
  }

  @Test func whatThereIsToKnowAboutAFeatureCanBeScrolledByKeys() throws {
    var console = try ConsoleDriver(Size(columns: 80, rows: 24))
    console.run("select homescreen")
    console.press("a", "G")
    #expect(console.state.focus == .details)
    #expect(console.lines.contains { $0.contains("one section holds.") })
  }

  @Test func aClickEndsASequenceOfKeys() throws {
    var console = try ConsoleDriver()
    console.press("y")
    console.click(8, 5)
    #expect(console.state.pendingKeys.isEmpty)
  }

  @Test func resizingKeepsTheCursorInSight() throws {
    var console = try ConsoleDriver(Size(columns: 200, rows: 60))
    console.press("G")
    console.resize(80, 24)
    let last = try #require(console.selected)
    #expect(console.lines.contains { $0.contains("▸") && $0.contains(last.prefix(10)) })
  }

  @Test func untrustedTextIsShownAndNeverSent() throws {
    var console = try ConsoleDriver(
      yaml: """
        channels: [beta]
        features:
          evil:
            description: "a\\u001b[31mb\\u202ec"
            variables:
              v: { description: "\\u0007", type: String, default: "x\\u001b]0;t\\u0007" }
        """)
    console.run("open")
    let text = console.lines.joined()
    #expect(!text.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x202E })
    #expect(text.contains("evil"))
  }

  @Test("up to eight members are open in the beginning") func openMembers() throws {
    func entries(_ count: Int) -> String { (1...count).map { "k\($0): \($0)" }.joined(separator: ", ") }
    let console = try ConsoleDriver(
      yaml: """
        features:
          home:
            description: A screen.
            variables:
              eight: { description: d, type: "Map<String, Int>", default: { \(entries(8)) } }
              nine: { description: d, type: "Map<String, Int>", default: { \(entries(9)) } }
        """)
    #expect(console.state.table.rows.filter { $0.depth == 0 }.map(\.fold) == [.open, .closed])
  }

  @Test("what is closed has the mark of the highest layer inside") func highestLayer() throws {
    var console = try ConsoleDriver()
    console.run("select homescreen", "set sections-enabled.pocket false", "go sections-enabled", "collapse")
    #expect(console.state.table.selectedRow?.fold == .closed)
    #expect(console.state.table.selectedRow?.highestLayer == .edit)
  }

  @Test("a filter is looked for among all that is listed again, not among what was listed last") func listedAgain()
    throws
  {
    var console = try ConsoleDriver()
    console.run("select homescreen", "set sections-enabled.pocket false", "filter e")
    let ids = console.ids
    console.run("list-features overridden")
    #expect(console.ids == ["homescreen"])
    console.run("list-features all")
    #expect(console.ids == ids && ids.count > 1)
  }

  @Test("where the selected feature leaves the list the cursor stays in its place") func leavingTheList() throws {
    var console = try ConsoleDriver()
    let edited = Array(console.ids.prefix(3))
    func session(_ ids: [String]) -> Session {
      Session(entries: Dictionary(uniqueKeysWithValues: ids.map { (EntryKey(.edit, $0), ["a": 1]) }))
    }
    console.send(.session(session(edited)))
    console.run("list-features overridden")
    #expect(console.ids == edited)
    console.press("j")
    console.send(.session(session([edited[0], edited[2]])))
    #expect(console.selected == edited[2])
  }

  @Test("edits of features that are gone are filtered with the others") func filteredLost() throws {
    var console = try ConsoleDriver()
    console.send(.session(Session(entries: [EntryKey(.edit, "gone-feature"): ["a": 1]])))
    #expect(console.ids.last == "gone-feature")
    console.run("filter homescreen")
    #expect(console.ids == ["homescreen"])
    console.run("filter gone-f")
    #expect(console.ids == ["gone-feature"])
  }
}
