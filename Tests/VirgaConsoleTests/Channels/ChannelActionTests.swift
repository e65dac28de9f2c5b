import Testing
import VirgaCanvas
import VirgaJSON
import VirgaManifest
import VirgaSession

@testable import VirgaConsole

@Suite("Marking and writing on the Channels screen") struct ChannelActionTests {
  @Test("marked rows are tried, dropped, copied and written together, each as one operation") func marking() throws {
    var console = try ChannelSamples.console()
    console.press("3", "=", "V")
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
    console.press("Esc", "v")
    console.run("export out.csv")
    #expect(try written(console) == "feature,variable,beta,release\r\nkept,size,2,2\r\n")
  }

  @Test("a single value is named with its feature, in what is said, in undo and in the events") func naming() throws {
    var console = try ChannelSamples.console()
    console.press("3", "=")
    console.run("filter on")
    while console.state.channels.selectedLine?.row?.name != "on" { console.press("Down") }
    console.press("t")
    #expect(console.status == "set removed ▸ on = true")
    let operation = try #require(console.state.session.undoable)
    #expect(operation.label == "set removed ▸ on = true" && operation.events.first?.reason == operation.label)
    console.press("d")
    #expect(console.status == "dropped removed ▸ on")
    console.press("u")
    #expect(console.status == "undone: drop removed ▸ on")
  }

  @Test("a value that is tried and with that leaves the list is told of") func leaving() throws {
    var console = try ChannelSamples.console()
    console.press("3")
    let here = console.channelNames
    console.press("t")
    #expect(console.channelNames != here)
    #expect(console.status?.hasSuffix("; all columns say the same here now: = shows such values too") == true)
    console.press("u", "=", "t")
    #expect(console.status?.contains("all columns") == false)
  }

  /// The text written by the last effect.
  private func written(_ console: ConsoleDriver) throws -> String {
    guard case .write(let draft)? = console.effects.last else { throw NothingWritten() }
    return draft.text
  }

  private struct NothingWritten: Error {}

  @Test("marks that a filter keeps out of sight are counted, and act with the others") func marksOutOfSight() throws {
    var console = try ChannelSamples.console()
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

  @Test("the matrix is written as Markdown, CSV or JSON, by the ending of the file") func export() throws {
    var console = try ChannelSamples.console()
    console.run("channels", "only-differences", "filter kept", "export out.csv")
    #expect(
      try written(console)
        == "feature,variable,beta,release\r\nkept,size,2,1\r\nkept,title,\"a, b\",\"a, b\"\r\n")
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
    var console = try ChannelSamples.console()
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

  /// A console with two manifests side by side.
  private func besides() throws -> ConsoleDriver {
    var console = try ChannelSamples.console()
    console.send(
      .beside(ComparedManifest(path: "new.fml.yaml", manifest: try ConsoleDriver.manifest(ChannelSamples.new))))
    console.press("3")
    return console
  }

  @Test("marked rows without a value in the column are left as they are, and counted") func leftRows() throws {
    var console = try besides()
    console.run("filter removed", "mark-all", "filter title", "mark-all", "next-column")
    #expect(console.state.channels.list.markCount == 2 && console.state.channels.column == 1)
    console.press("t")
    #expect(console.status?.contains("; 1 left as it is, without a value in new.fml.yaml@beta") == true)
  }

  @Test("of a value that stays in the list after it was tried nothing is said") func staying() throws {
    var console = try besides()
    console.run("filter title")
    console.press("t")
    #expect(console.state.session[.edit, "kept"] == ["title": "a, b"])
    #expect(console.channelNames == ["kept", "kept title"] && console.status == #"set kept ▸ title = "a, b""#)
  }

  @Test("on a feature's own line its rows are marked, and no others") func markingAFeature() throws {
    var console = try ChannelSamples.console()
    console.run("channels", "only-differences", "line 1", "mark")
    #expect(console.state.channels.list.marked == [MatrixItem.ID("kept", "size"), MatrixItem.ID("kept", "title")])
  }

  @Test("without a further manifest what only manifests differ in is not asked for any more") func lastManifest() throws
  {
    var console = try besides()
    console.press("=")
    #expect(console.state.channels.rows == .changed)
    console.run("next-column", "drop-column", "next-column", "drop-column")
    #expect(console.state.channels.columns.map(\.title) == ["cirrus.fml.yaml@beta", "cirrus.fml.yaml@release"])
    #expect(console.state.channels.rows == .differing && console.channelNames == ["kept", "kept size"])
  }

  @Test("from the list of features one compares the feature, whatever its first value is") func comparingAFeature()
    throws
  {
    var console = try ChannelSamples.console()
    console.run("select removed", "focus features")
    console.press("m")
    #expect(console.channelNames == ["kept", "kept size"])
  }
}
