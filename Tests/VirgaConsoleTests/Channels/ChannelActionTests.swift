import Testing
import VirgaCanvas
import VirgaJSON
import VirgaManifest
import VirgaSession

@testable import VirgaConsole

@Suite("Channels screen actions") struct ChannelActionTests {
  private var console: ConsoleDriver

  init() throws { console = try ChannelSamples.console() }

  @Test("setting or dropping marked rows is one operation, and export writes only marked rows")
  mutating func marking() throws {
    console.press("=", "V")
    #expect(console.state.channels.list.markCount == 3)
    console.press("t")
    #expect(console.state.session[.edit, "kept"] == ["size": 2, "title": "a, b"])
    #expect(console.state.session[.edit, "removed"] == ["on": true])
    console.press("d")
    #expect(console.state.overlay?.title == "Drop the edits of 3 values")
    console.press("Enter")
    #expect(console.state.session.overrideCount == 0)
    console.press("u")
    #expect(console.state.session.overrideCount == 2)
    console.act("Esc v", ":export out.csv")
    #expect(try console.written().text == "feature,variable,beta,release\r\nkept,size,2,2\r\n")
  }

  @Test("status, undo and events name a single value with its feature")
  mutating func naming() throws {
    console.act("=", ":filter on")
    while console.state.channels.selectedLine?.row?.name != "on" { console.press("Down") }
    console.press("t")
    #expect(console.status == "set removed ▸ on = true")
    let operation = try #require(console.state.session.undoable)
    #expect(operation.label == "set removed ▸ on = true" && operation.events.first?.reason == operation.label)
    console.press("d")
    #expect(console.status == "dropped removed ▸ on")
    console.press("u")
    #expect(console.message == .undone("drop removed ▸ on"))
  }

  @Test("t says when a value leaves the list because all columns now agree") mutating func leaving() throws {
    let here = console.channelNames
    console.press("t")
    #expect(console.channelNames != here)
    #expect(console.message == .info("set kept ▸ size = 2").agreeing(showAll: "="))
    console.press("u", "=", "t")
    #expect(console.message == .info("set kept ▸ size = 2"))
    console = try ChannelSamples.console()
    try console.compare()
    console.act(":filter title", "t")
    #expect(console.state.session[.edit, "kept"] == ["title": "a, b"])
    #expect(console.channelNames == ["kept", "kept title"] && console.status == #"set kept ▸ title = "a, b""#)
  }

  @Test("marks hidden by a filter are counted and still acted on")
  mutating func marksOutOfSight() {
    console.act("= V", ":filter kept")
    #expect(console.sees("3 marked, 1 out of sight"))
    console.press("x")
    #expect(console.message == .exposed(2, recorded: 0, suppressed: 2))
    console.run("filter", "no-filter")
    #expect(console.sees("3 marked · 2 columns"))
  }

  @Test("the file extension chooses Markdown, CSV or JSON for the matrix") mutating func export() throws {
    console.run("only-differences", "filter kept", "export out.csv")
    let csv = "feature,variable,beta,release\r\nkept,size,2,1\r\nkept,title,\"a, b\",\"a, b\"\r\n"
    #expect(try console.written().text == csv)
    console.run("only-differences", "export out.md")
    let markdown = "| Feature | Variable | beta | release |\n| --- | --- | --- | --- |\n| kept | size | 2 | 1 |\n"
    #expect(try console.written().text == markdown)
    console.run("export out.json")
    let draft = try console.written()
    let values: JSONValue = ["beta": 2, "release": 1]
    #expect(try JSONValue.parse(draft.text) == [["feature": "kept", "path": "size", "values": values]])
    #expect(draft.what == "1 row as JSON" && draft.path == "out.json")
    console.run("export out.txt")
    #expect(console.message == .matrixFormatExpected("out.txt"))
  }

  @Test("an existing file is replaced only after you confirm") mutating func overwriting() {
    var draft = FileDraft(path: "out.md", text: "x", what: "1 row")
    console.send(.fileExists(draft))
    #expect(console.state.overlay?.selected?.invocation == Invocation("keep-file"))
    console.press("Enter")
    #expect(console.effects == [])
    console.send(.fileExists(draft))
    console.press("Down", "Enter")
    draft.replaces = true
    #expect(console.effects == [.write(draft)])
  }

  @Test("t skips marked rows without a value in the column and counts them") mutating func leftRows() throws {
    try console.compare()
    console.run("filter removed", "mark-all", "filter title", "mark-all", "next-column")
    #expect(console.state.channels.list.markCount == 2 && console.state.channels.column == 1)
    console.press("t")
    let tried = StatusMessage.info(#"set kept ▸ title = "a""#).leaving(1, withoutValueIn: "new.fml.yaml@beta")
    #expect(console.message == tried.agreeing(showAll: "="))
  }

  @Test("marking a feature's own line marks only its rows") mutating func markingAFeature() {
    console.run("only-differences", "line 1", "mark")
    #expect(console.state.channels.list.marked == [MatrixItem.ID("kept", "size"), MatrixItem.ID("kept", "title")])
  }

  @Test("dropping the other manifest's columns lists all differing rows again")
  mutating func lastManifest() throws {
    try console.compare()
    console.press("=")
    #expect(console.state.channels.rows == .changed)
    console.run("next-column", "drop-column", "next-column", "drop-column")
    #expect(console.columns == ["cirrus.fml.yaml@beta", "cirrus.fml.yaml@release"])
    #expect(console.state.channels.rows == .differing && console.channelNames == ["kept", "kept size"])
    console.press("=")
    let every = ["kept", "kept size", "kept title", "removed", "removed on"]
    #expect(console.channelNames == every, "types that do not differ are not listed")
  }

  @Test("m in the feature list compares the selected feature")
  mutating func comparingAFeature() {
    console.act(":select removed", ":focus features", "m")
    #expect(console.channelNames == ["kept", "kept size"])
  }
}
