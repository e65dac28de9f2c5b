import CVirgaPlatform
import Dispatch
import VirgaExperiments
import VirgaSource

/// Runs a simulation on all cores while this thread waits.
///
/// It shows its progress on a terminal; Ctrl-C stops it and keeps the results so far.
final class SimulationAtTerminal: Sendable {
  private struct State {
    /// The number of clients evaluated so far.
    var done = 0
    /// The results of these clients.
    var results: [SimulatedRecipe] = []
    var failure: (any Error)?
    /// Whether Ctrl-C stopped it.
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

  /// Runs the simulation; returns its results, or those so far after Ctrl-C.
  func results() throws -> [SimulatedRecipe] {
    let ended = DispatchSemaphore(value: 0)
    let work = Task.detached { [self] in
      await run()
      ended.signal()
    }
    // The signal no longer ends the process, but still reaches the source.
    virga_ignore_signal(SIGINT)
    let interrupts = DispatchSource.makeSignalSource(signal: SIGINT, queue: .global())
    interrupts.setEventHandler { work.cancel() }
    interrupts.activate()
    ended.wait()
    // From here on Ctrl-C ends the process again.
    interrupts.cancel()
    virga_reset_signal(SIGINT)
    progress.clear()
    return try state.withLock { state in
      if let failure = state.failure { throw failure }
      return state.results
    }
  }

  /// Runs the simulation, and stores its results and its end in the state.
  private func run() async {
    do {
      let results = try await simulation.run(clients: clients, seed: seed) { [self] done, soFar in
        progress.show(done)
        store(soFar, of: done)
      }
      store(results, of: clients)
    } catch is CancellationError {
      state.withLock { $0.isStopped = true }
    } catch {
      state.withLock { $0.failure = error }
    }
  }

  /// Stores the results of the first `done` clients, which are shown if the run is interrupted.
  private func store(_ results: [SimulatedRecipe], of done: Int) {
    state.withLock { state in
      state.done = done
      state.results = results
    }
  }
}
