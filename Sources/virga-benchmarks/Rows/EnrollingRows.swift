import Dispatch
import VirgaExperiments
import VirgaTargeting

/// The speed of enrollment.
enum EnrollingRows {
  static func rows(_ sampling: Sampling, isLong: Bool) -> [Row] {
    let thousand = GeneratedRecipes.recipes(1_000)
    let rows = [
      Row("enroll 100k ids, one recipe", on: "one core", .milliseconds) { enroll(100_000, cores: 1, sampling) },
      Row("enroll 100k ids, one recipe", on: "all cores", .milliseconds, .below(.figure(90))) {
        enroll(100_000, cores: Cores.count, sampling)
      },
      Row("evolve 1k recipes, new client", on: "one client", .milliseconds, .below(.figure(10))) {
        sampling.time {
          var state = EnrollmentState()
          keep(state.apply(thousand, for: GeneratedRecipes.client))
        }
      },
      Row("evolve 1k recipes, known client", on: "one client", .milliseconds) {
        var state = EnrollmentState()
        _ = state.apply(thousand, for: GeneratedRecipes.client)
        return sampling.time {
          var state = state
          keep(state.apply(thousand, for: GeneratedRecipes.client))
        }
      },
      Row("simulate 100k clients", on: "50 recipes", .milliseconds) { simulate(100_000, sampling) },
    ]
    guard isLong else { return rows }
    return rows + [Row("simulate 10M clients", on: "50 recipes", .milliseconds) { simulate(10_000_000, .once) }]
  }

  private static func enroll(_ count: Int, cores: Int, _ sampling: Sampling) -> Double {
    let ids = SeededIDs(seed: 1)
    let units = (0..<count).map { ids[$0] }
    let prepared = PreparedRecipe(GeneratedRecipes.recipe(0))
    return sampling.time {
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

  private static func simulate(_ count: Int, _ sampling: Sampling) -> Double? {
    let simulation = Simulation(GeneratedRecipes.recipes(50), for: GeneratedRecipes.client)
    return sampling.time {
      let done = DispatchSemaphore(value: 0)
      Task.detached {
        keep(try? await simulation.run(clients: count, seed: 1))
        done.signal()
      }
      done.wait()
    }
  }
}
