import CVirgaCurses

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

extension Terminal {
  /// Lets `body` have the terminal, such as for an editor, then takes it back and draws the whole frame.
  ///
  /// Keys typed ahead are dropped, and Ctrl-C is for the program that `body` runs.
  package func runOutside<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    lend()
    defer { retake() }
    return try body()
  }

  /// Stops the process as Ctrl-Z would; returns when it continues, with the frame shown anew.
  package func suspend() {
    // The whole group, as the terminal would: a pipeline stops as one. Without a shell to wake it nothing stops.
    runOutside { _ = kill(0, SIGTSTP) }
  }

  /// How a program ended that had the terminal for a while.
  package enum ProgramEnd: Hashable, Sendable {
    /// With an exit code; 128 and more: by a signal.
    case exited(Int32)
    /// It stopped without this process, as by `kill -STOP`, and was ended.
    case stopped
    /// It did not start, and why.
    case notStarted(String)
  }

  /// Lets a program have the terminal until it ends: a name that is looked for in `PATH`, then its arguments.
  ///
  /// No shell reads the words, so that nothing in them means more than it says.
  package func run(_ words: [String]) -> ProgramEnd {
    guard !words.isEmpty else { return .notStarted("no program is named") }
    return runOutside {
      var process: pid_t = 0
      let failure = spawn(words, &process)
      return failure == 0 ? Self.wait(for: process) : .notStarted(String(cString: strerror(failure)))
    }
  }

  /// Starts a program with the terminal as its standard input, also where ours is a pipe that the manifest came from.
  private func spawn(_ words: [String], _ process: inout pid_t) -> Int32 {
    let copies = words.map { strdup($0) } + [nil]
    defer { for copy in copies { free(copy) } }
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #else
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, input.descriptor, STDIN_FILENO)
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // What this process ignores or blocks would otherwise be ignored by that one too.
    var all = sigset_t()
    var none = sigset_t()
    sigfillset(&all)
    sigdelset(&all, SIGKILL)
    sigdelset(&all, SIGSTOP)
    sigemptyset(&none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
    return posix_spawnp(&process, words[0], &actions, &attributes, copies, virga_curses_environment())
  }

  private static func wait(for process: pid_t) -> ProgramEnd {
    var status: Int32 = 0
    while true {
      guard result(of: process, &status, WUNTRACED) else { return .notStarted(String(cString: strerror(errno))) }
      guard isStop(status) else { return end(status) }
      // Ctrl-Z stops both processes, and `fg` continues both.
      while poll(nil, 0, stopPatience) < 0 {}
      status = 0
      guard result(of: process, &status, WNOHANG | WCONTINUED) else { return .stopped }
      if status == 0 {
        endStopped(process)
        return .stopped
      }
      if !isStop(status) { return end(status) }
    }
  }

  /// Milliseconds that a program may stay stopped while this process runs, and that it has to end after a hang-up.
  private static let (stopPatience, hangUpPatience) = (Int32(100), 1_000)

  /// Ends a program that is stopped: a hang-up lets an editor save what was typed.
  private static func endStopped(_ process: pid_t) {
    kill(process, SIGHUP)
    kill(process, SIGCONT)
    var status: Int32 = 0
    for _ in 0..<hangUpPatience / 10 {
      if waitpid(process, &status, WNOHANG) != 0 { return }
      poll(nil, 0, 10)
    }
    kill(process, SIGKILL)
    _ = result(of: process, &status, 0)
  }

  private static func result(of process: pid_t, _ status: inout Int32, _ options: Int32) -> Bool {
    while waitpid(process, &status, options) < 0 {
      if errno != EINTR { return false }
    }
    return true
  }

  /// Whether a program stopped or continued, rather than ended.
  private static func isStop(_ status: Int32) -> Bool { status & 0x7F == 0x7F }

  private static func end(_ status: Int32) -> ProgramEnd {
    let signal = status & 0x7F
    return .exited(signal == 0 ? status >> 8 & 0xFF : 128 + signal)
  }
}
