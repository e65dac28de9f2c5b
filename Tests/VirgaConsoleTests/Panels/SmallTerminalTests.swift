import Testing
import VirgaCanvas
import VirgaExperiments
import VirgaJSON
import VirgaSession

@testable import VirgaConsole

@Suite("Screens at 80x24") struct SmallTerminalTests {
  private static let size = FrameCase.goldenSize

  @Test("the deciding place of a flag comes first, and the title counts the remaining lines") func flag() throws {
    var console = try FlagDriver.console(Self.size)
    console.run("flags", "select-flag siteReportPicture")
    let below = console.lines.drop { !$0.contains("─ siteReportPicture ") }
    #expect(below.first?.contains(" lines ─┐") == true)
    let places = below.filter { $0.contains(" / ") }
    #expect(places.first?.contains("picture-allowed") == true)
  }

  @Test(
    "details take the rows that a short list leaves",
    arguments: [(Screen.flags, "Pocket"), (.channels, "pocket")])
  func freeRows(screen: Screen, filter: String) throws {
    var console = try FrameCase.console(Self.size, on: screen)
    console.run("filter \(filter)")
    let details = try #require(screen.panels.last { console.model.layout.panels[$0] != nil })
    let all = try #require(console.model.parts.view(of: details)?.lines(of: console.model).count)
    let shown = console.model.layout.inside(details).rows
    #expect(console.model.layout.inside(screen.panels[0]).rows > 2 && shown >= min(all, 8), "\(console.lines)")
  }

  @Test("an ended simulation reports the shares") func simulation() async throws {
    var console = try ConsoleDriver(Self.size)
    try console.openDemoRecipes()
    console.run("experiments", "recipe homepage-order-2026", "simulate 2000")
    #expect(console.model.layout.panels[.simulation] != nil)
    let isCancelledByEsc = console.sees("Simulation", "Esc stops it")
    #expect(isCancelledByEsc)
    let results = try await SimulationRun.simulation(in: console.model).run(clients: 2000, seed: 1)
    console.send(.simulation(1, done: nil, results))
    let result = try #require(results.first { $0.slug == "homepage-order-2026" })
    #expect(console.message == .simulated(result, outdated: nil))
  }

  @Test("the list title counts marked rows and shows enrollments and overrides") func counts() throws {
    var console = try FrameCase.console(Self.size)
    console.act(":focus features") { $0.lines[1].contains("◆") }
    #expect(console.lines[1].contains("●"))
    console.act("v j v") { $0.lines[1].contains("2 marked") }
  }

  @Test("at the smallest size each list shows a whole row, also beside another manifest", arguments: Screen.allCases)
  func smallest(screen: Screen) throws {
    var console = try FrameCase.console(Layout.smallest, on: screen)
    try console.compare()
    for panel in screen.panels {
      console.run("focus \(panel.name)")
      guard let view = console.model.view, view.list(in: console.model)?.count ?? 0 > 0 else { continue }
      #expect(view.rowsArea(in: console.model).rows >= max(1, view.rowHeight(in: console.model)), "\(panel.name)")
      #expect(console.sees("▸"), "\(panel.name)")
    }
  }

  @Test("every list with several columns has heads") func heads() throws {
    for (panel, heads) in [
      (Panel.features, "Feature"), (.values, "Variable"), (.flags, "Flag"), (.matrix, "Feature ▸ variable"),
      (.recipes, "Gate"), (.branches, "Branch"), (.context, "Attribute"), (.log, "Event"), (.counts, "Events"),
    ] {
      var console = try FrameCase.console(Self.size, on: panel.screen)
      console.run("focus \(panel.name)")
      let top = console.model.layout.inside(panel).row
      #expect(console.lines[top...].prefix(6).contains { $0.contains(" \(heads) ") }, "\(panel.name)")
    }
    var console = try ConsoleDriver(Self.size, yaml: ScreenFrameTests.broken, channel: "beta")
    console.act("F8") { $0.sees("│  Severity  Where") }
  }

  @Test("a draft has a mark and can be listed") func drafts() throws {
    var console = try ConsoleDriver(Self.size)
    console.send(.session(.init(entries: [.init(.draft, "homescreen"): "{"])))
    console.act(":list-features drafts") { $0.ids == ["homescreen"] }
    let isMarked = console.sees("✎ homescreen")
    #expect(isMarked)
  }
}
