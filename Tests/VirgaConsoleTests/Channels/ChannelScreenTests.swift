import Testing
import VirgaCanvas
import VirgaJSON
import VirgaManifest
import VirgaSession
import VirgaTargeting
import VirgaWorkbench

@testable import VirgaConsole

@Suite("Channels screen") struct ChannelScreenTests {
  /// The older manifest, on the Channels screen.
  private var console: ConsoleDriver
  /// The demo, on the Channels screen.
  private var demo: ConsoleDriver

  init() throws {
    console = try ChannelSamples.console()
    demo = try ConsoleDriver()
    demo.run("channels")
  }

  private func demo(_ size: Size) throws -> ConsoleDriver {
    var console = try ConsoleDriver(size)
    console.run("channels")
    return console
  }

  @Test("compare shows only the channels it names") mutating func named() {
    for (line, columns) in [
      ("compare nightly release", ["nightly", "release"]), ("compare", ["nightly", "release"]),
      ("compare developer", ["developer", "nightly"]),
    ] {
      demo.run(line)
      #expect(demo.columns == columns)
    }
    demo.act(":", "'compare nightly ")
    let offered = demo.state.overlay?.lines.compactMap { $0.invocation?.argument }
    #expect(offered == ["nightly developer", "nightly beta", "nightly release"])
  }

  @Test(
    "compare refuses a channel that is shown, repeated or unknown",
    arguments: [
      ("nightly", .isOnScreen("nightly")), ("nightly nightly", .namedTwice("nightly")),
      ("nihgtly", .unknown("channel", "nihgtly", among: ["nightly"])),
    ] as [(String, StatusMessage)])
  mutating func refused(argument: String, message: StatusMessage) {
    demo.run("compare \(argument)")
    #expect(demo.message == message)
  }

  @Test("compare goes to the value under the cursor in its channel, even if all columns agree")
  mutating func comparingHere() {
    console.run("channel release", "select kept", "open", "go title", "compare")
    #expect(console.state.channels.selectedLine?.row?.path == "title")
    #expect(console.state.channels.selectedColumn?.title == "release")
    demo.run("select homescreen", "go sections-enabled", "compare")
    let inside = demo.state.channels.selectedLine?.row?.name
    #expect(inside == "sections-enabled.pocket", "the first value inside that differs")
    #expect(demo.state.channels.rows == .differing)
  }

  @Test("only differing rows are shown at first; = shows every row, features with differences first") func order()
    throws
  {
    let alike = "  alike:\n    description: Same.\n    variables: { on: { description: d, type: Int, default: 1 } }\n"
    let yaml = ChannelSamples.old.replacing("features:\n", with: "features:\n" + alike)
    var console = try ConsoleDriver(yaml: yaml, channel: "beta")
    console.press("3")
    #expect(console.channelNames == ["kept", "kept size"])
    console.press("=")
    #expect(console.channelNames == ["kept", "kept size", "kept title", "alike", "alike on", "removed", "removed on"])
    console.act("/", "'title", "Enter")
    #expect(console.state.channels.selectedLine?.row?.name == "title", "a filter leaves the cursor on a value")
  }

  @Test("a filter selects its first matching value, and clearing it leaves the cursor in place")
  func filterBeginsAtTheFirst() throws {
    var console = try demo(FrameCase.goldenSize)
    console.press("=")
    for key in ["k", "G", "j", "g"] as [KeyPress] {
      console.press(key)
      console.act("/", "'home")
      let channels = console.state.channels
      #expect(channels.list.scroll.cursor == 1 && channels.list.scroll.top == 0)
      #expect(channels.selectedLine?.feature == "homescreen" && channels.selectedLine?.row != nil)
      console.press("Enter", "j")
      let row = console.state.channels.selectedLine?.row?.name
      console.press("Esc")
      #expect(console.state.channels.selectedLine?.row?.name == row && console.state.channels.list.scroll.cursor > 1)
    }
  }

  @Test("filter words match the feature or the variable, and the number of matches is shown")
  mutating func filtering() {
    console.act("= /", "'kept ti")
    #expect(console.channelNames == ["kept", "kept title"] && console.sees("1 matches · every value: 3"))
  }

  @Test("n and N skip headings and do not count them") mutating func matches() {
    console.act("=", ":filter on", "n")
    #expect(console.channelNames == ["removed", "removed on"] && console.message == .line(1, of: 1))
    console.run("filter e")
    #expect(console.channelNames == ["kept", "kept size", "kept title", "removed", "removed on"])
    for place in ["title 2 of 3", "on 3 of 3", "size 1 of 3", "title 2 of 3"] {
      console.press("n")
      #expect("\(console.state.channels.selectedLine?.row?.name ?? "-") \(console.status ?? "")" == place)
    }
    console.press("N")
    #expect(console.message == .line(1, of: 3))
  }

  @Test("the header names the feature whose own line has scrolled away") func stickyFeature() throws {
    var console = try demo(FrameCase.goldenSize)
    #expect(console.lines.contains { $0.hasPrefix("┃  Feature ▸ variable ") })
    while console.state.channels.lines[console.state.channels.list.scroll.top].row == nil { console.press("j") }
    let first = console.state.channels.lines[console.state.channels.list.scroll.top]
    #expect(console.lines.contains { $0.hasPrefix("┃  \(first.feature) ▸ variable ") })
  }

  @Test("names never become narrower when a column is dropped, at any width", arguments: Array(36...200))
  func nameWidth(columns: Int) throws {
    var console = try demo(Size(columns: columns, rows: 15))
    var widths: [Int] = []
    for _ in 0..<4 {
      widths.append(MatrixPanel.layout(of: console.state).name)
      console.press("-")
    }
    #expect(widths == widths.sorted() && widths[0] >= min(18, columns / 2), "\(widths)")
  }

  @Test("a long value out of sight takes no width from paths at 80 columns") func valuesOutOfSight() throws {
    let path = "sections-enabled.feature-setting"
    let long = (10..<40).map { "v\($0): { description: A., type: Boolean, default: false }" }.joined(separator: ", ")
    let manifest = try ConsoleDriver.manifest(
      """
      channels: [release, beta, nightly, developer]
      features:
        cookie-banners:
          description: Banners.
          variables:
            sections-enabled: { description: B., type: "Map<String, Int>", default: { feature-setting: 0 } }
            \(long.replacing(", v", with: "\n      v"))
            z-text: { description: C., type: String, default: \(String(repeating: "long", count: 10)) }
      """)
    var console = try ConsoleDriver(FrameCase.goldenSize, manifest: manifest, channel: "release")
    console.run("channels", "only-differences")
    #expect(console.lines.contains { $0.contains(" \(path) ") }, "\(console.lines)")
    console.press("G")
    #expect(console.lines.contains { $0.contains("longlonglong") })
  }

  @Test("heads of two manifests show what differs in their paths, whole at 80 columns") func manifestHeads() throws {
    var console = try demo(FrameCase.goldenSize)
    let other = try ConsoleDriver.manifest(ChannelSamples.new)
    console.send(.beside(ComparedManifest(path: "older-version-02/cirrus.fml.yaml", manifest: other)))
    console.press("l", "l", "l", "l")
    #expect(console.sees("│ older-version-02"), "\(console.lines.prefix(5))")
  }

  @Test("- drops a column, a or A brings it back, and the cursor keeps its column")
  mutating func columns() throws {
    var narrow = try demo(Size(columns: 60, rows: 15))
    narrow.press("l", "l", "l")
    #expect(narrow.state.channels.selectedColumn?.title == "release" && narrow.sees("release", "Feature"))
    narrow.press("-")
    #expect(narrow.columns == ["developer", "nightly", "beta"])
    narrow.press("a", "Enter")
    #expect(narrow.columns.count == 4)
    demo.press("l", "-")
    #expect(demo.message == .hid("beta", all: "A"))
    #expect(demo.state.channels.selectedColumn?.title == "release")
    demo.press("A")
    #expect(demo.columns.count == 4 && demo.state.channels.selectedColumn?.title == "release")
  }

  @Test("a wider terminal shows the columns before the cursor again") func scrollingBack() throws {
    var narrow = try demo(Size(columns: 44, rows: 20))
    narrow.press("l", "l", "l")
    #expect(narrow.state.channels.firstColumn == 3)
    narrow.resize(60, 20)
    #expect(narrow.state.channels.firstColumn == 2)
    narrow.resize(44, 20)
    narrow.press("h", "h")
    #expect(narrow.state.channels.firstColumn == 1)
  }

  @Test("dropping a column hides the rows that differed only in it") mutating func hidingARow() {
    console.act("=", ":filter size")
    #expect(console.state.channels.counts.differing == 1)
    console.press("-")
    #expect(console.state.channels.counts.differing == 0 && console.cells == [["1"]])
    console.press("a", "Enter")
    #expect(console.cells == [["2", "1"]])
  }

  @Test("add-column offers dropped columns first, then manifests, folders and other files")
  mutating func columnArguments() {
    console.press("l", "-", "a")
    #expect(console.effects == [.listFiles("")])
    console.send(.files(["a.csv", "b.yaml", "new.fml.yaml", "old/"], in: ""))
    #expect(
      zip(console.titles, console.details).map { "\($0): \($1)" } == [
        "release: show it again", "new.fml.yaml: a manifest; @ lists its channels", "old/: a folder",
        "b.yaml: perhaps a manifest",
      ])
    console.press("Down", "Down", "Enter")
    #expect(console.field == "add-column old/" && console.effects == [.listFiles("old/")])
  }

  @Test("switching screens keeps the cursor, the column and the focus") mutating func place() {
    demo.act("G l Tab 1 3")
    #expect(demo.state.focus == .layers && demo.state.channels.column == 2)
    #expect(demo.state.channels.list.scroll.cursor == demo.state.channels.lines.count - 1)
  }

  @Test(
    "the effective layer stays visible below the matrix at any terminal size",
    arguments: [Size(columns: 60, rows: 15), Size(columns: 80, rows: 24)])
  mutating func layers(size: Size) {
    demo.send(.session(.init(entries: [.init(.edit, "homescreen"): ["sections-enabled": ["pocket": false]]])))
    demo.run("only-differences", "filter homescreen pocket", "line 2", "focus layers")
    #expect(demo.sees("▸ edit"))
    demo.send(.terminal(.resize(size)))
    #expect(demo.sees("▸ edit"))
    demo.send(.session(.init()))
    #expect(demo.sees("▸ manifest ", " nightly "))
  }

  @Test("layers are listed from the lowest, with field and variable defaults on separate lines") func layerOrder()
    throws
  {
    var console = try demo(FrameCase.goldenSize)
    console.run("filter report-site-issue.enabled")
    let top = try console.row(of: "─ items.report-site-issue.enabled in nightly ─")
    #expect(console.lines[top + 1].contains("│   field default     true   features/toolbar-tabs.yaml:300 "))
    #expect(console.lines[top + 2].contains("│   variable default  false  features/toolbar-tabs.yaml:67 "))
    #expect(console.lines[top + 3].contains("│ ▸ manifest nightly  true   features/toolbar-tabs.yaml:82 "))
  }

  @Test("Enter goes to the value without changing the session's channel, and back returns to the matrix")
  mutating func going() {
    console.press("l", "Enter")
    #expect(console.state.focus == .values && console.path == "size" && console.state.channel == "beta")
    #expect(console.message == .channelShown("beta", choose: ("c", "release")) && console.effects.isEmpty)
    console.press("Backspace")
    #expect(console.state.screen == .channels && console.state.channels.selectedLine?.row?.path == "size")
    console.press("u")
    #expect(console.state.channel == "beta")
  }

  @Test("Enter on another manifest's value goes to its layers and says how to open that manifest")
  mutating func otherManifest() throws {
    try console.compare()
    console.act("g l Enter")
    #expect(console.state.screen == .channels && console.state.focus == .layers)
    #expect(
      console.message == .onlyCompared("new.fml.yaml", path: "new.fml.yaml", channel: "beta", feature: "added"))
  }

  @Test("» marks a row whose difference is in a column out of sight") func outOfSight() throws {
    var console = try demo(Size(columns: 44, rows: 20))
    let row = console.lines.first { $0.contains("report") || $0.contains("issue.enabled") }
    #expect(row?.contains("»") == true)
    console.press("l", "l", "l")
    #expect(console.lines.contains { $0.contains("issue.enabled") && $0.contains("false") && !$0.contains("»") })
  }

  @Test("long values that begin the same are shown from where they differ") func cutting() throws {
    let yaml = """
      channels: [a, b]
      features:
        f:
          description: F
          variables: { text: { description: T, type: String, default: "\(String(repeating: "same ", count: 20))one" } }
          defaults: [{ channel: b, value: { text: "\(String(repeating: "same ", count: 20))two" } }]
      """
    var console = try ConsoleDriver(Size(columns: 60, rows: 9), yaml: yaml, channel: "a")
    console.press("3")
    #expect(console.sees("one\"", "two\""))
  }

  @Test("a single column says how to see its values and how to add another") func oneColumn() throws {
    let yaml = ChannelSamples.old.replacing("channels: [beta, release]", with: "channels: [beta]")
    var console = try ConsoleDriver(yaml: yaml, channel: "beta")
    console.press("3")
    #expect(console.sees("= shows its values, a adds a column"))
    console.press("a")
    #expect(console.field == "add-column ")
    console.press("Esc", "=")
    #expect(console.channelNames.count == 5)
  }

  @Test("a click selects the cell, and a double click opens it") mutating func clicking() throws {
    let row = try demo.row(of: "hints-enabled.tab-groups")
    demo.click(60, row)
    #expect(demo.state.channels.column == 1)
    #expect(demo.state.channels.selectedLine?.row?.path == "hints-enabled.tab-groups")
    demo.tell(Instant(seconds: 2))
    demo.click(60, row)
    #expect(demo.state.screen == .channels)
    demo.tell(Instant(seconds: 2, nanoseconds: 300_000_000))
    demo.click(60, row)
    #expect(demo.path == "hints-enabled.tab-groups")
  }
}
