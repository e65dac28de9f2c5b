import Testing
import VirgaCanvas
import VirgaExperiments
import VirgaTargeting

@testable import VirgaConsole

@Suite("Simulation on screen 4") struct SimulationPanelTests {
  private var console: ConsoleDriver

  init() throws { console = try .onExperiments() }

  @Test("a simulation starts, reports progress and stops, and late reports are ignored") mutating func simulates() {
    console.run("simulate 10,000")
    #expect(console.effects == [.simulate(number: 1, clients: 10_000)])
    console.send(.simulation(SimulationUpdate(1, done: 5_000, [])))
    #expect(console.sees("50.0 %", "5,000 clients"))
    console.press("s")
    #expect(console.effects == [.stopSimulation])
    console.press("s")
    console.send(.simulation(SimulationUpdate(1, done: 9_000, [])))
    #expect(console.state.experiments.simulation.done == 0)
  }

  @Test("another number of clients replaces the running simulation") mutating func simulatesAgain() {
    console.run("simulate 10,000", "simulate 500")
    #expect(console.effects == [.simulate(number: 2, clients: 500)])
    #expect(console.state.experiments.simulation.isRunning)
  }

  @Test("figures grow while a simulation runs and stay when it is stopped")
  mutating func partialFigures() async throws {
    console.run("recipe homepage-order-2026", "simulate 10,000")
    let soFar = try await console.state.simulation.run(clients: 2_000, seed: 1)
    console.send(.simulation(SimulationUpdate(1, done: 2_000, soFar)))
    #expect(console.sees("20.0 %", "2,000 clients"))
    #expect(console.sees("treatment-a", "expected"))
    console.press("s")
    let shares = "control 25.8 %, treatment-a 48.2 %, treatment-b 26.1 %"
    #expect(
      console.status
        == "stopped the simulation after 2,000 clients; homepage-order-2026: of 2,000 clients 100.0 % enroll: \(shares)"
    )
    #expect(console.sees("stopped after 2,000 of 10,000 clients"))
    #expect(console.sees("treatment-a", "expected"))
  }

  @Test("results are marked as outdated until the client is the same again")
  mutating func simulatedBefore() async throws {
    func isMarked() -> Bool { console.sees("outdated:") }
    console.run("recipe homepage-order-2026", "simulate 2000")
    #expect(!isMarked())
    console.run("set-context region DE")
    #expect(isMarked())
    let results = try await console.state.simulation.run(clients: 2_000, seed: 1)
    console.send(.simulation(SimulationUpdate(1, done: nil, results)))
    #expect(isMarked())
    let result = try #require(results.first { $0.slug == "homepage-order-2026" })
    #expect(console.message == .simulated(result, outdated: "s"))
    console.run("select homescreen", "set sections-enabled.pocket false", "undo", "experiments")
    #expect(isMarked())
    console.run("undo", "experiments")
    #expect(!isMarked())
    console.tell(Instant(seconds: 1_775_044_800 + 7_200))
    console.run("recipe zoom-levels", "recipe homepage-order-2026")
    #expect(console.state.experiments.contextRows.contains { $0.value == "2026-04-01 14:00" } && !isMarked())
    console.run("clock +1d")
    #expect(isMarked(), "a clock that was moved is a change")
    console.run("undo", "experiments")
    #expect(!isMarked())
    console.run("take-part rollouts")
    #expect(isMarked())
    console.press("s")
    #expect(!isMarked())
  }
}
