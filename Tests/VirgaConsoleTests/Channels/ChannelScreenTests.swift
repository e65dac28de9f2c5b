import Testing
import VirgaCanvas
import VirgaConsole
import VirgaJSON
import VirgaManifest
import VirgaSession

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
    let changes = console.state.channels.shownRows.map { $0.change(from: 0, to: 1) }
    #expect(changes == [.added, .retyped, .changed, .changed, .removed])
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
    #expect(console.state.channels.column == 1)
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

  @Test("the matrix is written as Markdown, CSV or JSON, by the ending of the file") func export() throws {
    var console = try console()
    console.run("channels", "only-differences", "filter kept", "export out.csv")
    #expect(
      console.effects == [
        .write(
          FileDraft(
            path: "out.csv",
            text: "feature,variable,beta,release\r\nkept,size,2,1\r\nkept,title,\"\"\"a, b\"\"\",\"\"\"a, b\"\"\"\r\n",
            what: "2 rows as CSV"))
      ])
    console.run("only-differences", "export out.md")
    let markdown = "| Feature | Variable | beta | release |\n| --- | --- | --- | --- |\n| kept | size | 2 | 1 |\n"
    #expect(console.effects == [.write(FileDraft(path: "out.md", text: markdown, what: "1 rows as Markdown"))])
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
    #expect(console.state.overlay?.field.text == "compare-with ")
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

  @Test("a click chooses the cell, and a second one goes there") func clicking() throws {
    var console = try ConsoleDriver()
    console.press("3")
    let row = try #require(console.lines.firstIndex { $0.contains("hints-enabled.tab-groups") })
    console.click(60, row)
    #expect(console.state.channels.column == 1)
    #expect(console.state.channels.selectedLine?.row?.path == "hints-enabled.tab-groups")
    console.click(60, row)
    #expect(console.path == "hints-enabled.tab-groups")
  }
}
