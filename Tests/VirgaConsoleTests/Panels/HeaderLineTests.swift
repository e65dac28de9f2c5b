import Testing
import VirgaCanvas

@testable import VirgaConsole

@Suite("First line") struct HeaderLineTests {
  @Test(
    "keeps overrides and the active screen longest as the terminal gets narrower",
    arguments: [
      .init(
        "a session without a name is left out",
        (120, "", 0, [" 5 Events ", " no overrides · no problems · 44 features$"])),
      .init(
        "a named session is shown",
        (120, "s.virga", 0, [" 5 Events ", " no overrides · session s.virga · no problems$"])),
      .init(
        "a wide terminal says what is a session and counts the features",
        (160, "s.virga", 0, ["no overrides · session s.virga · no problems · 44 features"])),
      .init(
        "a session in memory leaves the screens their names",
        (120, "in memory", 0, ["4 Experiments"])),
      .init(
        "screens keep their names beside an override",
        (
          110, "s.virga", 1,
          [
            "[1 Features] 2 Flags 3 Channels 4 Experiments 5 Events ",
            " 1 override · s.virga · no problems$",
          ]
        )),
      .init(
        "80 columns name only the active screen",
        (
          80, "s.virga", 1,
          ["^ cirrus ▸ nightly  [1 Features] 2 3 4 5 ", " 1 override · s.virga · no problems$"]
        )),
      .init(
        "60 columns drop the session",
        (60, "s.virga", 1, ["^ cirrus ▸ nightly  [1 Features] 2 3 4 5 ", " 1 override$"])),
      .init(
        "50 columns shorten the overrides to a sign",
        (50, "", 2, ["^ cirrus ▸ nightly  [1 Features] 2 3 4 5 ", " ●1$"])),
      .init(
        "42 columns shorten the active screen",
        (42, "", 2, ["^ cirrus ▸ nightly  [1] 2 3 4 5 ", " ●1$"])),
    ] as [Behavior<(columns: Int, session: String, overrides: Int, parts: [String])>])
  func forms(
    _ behavior: Behavior<(columns: Int, session: String, overrides: Int, parts: [String])>
  ) throws {
    let (columns, session, overrides, parts) = behavior.example
    var console = ConsoleDriver(Size(columns: columns, rows: 24))
    console.configure { $0.sessionName = session }
    console.run("select homescreen")
    for edit in ["sections-enabled.pocket false", "pinned-limit 10"].prefix(overrides) {
      console.run("set \(edit)")
    }
    console.run("select \(overrides > 1 ? "search" : "homescreen")")
    for part in parts { #expect("^\(console.lines[0])$".contains(part), "\(console.lines[0])") }
  }

  @Test(
    "says what the session changes, on every screen at every width",
    arguments: [50, 60, 80, 100, 120, 200])
  func permanent(columns: Int) throws {
    var console = ConsoleDriver.withRecipes(Size(columns: columns, rows: columns < 80 ? 15 : 24))
    console.configure { $0.sessionName = "homescreen-reordered.virga" }
    // Two experiments on one feature are a warning, which needs room too.
    console.run(
      "remove-recipe homepage-cards", "set-context flavour vanilla",
      ConsoleDriver.draft(#"{"enabled": 1}"#, of: "search"))
    for isEdited in [false, true] {
      if isEdited { console.run("select homescreen", "set pinned-limit 3") }
      for screen in Screen.allCases {
        console.run(screen.rawValue)
        let line = console.lines[0]
        #expect([" 1 override", "●1"].contains(where: line.contains) == isEdited, "\(line)")
        #expect(line.contains(" no overrides") == !isEdited || columns < 100, "\(line)")
        #expect(
          line.contains("[\(screen.digit) \(screen.title)]") && !line.contains("●0"), "\(line)")
        #expect(line.contains("client changed") || columns < 80, "\(line)")
      }
    }
  }

  @Test("counts drafts with problems apart from the others", arguments: [60, 80, 160])
  func drafts(columns: Int) throws {
    var console = ConsoleDriver(Size(columns: columns, rows: 24))
    console.act("i", "'x") { $0.lines[0].contains("1 draft") }
    console.act("Ctrl-U Esc") { !$0.lines[0].contains("draft") }
    console.act(":" + ConsoleDriver.draft("{}", of: "search"), ":flags") {
      $0.lines[0].contains(" 1 draft") && !$0.lines[0].contains("! 1 draft")
    }
    console.run(ConsoleDriver.draft(#"{"pinned-limit": true}"#, of: "homescreen"))
    if columns >= 80 { #expect(console.lines[0].contains("! 2 drafts, 1 to fix")) }
    console.run(ConsoleDriver.draft(#"{"enabled": 1}"#, of: "search"))
    if columns >= 160 { #expect(console.lines[0].contains("! 2 drafts to fix")) }
  }

  @Test("says that the manifest is the demo")
  func demo() {
    for columns in [42, 60, 80, 120, 200] {
      var console = ConsoleDriver(Size(columns: columns, rows: 24))
      #expect(!console.lines[0].contains("demo"), "\(console.lines[0])")
      console.configure { $0.isDemo = true }
      let isShown = console.lines[0].contains(" demo: cirrus ▸ nightly ")
      #expect(isShown == (columns > 42), "\(console.lines[0])")
    }
    var unread = ConsoleDriver(unread: Size(columns: 120, rows: 40), name: "demo")
    unread.configure { $0.isDemo = true }
    #expect(!unread.lines[0].contains("demo:"))
  }

  @Test("names the client's channel if it differs from the one on screen", arguments: [80, 120])
  func clientChannel(columns: Int) throws {
    var console = ConsoleDriver.withRecipes(Size(columns: columns, rows: 24))
    #expect(!console.lines[0].contains("client:"))
    console.act(":set-context channel release") {
      $0.lines[0].contains("▸ nightly (client: release)")
    }
    console.act(":channel release") {
      $0.lines[0].contains("▸ release ") && !$0.lines[0].contains("client:")
    }
  }

  @Test("a click on the channel or the overrides opens their list") func clicks() throws {
    var console = ConsoleDriver(Size(columns: 80, rows: 24))
    console.click(3, 0) { $0.picker?.title == "Channel" }
    console.press("Esc")
    console.run("select homescreen", "set pinned-limit 3")
    let line = console.lines[0]
    let range = try #require(line.firstRange(of: "1 override"))
    console.click(line.distance(from: line.startIndex, to: range.lowerBound), 0) {
      $0.picker?.title.hasPrefix("Overrides") == true
    }
  }

  @Test("cuts a long file name to keep warnings visible", arguments: [80, 100, 120])
  func longName(columns: Int) throws {
    let name = "/the-browser-that-knows-every-way-out-of-town.fml.yaml"
    let yaml = "channels: [nightly]\nfeatures: { menu: { description: A menu, variables: {} } }\n"
    var console = try ConsoleDriver(
      Size(columns: columns, rows: 24), manifest: ConsoleDriver.manifest(yaml, path: name),
      channel: "nightly")
    console.configure { $0.sessionName = "a-session-with-a-long-name.virga" }
    console.run("set-context flavour vanilla")
    for screen in Screen.allCases {
      console.act(":\(screen.rawValue)") { $0.lines[0].contains("client changed") }
    }
    console.act(":features", ":" + ConsoleDriver.draft(#"{"on": 1}"#, of: "menu")) {
      $0.lines[0].contains("client changed · ! 1 draft")
    }
    let shown = columns == 80 ? " the-browser-th… ▸" : " the-browser-that-know"
    #expect(console.lines[0].hasPrefix(shown), "\(console.lines[0])")
  }
}

@Suite("Panels without room") struct HiddenPanelTests {
  @Test("are named on the edge of the visible panel", arguments: [Screen.features, .experiments])
  func named(screen: Screen) throws {
    let console = ConsoleDriver.withRecipes(Size(columns: 60, rows: 15)).after(
      ":\(screen.rawValue)")
    let edge = console.lines[12]
    #expect(edge.contains("Tab:"))
    for panel in screen.panels.dropFirst() where console.area(of: panel) == nil {
      let isOffered = ![.editor, .merged, .reading, .problems].contains(panel)
      #expect(edge.contains(panel.title) == isOffered, "\(panel.title) in \(edge)")
    }
  }
}
