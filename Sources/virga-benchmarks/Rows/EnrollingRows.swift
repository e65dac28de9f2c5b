import Dispatch
import VirgaExperiments
import VirgaTargeting

/// The speed of enrollment.
enum EnrollingRows {
  static func rows(_ patience: Patience, isLong: Bool) -> [Row] {
    let thousand = GeneratedRecipes.recipes(1_000)
    let rows = [
      Row("enroll 100k ids, one recipe", on: "one core", .milliseconds) { enroll(100_000, cores: 1, patience) },
      Row("enroll 100k ids, one recipe", on: "all cores", .milliseconds, .below(.figure(90))) {
        enroll(100_000, cores: Cores.count, patience)
      },
      Row("evolve 1k recipes, new client", on: "one client", .milliseconds, .below(.figure(10))) {
        patience.time {
          var state = EnrollmentState()
          keep(state.apply(thousand, for: GeneratedRecipes.client))
        }
      },
      Row("evolve 1k recipes, known client", on: "one client", .milliseconds) {
        var state = EnrollmentState()
        _ = state.apply(thousand, for: GeneratedRecipes.client)
        return patience.time {
          var state = state
          keep(state.apply(thousand, for: GeneratedRecipes.client))
        }
      },
      Row("simulate 100k clients", on: "50 recipes", .milliseconds) { simulate(100_000, patience) },
    ]
    guard isLong else { return rows }
    return rows + [Row("simulate 10M clients", on: "50 recipes", .milliseconds) { simulate(10_000_000, .once) }]
  }

  private static func enroll(_ count: Int, cores: Int, _ patience: Patience) -> Double {
    let ids = SeededIDs(seed: 1)
    let units = (0..<count).map { ids[$0] }
    let prepared = PreparedRecipe(GeneratedRecipes.recipe(0))
    return patience.time {
      DispatchQueue.concurrentPerform(iterations: cores) { core in
        var prepared = prepared
        var client = GeneratedRecipes.client
        let context = client.context()
        for number in core * count / cores..<(core + 1) * count / cores {
          client.attributes.clientID = units[number]
          keep(prepared.verdict(for: client, in: context))
        }
      }
    }
  }

  private static func simulate(_ count: Int, _ patience: Patience) -> Double? {
    let simulation = Simulation(GeneratedRecipes.recipes(50), for: GeneratedRecipes.client)
    return patience.time {
      let done = DispatchSemaphore(value: 0)
      Task.detached {
        keep(try? await simulation.run(clients: count, seed: 1))
        done.signal()
      }
      done.wait()
    }
  }
}
