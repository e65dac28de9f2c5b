import VirgaSource

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The programs that this process waits for, so that they end with it.
package enum RunningPrograms {
  /// Kills the programs when this process exits or gets `SIGTERM`, `SIGINT` or `SIGHUP`.
  ///
  /// For a program's start only: an app that links this library handles signals itself. A signal that is handled or
  /// ignored already stays so.
  package static func endWithThisProcess() {
    for slot in 0..<most { processes[slot] = 0 }
    atexit { RunningPrograms.killAll() }
    for number in endingSignals {
      var before = sigaction()
      sigaction(number, nil, &before)
      guard !isHandled(before) else { continue }
      signal(number) { number in
        RunningPrograms.killAll()
        signal(number, SIG_DFL)
        raise(number)
      }
    }
  }

  private static let endingSignals = [SIGTERM, SIGINT, SIGHUP]

  /// Runs `body` with the ending signals blocked on this thread, so that none comes before a program is added.
  static func withoutSignals<Result>(_ body: (_ mask: inout sigset_t) -> Result) -> Result {
    var ending = sigset_t()
    var before = sigset_t()
    sigemptyset(&ending)
    for number in endingSignals { sigaddset(&ending, number) }
    pthread_sigmask(SIG_BLOCK, &ending, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    return body(&before)
  }

  static func add(_ process: pid_t) { replace(0, with: process) }

  /// Forgets a program that has ended; call it before the process id is free for another process.
  static func remove(_ process: pid_t) { replace(process, with: 0) }

  private static let most = 64
  private static let lock = Locked(())
  // A signal handler reads it, which may not take a lock. Writers hold `lock`; each slot is written in one step.
  private nonisolated(unsafe) static let processes = {
    let slots = UnsafeMutablePointer<pid_t>.allocate(capacity: most)
    slots.initialize(repeating: 0, count: most)
    return slots
  }()

  private static func replace(_ old: pid_t, with new: pid_t) {
    lock.withLock { _ in
      if let slot = (0..<most).first(where: { processes[$0] == old }) { processes[slot] = new }
    }
  }

  /// Only what a signal handler may do.
  private static func killAll() {
    var slot = 0
    while slot < most {
      if processes[slot] > 0 { kill(processes[slot], SIGKILL) }
      slot += 1
    }
  }

  private static func isHandled(_ action: sigaction) -> Bool {
    #if canImport(Darwin)
      action.__sigaction_u.__sa_handler != nil
    #else
      action.__sigaction_handler.sa_handler != nil
    #endif
  }
}

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
