import Testing
import VirgaCanvas
import VirgaConsole

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
    #expect(console.state.table.detailsTop > 0)
    console.run("go greeting")
    #expect(console.state.table.detailsTop == 0)
  }

  @Test func whatThereIsToKnowAboutAFeatureCanBeScrolledByKeys() throws {
    var console = try ConsoleDriver(Size(columns: 80, rows: 24))
    console.run("select homescreen")
    console.press("a", "G")
    #expect(console.state.focus == .details)
    #expect(console.lines.contains { $0.contains("not to change what one section holds.") })
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
}
