import VirgaConsole
import VirgaExperiments

final class SimulationWork {
  private let post: @Sendable (SimulationUpdate) -> Void
  private var task: Task<Void, Never>?

  /// - Parameter post: Receives progress and results, on the working threads.
  init(post: @escaping @Sendable (SimulationUpdate) -> Void) { self.post = post }

  func start(_ simulation: Simulation, _ request: SimulationRequest) {
    task?.cancel()
    task = Task.detached { [post] in
      let results = try? await simulation.run(clients: request.clients, seed: 1) { done, soFar in
        post(SimulationUpdate(request.number, .progress(done, soFar)))
      }
      if let results { post(SimulationUpdate(request.number, .ended(results))) }
    }
  }

  func stop() { task?.cancel() }
}
