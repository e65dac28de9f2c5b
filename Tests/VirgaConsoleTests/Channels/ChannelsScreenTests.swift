import Testing
import VirgaCanvas
import VirgaJSON
import VirgaManifest
import VirgaSession
import VirgaSource

@testable import VirgaConsole

@Suite("Channels screen") struct ChannelsScreenTests {
  /// The older manifest, on the Channels screen.
  private var console: ConsoleDriver
  /// The demo, on the Channels screen.
  private var demo = ConsoleDriver.onChannels()

  init() throws { console = try ChannelSamples.console() }

  // Comparing.

  @Test("compare shows only the channels it names") mutating func named() {
    for (line, columns) in [
      ("compare nightly release", ["nightly", "release"]), ("compare", ["nightly", "release"]),
      ("compare developer", ["developer", "nightly"]),
    ] {
      demo.run(line)
      #expect(demo.columns == columns)
    }
    demo.act(":", "'compare nightly ")
    let offered = demo.picker?.lines.compactMap { $0.invocation?.argument }
    #expect(offered == ["nightly developer", "nightly beta", "nightly release"])
  }

  @Test(
    "compare refuses a channel that is shown, repeated or unknown",
    arguments: [
      .init("a channel that is shown already", ("nightly", .isOnScreen("nightly"))),
      .init("a channel that is repeated", ("nightly nightly", .namedTwice("nightly"))),
      .init(
        "a channel that is unknown", ("nihgtly", .unknown("channel", "nihgtly", among: ["nightly"]))
      ),
    ] as [Behavior<(argument: String, message: StatusMessage)>])
  mutating func refused(_ behavior: Behavior<(argument: String, message: StatusMessage)>) {
    let (argument, message) = behavior.example
    demo.act(":compare \(argument)", says: message)
  }

  @Test("compare goes to the value under the cursor in its channel, even if all columns agree")
  mutating func comparingHere() {
    console.run("channel release", "select kept", "open", "go title", "compare")
    #expect(console.cellPath == "title" && console.matrix.selectedColumn?.title == "release")
    demo.run("select homescreen", "go sections-enabled", "compare")
    #expect(demo.cellPath == "sections-enabled.pocket", "the first value inside that differs")
    #expect(demo.matrix.rowKind == .differing)
  }

  /// Goes to a value on the Features screen.
  private mutating func goToValue() {
    demo.act(":select homescreen", ":open", ":go sections-enabled.pocket")
  }

  @Test("3 goes from a value to its row") mutating func fromValue() {
    goToValue()
    demo.act("3") {
      $0.cellPath == "sections-enabled.pocket" && $0.matrix.selectedColumn?.title == "nightly"
    }
  }

  @Test("Backspace returns from the row of a value") mutating func backToValue() {
    goToValue()
    demo.act("3", "Backspace") { $0.focus == .values && $0.path == "sections-enabled.pocket" }
  }

  @Test("3 goes from the details of a value to its row") mutating func fromDetails() {
    goToValue()
    demo.act(":focus details", "3") { $0.cellPath == "sections-enabled.pocket" }
  }

  @Test("3 from a value that does not differ lists every value and says so once")
  mutating func fromAgreeingValue() {
    let message = StatusMessage.listsEveryValue(
      for: "title", insteadOf: .differing, next: "only differences", key: "=")
    console.act(":select kept", ":open", ":go title", "3", says: message)
    #expect(console.cellPath == "title" && console.matrix.rowKind == .every)
    console.act("l", "h")
    #expect(console.messages.count { $0 == message.text.plain } == 1)
    console.act("=") { $0.matrix.rowKind == .differing }
  }

  @Test("3 from a value that the filter hides clears the filter and says so")
  mutating func fromFilteredValue() {
    console.act(
      ":filter removed", ":select kept", ":open", ":go size", "3",
      says: .clearedFilter(for: "size"))
    #expect(console.cellPath == "size" && console.matrix.rowKind == .differing)
  }

  @Test("3 from a value that no shown column has says so") func fromMissingValue() throws {
    let yaml = ConsoleDriver.yaml(["one": ["sizes: Map<String, Int> = {}"]])
    var console = try ConsoleDriver(yaml: yaml, channel: "nightly")
    console.act(":select one", ":set sizes.large 3", ":with-session", ":select one", ":open")
    console.act(":go sizes.large", "3", says: .inNoColumn("sizes.large"))
  }

  @Test("3 from the list of features leaves the cursor in its row") mutating func fromFeature() {
    demo.act("G")
    let path = demo.cellPath
    demo.act(":select homescreen", ":focus features", "3") {
      $0.cellPath == path && $0.message == nil
    }
  }

  @Test("a comparison that became outdated while it ran is made again")
  func comparing() throws {
    var model = Model(size: ConsoleDriver.defaultSize)
    let manifest = try ConsoleDriver.manifest(ChannelSamples.old)
    #expect(update(&model, .loaded(manifest, [])) == [])
    let first = try requested(update(&model, .command("channels")))
    #expect(frame(of: model).lines().contains { $0.contains("comparing …") })
    let other = ComparedManifest(
      path: "new.fml.yaml", manifest: try ConsoleDriver.manifest(ChannelSamples.new))
    #expect(update(&model, .beside(other)) == [])
    let second = try requested(update(&model, first))
    #expect(model.channels.columns.isEmpty)
    _ = update(&model, second)
    #expect(model.channels.columns.count == 4)
    #expect(update(&model, .command("next-column")) == [])
  }

  /// The result of the comparison that the effects request.
  private func requested(_ effects: [Effect]) throws -> Event {
    let answers = effects.compactMap {
      if case .compare(let job) = $0 { Event.compared(job.run()) } else { nil }
    }
    return try #require(answers.last, "nothing is compared")
  }

  @Test("a small manifest is compared ahead of time once its values are checked")
  func comparingAhead() throws {
    var model = Model(size: ConsoleDriver.defaultSize)
    _ = update(&model, .loaded(try ConsoleDriver.manifest(ChannelSamples.old), []))
    #expect(update(&model, .checked([Name("beta"): []])).count == 1)
    #expect(update(&model, .checked([Name("beta"): []])).isEmpty)
  }

  // Rows.

  @Test("only differing rows are shown at first")
  func order() throws {
    let alike =
      "  alike:\n    description: Same.\n    variables: { on: { description: d, type: Int, default: 1 } }\n"
    let console = try ChannelSamples.console(
      ChannelSamples.old.replacing("features:\n", with: "features:\n" + alike))
    #expect(console.channelNames == ["kept", "kept size"])
  }

  @Test("= shows every row, features with differences first") func everyRow() throws {
    let alike =
      "  alike:\n    description: Same.\n    variables: { on: { description: d, type: Int, default: 1 } }\n"
    var console = try ChannelSamples.console(
      ChannelSamples.old.replacing("features:\n", with: "features:\n" + alike))
    console.press("=")
    #expect(
      console.channelNames == [
        "kept", "kept size", "kept title", "alike", "alike on", "removed", "removed on",
      ])
  }

  @Test("a filter matches features and variables")
  mutating func filtering() {
    console.act("= /", "'kept ti")
    #expect(
      console.channelNames == ["kept", "kept title"] && console.sees("1 match · every value: 3"))
  }

  @Test("clearing a filter leaves the cursor on its value") mutating func filterCursor() {
    demo.act("= G /", "'home") {
      $0.matrix.list.scroll.cursor == 1 && $0.matrix.selectedRow?.feature == "homescreen"
    }
    demo.press("Enter", "j")
    let path = demo.cellPath
    demo.act("Esc") { $0.cellPath == path && $0.matrix.list.scroll.cursor > 1 }
  }

  @Test("n and N skip headings and do not count them") mutating func matches() {
    console.act("=", ":filter e") { $0.channelNames == ChannelSamples.rows }
    for (path, number) in [("title", 2), ("on", 3), ("size", 1)] {
      console.act("n") { $0.cellPath == path && $0.message == .line(number, of: 3) }
    }
    console.act("N", says: .line(3, of: 3))
  }

  @Test("the header names the feature whose own line has scrolled away") func stickyFeature() throws
  {
    var console = ConsoleDriver.onChannels(FrameCase.goldenSize)
    #expect(console.sees("┃  Feature ▸ variable "))
    while console.matrix.list.isHeading(console.matrix.list.scroll.top) { console.press("j") }
    let feature = try #require(
      console.matrix.list.item(inRow: console.matrix.list.scroll.top)?.row.feature)
    #expect(console.sees("┃  \(feature) ▸ variable "))
  }

  @Test("edits apply to every channel of the first manifest")
  mutating func edits() {
    console.send(.session(.init(entries: [.init(.edit, "kept"): ["size": 7]]))) {
      $0.channelNames == []
    }
  }

  @Test("i leaves edits out") mutating func withoutEdits() {
    console.send(.session(.init(entries: [.init(.edit, "kept"): ["size": 7]])))
    console.act("i") { $0.channelNames == ["kept", "kept size"] }
  }

  @Test("i switches all layers of the session, including branches") func sessionLayers() throws {
    var console = ConsoleDriver.onExperiments().after("3")
    let enrolled = console.cells
    #expect(console.sees(" · with session") && console.hints.contains("i manifest only"))
    console.act("i") {
      $0.cells != enrolled && $0.sees(" · manifest only") && $0.hints.contains("i with session")
    }
  }

  @Test("changing or undoing an edit changes only its own row") mutating func coveringAgain() {
    console.act(
      "=", ":features", ":select kept", ":set size 5", ":select removed", ":set on false",
      ":channels")
    #expect(console.cells == [["5", "5"], [#""a, b""#, #""a, b""#], ["false", "false"]])
    console.act("u") { $0.cells == [["5", "5"], [#""a, b""#, #""a, b""#], ["true", "true"]] }
  }

  // Columns.

  @Test("heads of two manifests show what differs in their paths, whole at 80 columns")
  func manifestHeads() throws {
    var console = ConsoleDriver.onChannels(FrameCase.goldenSize)
    let other = try ConsoleDriver.manifest(ChannelSamples.new)
    console.send(
      .beside(ComparedManifest(path: "older-version-02/cirrus.fml.yaml", manifest: other)))
    console.press("l", "l", "l", "l")
    #expect(console.sees("│ older-version-02"), "\(console.lines.prefix(5))")
  }

  @Test("the cursor keeps its column when another is dropped or comes back")
  mutating func columns() throws {
    demo.act("l -") {
      $0.message == .hid("beta", all: "A") && $0.matrix.selectedColumn?.title == "release"
    }
    demo.act("A") { $0.columns.count == 4 && $0.matrix.selectedColumn?.title == "release" }
  }

  @Test("rows that differ only in a dropped column go with it") mutating func droppedRows() throws {
    console.act("-") { $0.columns == ["release"] && $0.cells.isEmpty }
    console.act("a Enter") { $0.cells == [["2", "1"]] }
  }

  @Test("» marks differences in columns without room")
  func scrolling() throws {
    let narrow = ConsoleDriver.onChannels(Size(columns: 44, rows: 20))
    #expect(narrow.sees("issue.enabled", "»"))
  }

  @Test("without room, the first column and those up to the cursor are shown") func shownColumns()
    throws
  {
    var narrow = ConsoleDriver.onChannels(Size(columns: 44, rows: 20))
    narrow.act("l l") { $0.sees("developer", "release") && !$0.sees("│ beta") }
    narrow.resize(60, 20)
    #expect(narrow.sees("developer", "beta", "release") && !narrow.sees("developer", "nightly"))
    narrow.resize(120, 20)
    #expect(narrow.sees("developer", "nightly", "beta", "release"))
  }

  @Test("add-column offers dropped columns before files and folders")
  mutating func columnArguments() {
    console.act("l - a") { $0.effects == [.listFiles("")] }
    console.send(.files(["a.csv", "b.yaml", "new.fml.yaml", "old/"], in: ""))
    #expect(
      zip(console.titles, console.details).map { "\($0): \($1)" } == [
        "release: show it again", "b.yaml: a manifest", "new.fml.yaml: a manifest",
        "old/: a folder",
      ])
    console.act("Down Down Down Enter") {
      $0.field == "add-column old/" && $0.effects == [.listFiles("old/")]
    }
  }

  @Test("a single column says how to see its values or add another column") func oneColumn() throws
  {
    let yaml = ChannelSamples.old.replacing("channels: [beta, release]", with: "channels: [beta]")
    var console = try ChannelSamples.console(yaml)
    #expect(console.sees("= shows its values, a adds a column"))
    console.act("=") { $0.channelNames.count == 5 }
  }

  @Test("switching screens keeps the cursor, the column and the focus") mutating func place() {
    demo.act("G l Tab 1 3") { $0.focus == .layers && $0.matrix.column == 2 }
    #expect(demo.matrix.list.scroll.cursor == demo.matrix.list.count - 1)
  }

  // Layers.

  @Test(
    "the effective layer stays visible below the matrix at any terminal size",
    arguments: [Size(columns: 60, rows: 15), FrameCase.goldenSize])
  func layers(size: Size) throws {
    var demo = ConsoleDriver.onChannels(size)
    demo.send(
      .session(
        .init(entries: [.init(.edit, "homescreen"): ["sections-enabled": ["pocket": false]]])))
    demo.act(":only-differences", ":filter homescreen pocket", ":line 2", ":focus layers") {
      $0.sees("▸ edit")
    }
    demo.send(.session(.init())) { $0.sees("▸ manifest ", " nightly ") }
  }

  @Test("layers are listed from the lowest, with field and variable defaults on separate lines")
  func layerOrder() throws {
    let console = ConsoleDriver.onChannels(FrameCase.goldenSize).after(
      ":filter report-site-issue.enabled")
    let top = try console.row(of: "─ items.report-site-issue.enabled in nightly ─")
    let expected = [
      "  object default                             true   toolbar-tabs.yaml:300 ",
      "  variable default                           false  toolbar-tabs.yaml:67 ",
      "▸ manifest default developer, nightly, beta  true   toolbar-tabs.yaml:82 ",
    ]
    for (line, layer) in zip(console.lines[(top + 1)...], expected) {
      #expect(line.contains("│ \(layer)"))
    }
  }

  @Test("below a short matrix, the layers of the other columns and the feature follow")
  func otherColumns() {
    let tall = ConsoleDriver.onChannels(Size(columns: 200, rows: 60)).after(
      ":filter homescreen", ":line 2")
    #expect(tall.sees("│ in developer") && tall.sees("│ in release"))
    #expect(tall.sees("│ About the feature"))
  }

  @Test("keys that move no column say why") func onlyColumn() throws {
    let yaml = ConsoleDriver.yaml(["one": ["x: Int = 1"]])
    var console = try ChannelSamples.console(yaml, channel: "nightly")
    console.act("h", says: StatusMessage.onlyColumn.about("previous column"))
  }

  @Test("i says whether the session's changes are included") mutating func sessionIncluded() {
    demo.act("i", says: .sessionInMatrix(isIncluded: false))
    demo.act("i", says: .sessionInMatrix(isIncluded: true))
  }
}
