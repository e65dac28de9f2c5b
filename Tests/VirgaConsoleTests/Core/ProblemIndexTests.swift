import Testing
import VirgaCanvas
import VirgaExperiments
import VirgaJSON
import VirgaManifest
import VirgaSession
import VirgaSource
import VirgaWorkbench

@testable import VirgaConsole

@Suite("Problems of other channels") struct ProblemIndexTests {
  /// A console with a level for some channels; one that is not an Int is an error there.
  private static func console(
    _ levels: KeyValuePairs<String, String>, columns: Int = 140, channel: String = "release"
  ) throws -> ConsoleDriver {
    try ConsoleDriver(Size(columns: columns, rows: 40), yaml: yaml(levels), channel: channel)
  }

  private static func yaml(_ levels: KeyValuePairs<String, String>) -> String {
    let blocks = levels.map {
      "      - { \($0.hasPrefix("[") ? "channels" : "channel"): \($0), value: { level: \($1) } }\n"
    }.joined()
    return """
      channels: [release, beta, nightly]
      features:
        tabs: { description: Tabs., variables: { on: { description: On., type: Boolean, default: true } } }
        zoom:
          description: Zoom.
          variables: { level: { description: The level., type: Int, default: 1 } }
          defaults:

      """ + (blocks.isEmpty ? "      - { value: { level: 2 } }\n" : blocks)
  }

  @Test("an error in another channel is named with that channel")
  func otherChannel() throws {
    var console = try Self.console(["nightly": "bogus"])
    #expect(
      console.lines[0].contains("! 1 error in nightly") && !console.lines[0].contains("no problems")
    )
    #expect(console.lines.contains { $0.contains("zoom") && $0.contains("1!") })
    console.act("?") {
      $0.listLines.contains { $0.hasSuffix("list what is wrong 1 error in nightly") }
    }
    console.act("Esc", "!") { $0.titles.first?.hasPrefix("nightly: ") == true }
    console.act("Esc", "F8") { $0.selected == "zoom" && $0.path == "level" }
    #expect(
      console.status?.hasPrefix("test.fml.yaml:8:") == true
        && console.status?.contains(": nightly: ") == true)
    console.act(":list-features problems") { $0.features.list.items.map(\.name) == ["zoom"] }
    #expect(console.messages.first?.contains(", 1 error in nightly") == true, "\(console.messages)")
  }

  @Test("a terminal without room for the channels shows the number")
  func narrow() throws {
    let console = try Self.console(["nightly": "bogus"], columns: 60)
    #expect(
      console.lines[0].contains("!1") || console.lines[0].contains("! 1 error"),
      "\(console.lines[0])")
  }

  @Test(
    "the first line says in which channels errors are",
    arguments: [
      .init(
        "the channel on screen is not named", ("nightly", ["nightly": "bogus"], "! 1 error · ")),
      .init(
        "more errors in another channel are added",
        ("release", ["release": "x", "nightly": "y"], "! 1 error, 1 more in nightly")),
      .init(
        "several other channels are named together",
        ("release", ["beta": "x", "nightly": "y"], "! 2 errors in beta and nightly")),
      .init(
        "an error of all channels names none",
        ("release", ["[release, beta, nightly]": "x"], "! 1 error · ")),
      .init(
        "one error in several other channels is counted once",
        ("release", ["[beta, nightly]": "x"], "! 1 error in beta and nightly")),
    ] as [Behavior<(channel: String, levels: KeyValuePairs<String, String>, words: String)>])
  func counts(
    _ behavior: Behavior<(channel: String, levels: KeyValuePairs<String, String>, words: String)>
  ) throws {
    let (channel, levels, words) = behavior.example
    let console = try Self.console(levels, columns: 200, channel: channel)
    #expect(console.lines[0].contains(words), "\(console.lines[0])")
  }

  @Test("problems of the channel on screen come first")
  func order() throws {
    var console = try Self.console(["release": "x", "nightly": "y"])
    let sentences = console.problemIndex.all.filter { $0.problem.severity == .error }.map(
      \.found.channelPrefix)
    #expect(sentences == ["release: ", "nightly: "])
    console.act("F8", ":channel nightly") { console in
      console.problemIndex.all.first?.found.channelPrefix == "nightly: "
        && console.features.problems.visitedIndex == 1
    }
  }

  @Test("a reload says what is wrong in any channel, once") func reload() throws {
    var console = try Self.console([:])
    #expect(console.lines[0].contains("no problems"))
    let count = console.messages.count
    console.load(try ConsoleDriver.manifest(Self.yaml(["nightly": "bogus"])))
    #expect(
      console.status == "reloaded the manifest: 1 error in nightly"
        && console.messages.count == count + 1)
    console.load(try ConsoleDriver.manifest(Self.yaml(["nightly": "bogus"])))
    #expect(console.status == "reloaded the manifest, which is unchanged: 1 error in nightly")
    console.load(try ConsoleDriver.manifest(Self.yaml([:])))
    #expect(console.message == .reloaded())
  }

  @Test("plain mode names the channel of a problem too") func plain() throws {
    var (console, plain) = (try Self.console(["nightly": "bogus"]), PlainText())
    #expect(console.changes(in: &plain).first?.contains("1 error in nightly") == true)
    console.press("F8")
    #expect(console.changes(in: &plain).contains { $0.contains(": nightly: ") })
    console.press("!")
    #expect(console.changes(in: &plain).contains { $0.contains("nightly: ") })
  }

  /// The names that `target` allows are the keys of `names`, which differ in nightly.
  private static let aliases = """
    channels: [release, nightly]
    features:
      menu:
        description: A menu.
        variables:
          names: { description: Names., type: "Map<Name, Boolean>", string-alias: Name, default: { one: true, two: true } }
          target: { description: One name., type: Name, default: one }
        defaults:
          - { channel: nightly, value: { names: { three: true } } }
    """

  /// A console in nightly with an edit that only release rejects.
  private func consoleWithRejectedEdit() throws -> ConsoleDriver {
    var console = try ConsoleDriver(
      Size(columns: 200, rows: 40), yaml: Self.aliases, channel: "nightly")
    #expect(console.problemIndex.count(.error) == 0, "\(console.problems)")
    console.act(":select menu", ":set target three")
    return console
  }

  @Test("an edit that only other channels reject counts until it is undone") func edit() throws {
    var console = try consoleWithRejectedEdit()
    #expect(console.lines[0].contains("! 1 error in release"))
    console.act("u") { $0.lines[0].contains("no problems") && !$0.lines[0].contains("error") }
  }

  @Test("an edit that only other channels reject marks its feature") func mark() throws {
    let console = try consoleWithRejectedEdit()
    #expect(console.lines.contains { $0.contains("! menu") || $0.contains("!menu") })
  }

  @Test("F8 goes to an edit that only other channels reject") func goingToEdit() throws {
    var console = try consoleWithRejectedEdit()
    console.act("F8") { $0.path == "target" && $0.status?.hasPrefix("release: ") == true }
  }

  @Test("a recipe is checked in its own channel") func recipe() throws {
    var console = try ConsoleDriver(
      Size(columns: 200, rows: 40), yaml: Self.aliases, channel: "nightly")
    var recipe = try Recipe.test("menu-test", features: "menu", config: ["target": "three"])
    console.open([recipe])
    #expect(console.lines[0].contains("! 1 error in release"), "\(console.lines[0])")
    console.act("F8") {
      $0.screen == .experiments && $0.experiments.selectedRow?.slug == "menu-test"
    }
    #expect(console.status?.contains("in branch `control` of `menu-test`") == true)
    recipe = try Recipe.test("menu-test", features: "menu", config: ["target": 3])
    console.open([recipe])
    console.send(.recipes(RecipeBatch(.object(recipe.json)), from: "r.json"))
    #expect(
      console.lines[0].contains("! 1 error ") && !console.lines[0].contains("error in"),
      "\(console.lines[0])")
    console.act(":remove-recipe menu-test") { $0.lines[0].contains("no problems") }
  }
}
