import Testing
import VirgaCanvas
import VirgaExperiments
import VirgaJSON
import VirgaSession

@testable import VirgaConsole

@Suite("What has to be seen on a terminal of 80 columns and 24 rows") struct SmallTerminalTests {
  private static let size = FrameCase.goldenSize

  @Test("the place that keeps a flag off comes first, and the title says how much more there is") func flag() throws {
    var console = try FlagDriver.console(Self.size)
    console.run("flags", "select-flag siteReportPicture")
    let below = console.lines.drop { !$0.contains("─ siteReportPicture ") }
    #expect(below.first?.contains(" lines ─┐") == true)
    let places = below.filter { $0.contains(" / ") }
    #expect(places.first?.contains("picture-allowed") == true)
  }

  @Test("a simulation that ended says the shares") func simulation() async throws {
    var console = try ConsoleDriver(Self.size)
    try console.openDemoRecipes()
    console.run("experiments", "recipe homepage-order-2026", "simulate 2000")
    #expect(console.state.layout.panels[.simulation] != nil)
    let isCancelledByEsc = console.sees("Simulation", "Esc stops it")
    #expect(isCancelledByEsc)
    let results = try await console.state.simulation.run(clients: 2000, seed: 1)
    console.send(.simulation(SimulationNews(1, .ended(results))))
    let result = try #require(results.first { $0.slug == "homepage-order-2026" })
    #expect(console.message == .simulated(result, outdated: nil))
  }

  @Test("the list says how many are marked, and which kinds there are") func counts() throws {
    var console = try FrameCase.console(Self.size)
    console.run("focus features")
    #expect(console.lines[1].contains("◆"))
    #expect(console.lines[1].contains("●"))
    console.press("v", "j", "v")
    #expect(console.lines[1].contains("2 marked"))
  }

  @Test("a draft has a mark and is listed") func drafts() throws {
    var console = try ConsoleDriver(Self.size)
    console.send(.session(.init(entries: [.init(.draft, "homescreen"): "{"])))
    console.run("list-features drafts")
    #expect(console.ids == ["homescreen"])
    let isMarked = console.sees("✎ homescreen")
    #expect(isMarked)
  }
}
