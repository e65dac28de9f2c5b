import Testing
import VirgaCanvas
import VirgaJSON
import VirgaManifest
import VirgaSession

@testable import VirgaConsole

@Suite("Comparing channels and manifests") struct ChannelComparisonTests {
  private var console: ConsoleDriver

  init() throws { console = try ChannelSamples.console() }

  @Test("a second manifest shows added, removed and retyped values") mutating func twoManifests() throws {
    try console.compare()
    #expect(
      console.columns
        == ["cirrus.fml.yaml@beta", "new.fml.yaml@beta", "cirrus.fml.yaml@release", "new.fml.yaml@release"])
    #expect(
      console.channelNames == [
        "added", "added on", "kept", "kept size (type)", "kept size", "kept title", "removed", "removed on",
      ])
    let pair = ComparedPair(old: 0, new: 1)
    let changes = console.state.channels.lines.compactMap(\.row).map { $0.change(in: pair) }
    #expect(changes == [.added, .retyped, .changed, .changed, .removed])
  }

  @Test(
    "words such as added or retyped filter the rows by what the other manifest changed",
    arguments: [
      ("retyped", ["kept", "kept size (type)"]), ("kept changed", ["kept", "kept size", "kept title"]),
      ("added", ["added", "added on"]), ("remove", ["removed", "removed on"]), ("removed", ["removed", "removed on"]),
      ("removed kept", []),
    ])
  mutating func changeWords(word: String, names: [String]) throws {
    console.run("filter retyped")
    #expect(console.channelNames == [], "no further manifest is compared")
    try console.compare()
    console.run("filter \(word)")
    #expect(console.channelNames == names)
    console.press("/")
    #expect(console.sees("added, removed, retyped, changed"))
  }

  @Test("= narrows the rows to differences between manifests, then shows all rows") mutating func changes() throws {
    try console.compare(with: ChannelSamples.old.replacing("default: true", with: "default: false"))
    #expect(console.channelNames == ["kept", "kept size", "removed", "removed on"])
    console.press("=")
    #expect(console.channelNames == ["removed", "removed on"] && console.sees("~ on"))
    console.press("=")
    #expect(console.channelNames == ["kept", "kept size", "kept title", "removed", "removed on"])
  }

  @Test("a feature that one manifest lacks is marked as added or removed, even without variables")
  mutating func presence() throws {
    let variables = "variables: { on: { description: Whether., type: Boolean, default: true } }"
    try console.compare(with: ChannelSamples.new.replacing(variables, with: "variables: {}"))
    #expect(console.channelNames.prefix(2) == ["added", "added (feature)"])
    #expect(console.sees("+ added  not in cirrus.fml.yaml") && console.sees("- removed  not in new.fml.yaml"))
    #expect(console.sees("+ (feature)", "– not there") && console.sees("~ size (type)", "│ Int", "│ String"))
  }

  @Test("edits apply to every channel of the first manifest, and i leaves them out") mutating func edits() {
    console.send(.session(.init(entries: [.init(.edit, "kept"): ["size": 7]])))
    #expect(console.channelNames == [])
    console.press("i")
    #expect(console.channelNames == ["kept", "kept size"])
  }

  @Test("i switches all session layers on or off, including branches") func sessionLayers() throws {
    var console = try ConsoleDriver.onExperiments()
    console.press("3")
    let enrolled = console.cells
    #expect(console.sees(" · with session") && console.hints.contains("i manifest only"))
    console.press("i")
    #expect(console.cells != enrolled)
    #expect(console.sees(" · manifest only") && console.hints.contains("i with session"))
  }

  @Test("marks stay on their rows when a new comparison arrives while the matrix is hidden")
  mutating func lateComparison() throws {
    console.press("=", "V", "4")
    try console.compare()
    console.press(":")
    #expect(console.state.overlay != nil)
    console.press("Esc", "3", "y", "j")
    let marked = [MatrixItem.ID("kept", "size"), MatrixItem.ID("kept", "title"), MatrixItem.ID("removed", "on")]
    #expect(console.state.channels.list.marked == Set(marked))
    #expect(try console.copied().text.contains("title"))
  }

  @Test("changing or undoing an edit changes only its own row") mutating func coveringAgain() {
    let title = ["\"a, b\"", "\"a, b\""]
    console.press("=")
    console.run("features", "select kept", "set size 5", "select removed", "set on false", "channels")
    #expect(console.cells == [["5", "5"], title, ["false", "false"]])
    console.run("features", "select kept", "set size 6", "channels")
    #expect(console.cells == [["6", "6"], title, ["false", "false"]])
    console.press("u", "u")
    #expect(console.cells == [["5", "5"], title, ["true", "true"]])
    console.press("i")
    #expect(console.cells == [["2", "1"], title, ["true", "true"]])
  }

  @Test("comparisons run in the background one at a time, and an outdated result is ignored") func comparing() throws {
    var state = State(size: ConsoleDriver.defaultSize)
    let manifest = try ConsoleDriver.manifest(ChannelSamples.old)
    #expect(update(&state, .loaded(manifest, [])) == [])
    let first = try requested(update(&state, .command("channels")))
    #expect(frame(of: state).lines().contains { $0.contains("comparing …") })
    let other = ComparedManifest(path: "new.fml.yaml", manifest: try ConsoleDriver.manifest(ChannelSamples.new))
    #expect(update(&state, .beside(other)) == [])
    let second = try requested(update(&state, first))
    #expect(state.channels.columns.isEmpty)
    _ = update(&state, second)
    #expect(state.channels.columns.count == 4)
    #expect(update(&state, .command("next-column")) == [])
  }

  /// The result of the comparison that the effects request.
  private func requested(_ effects: [Effect]) throws -> Event {
    let answers = effects.compactMap { if case .compare(let job) = $0 { Event.compared(job.run()) } else { nil } }
    return try #require(answers.last, "nothing is compared")
  }

  @Test("a small manifest is compared ahead of time once its values are checked") func comparingAhead() throws {
    var state = State(size: ConsoleDriver.defaultSize)
    _ = update(&state, .loaded(try ConsoleDriver.manifest(ChannelSamples.old), []))
    #expect(update(&state, .checked([Name("beta"): []])).count == 1)
    #expect(update(&state, .checked([Name("beta"): []])).isEmpty)
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
    var console = try ConsoleDriver(yaml: yaml("Int"), channel: "beta")
    try console.compare(with: yaml("String"))
    console.press("3")
    let line = try #require(console.channelNames.firstIndex(of: "cards \(name) (type)"), "\(console.channelNames)")
    console.act(":line \(line + 1)", "Enter")
    #expect(console.state.focus == .values && console.path == path)
    #expect(console.message == nil)
  }

  @Test("a reloaded manifest replaces its columns, and the cursor stays on its row")
  mutating func readingAgain() throws {
    try console.compare()
    console.act(":filter title", "G Esc")
    #expect(console.state.channels.selectedLine?.row?.path == "title")
    try console.compare(with: ChannelSamples.new.replacing("default: a }", with: "default: z }"))
    #expect(console.message == .reloadedColumn("new.fml.yaml") && console.columns.count == 4)
    let row = try #require(console.state.channels.selectedLine?.row)
    #expect(row.path == "title" && row.cells.map(\.text) == ["\"a, b\"", "\"z\"", "\"a, b\"", "\"z\""])
  }
}
