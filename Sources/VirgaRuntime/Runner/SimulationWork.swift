import VirgaConsole
import VirgaExperiments

final class SimulationWork {
  private let post: @Sendable (SimulationUpdate) -> Void
  private var task: Task<Void, Never>?

  /// - Parameter post: Receives progress and results, on the working threads.
  init(post: @escaping @Sendable (SimulationUpdate) -> Void) { self.post = post }

  func start(_ simulation: Simulation, number: Int, clients: Int) {
    task?.cancel()
    task = Task.detached { [post] in
      let results = try? await simulation.run(clients: clients, seed: 1) { done, soFar in
        post(SimulationUpdate(number, done: done, soFar))
      }
      if let results { post(SimulationUpdate(number, done: nil, results)) }
    }
  }

  func stop() { task?.cancel() }
}
