import Testing
import VirgaCanvas
import VirgaConsole
import VirgaExperiments
import VirgaTestSupport

@Suite("Frames of screen 4") struct ExperimentFrameTests {
  private func expect(_ console: ConsoleDriver, equals name: String) {
    let text = console.lines.joined(separator: "\n") + "\n"
    GoldenText.expect(
      text, equals: "\(name)@\(console.state.size).txt", in: "\(Repository.root)/Tests/VirgaConsoleTests/Frames/Golden")
  }

  private func console(_ size: Size, _ lines: String...) throws -> ConsoleDriver {
    var console = try ConsoleDriver(size)
    try console.openDemoRecipes()
    console.press("4")
    for line in lines { console.run(line) }
    return console
  }

  @Test("why a client is not targeted", arguments: FeatureFrameTests.sizes) func whyNot(size: Size) throws {
    expect(try console(size, "recipe share-sheet-2026"), equals: "experiments")
  }

  @Test("the reasons alone on a narrow terminal") func reasonsAlone() throws {
    expect(try console(Size(columns: 60, rows: 15), "recipe share-sheet-2026", "focus why"), equals: "experiments-why")
  }

  @Test("branches and buckets", arguments: FeatureFrameTests.sizes) func branches(size: Size) throws {
    expect(
      try console(size, "force-branch homepage-order-2026 treatment-b", "focus branches"),
      equals: "experiments-branches")
  }

  @Test("the context", arguments: FeatureFrameTests.sizes) func context(size: Size) throws {
    expect(try console(size, "recipe share-sheet-2026", "focus context"), equals: "experiments-context")
  }

  @Test("an expression while it is typed", arguments: FeatureFrameTests.sizes) func expression(size: Size) throws {
    var console = try console(size)
    console.press("=")
    console.type("app_version|versionCompare('140.!') >= 0 || (region == 'DE' && locale in [1])")
    expect(console, equals: "experiments-expression")
  }

  @Test("a simulation that ended", arguments: FeatureFrameTests.sizes) func simulation(size: Size) async throws {
    var console = try console(size, "recipe homepage-order-2026", "simulate 20000", "focus simulation")
    let results = try await console.state.simulation.run(clients: 20_000, seed: 1)
    console.send(.simulation(SimulationNews(1, .ended(results))))
    expect(console, equals: "experiments-simulation")
  }

  @Test("a session without recipes") func nothing() throws {
    var console = try ConsoleDriver(Size(columns: 80, rows: 24))
    console.press("4")
    expect(console, equals: "experiments-empty")
  }
}
