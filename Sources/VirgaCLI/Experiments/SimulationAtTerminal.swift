import CVirgaPlatform
import Dispatch
import VirgaExperiments
import VirgaSource

/// Runs a simulation on all cores while this thread waits.
///
/// It shows its progress on a terminal; Ctrl-C stops it and keeps the results so far.
final class SimulationAtTerminal: Sendable {
  private struct State {
    var done = 0
    var results: [SimulatedRecipe] = []
    var failure: (any Error)?
    var isStopped = false
  }

  private let simulation: Simulation
  private let clients: Int
  private let seed: UInt64
  private let progress: Progress
  private let state = Locked(State())

  init(_ simulation: Simulation, clients: Int, seed: UInt64) {
    self.simulation = simulation
    self.clients = clients
    self.seed = seed
    progress = Progress(of: clients)
  }

  /// The number of clients evaluated before Ctrl-C; nil if the simulation finished.
  var stoppedAfter: Int? { state.withLock { $0.isStopped ? $0.done : nil } }

  func results() throws -> [SimulatedRecipe] {
    let ended = DispatchSemaphore(value: 0)
    let work = Task.detached { [self] in
      await run()
      ended.signal()
    }
    virga_ignore_signal(SIGINT)
    let interrupts = DispatchSource.makeSignalSource(signal: SIGINT, queue: .global())
    interrupts.setEventHandler { work.cancel() }
    interrupts.activate()
    ended.wait()
    interrupts.cancel()
    virga_reset_signal(SIGINT)
    progress.clear()
    return try state.withLock { state in
      if let failure = state.failure { throw failure }
      return state.results
    }
  }

  private func run() async {
    do {
      let results = try await simulation.run(clients: clients, seed: seed) { [self] done, soFar in
        progress.show(done)
        state.withLock { ($0.done, $0.results) = (done, soFar) }
      }
      state.withLock { ($0.done, $0.results) = (clients, results) }
    } catch is CancellationError {
      state.withLock { $0.isStopped = true }
    } catch {
      state.withLock { $0.failure = error }
    }
  }
}
