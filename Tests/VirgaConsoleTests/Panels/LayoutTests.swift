import Testing
import VirgaCanvas
import VirgaSource

@testable import VirgaConsole

@Suite("Layout") struct LayoutTests {
  private func body(of size: Size) -> Rectangle { size.bounds.droppingTop(1).droppingBottom(2) }

  @Test(
    "the arrangement follows the size",
    arguments: [
      .init("a tiny terminal is too small", (20, 5, Layout.Arrangement.tooSmall)),
      .init("a narrow terminal is too small at any height", (35, 40, .tooSmall)),
      .init("a low terminal is too small at any width", (100, 8, .tooSmall)),
      .init("the smallest terminal shows one panel alone", (36, 9, .onePanel)),
      .init("60 columns show one panel alone", (60, 15, .onePanel)),
      .init("75 columns show one panel alone at any height", (75, 40, .onePanel)),
      .init("76 columns show panels side by side", (76, 16, .severalPanels)),
      .init("80x24 shows panels side by side", (80, 24, .severalPanels)),
      .init("a huge terminal shows panels side by side", (300, 100, .severalPanels)),
    ] as [Behavior<(columns: Int, rows: Int, expected: Layout.Arrangement)>])
  func arrangement(_ behavior: Behavior<(columns: Int, rows: Int, expected: Layout.Arrangement)>) {
    let (columns, rows, expected) = behavior.example
    #expect(Layout(size: Size(columns: columns, rows: rows)).arrangement == expected)
  }

  @Test("a line that is wrapped and then cut keeps the blank before the word that is cut")
  func cutLine() {
    let lines =
      StyledLine("one two three").wrapped(to: 8, atMost: 1)
      + StyledLine("a-b c").wrapped(to: 3, atMost: 2)
    #expect(lines.map(\.text) == ["one two…", "a-b", "c"])
  }

  @Test("panels neither overlap nor leave the screen")
  func panelBounds() {
    for columns in stride(from: 0, through: 300, by: 7) {
      for rows in stride(from: 0, through: 100, by: 3) {
        for focus in Screen.features.panels {
          let size = Size(columns: columns, rows: rows)
          let arrangement = Layout(size: size).arrangement
          guard arrangement != .tooSmall else { continue }
          let panels = FeatureLayout(arrangement: arrangement, focus: focus, hasProblems: true)
            .areas(in: body(of: size), values: { _ in 5 }, problems: { _ in 6 })
          let isExempt = arrangement != .onePanel || [.editor, .merged].contains(focus)
          #expect(isExempt || panels[focus] != nil, "\(size) \(focus)")
          let areas = Array(panels.values)
          let areInside = areas.allSatisfy { size.bounds.intersection($0) == $0 }
          let areApart = areas.indices.allSatisfy { index in
            areas[(index + 1)...].allSatisfy { areas[index].intersection($0).isEmpty }
          }
          #expect(areInside && areApart, "\(size) \(focus)")
        }
      }
    }
  }

  @Test(
    "the list of features is as wide as its longest id, within a limit",
    arguments: [
      .init("short names take the minimum", (80, 20, 25)),
      .init("longer names take their width", (80, 27, 27)),
      .init("a narrow terminal cuts long names", (80, 50, 28)),
      .init("a wider terminal gives the list three tenths", (120, 50, 36)),
      .init("a wide terminal shows every name", (200, 50, 50)),
      .init("a wide terminal has room for counts in words", (200, 20, 48)),
    ] as [Behavior<(columns: Int, longest: Int, expected: Int)>])
  func listWidth(_ behavior: Behavior<(columns: Int, longest: Int, expected: Int)>) {
    let (columns, longest, expected) = behavior.example
    for focus in [Panel.features, .values, .details] {
      let layout = FeatureLayout(
        arrangement: .severalPanels, focus: focus, hasProblems: false, columnsOfWholeIDs: longest)
      #expect(layout.listColumns(in: columns) == expected)
    }
  }

  @Test(
    "details get the rows that values do not use, and at least their share",
    arguments: [
      .init("few values leave the details their rows", (5, 31)),
      .init("more values leave the details fewer rows", (18, 18)),
      .init("many values leave the details a share", (30, 16)),
      .init("more than all rows leave the details the same share", (40, 16)),
    ] as [Behavior<(values: Int, expected: Int)>])
  func detailRows(_ behavior: Behavior<(values: Int, expected: Int)>) {
    let (values, expected) = behavior.example
    for focus in [Panel.features, .values, .details] {
      let panels = FeatureLayout(arrangement: .severalPanels, focus: focus, hasProblems: false)
        .areas(
          in: body(of: Size(columns: 120, rows: 39)), values: { _ in values },
          problems: { _ in 0 })
      #expect(panels[.details]?.rows == expected, "\(focus)")
    }
  }

  /// The areas of the visible panels, whichever panel each of them shows.
  private func areas(_ console: ConsoleDriver) -> Set<Rectangle> {
    Set(console.layout.panels.values)
  }

  /// Expects that every panel but the config editor leaves the borders where they are.
  private func expectSteadyBorders(_ opened: ConsoleDriver) {
    var console = opened
    console.run("focus \(console.screen.panels[0].name)")
    let before = areas(console)
    for panel in console.screen.panels where ![.editor, .merged].contains(panel) {
      console.run("focus \(panel.name)")
      #expect(areas(console) == before, "\(panel.name) at \(console.size)")
    }
  }

  @Test(
    "changing the focus moves no border", arguments: Screen.allCases, FrameCase.sizes.dropFirst())
  func steadyBorders(screen: Screen, size: Size) {
    expectSteadyBorders(FrameCase.console(size, on: screen))
  }

  @Test(
    "changing the focus moves no border beside a feature with few values",
    arguments: FrameCase.sizes.dropFirst())
  func steadyBordersOfFewValues(size: Size) {
    for id in ConsoleDriver(size).ids.prefix(8) {
      expectSteadyBorders(ConsoleDriver(size).after(":select \(id)"))
    }
  }

  @Test(
    "changing the focus moves no border beside problems", arguments: FrameCase.sizes.dropFirst())
  func steadyBordersBesideProblems(size: Size) throws {
    let console = try ConsoleDriver(size, yaml: ScreenFrameTests.broken, channel: "beta")
    #expect(console.area(of: .problems) != nil)
    expectSteadyBorders(console)
  }

  @Test(
    "changing the channel moves no border of any feature", arguments: FrameCase.sizes.dropFirst())
  func steadyBordersOfChannels(size: Size) {
    var console = ConsoleDriver.withRecipes(size)
    for id in console.ids {
      console.run("select \(id)", "channel nightly")
      let before = areas(console)
      for channel in ["developer", "beta", "release", "nightly"] {
        console.run("channel \(channel)")
        #expect(areas(console) == before, "\(id) in \(channel) at \(size)")
      }
    }
  }

  @Test(
    "the first problem of a feature moves no border until a person goes to it",
    arguments: FrameCase.sizes.dropFirst())
  func steadyBordersOfProblems(size: Size) throws {
    // The names that `target` allows are the keys of `names`, which differ in nightly.
    let yaml = """
      channels: [release, nightly]
      features:
        menu:
          description: A menu.
          variables:
            names: { description: N., type: "Map<Name, Boolean>", string-alias: Name, default: { one: true } }
            target: { description: One name., type: Name, default: one }
          defaults:
            - { channel: nightly, value: { names: { three: true } } }
      """
    var console = try ConsoleDriver(size, yaml: yaml, channel: "nightly")
    console.run("select menu", "focus values")
    let before = areas(console)
    console.act(":set target three") {
      $0.problemIndex.count(.error) == 1 && areas($0) == before
    }
    console.act("F8") { $0.area(of: .problems) != nil }
    let withProblems = areas(console)
    console.act("u") { $0.problemIndex.count(.error) == 0 && areas($0) == withProblems }
    #expect(console.sees("no problems"))
  }

  @Test("a value that has more rows moves no border", arguments: FrameCase.sizes.dropFirst())
  func steadyBordersOfRows(size: Size) throws {
    let yaml = """
      channels: [nightly]
      features:
        menu:
          description: A menu.
          variables:
            order: { description: In order., type: "List<String>", default: [] }
            sizes: { description: By name., type: "Map<String, Int>", default: { a: 1 } }
      """
    var console = try ConsoleDriver(size, yaml: yaml, channel: "nightly")
    console.run("open", "go sizes.a")
    let before = areas(console)
    console.act(":set sizes.b 2") { areas($0) == before && $0.features.values.list.count == 4 }
  }

  @Test("changing the channel or a value moves no border", arguments: FrameCase.sizes.dropFirst())
  func steadyBordersOfChanges(size: Size) {
    var console = ConsoleDriver.withRecipes(size)
    console.run("select homescreen", "go sections-enabled.pocket")
    let features = areas(console)
    let edit = ":set sections-enabled.pocket false"
    for change in [":channel release", ":channel nightly", edit, "u"] {
      console.act(change) { areas($0) == features }
    }
    console.run("experiments", "recipe share-sheet-2026")
    let experiments = areas(console)
    for change in [":set-context region US", "u", ":channel beta"] {
      console.act(change) { areas($0) == experiments }
    }
  }

  @Test(
    "a change of the client after a simulation moves no border", arguments: FrameCase.sizes[2...])
  func steadyBordersOfSimulation(size: Size) async throws {
    var console = ConsoleDriver.onExperiments(size)
    let results = try await console.simulate(clients: 2_000)
    console.run("recipe homepage-order-2026", "simulate 2000")
    console.send(.simulation(1, done: nil, results))
    let before = areas(console)
    for change in [":set-context region FR", "u"] {
      console.act(change) { areas($0) == before }
    }
  }

  @Test("a message of several lines moves no border", arguments: FrameCase.sizes.dropFirst())
  func steadyBordersOfMessages(size: Size) {
    let words = String(repeating: "word ", count: size.columns)
    for panel in [Panel.features, .values, .editor] {
      let opening = panel == .editor ? "i" : ":focus \(panel.name)"
      var console = ConsoleDriver.onHomescreen(size: size).after(opening)
      #expect(console.focus == panel)
      let (panels, lines) = (console.layout.panels, console.lines)
      console.send(.outcome(.refusal(words)))
      #expect(console.layout.panels == panels, "\(panel.name)")
      // The header may count what happened; the lower border and the status line are covered.
      let rows = 1..<size.rows - 3
      #expect(console.lines[rows] == lines[rows], "\(panel.name)")
    }
  }

  @Test("the keys after the first one of a sequence move no border") func steadyBordersOfKeys() {
    var console = ConsoleDriver(Size(columns: 36, rows: 24))
    let lines = console.lines
    console.press("y")
    let top = HintLine.placedHints(console.model).map(\.start.row).min() ?? 0
    #expect(top > 1 && top < console.layout.status.row, "the keys need more than two lines")
    #expect(console.lines[1..<top] == lines[1..<top])
  }

  @Test("the deciding place of a flag comes first")
  func flag() throws {
    let console = FlagDriver.console(FrameCase.goldenSize).after(
      ":flags", ":select-flag siteReportPicture")
    let below = console.lines.drop { !$0.contains("─ siteReportPicture ") }
    #expect(below.first?.contains(" lines ─┐") == true)
    let places = below.filter { $0.contains(" / ") }
    #expect(places.first?.contains("picture-allowed") == true)
  }

  @Test(
    "details take the rows that a short list leaves",
    arguments: [(Screen.flags, "Pocket"), (.channels, "pocket")])
  func freeRows(screen: Screen, filter: String) throws {
    let console = FrameCase.console(FrameCase.goldenSize, on: screen).after(":filter \(filter)")
    let details = try #require(screen.panels.last { console.area(of: $0) != nil })
    let all = try #require(console.lineCount(of: details))
    let shown = console.layout.inside(details).rows
    #expect(
      console.layout.inside(screen.panels[0]).rows > 2 && shown >= min(all, 8),
      "\(console.lines)")
  }

  @Test(
    "at the smallest size each list shows a whole row, also beside another manifest",
    arguments: Screen.allCases)
  func smallest(screen: Screen) throws {
    var console = FrameCase.console(Layout.smallest, on: screen)
    try console.compare()
    for panel in screen.panels {
      console.run("focus \(panel.name)")
      guard console.itemCount > 0 else { continue }
      #expect(console.height(of: console.focus) >= 1, "\(panel.name)")
      #expect(console.sees("▸"), "\(panel.name)")
    }
  }
}
