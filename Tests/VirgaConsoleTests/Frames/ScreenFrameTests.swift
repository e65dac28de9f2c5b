import Testing
import VirgaCanvas
import VirgaExperiments
import VirgaJSON
import VirgaSession
import VirgaTestSupport
import VirgaWorkbench

@testable import VirgaConsole

@Suite("Frames of screens in particular states") struct ScreenFrameTests {
  /// How the console of a frame is opened.
  typealias Opening = @Sendable (Size) throws -> ConsoleDriver

  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    let opening: Opening
    let steps: [String]
    let size: Size?

    /// The frame `name` after some steps, at every size or at one.
    init(_ name: String, _ opening: @escaping Opening, _ steps: String..., at size: Size? = nil) {
      (self.name, self.opening, self.steps, self.size) = (name, opening, steps, size)
    }

    var testDescription: String { name }
  }

  static let cases = [
    Case("first", demo),
    Case("values", demo, ":select homescreen", ":open", ":go sections-enabled.pocket"),
    // A filter that finds names inside features.
    Case("filter", demo, "/", "'pocket"),
    Case("problems", withProblems, "F8"),
    Case("matrix", demo, ":channels", ":filter homescreen", "j l"),
    Case("matrix-edited", edited, ":channels", ":only-differences", ":filter pocket", "j"),
    Case("events", events, ":events", "k"),
    Case("experiments", recipes, ":recipe share-sheet-2026"),
    Case(
      "experiments-why", recipes, ":recipe share-sheet-2026", ":focus why", at: FrameCase.sizes[0]),
    Case(
      "experiments-branches", recipes, ":force-branch homepage-order-2026 treatment-b",
      ":focus branches"),
    Case("experiments-context", recipes, ":recipe share-sheet-2026", ":focus context"),
    Case("experiments-empty", demo, "4"),
    Case("flags", flags),
    Case("flags-overridden", flags, "f", at: wide),
    // Every state of configured flags, with the variations of a test.
    Case("flags-configured", flags, ":channel release", ":select-flag Fast tabs", at: wide),
    // A debug override that the channel ignores.
    Case("flags-ignored", flags, ":channel release", ":select-flag translateFinnish"),
    Case("flags-options", flags, ":select-flag startAtHome", ":choose-value"),
    Case(
      "flags-ascii", { FlagDriver.console($0, ascii: true) }, ":flags", ":cycle-flag", ":mark",
      at: wide),
    Case(
      "list-edit-problems", session, ":edit", ":go-to-line 2:16", "', \"pinned-limit\": true",
      ":list-edit-problems"),
    Case("list-drop-marked", session, ":focus features", ":mark", ":mark", ":drop"),
    Case(
      "list-hand-off-forms", session, ":experiments",
      ":hand-off \(HandoffTarget.demoBuilds.first?.name ?? "")"),
  ]

  private static let wide = Size(columns: 120, rows: 40)

  @Test("show each state as in its golden file", arguments: cases, FrameCase.sizes) func frames(
    shown: Case, size: Size
  ) throws {
    guard shown.size == nil || shown.size == size else { return }
    var console = try shown.opening(size)
    console.act(shown.steps)
    FrameCase.expect(console, equals: shown.name, atEverySize: shown.size != nil)
  }

  private static let demo: Opening = { ConsoleDriver($0) }
  /// An edit in the demo.
  private static let edited: Opening = { size in
    var console = ConsoleDriver(size)
    console.send(
      .session(
        .init(entries: [.init(.edit, "homescreen"): ["sections-enabled": ["pocket": false]]])))
    return console
  }
  private static let recipes: Opening = { ConsoleDriver.onExperiments($0) }
  private static let events: Opening = { ConsoleDriver.onEvents($0) }
  /// The demo with a choice on every layer of flags, and orphans.
  private static let flags: Opening = { size in
    var console = FlagDriver.console(size)
    console.send(
      .session(
        .init(entries: [
          .init(.preference, "SentFromCirrusUserPrefsKey"): false,
          .init(.preference, "ToolbarPlaceUsersPrefsKey"): "top",
          .init(.debug, "translateFinnishDebugKey"): true,
          .init(.debug, "Onboarding steps"): "Five",
          .init(.lock, "Premium themes"): true, .init(.draw, "Fast tabs"): 12,
          .init(.preference, "RetiredUserPrefsKey"): true,
        ])))
    return console.after(":flags")
  }
  /// A session with content on every screen, and builds of its app.
  private static let session: Opening = { size in
    var console = FrameCase.console(size)
    console.offer(HandoffTarget.known + HandoffTarget.demoBuilds)
    return console
  }
  /// A manifest with problems.
  private static let withProblems: Opening = {
    try ConsoleDriver($0, yaml: broken, channel: "beta")
  }

  static let broken = """
    channels: [nightly, beta]
    features:
      tabs:
        description: What a tab shows.
        variables:
          columns:
            description: How many columns.
            type: Int
            default: many
          colour:
            description: Which colour.
            type: Colour
            default: red
      zoom:
        description: How large pages are.
        variables:
          level:
            description: In percent.
            type: Int
            default: 100
        defaults:
          - channel: beta
            value: { level: "110" }
    """

  @Test("show an ended simulation") func simulation() async throws {
    let results = try await ConsoleDriver.onExperiments().simulate(clients: 20_000)
    for size in FrameCase.sizes {
      var console = ConsoleDriver.onExperiments(size)
      console.run("recipe homepage-order-2026", "simulate 20000", "focus simulation")
      console.send(.simulation(1, done: nil, results))
      FrameCase.expect(console, equals: "experiments-simulation")
    }
  }

  @Test("show a large app at 80x24 with the whole id in the title of the values")
  func largeApp() throws {
    var console = try LargeApp.console(FrameCase.goldenSize)
    FrameCase.expect(console, equals: "large-features")
    for _ in 0..<30 where console.selected != "first-run-welcome-framework" {
      #expect(console.lines[1].contains("┌─ \(console.selected ?? "") ─"), "\(console.lines[1])")
      console.press("j")
    }
    console.run("select first-run-welcome-framework", "open", "go cards.welcome.button-action")
    FrameCase.expect(console, equals: "large-values")
  }

  @Test("show the flags of a large app at 80x24 with whole paths and checks")
  func largeFlags() throws {
    var console = try LargeApp.console(FrameCase.goldenSize)
    console.act(":flags", ":filter cards", ":line 7", "Space")
    FrameCase.expect(console, equals: "large-flags")
    #expect(!console.lines.contains { $0.hasPrefix("┃") && $0.contains("…") })
    console.act("Esc g Enter") {
      $0.lines[4].contains("▸ ▸ address-bar-gesture-to-open-tab-tray-feature  1")
    }
  }

  @Test("group the problems of a large app by kind") func largeProblems() throws {
    var console = try LargeApp.console(FrameCase.goldenSize, channels: ["nightly"])
    console.act(":problems") { $0.titles == ["missing-metadata 100"] }
    console.act("Enter") { $0.titles.count == 100 }
  }

  @Test(
    "a narrow header still counts overrides and names the file and channel", arguments: 40...100)
  func narrowHeader(columns: Int) throws {
    var console = ConsoleDriver(Size(columns: columns, rows: 15))
    console.run("select homescreen", "set sections-enabled.pocket false")
    let header = console.lines[0]
    #expect(header.contains("1 override") || header.contains(" ●1"), "\(header)")
    let isNamed = [" virga  cirru", " cirru"].contains(where: header.hasPrefix)
    #expect(isNamed && header.contains(" ▸ nightly") && header.count < columns, "\(header)")
  }
}
