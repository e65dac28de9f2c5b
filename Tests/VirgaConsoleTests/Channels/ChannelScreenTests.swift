import Testing
import VirgaCanvas
import VirgaJSON
import VirgaManifest
import VirgaSession
import VirgaTargeting

@testable import VirgaConsole

@Suite("Channels side by side") struct ChannelScreenTests {
  @Test("compare shows the channels that are named alone, and refuses what is none") func named() throws {
    var console = try ConsoleDriver()
    console.run("compare nightly release")
    #expect(console.state.channels.columns.map(\.title) == ["nightly", "release"])
    console.run("compare")
    #expect(console.state.channels.columns.count == 2)
    console.run("compare developer")
    #expect(console.state.channels.columns.map(\.title) == ["developer", "nightly"])
    console.run("compare nightly")
    #expect(console.status == "nightly is on screen; name another channel to compare it with")
    console.press(":")
    console.type("compare nightly ")
    let offered = console.state.overlay?.lines.compactMap { $0.invocation?.argument }
    #expect(offered == ["nightly developer", "nightly beta", "nightly release"])
    console.press("Esc")
    console.run("compare nightly nightly")
    #expect(console.status == "nightly is named twice; name another channel to compare it with")
    console.run("compare nihgtly")
    #expect(console.status == "there is no channel called nihgtly; did you mean `nightly`?")
  }

  @Test("from a value with others inside one goes to the first of those that differs") func inside() throws {
    var console = try ConsoleDriver()
    console.run("select homescreen", "go sections-enabled", "compare")
    let line = try #require(console.state.channels.selectedLine?.row)
    #expect(line.name == "sections-enabled.pocket")
    #expect(console.state.channels.rows == .differing)
  }

  @Test("only rows that differ are shown until every row is asked for") func onlyDifferences() throws {
    var console = try ChannelSamples.console()
    console.press("3")
    #expect(console.channelNames == ["kept", "kept size"])
    console.press("=")
    #expect(console.channelNames == ["kept", "kept size", "kept title", "removed", "removed on"])
  }

  @Test("of every row those that differ come first, and a filter leaves the cursor on a value") func order() throws {
    let alike = "  alike:\n    description: Same.\n    variables: { on: { description: d, type: Int, default: 1 } }\n"
    let yaml = ChannelSamples.old.replacing("features:\n", with: "features:\n" + alike)
    var console = try ConsoleDriver(yaml: yaml, channel: "beta")
    console.press("3", "=")
    #expect(
      console.channelNames == ["kept", "kept size", "kept title", "alike", "alike on", "removed", "removed on"])
    console.press("/")
    console.type("title")
    console.press("Enter")
    #expect(console.state.channels.selectedLine?.row?.name == "title")
  }

  @Test("a filter begins at the first value that fits, from wherever it is typed; without it the cursor stays")
  func filterBeginsAtTheFirst() throws {
    var console = try ConsoleDriver(Size(columns: 80, rows: 24))
    console.press("3", "=")
    for keys in [["k"], ["G"], ["j"], ["g"]] {
      for key in keys.compactMap({ KeyPress($0) }) { console.press(key) }
      console.press("/")
      console.type("home")
      let channels = console.state.channels
      #expect(channels.list.scroll.cursor == 1 && channels.list.scroll.top == 0)
      #expect(channels.selectedLine?.feature == "homescreen" && channels.selectedLine?.row != nil)
      console.press("Enter", "j")
      let row = console.state.channels.selectedLine?.row?.name
      console.press("Esc")
      #expect(console.state.channels.selectedLine?.row?.name == row && console.state.channels.list.scroll.cursor > 1)
    }
  }

  @Test("the head names the feature whose own line is scrolled away") func stickyFeature() throws {
    var console = try ConsoleDriver(Size(columns: 80, rows: 24))
    console.press("3")
    #expect(console.lines.contains { $0.hasPrefix("┃  Feature ▸ variable ") })
    while console.state.channels.lines[console.state.channels.list.scroll.top].row == nil { console.press("j") }
    let first = console.state.channels.lines[console.state.channels.list.scroll.top]
    #expect(console.lines.contains { $0.hasPrefix("┃  \(first.feature) ▸ variable ") })
  }

  @Test("from match to match no heading is gone to or counted") func matches() throws {
    var console = try ChannelSamples.console()
    console.press("3", "=")
    console.run("filter on")
    #expect(console.channelNames == ["removed", "removed on"])
    console.press("n")
    #expect(console.status == "1 of 1")
    console.run("filter e")
    #expect(console.channelNames == ["kept", "kept size", "kept title", "removed", "removed on"])
    var gone: [String] = []
    for _ in 0..<4 {
      console.press("n")
      gone.append("\(console.state.channels.selectedLine?.row?.name ?? "-") \(console.status ?? "")")
    }
    #expect(gone == ["title 2 of 3", "on 3 of 3", "size 1 of 3", "title 2 of 3"])
    console.press("N")
    #expect(console.status == "1 of 3")
  }

  @Test("where a column is dropped the names are never narrower", arguments: [50, 60, 80, 100, 120, 160])
  func nameWidth(columns: Int) throws {
    var console = try ConsoleDriver(Size(columns: columns, rows: 30))
    console.press("3")
    func width(_ console: ConsoleDriver) throws -> Int {
      let rule = try #require(console.lines.first { $0.contains("─┼") })
      return rule.distance(from: rule.startIndex, to: try #require(rule.firstIndex(of: "┼")))
    }
    var widths = [try width(console)]
    for _ in 0..<3 {
      console.press("-")
      widths.append(try width(console))
    }
    #expect(widths == widths.sorted(), "\(widths)")
  }

  @Test("columns are dropped, brought back and scrolled into sight") func columns() throws {
    var console = try ConsoleDriver(Size(columns: 60, rows: 15))
    console.press("3", "l", "l", "l")
    #expect(console.state.channels.columns[console.state.channels.column].title == "release")
    #expect(console.lines.contains { $0.contains("release") && $0.contains("Feature") })
    console.press("-")
    #expect(console.state.channels.columns.map(\.title) == ["developer", "nightly", "beta"])
    console.press("a", "Enter")
    #expect(console.state.channels.columns.count == 4)
  }

  @Test("the screen is as it was left") func place() throws {
    var console = try ConsoleDriver()
    console.press("3", "G", "l", "Tab", "1", "3")
    #expect(console.state.focus == .layers)
    #expect(console.state.channels.column == 2)
    #expect(console.state.channels.list.scroll.cursor == console.state.channels.lines.count - 1)
  }

  @Test(
    "the layer that counts is seen below the matrix, whatever the size of the terminal becomes",
    arguments: [Size(columns: 60, rows: 15), Size(columns: 80, rows: 24)])
  func layers(size: Size) throws {
    var console = try ConsoleDriver(Size(columns: 120, rows: 40))
    console.send(.session(.init(entries: [.init(.edit, "homescreen"): ["sections-enabled": ["pocket": false]]])))
    console.run("channels", "only-differences", "filter homescreen pocket", "line 2", "focus layers")
    #expect(console.lines.contains { $0.contains("▸ edit") })
    console.send(.terminal(.resize(size)))
    #expect(console.lines.contains { $0.contains("▸ edit") })
    console.send(.session(.init()))
    #expect(console.lines.contains { $0.contains("▸ manifest ") && $0.contains(" nightly ") })
  }

  @Test("Enter goes to the value on the first screen") func going() throws {
    var console = try ConsoleDriver()
    console.press("3", "/")
    console.type("pocket")
    console.press("Enter", "G", "Enter")
    #expect(console.state.focus == .values)
    #expect(console.path == "sections-enabled.pocket")
  }

  @Test("Enter goes to the value and leaves the channel of the session alone, and back leads to the matrix")
  func otherChannel() throws {
    var console = try ChannelSamples.console()
    console.press("3", "l", "Enter")
    #expect(console.state.channel == "beta")
    #expect(console.path == "size")
    #expect(console.status == "this is beta; c chooses release")
    #expect(console.effects.isEmpty)
    console.press("Backspace")
    #expect(console.state.screen == .channels)
    #expect(console.state.channels.selectedLine?.row?.path == "size")
    console.press("u")
    #expect(console.state.channel == "beta")
  }

  @Test("of a value of another manifest its layers are gone to, and it is said how it is opened") func otherManifest()
    throws
  {
    var console = try ChannelSamples.console()
    console.send(
      .beside(ComparedManifest(path: "new.fml.yaml", manifest: try ConsoleDriver.manifest(ChannelSamples.new))))
    console.press("3", "l", "Enter")
    #expect(console.state.screen == .channels)
    #expect(console.state.focus == .layers)
    #expect(
      console.status == "new.fml.yaml is another manifest, read only here; "
        + "virga new.fml.yaml --channel beta --feature added opens it")
  }

  @Test("compare leads to the value that is under the cursor, in its channel, also where it is alike")
  func comparingHere() throws {
    var console = try ChannelSamples.console()
    console.run("channel release", "select kept", "open", "go title", "compare")
    #expect(console.state.channels.selectedLine?.row?.path == "title")
    #expect(console.state.channels.selectedColumn?.title == "release")
  }

  @Test("manifests come before folders and other files, and dropped columns before all") func columnArguments() throws {
    var console = try ChannelSamples.console()
    console.press("3", "l", "-", "a")
    #expect(console.effects == [.listFiles("")])
    console.send(.files(["a.csv", "b.yaml", "new.fml.yaml", "old/"], in: ""))
    #expect(
      console.state.overlay?.lines.map { "\($0.title.plain): \($0.detail.plain)" } == [
        "release: bring it back", "new.fml.yaml: a manifest; @ lists its channels", "old/: a folder",
        "b.yaml: perhaps a manifest",
      ])
    console.press("Down", "Down", "Enter")
    #expect(console.state.overlay?.field.text == "add-column old/")
    #expect(console.effects == [.listFiles("old/")])
  }

  @Test("dropped columns come back by one key, with the cursor where it was") func bringingBack() throws {
    var console = try ConsoleDriver()
    console.press("3", "l", "-")
    #expect(console.status == "beta is dropped; A brings it back")
    #expect(console.state.channels.selectedColumn?.title == "release")
    console.press("A")
    #expect(console.state.channels.columns.count == 4)
    #expect(console.state.channels.selectedColumn?.title == "release")
  }

  @Test("a row that looks alike because the column that differs is out of sight says so") func outOfSight() throws {
    var console = try ConsoleDriver(Size(columns: 44, rows: 20))
    console.press("3")
    let row = console.lines.first { $0.contains("report") || $0.contains("issue.enabled") }
    #expect(row?.contains("»") == true)
    console.press("l", "l", "l")
    #expect(console.lines.contains { $0.contains("issue.enabled") && $0.contains("false") && !$0.contains("»") })
  }

  @Test("values that would be cut alike are shown from where they differ") func cutting() throws {
    let yaml = """
      channels: [a, b]
      features:
        f:
          description: F
          variables: { text: { description: T, type: String, default: "\(String(repeating: "same ", count: 20))one" } }
          defaults: [{ channel: b, value: { text: "\(String(repeating: "same ", count: 20))two" } }]
      """
    var console = try ConsoleDriver(yaml: yaml, channel: "a")
    console.press("3")
    #expect(console.lines.contains { $0.contains("one\"") && $0.contains("two\"") })
  }

  @Test("one column alone is told how to see its values and how to add another") func oneColumn() throws {
    let yaml = ChannelSamples.old.replacing("channels: [beta, release]", with: "channels: [beta]")
    var console = try ConsoleDriver(yaml: yaml, channel: "beta")
    console.press("3")
    #expect(console.lines.contains { $0.contains("= shows its values, a adds a column") })
    console.press("a")
    #expect(console.state.overlay?.field.text == "add-column ")
    console.press("Esc", "=")
    #expect(console.channelNames.count == 5)
  }

  @Test("a column that is taken away takes rows away that only it made different") func hidingARow() throws {
    var console = try ChannelSamples.console()
    console.press("3", "=")
    console.run("filter size")
    #expect(console.state.channels.counts.differing == 1)
    console.press("-")
    #expect(console.state.channels.counts.differing == 0)
    #expect(console.state.channels.lines.compactMap(\.row).map { $0.cells.map(\.text) } == [["1"]])
    console.press("a", "Enter")
    #expect(console.state.channels.lines.compactMap(\.row).map { $0.cells.map(\.text) } == [["2", "1"]])
  }

  @Test("words of a filter are found in the feature or in the variable, and how many fit is said") func filtering()
    throws
  {
    var console = try ChannelSamples.console()
    console.press("3", "=", "/")
    console.type("kept ti")
    #expect(console.channelNames == ["kept", "kept title"])
    #expect(console.lines.contains { $0.contains("1 fits · every value: 3") })
  }

  @Test("the layers begin with the lowest, the field's default apart from the variable's") func layers() throws {
    var console = try ConsoleDriver(Size(columns: 80, rows: 24))
    console.run("channels", "filter report-site-issue.enabled")
    let top = try #require(console.lines.firstIndex { $0.contains("─ items.report-site-issue.enabled in nightly ─") })
    #expect(console.lines[top + 1].contains("│   field default     true   features/toolbar-tabs.yaml:300 "))
    #expect(console.lines[top + 2].contains("│   variable default  false  features/toolbar-tabs.yaml:67 "))
    #expect(console.lines[top + 3].contains("│ ▸ manifest nightly  true   features/toolbar-tabs.yaml:82 "))
  }

  @Test("a click chooses the cell, and a double click goes there") func clicking() throws {
    var console = try ConsoleDriver()
    console.press("3")
    let row = try #require(console.lines.firstIndex { $0.contains("hints-enabled.tab-groups") })
    console.click(60, row)
    #expect(console.state.channels.column == 1)
    #expect(console.state.channels.selectedLine?.row?.path == "hints-enabled.tab-groups")
    console.tell(Instant(seconds: 2))
    console.click(60, row)
    #expect(console.state.screen == .channels)
    console.tell(Instant(seconds: 2, nanoseconds: 300_000_000))
    console.click(60, row)
    #expect(console.path == "hints-enabled.tab-groups")
  }
}
