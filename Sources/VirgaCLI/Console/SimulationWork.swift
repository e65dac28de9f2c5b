import VirgaConsole
import VirgaExperiments
import VirgaTerminal

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Runs the simulations of the console on all cores, one at a time.
final class SimulationWork {
  private let work: BackgroundWork<SimulationNews>
  private var task: Task<Void, Never>?

  /// Work whose news are announced by `wake`.
  init(wake: @escaping @Sendable () -> Void) { work = BackgroundWork(wake: wake) }

  /// Begins a simulation; one that still runs ends.
  func start(_ simulation: Simulation, _ order: SimulationOrder) {
    task?.cancel()
    let work = work
    task = Task.detached {
      let results = try? await simulation.run(clients: order.clients, seed: 1) { done, soFar in
        work.post(SimulationNews(order.number, .progress(done, soFar)))
      }
      if let results { work.post(SimulationNews(order.number, .ended(results))) }
    }
  }

  /// Runs a simulation to its end, and gives its last word; for where there is nothing to draw meanwhile.
  static func finish(_ simulation: Simulation, _ order: SimulationOrder) -> SimulationNews {
    let work = SimulationWork {}
    work.start(simulation, order)
    while true {
      for news in work.takeNews() {
        if case .ended = news.content { return news }
      }
      usleep(5_000)
    }
  }

  /// Ends the simulation that runs.
  func stop() { task?.cancel() }

  /// What is new since the last call, in order.
  func takeNews() -> [SimulationNews] { work.takeFindings() }
}
