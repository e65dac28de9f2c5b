import Testing
import VirgaCanvas
import VirgaExperiments
import VirgaTargeting

@testable import VirgaConsole

@Suite("Simulation on screen 4") struct SimulationRunTests {
  private var console = ConsoleDriver.onExperiments().after(":recipe homepage-order-2026")

  /// The results of a simulation of 2,000 clients like the one on screen.
  private func results() async throws -> [SimulatedRecipe] {
    try await console.simulate(clients: 2_000)
  }

  @Test("a stopped simulation keeps its figures")
  mutating func simulates() async throws {
    console.act(":simulate 500", ":simulate 10,000") {
      $0.effects == [.simulate(number: 2, clients: 10_000)]
    }
    console.send(.simulation(2, done: 2_000, try await results())) {
      $0.sees("20.0 %", "2,000 clients") && $0.sees("treatment-a", "expected")
    }
    console.act("s") {
      $0.effects == [.stopSimulation] && $0.sees("stopped after 2,000 of 10,000 clients")
        && $0.sees("treatment-a", "expected")
    }
    let shares = "control 25.8 %, treatment-a 48.2 %, treatment-b 26.1 %"
    #expect(
      console.status
        == "stopped the simulation after 2,000 clients; homepage-order-2026: of 2,000 clients 100.0 % enroll: \(shares)"
    )
  }

  @Test("starting says how many clients are simulated")
  mutating func starting() {
    console.act("s", says: .simulating(1_000_000, stop: "s"))
    #expect(console.effects == [.simulate(number: 1, clients: 1_000_000)])
  }

  @Test("the result explains its shares and p in words")
  mutating func explained() async throws {
    console.act(":simulate 2000")
    console.send(.simulation(1, done: nil, try await results()))
    #expect(console.sees("control", " expected "))
    #expect(console.sees("enrolled", " selected ") || console.sees("enrolled", "buckets select "))
    let row = try console.row(of: "sample ratio p ")
    #expect(console.lines[row + 1].contains("p: how often chance gives such counts"))
  }

  @Test("the result of a recipe for another app says so first")
  mutating func otherApp() async throws {
    console.open([try .test("theirs", app: "firefox_ios")])
    console.act(":recipe theirs", ":simulate 2000")
    console.send(.simulation(1, done: nil, try await results()))
    let lines = SimulationPanel().text(of: console.model, columns: 100).map(\.text.plain)
    #expect(lines[0] == "stopped by other app: it is for the app `firefox_ios`, not for this one")
    #expect(lines.last == "not: other app 2,000")
  }

  @Test("a narrow panel leaves out columns instead of cutting them")
  mutating func narrow() async throws {
    console.open([try .test("long", app: "cirrus", branch: "fourteen-cells")])
    console.act(":recipe long", ":simulate")
    console.send(.simulation(1, done: 500_000, try await results()))
    // The width of the text at 80 columns.
    let lines = SimulationPanel().text(of: console.model, columns: 38).map(\.text.plain)
    #expect(
      lines == [
        "running        ██░  50.0 %  500,000",
        "enrolled       ███████  100.0 %  2,000",
        "fourteen-cells ███████  100.0 %  2,000",
      ])
  }

  @Test("a name is whole if the figures fit beside it, even without a bar")
  mutating func wholeName() async throws {
    console.open([try .test("long", app: "cirrus", branch: "seventeen-cells-x")])
    console.act(":recipe long", ":simulate")
    console.send(.simulation(1, done: 500_000, try await results()))
    let lines = SimulationPanel().text(of: console.model, columns: 38).map(\.text.plain)
    #expect(
      lines == [
        "running             50.0 %  500,000",
        "enrolled          ████  100.0 %  2,000",
        "seventeen-cells-x ████  100.0 %  2,000",
      ])
  }

  @Test("the narrowest panel cuts names instead of figures")
  mutating func narrowest() async throws {
    console.open([try .test("long", app: "cirrus", branch: "fourteen-cells")])
    console.act(":recipe long", ":simulate")
    console.send(.simulation(1, done: 999_999, try await results()))
    // The width of the text at 36 columns.
    let columns = 32
    let lines = SimulationPanel().text(of: console.model, columns: columns)
    #expect(lines.allSatisfy { $0.columns <= columns })
    #expect(lines.first?.text.plain == "running       100.0 %  999,999")
  }

  @Test("a late report of an earlier simulation is ignored") mutating func ignoresLateReports()
    async throws
  {
    console.act(":simulate 500", ":simulate 10,000", "s")
    console.press("s")
    console.send(.simulation(2, done: 9_000, [])) {
      $0.experiments.simulation.completedClients == 0
    }
  }

  @Test("a recipe that the session did not have is shown as not simulated")
  mutating func notSimulated() async throws {
    console.act(":simulate 2000")
    console.send(.simulation(1, done: nil, try await results())) { !$0.sees("not simulated") }
    console.act(":recipe reader-aloud-2025") {
      $0.sees("not simulated: the session did not have reader-aloud-2025")
    }
  }

  @Test("results are marked as outdated until the client is the same again")
  mutating func simulatedBefore() async throws {
    func isMarked(_ console: ConsoleDriver) -> Bool { console.sees("outdated:") }
    console.act(":simulate 2000") { !isMarked($0) }
    console.act(":set-context region FR", holds: isMarked)
    let (results, note) = (
      try await results(), "outdated: the client or the recipes changed; s simulates again"
    )
    console.send(.simulation(1, done: nil, results), holds: isMarked)
    let result = results.first { $0.slug == "homepage-order-2026" }
    #expect(console.message == result.map { .simulated($0, outdated: note) })
    console.act(":undo", ":experiments") { !isMarked($0) }
    console.tell(Instant(seconds: 1_775_044_800 + 7_200))
    console.act(
      ":set-context nimbus_id other", ":select homescreen", ":set sections-enabled.pocket false",
      ":experiments")
    #expect(console.experiments.contextList.items.contains { $0.value == "2026-04-01 14:00" })
    #expect(!isMarked(console))
    for change in [
      ":clock +1d", ":take-part rollouts", ":record-event zoomed", ":remove-recipe zoom-levels",
    ] {
      console.act(change, holds: isMarked)
      console.act(":undo", ":experiments") { !isMarked($0) }
    }
    console.act(":take-part rollouts", ":simulate") { !isMarked($0) }
  }
}
