import Testing
import VirgaCanvas
import VirgaJSON
import VirgaManifest
import VirgaSession
import VirgaTargeting

@testable import VirgaConsole

@Suite("Channels screen actions") struct ChannelCommandsTests {
  private var console: ConsoleDriver

  init() throws { console = try ChannelSamples.console() }

  @Test("marked rows are set, dropped and exported together")
  mutating func marking() throws {
    console.act(
      #":set {"kept": {"title": "b"}, "removed": {"on": false}}"#, ":channels", "i l = V t"
    ) {
      $0.session[.edit, "kept"] == ["title": "a, b", "size": 1]
    }
    #expect(console.session[.edit, "removed"] == ["on": true])
    console.act("d") { $0.picker?.title == "Drop the edits of 3 values" }
    console.act("Enter") { $0.session.overrideCount == 0 }
    console.act("u i") { $0.session.overrideCount == 2 }
    console.act("Esc v", ":export out.csv")
    #expect(try console.written().text == "feature,variable,beta,release\r\nkept,size,1,1\r\n")
  }

  @Test("comparing from a feature without differences lists every value, at that feature")
  mutating func equalFeature() {
    #expect(!console.matrix.list.items.contains { $0.row.feature == "removed" })
    console.act(":features", ":select removed", "m") {
      $0.matrix.list.selectedHeading == "removed"
    }
  }

  @Test("a single value is named with its feature") mutating func naming()
    throws
  {
    console.act(#":set {"removed": {"on": false}}"#, ":channels", "i =", ":filter on", "t") {
      $0.status == "set removed ▸ on = true"
    }
    let operation = try #require(console.session.undoable)
    #expect(
      operation.label == "set removed ▸ on = true"
        && operation.events.first?.reason == operation.label)
    console.act("d") { $0.status == "dropped removed ▸ on" }
    console.act("u", says: .undone("drop removed ▸ on"))
  }

  @Test("t says that a value leaves the list because all columns now agree") mutating func leaving()
    throws
  {
    let here = console.channelNames
    console.act("t", says: .unchanged)
    console.act("l t") {
      $0.channelNames != here
        && $0.message == .info("set kept ▸ size = 1").andAllColumnsAgree(showAll: "=")
    }
    console.act("u = t", says: .info("set kept ▸ size = 1"))
  }

  @Test("t skips marked rows without a value in the column and counts them")
  mutating func leftRows() throws {
    try console.compare()
    console.run("filter removed", "mark-all", "filter title", "mark-all", "next-column")
    #expect(console.sees("2 marked, 1 out of sight · 4 columns"))
    console.press("t")
    let tried = StatusMessage.info(#"set kept ▸ title = "a""#).and(
      1, withoutValueIn: "new.fml.yaml@beta")
    #expect(console.message == tried.andAllColumnsAgree(showAll: "="))
  }

  @Test("marks hidden by a filter are still acted on") mutating func marksOutOfSight() {
    console.act("= V", ":filter kept") { $0.sees("3 marked, 1 out of sight") }
    console.act("x", says: .exposed(2, recorded: 0, suppressed: 2))
  }

  @Test("marking a feature's own line marks only its rows") mutating func markingAFeature() {
    console.run("only-differences", "line 1", "mark")
    #expect(console.matrix.list.marked == [Name("kept\nsize"), Name("kept\ntitle")])
  }

  @Test(
    "the file extension chooses Markdown, CSV or JSON for the matrix",
    arguments: [
      (
        "csv", "kept",
        "feature,variable,beta,release\r\nkept,size,2,1\r\nkept,title,\"a, b\",\"a, b\"\r\n"
      ),
      (
        "md", "size",
        "| Feature | Variable | beta | release |\n| --- | --- | --- | --- |\n| kept | size | 2 | 1 |\n"
      ),
    ])
  mutating func export(ending: String, filter: String, text: String) throws {
    console.run("only-differences", "filter \(filter)", "export out.\(ending)")
    #expect(try console.written().text == text && console.written().path == "out.\(ending)")
    console.run("filter size", "export out.json")
    let (draft, values) = (try console.written(), ["beta": 2, "release": 1] as JSONValue)
    #expect(
      try JSONValue.parse(draft.text) == [["feature": "kept", "path": "size", "values": values]])
    #expect(draft.what == "1 row as JSON")
    console.act(":export out.txt", says: .matrixFormatExpected("out.txt"))
  }

  @Test("an existing file is replaced only after you confirm") mutating func overwriting() {
    var output = OutputFile(path: "out.md", text: "x", what: "1 row")
    console.send(.fileExists(output))
    console.act("Enter") { $0.effects == [] }
    console.send(.fileExists(output))
    console.press("Down", "Enter")
    output.replaces = true
    #expect(console.effects == [.write(output)])
  }

  @Test("Enter goes to the value without changing the session's channel")
  mutating func going() {
    console.act("l Enter") {
      $0.focus == .values && $0.path == "size" && $0.channel == "beta"
    }
    #expect(
      console.message == .channelShown("beta", choose: ("c", "release")) && console.effects.isEmpty)
  }

  @Test("Backspace returns from the value to its row") mutating func goingBack() {
    console.press("l", "Enter")
    console.act("Backspace") { $0.screen == .channels && $0.cellPath == "size" }
  }

  @Test("Enter on another manifest's value says how to open that manifest")
  mutating func otherManifest() throws {
    try console.compare()
    console.act("g l Enter") { $0.focus == .layers }
    #expect(
      console.message
        == .onlyCompared("new.fml.yaml", path: "new.fml.yaml", channel: "beta", feature: "added"))
  }

  @Test(
    "Enter on a type row goes to the value, or to the collection that the row is about",
    arguments: [("every.*.size", "every"), ("listed[].size", "listed"), ("one.size", "one.size")])
  func goingToTypes(name: String, path: String) throws {
    func yaml(_ type: String) -> String {
      """
      channels: [beta, release]
      features:
        cards:
          description: Shows cards.
          variables:
            every: { description: All of them., type: "Map<String, Card>", default: {} }
            listed: { description: Some., type: "List<Card>", default: [] }
            one: { description: The first., type: Card, default: {} }
      objects:
        Card:
          description: A card.
          fields: { size: { description: How large., type: \(type), default: \(type == "Int" ? "1" : "\"1\"") } }

      """
    }
    var console = try ChannelSamples.console(yaml("Int"))
    try console.compare(with: yaml("String"))
    let line = try #require(
      console.channelNames.firstIndex(of: "cards \(name) (type)"), "\(console.channelNames)")
    console.act(":line \(line + 1)", "Enter") {
      $0.focus == .values && $0.path == path && $0.message == nil
    }
  }

  @Test("a click selects the cell") func clicking() throws {
    var demo = ConsoleDriver.onChannels()
    let row = try demo.row(of: "hints-enabled.tab-groups")
    demo.click(70, row) { $0.matrix.column == 1 && $0.cellPath == "hints-enabled.tab-groups" }
  }

  @Test("a double click opens the cell") func doubleClicking() throws {
    var demo = ConsoleDriver.onChannels()
    let row = try demo.row(of: "hints-enabled.tab-groups")
    demo.tell(.init(seconds: 2))
    demo.click(60, row) { $0.screen == .channels }
    demo.tell(.init(seconds: 2, nanoseconds: 300_000_000))
    demo.click(60, row) { $0.path == "hints-enabled.tab-groups" }
  }
}
