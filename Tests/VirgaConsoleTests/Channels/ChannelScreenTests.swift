import Testing
import VirgaCanvas
import VirgaConsole
import VirgaJSON
import VirgaManifest
import VirgaSession
import VirgaTargeting

@Suite("Channels side by side") struct ChannelScreenTests {
  private static let old = """
    channels: [beta, release]
    features:
      kept:
        description: Stays.
        variables:
          size: { description: How large., type: Int, default: 1 }
          title: { description: What it says., type: String, default: "a, b" }
        defaults: [{ channel: beta, value: { size: 2 } }]
      removed:
        description: Goes.
        variables: { on: { description: Whether., type: Boolean, default: true } }
    """
  private static let new = """
    channels: [beta, release]
    features:
      added:
        description: Comes.
        variables: { on: { description: Whether., type: Boolean, default: true } }
      kept:
        description: Stays.
        variables:
          size: { description: How large., type: String, default: "1" }
          title: { description: What it says., type: String, default: a }
    """

  private func console() throws -> ConsoleDriver {
    try ConsoleDriver(yaml: Self.old, channel: "beta")
  }

  private func names(_ console: ConsoleDriver) -> [String] {
    console.state.channels.lines.map { $0.row.map { "\($0.feature) \($0.name)" } ?? $0.feature }
  }

  @Test("only rows that differ are shown until every row is asked for") func onlyDifferences() throws {
    var console = try console()
    console.press("3")
    #expect(names(console) == ["kept", "kept size"])
    console.press("=")
    #expect(names(console) == ["kept", "kept size", "kept title", "removed", "removed on"])
  }

  @Test("a second manifest brings what was added, removed and retyped") func twoManifests() throws {
    var console = try console()
    console.send(.beside(ComparedManifest(path: "new.fml.yaml", manifest: try ConsoleDriver.manifest(Self.new))))
    console.press("3")
    #expect(
      console.state.channels.columns.map(\.title)
        == ["cirrus.fml.yaml@beta", "new.fml.yaml@beta", "cirrus.fml.yaml@release", "new.fml.yaml@release"])
    #expect(
      names(console) == [
        "added", "added on", "kept", "kept size (type)", "kept size", "kept title", "removed", "removed on",
      ])
    let pair = ComparedPair(old: 0, new: 1)
    let changes = console.state.channels.shownRows.map { $0.change(in: pair) }
    #expect(changes == [.added, .retyped, .changed, .changed, .removed])
  }

  @Test("what the manifests differ in stands out from what channels differ in") func changes() throws {
    var console = try console()
    let same = Self.old.replacing("default: true", with: "default: false")
    console.send(.beside(ComparedManifest(path: "new.fml.yaml", manifest: try ConsoleDriver.manifest(same))))
    console.press("3")
    #expect(names(console) == ["kept", "kept size", "removed", "removed on"])
    console.press("=")
    #expect(names(console) == ["removed", "removed on"])
    #expect(console.lines.contains { $0.contains("~ on") })
    console.press("=")
    #expect(names(console) == ["kept", "kept size", "kept title", "removed", "removed on"])
  }

  @Test("a feature that one manifest lacks says so, also where it has no variables") func presence() throws {
    var console = try console()
    let new = Self.new.replacing(
      "variables: { on: { description: Whether., type: Boolean, default: true } }", with: "variables: {}")
    console.send(.beside(ComparedManifest(path: "new.fml.yaml", manifest: try ConsoleDriver.manifest(new))))
    console.press("3")
    #expect(names(console).prefix(2) == ["added", "added (feature)"])
    #expect(console.lines.contains { $0.contains("+ added  not in cirrus.fml.yaml") })
    #expect(console.lines.contains { $0.contains("- removed  not in new.fml.yaml") })
    #expect(console.lines.contains { $0.contains("+ (feature)") && $0.contains("– not there") })
    #expect(console.lines.contains { $0.contains("~ size (type)") && $0.contains("│ Int") && $0.contains("│ String") })
  }

  @Test("edits lie over every channel of the first manifest, and can be left out") func edits() throws {
    var console = try console()
    console.press("3")
    console.send(.session(.init(entries: [.init(.edit, "kept"): ["size": 7]])))
    #expect(names(console) == [])
    console.press("i")
    #expect(names(console) == ["kept", "kept size"])
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
    #expect(console.state.channels.scroll.cursor == console.state.channels.lines.count - 1)
  }

  @Test("Enter goes to the value on the first screen") func going() throws {
    var console = try ConsoleDriver()
    console.press("3", "/")
    console.type("pocket")
    console.press("Enter", "G", "Enter")
    #expect(console.state.focus == .values)
    #expect(console.path == "sections-enabled.pocket")
  }

  @Test("Enter goes to the value in the channel of its column, and back leads to the matrix") func otherChannel() throws
  {
    var console = try console()
    console.press("3", "l", "Enter")
    #expect(console.state.channel == "release")
    #expect(console.path == "size")
    #expect(console.status == "in release; u goes back to beta")
    console.press("Backspace")
    #expect(console.state.screen == .channels)
    #expect(console.state.channels.selectedLine?.row?.path == "size")
    console.press("u")
    #expect(console.state.channel == "beta")
  }

  @Test("of a value of another manifest its layers are gone to, and it is said how it is opened") func otherManifest()
    throws
  {
    var console = try console()
    console.send(.beside(ComparedManifest(path: "new.fml.yaml", manifest: try ConsoleDriver.manifest(Self.new))))
    console.press("3", "l", "Enter")
    #expect(console.state.screen == .channels)
    #expect(console.state.focus == .layers)
    #expect(
      console.status == "new.fml.yaml is another manifest, read only here; "
        + "virga new.fml.yaml --channel beta --feature added opens it")
  }

  @Test("compare leads to the value that is under the cursor, in its channel, also where it is alike")
  func comparingHere() throws {
    var console = try console()
    console.run("channel release", "select kept", "open", "go title", "compare")
    #expect(console.state.channels.selectedLine?.row?.path == "title")
    #expect(console.state.channels.selectedColumn?.title == "release")
  }

  @Test("marks stay on their rows when another comparison comes while the matrix is not seen") func lateComparison()
    throws
  {
    var console = try console()
    console.press("3", "=", "V", "4")
    console.send(.beside(ComparedManifest(path: "new.fml.yaml", manifest: try ConsoleDriver.manifest(Self.new))))
    console.press(":")
    #expect(console.state.overlay != nil)
    console.press("Esc", "3", "y", "j")
    #expect(console.state.channels.marked == ["kept\nsize", "kept\ntitle", "removed\non"])
    #expect(console.effects.contains { if case .copy(let text, _) = $0 { text.contains("title") } else { false } })
  }

  @Test("marked rows are tried, dropped, copied and written together, each as one operation") func marking() throws {
    var console = try console()
    console.press("3", "=", "V")
    #expect(console.state.channels.marked.count == 3)
    console.press("t")
    #expect(console.state.session[.edit, "kept"] == ["size": 2, "title": "a, b"])
    #expect(console.state.session[.edit, "removed"] == ["on": true])
    console.press("d")
    #expect(console.state.overlay?.kind == .choice("Drop the edits of 3 values"))
    console.press("Enter")
    #expect(console.state.session.overrideCount == 0)
    console.press("u")
    #expect(console.state.session.overrideCount == 2)
    console.press("Esc", "v")
    console.run("export out.csv")
    #expect(try written(console) == "feature,variable,beta,release\r\nkept,size,2,2\r\n")
  }

  /// The text that the last effect has written.
  private func written(_ console: ConsoleDriver) throws -> String {
    guard case .write(let draft)? = console.effects.last else { throw NothingWritten() }
    return draft.text
  }

  private struct NothingWritten: Error {}

  @Test("marks that a filter keeps out of sight are counted, and act with the others") func marksOutOfSight() throws {
    var console = try console()
    console.press("3", "=", "V")
    console.run("filter kept")
    #expect(console.lines.contains { $0.contains("3 marked, 1 out of sight") })
    console.press("x")
    #expect(
      console.status == "exposed 2 features: 0 recorded, 2 suppressed; screen 5 says why")
    console.run("filter")
    console.run("no-filter")
    #expect(console.lines.contains { $0.contains("3 marked · 2 columns") })
  }

  @Test("an edit that changes or goes changes its row alone") func coveringAgain() throws {
    var console = try console()
    func cells() -> [[String]] { console.state.channels.shownRows.map { $0.cells.map(\.text) } }
    console.press("3", "=")
    console.run("features", "select kept", "set size 5", "select removed", "set on false", "channels")
    #expect(cells() == [["5", "5"], ["\"a, b\"", "\"a, b\""], ["false", "false"]])
    console.run("features", "select kept", "set size 6", "channels")
    #expect(cells() == [["6", "6"], ["\"a, b\"", "\"a, b\""], ["false", "false"]])
    console.press("u", "u")
    #expect(cells() == [["5", "5"], ["\"a, b\"", "\"a, b\""], ["true", "true"]])
    console.press("i")
    #expect(cells() == [["2", "1"], ["\"a, b\"", "\"a, b\""], ["true", "true"]])
  }

  @Test("manifests come before folders and other files, and dropped columns before all") func columnArguments() throws {
    var console = try console()
    console.press("3", "l", "-", "a")
    #expect(console.effects == [.listFiles("")])
    console.send(.files(["a.csv", "b.yaml", "new.fml.yaml", "old/"], in: ""))
    #expect(
      console.state.overlay?.lines.map { "\($0.title.plain): \($0.detail.plain)" } == [
        "add-column release: bring it back", "add-column new.fml.yaml: a manifest", "add-column old/: a folder",
        "add-column b.yaml: perhaps a manifest",
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

  @Test("the matrix is written as Markdown, CSV or JSON, by the ending of the file") func export() throws {
    var console = try console()
    console.run("channels", "only-differences", "filter kept", "export out.csv")
    #expect(
      try written(console)
        == "feature,variable,beta,release\r\nkept,size,2,1\r\nkept,title,\"\"\"a, b\"\"\",\"\"\"a, b\"\"\"\r\n")
    console.run("only-differences", "export out.md")
    #expect(
      try written(console)
        == "| Feature | Variable | beta | release |\n| --- | --- | --- | --- |\n| kept | size | 2 | 1 |\n")
    console.run("export out.json")
    let values: JSONValue = ["beta": 2, "release": 1]
    #expect(try JSONValue.parse(written(console)) == [["feature": "kept", "path": "size", "values": values]])
    guard case .write(let draft)? = console.effects.last else { return }
    #expect(draft.what == "1 row as JSON")
    #expect(draft.path == "out.json")
    console.run("export out.txt")
    #expect(console.status == "out.txt has to end in .md, .csv or .json")
  }

  @Test("a file that is there is replaced only after an answer") func overwriting() throws {
    var console = try console()
    let draft = FileDraft(path: "out.md", text: "x", what: "1 row")
    console.send(.fileExists(draft))
    #expect(console.state.overlay?.selected?.invocation == Invocation("keep-file"))
    console.press("Enter")
    #expect(console.effects == [])
    console.send(.fileExists(draft))
    console.press("Down", "Enter")
    var replacing = draft
    replacing.replaces = true
    #expect(console.effects == [.write(replacing)])
  }

  @Test("the comparison is made outside, and an earlier one is not heard") func comparing() throws {
    var state = State(size: Size(columns: 120, rows: 40))
    let manifest = try ConsoleDriver.manifest(Self.old)
    #expect(update(&state, .loaded(manifest, [])) == [])
    guard case .compare(let first)? = update(&state, .command("channels")).last else {
      Issue.record("nothing is compared")
      return
    }
    #expect(frame(of: state).lines().contains { $0.contains("comparing …") })
    let other = ComparedManifest(path: "new.fml.yaml", manifest: try ConsoleDriver.manifest(Self.new))
    guard case .compare(let second)? = update(&state, .beside(other)).last else {
      Issue.record("the other manifest is not compared")
      return
    }
    _ = update(&state, .compared(first.run()))
    #expect(state.channels.columns.isEmpty)
    _ = update(&state, .compared(second.run()))
    #expect(state.channels.columns.count == 4)
    #expect(update(&state, .command("next-column")) == [])
  }

  @Test("a small manifest is compared before anybody asks, once its values are checked") func comparingAhead() throws {
    var state = State(size: Size(columns: 120, rows: 40))
    let manifest = try ConsoleDriver.manifest(Self.old)
    _ = update(&state, .loaded(manifest, []))
    #expect(update(&state, .checked(["beta": []])).count == 1)
    #expect(update(&state, .checked(["beta": []])).isEmpty)
  }

  @Test("a manifest that is read again replaces the one beside it, and the cursor stays where it was")
  func readingAgain() throws {
    var console = try console()
    console.send(.beside(ComparedManifest(path: "new.fml.yaml", manifest: try ConsoleDriver.manifest(Self.new))))
    console.press("3")
    console.run("filter title")
    console.press("G", "Esc")
    #expect(console.state.channels.selectedLine?.row?.path == "title")
    let changed = Self.new.replacing("default: a }", with: "default: z }")
    console.send(.beside(ComparedManifest(path: "new.fml.yaml", manifest: try ConsoleDriver.manifest(changed))))
    #expect(console.status == "new.fml.yaml was read again")
    #expect(console.state.channels.columns.count == 4)
    let row = try #require(console.state.channels.selectedLine?.row)
    #expect(row.path == "title")
    #expect(row.cells.map(\.text) == ["\"a, b\"", "\"z\"", "\"a, b\"", "\"z\""])
  }

  @Test("one column alone is told how to see its values and how to add another") func oneColumn() throws {
    let yaml = Self.old.replacing("channels: [beta, release]", with: "channels: [beta]")
    var console = try ConsoleDriver(yaml: yaml, channel: "beta")
    console.press("3")
    #expect(console.lines.contains { $0.contains("= shows its values, a adds a column") })
    console.press("a")
    #expect(console.state.overlay?.field.text == "add-column ")
    console.press("Esc", "=")
    #expect(names(console).count == 5)
  }

  @Test("a column that is taken away takes rows away that only it made different") func hidingARow() throws {
    var console = try console()
    console.press("3", "=")
    console.run("filter size")
    #expect(console.state.channels.counts.differing == 1)
    console.press("-")
    #expect(console.state.channels.counts.differing == 0)
    #expect(console.state.channels.shownRows.map { $0.cells.map(\.text) } == [["1"]])
    console.press("a", "Enter")
    #expect(console.state.channels.shownRows.map { $0.cells.map(\.text) } == [["2", "1"]])
  }

  @Test("words of a filter are found in the feature or in the variable, and how many fit is said") func filtering()
    throws
  {
    var console = try console()
    console.press("3", "=", "/")
    console.type("kept ti")
    #expect(names(console) == ["kept", "kept title"])
    #expect(console.lines.contains { $0.contains("1 fits · every value: 3") })
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
