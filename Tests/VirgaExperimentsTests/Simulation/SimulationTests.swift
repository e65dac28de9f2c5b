import Testing
import VirgaExperiments
import VirgaJSON
import VirgaTargeting
import VirgaTestSupport

@Suite("Simulation") struct SimulationTests {
  private static let recipes: [Recipe] = {
    var first = Sample.recipe(
      "first", buckets: 0..<6_000,
      branches: [Sample.branch("control"), Sample.branch("treatment", ratio: 3)])
    first.publishedDate = Sample.now
    let second = Sample.recipe(
      "second", targeting: "region == 'GB' && nimbus_id|bucketSample(0, 5000, 10000)")
    var third = Sample.recipe(
      "third", targeting: "'first' in active_experiments",
      branches: [Sample.branch("only", feature: "search")])
    third.publishedDate = Sample.now.advanced(by: 1)
    let rollout = Sample.recipe("rollout", buckets: 9_000..<11_000, isRollout: true)
    let broken = Sample.recipe(
      "broken", targeting: "made_up", branches: [Sample.branch("a", feature: "broken")])
    let empty = Sample.recipe("empty", branches: [Sample.branch("a", ratio: 0, feature: "empty")])
    var paused = Sample.recipe("paused")
    paused.isEnrollmentPaused = true
    return [third, first, second, rollout, broken, empty, paused]
  }()

  private let client = Sample.client(["locale": .string("en-GB")])

  @Test("5,000 recipes are simulated together", .timeLimit(.minutes(20)))
  func manyRecipes() async throws {
    let recipes = (0..<5_000).map {
      Sample.recipe("r\($0)", branches: [Sample.branch("on", feature: "f\($0)")])
    }
    let results = try await Simulation(recipes, for: client).run(clients: 2, seed: 1)
    #expect(results.count == 5_000 && results.allSatisfy { $0.enrolledCount == 2 })
  }

  @Test("the result equals evolving each client")
  func sameAsEvolving() async throws {
    let results = try await Simulation(Self.recipes, for: client).run(clients: 500, seed: 5)
    let ids = SeededIDs(seed: 5)
    var expected: [String: [String: Int]] = [:]
    for number in 0..<500 {
      var state = EnrollmentState()
      var client = client
      client.attributes.clientID = ids[number]
      _ = state.apply(Self.recipes, for: client)
      for recipe in Self.recipes {
        let reason = state.records[recipe.slug].map { $0.reasonName ?? "" } ?? "NoBranch"
        expected[recipe.slug, default: [:]][reason, default: 0] += 1
        if let branch = state.activeBranch(of: recipe.slug) {
          expected[recipe.slug]?["on \(branch)", default: 0] += 1
        }
      }
    }
    for result in results {
      var reasons = result.clientCountsByReason
      for branch in result.branches where branch.count > 0 {
        reasons["on \(branch.slug)"] = branch.count
      }
      #expect(reasons == expected[result.slug], "\(result.slug)")
    }
  }

  @Test("the same seed gives the same result")
  func sameSeed() async throws {
    let simulation = Simulation(Self.recipes, for: client)
    let first = try await simulation.run(clients: 1_500, seed: 1)
    #expect(try await simulation.run(clients: 1_500, seed: 1) == first)
    #expect(try await simulation.run(clients: 1_500, seed: 2) != first)
  }

  @Test("shares approximate the buckets and ratios")
  func shares() async throws {
    let result = try await Simulation([Self.recipes[1]], for: client).run(clients: 4_000, seed: 3)[
      0]
    #expect(abs(result.enrolledShare - 0.6) < 0.03)
    #expect(result.selectedShare == 0.6 || abs(result.selectedShare - 0.6) < 1e-9)
    #expect(result.branches.map(\.expectedShare) == [0.25, 0.75])
    #expect((result.pValue ?? 0) > 0.001)
    #expect(result.clientCountsByReason["Qualified"] == result.enrolledCount)
  }

  @Test("opting out of experiments keeps every client out of them")
  func optOuts() async throws {
    let none = EnrollmentState(takesPartInExperiments: false)
    let results = try await Simulation(Self.recipes, for: client, participation: none).run(
      clients: 500, seed: 1)
    #expect(results.filter { !$0.isRollout }.allSatisfy { $0.enrolledCount == 0 })
    #expect(
      results.first { $0.slug == "first" }?.clientCountsByReason == ["ExperimentsOptOut": 500])
    #expect(results.first { $0.isRollout }?.enrolledCount ?? 0 > 0)
  }

  @Test("a negative number of clients enrolls nobody")
  func noClients() async throws {
    let results = try await Simulation(Self.recipes, for: client).run(clients: -1, seed: 1)
    #expect(
      results.allSatisfy {
        $0.enrolledCount == 0 && $0.clientCountsByReason.isEmpty && $0.pValue == nil
      })
  }

  @Test("progress ends with all clients and the final results")
  func progress() async throws {
    let heard = Heard()
    let results = try await Simulation(Self.recipes, for: client).run(clients: 2_000, seed: 1) {
      done, soFar in
      Task { await heard.record(done, soFar) }
    }
    while await heard.greatest < 2_000 { await Task.yield() }
    #expect(await heard.greatest == 2_000)
    #expect(await heard.latest == results)
  }

  @Test("a cancelled simulation stops")
  func cancellation() async {
    let client = client
    let task = Task {
      try await Simulation(Self.recipes, for: client).run(clients: 50_000_000, seed: 1)
    }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }
}

private actor Heard {
  private(set) var greatest = 0
  /// The results of the most advanced report.
  private(set) var latest: [SimulatedRecipe] = []

  func record(_ done: Int, _ soFar: [SimulatedRecipe]) {
    guard done > greatest else { return }
    (greatest, latest) = (done, soFar)
  }
}
