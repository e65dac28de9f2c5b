import Testing
import VirgaCanvas
import VirgaFiles
import VirgaManifest

@testable import VirgaConsole

@Suite("First line") struct HeaderLineTests {
  private func header(_ columns: Int, session: String = "", overrides: Int = 0) throws -> String {
    var console = try ConsoleDriver(Size(columns: columns, rows: 24))
    console.configure { $0.sessionName = session }
    let edits = ["sections-enabled.pocket false", "pinned-limit 10"].prefix(overrides)
    console.run("select homescreen")
    for edit in edits { console.run("set \(edit)") }
    console.run("select \(overrides > 1 ? "search" : "homescreen")")
    return console.lines[0]
  }

  @Test("names the session and counts the overrides, even if there are none") func whole() throws {
    #expect(try header(120).hasSuffix("5 Events      no overrides · no problems"))
    #expect(try header(120, session: "s.virga").hasSuffix("5 Events   no overrides · s.virga · no problems"))
    #expect(try header(160, session: "s.virga").contains("no overrides · session s.virga · no problems · 44 features"))
  }

  @Test(
    "counts overrides on every screen at every width",
    arguments: [50, 60, 80, 100, 120])
  func permanent(columns: Int) throws {
    for isEdited in [false, true] {
      var console = try ConsoleDriver(Size(columns: columns, rows: columns < 80 ? 15 : 24))
      console.configure {
        $0.sessionName = "homescreen-reordered.virga"
        $0.isReadOnly = false
      }
      try console.openDemoRecipes()
      console.run("set-context flavour vanilla", "select search", #"set-draft search "{\"enabled\": 1}""#)
      if isEdited { console.run("select homescreen", "set pinned-limit 3") }
      for screen in Screen.allCases {
        console.run(screen.rawValue)
        let line = console.lines[0]
        #expect([" 1 override", "●1"].contains(where: line.contains) == isEdited, "\(line)")
        #expect(line.contains(" no overrides") == !isEdited || columns < 100, "\(line)")
        #expect(line.contains("[\(screen.digit) \(screen.title)]"), "\(line)")
      }
    }
  }

  @Test(
    "says that the client changed in the same words everywhere, and shows no count of zero",
    arguments: [50, 60, 80, 100, 120, 200])
  func client(columns: Int) throws {
    var console = try ConsoleDriver(Size(columns: columns, rows: 24))
    try console.openDemoRecipes()
    console.run("set-context flavour vanilla")
    for screen in Screen.allCases {
      console.run(screen.rawValue)
      #expect(!console.lines[0].contains("●0") && !console.lines[0].contains("client*"))
      if columns >= 80 { #expect(console.lines[0].contains("client changed"), "\(console.lines[0])") }
    }
    console.run("select homescreen", "set pinned-limit 3", "flags")
    if columns >= 80 { #expect(console.lines[0].contains(" · client changed")) }
  }

  @Test("counts drafts, and those with problems separately", arguments: [60, 80, 160])
  func drafts(columns: Int) throws {
    var console = try ConsoleDriver(Size(columns: columns, rows: 24))
    console.run("select search", #"set-draft search "{}""#, "flags")
    #expect(console.lines[0].contains(" 1 draft"))
    #expect(!console.lines[0].contains("! 1 draft"))
    console.run("select homescreen", #"set-draft homescreen "{\"pinned-limit\": true}""#, "flags")
    if columns >= 80 {
      #expect(console.lines[0].contains("! 2 drafts, 1 to fix"))
    }
    console.run("select search", #"set-draft search "{\"enabled\": 1}""#, "flags")
    if columns >= 160 { #expect(console.lines[0].contains("! 2 drafts to fix")) }
  }

  @Test("names the client's channel if it differs from the one on screen", arguments: [80, 120])
  func clientChannel(columns: Int) throws {
    var console = try ConsoleDriver(Size(columns: columns, rows: 24))
    try console.openDemoRecipes()
    #expect(!console.lines[0].contains("client:"))
    console.run("set-context channel release")
    #expect(console.lines[0].contains("▸ nightly (client: release)"))
    console.run("channel release")
    #expect(console.lines[0].contains("▸ release ") && !console.lines[0].contains("client:"))
  }

  @Test("keeps screen titles rather than the session name and the feature count") func titles() throws {
    let line = try header(108, session: "s.virga", overrides: 1)
    #expect(line.contains("[1 Features] 2 Flags 3 Channels 4 Experiments 5 Events"))
    #expect(!line.contains("44 features"))
  }

  @Test("shows no draft once the typing is undone") func takenBack() throws {
    var console = try ConsoleDriver(FrameCase.goldenSize)
    console.act("i", "'x")
    #expect(console.lines[0].contains("1 draft"))
    console.press("Ctrl-U")
    #expect(!console.lines[0].contains("draft"))
  }

  @Test("cuts a long file name to keep warnings visible", arguments: [80, 100, 120])
  func longName(columns: Int) throws {
    let name = "/the-browser-that-knows-every-way-out-of-town.fml.yaml"
    let yaml = "channels: [nightly]\nfeatures: { menu: { description: A menu, variables: {} } }\n"
    let loader = ManifestLoader(files: .memory([name: Array(yaml.utf8)]), workingFolder: "/", options: LoadingOptions())
    var console = try ConsoleDriver(
      Size(columns: columns, rows: 24), manifest: loader.load(name), channel: "nightly")
    console.configure { $0.sessionName = "a-session-with-a-long-name.virga" }
    console.run("set-context flavour vanilla")
    for screen in Screen.allCases {
      console.run(screen.rawValue)
      #expect(console.lines[0].contains("client changed"), "\(console.lines[0])")
    }
    console.run("features", #"set-draft menu "{\"on\": 1}""#)
    #expect(console.lines[0].contains("client changed · ! 1 draft"))
    let shown = columns < 100 ? "the-browser-th… ▸" : "the-browser-that-knows-"
    #expect(console.lines[0].hasPrefix(columns > 100 ? " virga  \(shown)" : " \(shown)"), "\(console.lines[0])")
  }

  @Test("names or numbers the screens before it shows minor details") func tabs() throws {
    #expect(try header(120, session: "in memory").contains("4 Experiments"))
    #expect(try header(50, overrides: 2) == " cirrus ▸ nightly  [1 Features] 2 Flags 3 4 5  ●1")
    #expect(try header(42, overrides: 2) == " virga  cirrus ▸ nightly  [1] 2 3 4 5  ●1")
    #expect(try !header(60, overrides: 1).contains("no problems"))
  }

  @Test("names as many screens as fit before the session, and keeps the number of overrides") func narrow() throws {
    #expect(try header(80, session: "s.virga", overrides: 1).hasSuffix(" 2 Flags 3 Channels 4 5        1 override"))
    #expect(
      try header(60, session: "s.virga", overrides: 1).hasSuffix(
        " virga  cirrus ▸ nightly  [1 Features] 2 3 4 5   1 override"))
    let wide = try header(108, session: "s.virga", overrides: 1)
    #expect(wide.contains(" 5 Events ") && wide.hasSuffix("  1 override · s.virga"), "\(wide)")
  }

  @Test("keeps the name, the active screen and the warnings of a large app", arguments: Screen.allCases)
  func largeApp(screen: Screen) throws {
    let yaml = """
      channels: [developer, release]
      features:
        menu:
          description: A menu.
          variables: { is-enabled: { description: Shows it., type: Boolean, default: true } }
          defaults: [{ value: { is-shown: true } }]
      """
    let path = "/browser-app/nimbus.fml.yaml"
    let loader = ManifestLoader(files: .memory([path: Array(yaml.utf8)]), workingFolder: "/", options: LoadingOptions())
    var console = try ConsoleDriver(FrameCase.goldenSize, manifest: loader.load(path), channel: "developer")
    console.configure { $0.sessionName = "in memory" }
    console.run(screen.rawValue)
    let active = "[\(screen.digit) \(screen.title)]"
    func expect(_ parts: String...) {
      for part in parts { #expect(console.lines[0].contains(part), "\(console.lines[0])") }
    }
    expect(" browser-app ▸ developer ", active, " no overrides · 1 warning")
    console.resize(60, 15)
    expect(" browser-app ▸ developer ", active, screen == .experiments ? " !1" : " 1 warning")
    console.resize(80, 24)
    console.run("set-context channel release")
    expect(" browser-app ▸ developer (client: release) ", active, " 1 warning")
    console.run("features", "select menu", "set is-enabled false", screen.rawValue)
    expect(" browser-app ▸ developer (client: release) ", active, "●1 · ")
    #expect(!console.lines[0].contains("client changed"))
  }
}

@Suite("Panels without room") struct HiddenPanelTests {
  @Test("are named on the edge of the visible panel", arguments: [Screen.features, .experiments])
  func named(screen: Screen) throws {
    var console = try ConsoleDriver(Size(columns: 60, rows: 15))
    try console.openDemoRecipes()
    console.run(screen.rawValue)
    let edge = console.lines[12]
    #expect(edge.contains("Tab:"))
    for panel in screen.panels.dropFirst() where console.state.layout.panels[panel] == nil {
      let isOffered = ![.editor, .merged, .problems].contains(panel)
      #expect(edge.contains(panel.title) == isOffered, "\(panel.title) in \(edge)")
    }
  }
}
