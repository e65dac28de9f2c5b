import Testing
import VirgaCanvas
import VirgaExperiments
import VirgaTestSupport

@testable import VirgaConsole

@Suite("Frames of screen 4") struct ExperimentFrameTests {
  private func console(_ size: Size, _ lines: String...) throws -> ConsoleDriver {
    var console = try ConsoleDriver(size)
    try console.openDemoRecipes()
    console.press("4")
    for line in lines { console.run(line) }
    return console
  }

  @Test("show why a client is not targeted", arguments: FrameCase.sizes) func whyNot(size: Size) throws {
    FrameCase.expect(try console(size, "recipe share-sheet-2026"), equals: "experiments")
  }

  @Test("show only the reasons on a narrow terminal") func reasonsAlone() throws {
    FrameCase.expect(
      try console(Size(columns: 60, rows: 15), "recipe share-sheet-2026", "focus why"), equals: "experiments-why",
      atEverySize: true)
  }

  @Test("show branches and buckets", arguments: FrameCase.sizes) func branches(size: Size) throws {
    FrameCase.expect(
      try console(size, "force-branch homepage-order-2026 treatment-b", "focus branches"),
      equals: "experiments-branches")
  }

  @Test("show the context", arguments: FrameCase.sizes) func context(size: Size) throws {
    FrameCase.expect(try console(size, "recipe share-sheet-2026", "focus context"), equals: "experiments-context")
  }

  @Test("show an expression while it is typed", arguments: FrameCase.sizes) func expression(size: Size) throws {
    var console = try console(size)
    console.act("=", "'app_version|versionCompare('140.!') >= 0 || (region == 'DE' && locale in [1])")
    FrameCase.expect(console, equals: "experiments-expression")
  }

  @Test("show an ended simulation", arguments: FrameCase.sizes) func simulation(size: Size) async throws {
    var console = try console(size, "recipe homepage-order-2026", "simulate 20000", "focus simulation")
    let results = try await SimulationRun.simulation(in: console.state).run(clients: 20_000, seed: 1)
    console.send(.simulation(SimulationUpdate(1, done: nil, results)))
    FrameCase.expect(console, equals: "experiments-simulation")
  }

  @Test("show a session without recipes") func nothing() throws {
    var console = try ConsoleDriver(FrameCase.goldenSize)
    console.press("4")
    FrameCase.expect(console, equals: "experiments-empty")
  }
}
