import CVirgaCurses
import CVirgaPlatform
import SystemPackage
import VirgaFiles

extension Terminal {
  /// Gives the terminal to `body`, such as an editor, then takes it back and redraws.
  ///
  /// Drops keys typed ahead. Ctrl-C goes to the program that `body` runs.
  package func runOutside<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    lend()
    defer { reclaimScreen() }
    return try body()
  }

  /// Stops the process like Ctrl-Z; returns when it continues, after redrawing the frame.
  package func suspend() {
    // Stops the whole process group, as Ctrl-Z does. The system ignores it if no shell could
    // continue the group.
    runOutside { _ = kill(0, SIGTSTP) }
  }

  /// The end of a program that used the terminal.
  package enum ProgramEnd: Hashable, Sendable {
    /// It ended with an exit code: 128 plus its number for a signal.
    case exited(Int32)
    /// It was stopped without this process, as with `kill -STOP`, and then terminated.
    case stopped
    /// It did not start, for this reason.
    case notStarted(String)
  }

  /// Runs a program from `PATH` in the terminal until it ends.
  ///
  /// The words do not pass through a shell, so no character in them is special.
  package func run(_ words: [String]) -> ProgramEnd {
    guard !words.isEmpty else { return .notStarted("no program is named") }
    return runOutside {
      var process: pid_t = 0
      let errorNumber = spawn(words, &process)
      let hasStarted = errorNumber == 0
      guard hasStarted else { return .notStarted(Errno(rawValue: errorNumber).description) }
      return Self.wait(for: process)
    }
  }

  /// Starts a program with the terminal as its standard input, even if this process has another
  /// one; returns the system's error number, zero if it started.
  private func spawn(_ words: [String], _ process: inout pid_t) -> Int32 {
    // C strings, with a null at the end.
    let copies = words.map { strdup($0) } + [nil]
    defer { for copy in copies { free(copy) } }
    var spawning = virga_spawning()
    posix_spawn_file_actions_init(&spawning.actions)
    defer { posix_spawn_file_actions_destroy(&spawning.actions) }
    posix_spawn_file_actions_adddup2(&spawning.actions, input.descriptor, STDIN_FILENO)
    posix_spawnattr_init(&spawning.attributes)
    defer { posix_spawnattr_destroy(&spawning.attributes) }
    Self.resetSignals(for: &spawning)
    return posix_spawnp(
      &process, words[0], &spawning.actions, &spawning.attributes, copies,
      virga_curses_environment())
  }

  /// Has a program start with the default action for all signals and none blocked: it would inherit
  /// those that this process ignores or blocks.
  private static func resetSignals(for spawning: inout virga_spawning) {
    var reset = sigset_t()
    sigfillset(&reset)
    // The action of these two cannot be set.
    sigdelset(&reset, SIGKILL)
    sigdelset(&reset, SIGSTOP)
    var blocked = sigset_t()
    sigemptyset(&blocked)
    posix_spawnattr_setsigdefault(&spawning.attributes, &reset)
    posix_spawnattr_setsigmask(&spawning.attributes, &blocked)
    posix_spawnattr_setflags(
      &spawning.attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
  }

  /// Waits until a program ends; one that was stopped without this process is terminated.
  ///
  /// Ctrl-Z stops both processes, and `fg` continues both: then the program is found continued soon
  /// after this process runs again. If it is still stopped by then, only the program was stopped,
  /// and nobody could continue it.
  private static func wait(for process: pid_t) -> ProgramEnd {
    var status: Int32 = 0
    while true {
      // This fails only if the system no longer has the process: its end cannot be found out.
      guard waitForStatus(of: process, &status, WUNTRACED) else {
        return .notStarted(Errno.last.description)
      }
      guard isStopOrContinuation(status) else { return end(status) }
      // Sleeps; again if a signal ended that early.
      while poll(nil, 0, continuationTimeout) < 0 {}
      // Without news, `waitpid` leaves the status as it is. If the process is gone meanwhile, it is
      // only known that it was stopped.
      status = 0
      guard waitForStatus(of: process, &status, WNOHANG | WCONTINUED) else { return .stopped }
      let isStillStopped = status == 0
      if isStillStopped {
        terminateStopped(process)
        return .stopped
      }
      if !isStopOrContinuation(status) { return end(status) }
    }
  }

  /// How long a program may take to continue after this process did, in milliseconds.
  private static let continuationTimeout: Int32 = 100
  /// How long a program may take to end after a hang-up, in milliseconds.
  private static let hangUpTimeout: Int32 = 1_000

  /// Terminates a stopped program; a hang-up lets editors save their text.
  private static func terminateStopped(_ process: pid_t) {
    kill(process, SIGHUP)
    // A stopped program receives the hang-up only when it continues.
    kill(process, SIGCONT)
    var status: Int32 = 0
    let pause: Int32 = 10  // In milliseconds.
    for _ in 0..<hangUpTimeout / pause {
      let hasEnded = waitpid(process, &status, WNOHANG) != 0
      if hasEnded { return }
      poll(nil, 0, pause)
    }
    kill(process, SIGKILL)
    _ = waitForStatus(of: process, &status, 0)
  }

  /// Sets `status` to that of a process, as `waitpid` with `options` does; false if it has no such
  /// process.
  private static func waitForStatus(
    of process: pid_t, _ status: inout Int32, _ options: Int32
  ) -> Bool {
    while waitpid(process, &status, options) < 0 {
      if Errno.last != .interrupted { return false }
    }
    return true
  }

  // The lowest seven bits of a status are 0 after an exit, the number of a signal that ended the
  // program, or all set if it was stopped or continued. The next byte is the exit code.
  private static let signalBits: Int32 = 0x7F

  /// Whether the program did not end, but was stopped or continued.
  private static func isStopOrContinuation(_ status: Int32) -> Bool {
    status & signalBits == signalBits
  }

  /// How a program ended, by its status from `waitpid`.
  private static func end(_ status: Int32) -> ProgramEnd {
    let signal = status & signalBits
    let lowestByte: Int32 = 0xFF
    let exitCode = (status >> 8) & lowestByte
    return .exited(signal == 0 ? exitCode : 128 + signal)
  }
}
