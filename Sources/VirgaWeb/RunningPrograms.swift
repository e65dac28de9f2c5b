import CVirgaPlatform
import VirgaSource

/// The programs this process waits for, which must end with it.
package enum RunningPrograms {
  /// Kills the programs when this process exits or gets `SIGTERM`, `SIGINT` or `SIGHUP`.
  ///
  /// Only for a command-line program's start: an app handles signals itself. Signals that are
  /// already handled or ignored are left alone.
  package static func killOnExit() {
    // Allocates the slots for the ids of programs now: a signal handler must not allocate memory.
    for slot in 0..<slotCount { processes[slot] = freeSlot }
    atexit { RunningPrograms.killAll() }
    for number in endingSignals {
      var before = sigaction()
      sigaction(number, nil, &before)
      guard virga_is_signal_handled(&before) == 0 else { continue }
      signal(number) { number in
        RunningPrograms.killAll()
        // Ends this process by the same signal, as without a handler.
        virga_reset_signal(number)
        raise(number)
      }
    }
  }

  /// The signals that end this process and can be handled.
  private static let endingSignals = [SIGTERM, SIGINT, SIGHUP]

  /// Runs `body`, which starts and registers a program, with the ``endingSignals`` blocked on
  /// this thread; passes it the signals that were blocked before, for the program.
  ///
  /// A signal after the start and before the registration would end this process without ending the
  /// program.
  static func withEndingSignalsBlocked<Result>(_ body: (_ mask: inout sigset_t) -> Result) -> Result
  {
    var ending = sigset_t()
    var before = sigset_t()
    sigemptyset(&ending)
    for number in endingSignals { sigaddset(&ending, number) }
    pthread_sigmask(SIG_BLOCK, &ending, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    return body(&before)
  }

  /// Registers a program that was started.
  static func add(_ process: pid_t) { replaceSlot(of: freeSlot, with: process) }

  /// Unregisters a program that ended; call it before its process id can be reused.
  static func remove(_ process: pid_t) { replaceSlot(of: process, with: freeSlot) }

  private static let freeSlot: pid_t = 0

  /// The number of programs that are known at the same time; more than ever run.
  private static let slotCount = 64
  private static let lock = Locked(())
  // The process ids of the programs, or `freeSlot`.
  //
  // A signal handler reads them, which must not take a lock. Writers hold `lock`; each slot is
  // written atomically.
  private nonisolated(unsafe) static let processes = {
    let slots = UnsafeMutablePointer<pid_t>.allocate(capacity: slotCount)
    slots.initialize(repeating: freeSlot, count: slotCount)
    return slots
  }()

  /// Writes `new` into the first slot that contains `old`, if one does; a slot contains the process
  /// id of a program, or `freeSlot`.
  private static func replaceSlot(of old: pid_t, with new: pid_t) {
    lock.withLock { _ in
      let slot = (0..<slotCount).first { processes[$0] == old }
      if let slot { processes[slot] = new }
    }
  }

  /// Kills all registered programs.
  ///
  /// A signal handler calls it, so it uses only what is safe there: a `for` loop over a range could
  /// allocate memory in a debug build.
  private static func killAll() {
    var slot = 0
    while slot < slotCount {
      // A free slot has 0, for which `kill` would take the group of this process.
      if processes[slot] > 0 { kill(processes[slot], SIGKILL) }
      slot += 1
    }
  }
}

/// Cancels work on another thread and kills the programs it waits for.
package final class Cancellation: Sendable {
  /// The cancellation of the current work; nil if it cannot be cancelled.
  @TaskLocal package static var current: Cancellation?

  private let state = Locked<(isCancelled: Bool, processes: Set<pid_t>)>((false, []))

  package init() {}

  /// Whether ``cancel()`` was called.
  package var isCancelled: Bool { state.withLock(\.isCancelled) }
  /// Whether the current work was cancelled.
  package static var isRequested: Bool { current?.isCancelled == true }

  /// Cancels the work and kills the programs it waits for.
  package func cancel() {
    state.withLock { state in
      state.isCancelled = true
      for process in state.processes { kill(process, SIGKILL) }
    }
  }

  /// Registers a program that this work waits for; kills it if the work is cancelled already.
  func add(_ process: pid_t) {
    state.withLock { state in
      state.processes.insert(process)
      if state.isCancelled { kill(process, SIGKILL) }
    }
  }

  /// Unregisters a program that ended; call it before its process id can be reused.
  func remove(_ process: pid_t) { _ = state.withLock { $0.processes.remove(process) } }
}
