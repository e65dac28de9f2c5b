import VirgaConsole
import VirgaExperiments

final class SimulationWork {
  private let post: @Sendable (Event) -> Void
  private var task: Task<Void, Never>?

  /// - Parameter post: Receives progress and results, on the working threads.
  init(post: @escaping @Sendable (Event) -> Void) { self.post = post }

  func start(_ simulation: Simulation, number: Int, clients: Int) {
    task?.cancel()
    task = Task.detached { [post] in
      let results = try? await simulation.run(clients: clients, seed: 1) { done, soFar in
        post(.simulation(number, done: done, soFar))
      }
      if let results { post(.simulation(number, done: nil, results)) }
    }
  }

  func stop() { task?.cancel() }
}
