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

  @Test("an ended simulation reports the shares") func simulation() async throws {
    var console = try ConsoleDriver(Self.size)
    try console.openDemoRecipes()
    console.run("experiments", "recipe homepage-order-2026", "simulate 2000")
    #expect(console.state.layout.panels[.simulation] != nil)
    let isCancelledByEsc = console.sees("Simulation", "Esc stops it")
    #expect(isCancelledByEsc)
    let results = try await console.state.simulation.run(clients: 2000, seed: 1)
    console.send(.simulation(SimulationUpdate(1, .ended(results))))
    let result = try #require(results.first { $0.slug == "homepage-order-2026" })
    #expect(console.message == .simulated(result, outdated: nil))
  }

  @Test("the list title counts marked rows and shows enrollments and overrides") func counts() throws {
    var console = try FrameCase.console(Self.size)
    console.run("focus features")
    #expect(console.lines[1].contains("◆"))
    #expect(console.lines[1].contains("●"))
    console.press("v", "j", "v")
    #expect(console.lines[1].contains("2 marked"))
  }

  @Test("a draft has a mark and can be listed") func drafts() throws {
    var console = try ConsoleDriver(Self.size)
    console.send(.session(.init(entries: [.init(.draft, "homescreen"): "{"])))
    console.run("list-features drafts")
    #expect(console.ids == ["homescreen"])
    let isMarked = console.sees("✎ homescreen")
    #expect(isMarked)
  }
}
