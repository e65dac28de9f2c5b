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
    // Stops the whole process group, like the terminal. Nothing stops if no shell could continue
    // it.
    runOutside { _ = kill(0, SIGTSTP) }
  }

  /// The end of a program that used the terminal.
  package enum ProgramEnd: Hashable, Sendable {
    /// With an exit code; 128 and above for signals.
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
      let failure = spawn(words, &process)
      return failure == 0
        ? Self.wait(for: process) : .notStarted(Errno(rawValue: failure).description)
    }
  }

  /// Starts a program with the terminal as its standard input, even if ours is different.
  private func spawn(_ words: [String], _ process: inout pid_t) -> Int32 {
    let copies = words.map { strdup($0) } + [nil]
    defer { for copy in copies { free(copy) } }
    var spawning = virga_spawning()
    posix_spawn_file_actions_init(&spawning.actions)
    defer { posix_spawn_file_actions_destroy(&spawning.actions) }
    posix_spawn_file_actions_adddup2(&spawning.actions, input.descriptor, STDIN_FILENO)
    posix_spawnattr_init(&spawning.attributes)
    defer { posix_spawnattr_destroy(&spawning.attributes) }
    // The program must not inherit ignored and blocked signals.
    var all = sigset_t()
    var none = sigset_t()
    sigfillset(&all)
    sigdelset(&all, SIGKILL)
    sigdelset(&all, SIGSTOP)
    sigemptyset(&none)
    posix_spawnattr_setsigdefault(&spawning.attributes, &all)
    posix_spawnattr_setsigmask(&spawning.attributes, &none)
    posix_spawnattr_setflags(
      &spawning.attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
    return posix_spawnp(
      &process, words[0], &spawning.actions, &spawning.attributes, copies,
      virga_curses_environment())
  }

  private static func wait(for process: pid_t) -> ProgramEnd {
    var status: Int32 = 0
    while true {
      guard result(of: process, &status, WUNTRACED) else {
        return .notStarted(Errno.last.description)
      }
      guard isStop(status) else { return end(status) }
      // Ctrl-Z stops both processes, and `fg` continues both.
      while poll(nil, 0, stopTimeout) < 0 {}
      status = 0
      guard result(of: process, &status, WNOHANG | WCONTINUED) else { return .stopped }
      if status == 0 {
        endStopped(process)
        return .stopped
      }
      if !isStop(status) { return end(status) }
    }
  }

  /// The time for a program to stay stopped and to end after a hang-up, in milliseconds.
  private static let (stopTimeout, hangUpTimeout) = (Int32(100), 1_000)

  /// Terminates a stopped program; a hang-up lets editors save their text.
  private static func endStopped(_ process: pid_t) {
    kill(process, SIGHUP)
    kill(process, SIGCONT)
    var status: Int32 = 0
    for _ in 0..<hangUpTimeout / 10 {
      if waitpid(process, &status, WNOHANG) != 0 { return }
      poll(nil, 0, 10)
    }
    kill(process, SIGKILL)
    _ = result(of: process, &status, 0)
  }

  private static func result(of process: pid_t, _ status: inout Int32, _ options: Int32) -> Bool {
    while waitpid(process, &status, options) < 0 {
      if Errno.last != .interrupted { return false }
    }
    return true
  }

  /// Whether a status means that a program was stopped or continued, not that it ended.
  private static func isStop(_ status: Int32) -> Bool { status & 0x7F == 0x7F }

  private static func end(_ status: Int32) -> ProgramEnd {
    let signal = status & 0x7F
    return .exited(signal == 0 ? status >> 8 & 0xFF : 128 + signal)
  }
}
