import VirgaSource

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Cancels work that runs on another thread, and ends the programs that the work waits for.
package final class Cancellation: Sendable {
  /// The cancellation of the work on this thread; nil for work that cannot be cancelled.
  @TaskLocal package static var current: Cancellation?

  private let state = Locked<(isCancelled: Bool, processes: Set<pid_t>)>((false, []))

  /// A cancellation that has not happened yet.
  package init() {}

  /// Whether ``cancel()`` was called.
  package var isCancelled: Bool { state.withLock(\.isCancelled) }

  /// Asks the work to end, and kills the programs that it waits for.
  package func cancel() {
    state.withLock { state in
      state.isCancelled = true
      for process in state.processes { kill(process, SIGKILL) }
    }
  }

  /// Notes that the work waits for a program; kills it at once if the work was cancelled.
  func add(_ process: pid_t) {
    state.withLock { state in
      state.processes.insert(process)
      if state.isCancelled { kill(process, SIGKILL) }
    }
  }

  /// Notes that a program has ended; call it before the process id is free for another process.
  func remove(_ process: pid_t) { _ = state.withLock { $0.processes.remove(process) } }
}
