import Testing
import VirgaCanvas
import VirgaJSON
import VirgaManifest
import VirgaSession

@testable import VirgaConsole

@Suite("What channels and manifests are compared") struct ChannelComparisonTests {
  @Test("a second manifest brings what was added, removed and retyped") func twoManifests() throws {
    var console = try ChannelSamples.console()
    console.send(
      .beside(ComparedManifest(path: "new.fml.yaml", manifest: try ConsoleDriver.manifest(ChannelSamples.new))))
    console.press("3")
    #expect(
      console.state.channels.columns.map(\.title)
        == ["cirrus.fml.yaml@beta", "new.fml.yaml@beta", "cirrus.fml.yaml@release", "new.fml.yaml@release"])
    #expect(
      console.channelNames == [
        "added", "added on", "kept", "kept size (type)", "kept size", "kept title", "removed", "removed on",
      ])
    let pair = ComparedPair(old: 0, new: 1)
    let changes = console.state.channels.lines.compactMap(\.row).map { $0.change(in: pair) }
    #expect(changes == [.added, .retyped, .changed, .changed, .removed])
  }

  @Test("the words for what a further manifest did narrow the rows to those") func changeWords() throws {
    var console = try ChannelSamples.console()
    console.run("channels", "filter retyped")
    #expect(console.channelNames == [], "no further manifest is compared")
    console.send(
      .beside(ComparedManifest(path: "new.fml.yaml", manifest: try ConsoleDriver.manifest(ChannelSamples.new))))
    #expect(console.channelNames == ["kept", "kept size (type)"])
    console.run("filter kept changed")
    #expect(console.channelNames == ["kept", "kept size", "kept title"])
    console.run("filter added")
    #expect(console.channelNames == ["added", "added on"])
    console.run("filter remove")
    #expect(console.channelNames == ["removed", "removed on"], "by its name")
    console.run("filter removed")
    #expect(console.channelNames == ["removed", "removed on"])
    console.run("filter removed kept")
    #expect(console.channelNames == [])
    console.press("/")
    #expect(console.lines.contains { $0.contains("added, removed, retyped, changed") })
  }

  @Test("what the manifests differ in stands out from what channels differ in") func changes() throws {
    var console = try ChannelSamples.console()
    let same = ChannelSamples.old.replacing("default: true", with: "default: false")
    console.send(.beside(ComparedManifest(path: "new.fml.yaml", manifest: try ConsoleDriver.manifest(same))))
    console.press("3")
    #expect(console.channelNames == ["kept", "kept size", "removed", "removed on"])
    console.press("=")
    #expect(console.channelNames == ["removed", "removed on"])
    #expect(console.lines.contains { $0.contains("~ on") })
    console.press("=")
    #expect(console.channelNames == ["kept", "kept size", "kept title", "removed", "removed on"])
  }

  @Test("a feature that one manifest lacks says so, also where it has no variables") func presence() throws {
    var console = try ChannelSamples.console()
    let new = ChannelSamples.new.replacing(
      "variables: { on: { description: Whether., type: Boolean, default: true } }", with: "variables: {}")
    console.send(.beside(ComparedManifest(path: "new.fml.yaml", manifest: try ConsoleDriver.manifest(new))))
    console.press("3")
    #expect(console.channelNames.prefix(2) == ["added", "added (feature)"])
    #expect(console.lines.contains { $0.contains("+ added  not in cirrus.fml.yaml") })
    #expect(console.lines.contains { $0.contains("- removed  not in new.fml.yaml") })
    #expect(console.lines.contains { $0.contains("+ (feature)") && $0.contains("– not there") })
    #expect(console.lines.contains { $0.contains("~ size (type)") && $0.contains("│ Int") && $0.contains("│ String") })
  }

  @Test("edits lie over every channel of the first manifest, and can be left out") func edits() throws {
    var console = try ChannelSamples.console()
    console.press("3")
    console.send(.session(.init(entries: [.init(.edit, "kept"): ["size": 7]])))
    #expect(console.channelNames == [])
    console.press("i")
    #expect(console.channelNames == ["kept", "kept size"])
  }

  @Test("with or without the session is said of all that it brings, branches too") func sessionLayers() throws {
    var console = try ConsoleDriver.onExperiments()
    func cells() -> [[String]] { console.state.channels.lines.compactMap(\.row).map { $0.cells.map(\.text) } }
    console.press("3")
    let enrolled = cells()
    #expect(console.lines.contains { $0.contains(" · with session") })
    #expect(console.lines.last?.contains("i manifest only") == true)
    console.press("i")
    #expect(cells() != enrolled)
    #expect(console.lines.contains { $0.contains(" · manifest only") })
    #expect(console.lines.last?.contains("i with session") == true)
  }

  @Test("marks stay on their rows when another comparison comes while the matrix is not seen") func lateComparison()
    throws
  {
    var console = try ChannelSamples.console()
    console.press("3", "=", "V", "4")
    console.send(
      .beside(ComparedManifest(path: "new.fml.yaml", manifest: try ConsoleDriver.manifest(ChannelSamples.new))))
    console.press(":")
    #expect(console.state.overlay != nil)
    console.press("Esc", "3", "y", "j")
    #expect(
      console.state.channels.list.marked == [
        MatrixItem.ID("kept", "size"), MatrixItem.ID("kept", "title"), MatrixItem.ID("removed", "on"),
      ])
    #expect(console.effects.contains { if case .copy(let text, _) = $0 { text.contains("title") } else { false } })
  }

  @Test("an edit that changes or goes changes its row alone") func coveringAgain() throws {
    var console = try ChannelSamples.console()
    func cells() -> [[String]] { console.state.channels.lines.compactMap(\.row).map { $0.cells.map(\.text) } }
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

  @Test("the comparison is made outside, and an earlier one is not heard") func comparing() throws {
    var state = State(size: Size(columns: 120, rows: 40))
    let manifest = try ConsoleDriver.manifest(ChannelSamples.old)
    #expect(update(&state, .loaded(manifest, [])) == [])
    guard case .compare(let first)? = update(&state, .command("channels")).last else {
      Issue.record("nothing is compared")
      return
    }
    #expect(frame(of: state).lines().contains { $0.contains("comparing …") })
    let other = ComparedManifest(path: "new.fml.yaml", manifest: try ConsoleDriver.manifest(ChannelSamples.new))
    #expect(update(&state, .beside(other)) == [], "one comparison is made at a time")
    guard case .compare(let second)? = update(&state, .compared(first.run())).last else {
      Issue.record("the other manifest is not compared")
      return
    }
    #expect(state.channels.columns.isEmpty)
    _ = update(&state, .compared(second.run()))
    #expect(state.channels.columns.count == 4)
    #expect(update(&state, .command("next-column")) == [])
  }

  @Test("a small manifest is compared before anybody asks, once its values are checked") func comparingAhead() throws {
    var state = State(size: Size(columns: 120, rows: 40))
    let manifest = try ConsoleDriver.manifest(ChannelSamples.old)
    _ = update(&state, .loaded(manifest, []))
    #expect(update(&state, .checked([Name("beta"): []])).count == 1)
    #expect(update(&state, .checked([Name("beta"): []])).isEmpty)
  }

  @Test("Enter on a row about types goes to the value, or to what holds every entry and item that it is about")
  func goingToTypes() throws {
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
    let other = try ConsoleDriver.manifest(yaml("String"))
    console.send(.beside(ComparedManifest(path: "new.fml.yaml", manifest: other)))
    for (name, path) in [("every.*.size", "every"), ("listed[].size", "listed"), ("one.size", "one.size")] {
      console.press("3")
      let line = try #require(console.channelNames.firstIndex(of: "cards \(name) (type)"), "\(console.channelNames)")
      console.run("line \(line + 1)")
      console.press("Enter")
      #expect(console.state.focus == .values && console.path == path, "\(name)")
      #expect(console.state.refusal == nil && console.status == nil, "\(name): \(console.status ?? "")")
    }
  }

  @Test("a manifest that is read again replaces the one beside it, and the cursor stays where it was")
  func readingAgain() throws {
    var console = try ChannelSamples.console()
    console.send(
      .beside(ComparedManifest(path: "new.fml.yaml", manifest: try ConsoleDriver.manifest(ChannelSamples.new))))
    console.press("3")
    console.run("filter title")
    console.press("G", "Esc")
    #expect(console.state.channels.selectedLine?.row?.path == "title")
    let changed = ChannelSamples.new.replacing("default: a }", with: "default: z }")
    console.send(.beside(ComparedManifest(path: "new.fml.yaml", manifest: try ConsoleDriver.manifest(changed))))
    #expect(console.status == "new.fml.yaml was read again")
    #expect(console.state.channels.columns.count == 4)
    let row = try #require(console.state.channels.selectedLine?.row)
    #expect(row.path == "title")
    #expect(row.cells.map(\.text) == ["\"a, b\"", "\"z\"", "\"a, b\"", "\"z\""])
  }
}
