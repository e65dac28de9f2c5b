import VirgaConsole
import VirgaExperiments

/// Runs the simulations of the console on all cores, one at a time.
final class SimulationWork {
  private let post: @Sendable (SimulationNews) -> Void
  private var task: Task<Void, Never>?

  /// Work whose news go to `post`, which is called on the working threads.
  init(post: @escaping @Sendable (SimulationNews) -> Void) { self.post = post }

  /// Begins a simulation; one that still runs ends.
  func start(_ simulation: Simulation, _ order: SimulationOrder) {
    task?.cancel()
    task = Task.detached { [post] in
      let results = try? await simulation.run(clients: order.clients, seed: 1) { done, soFar in
        post(SimulationNews(order.number, .progress(done, soFar)))
      }
      if let results { post(SimulationNews(order.number, .ended(results))) }
    }
  }

  /// Ends the simulation that runs.
  func stop() { task?.cancel() }
}
