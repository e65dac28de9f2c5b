#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A started program.
struct ChildProcess {
  let id: pid_t

  /// Where its input and output go.
  enum Streams {
    /// No input; the output is discarded.
    case nowhere
    /// The terminal side of a pseudo-terminal, which becomes the controlling terminal.
    case terminal(String)
  }

  /// Starts the program `words[0]`, found through `PATH`; nil if that fails.
  init?(_ words: [String], _ streams: Streams) {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #else
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    switch streams {
    case .nowhere: posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDWR, 0)
    case .terminal(let name):
      posix_spawn_file_actions_addopen(&actions, 0, name, O_RDWR, 0)
      posix_spawnattr_setflags(&attributes, Self.newSession)
    }
    posix_spawn_file_actions_adddup2(&actions, 0, 1)
    posix_spawn_file_actions_adddup2(&actions, 0, 2)
    let arguments = words.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var id: pid_t = 0
    let failure = Self.withEnvironment { posix_spawnp(&id, words[0], &actions, &attributes, arguments, $0) }
    guard failure == 0 else { return nil }
    self.id = id
  }

  /// `POSIX_SPAWN_SETSID`: the pseudo-terminal becomes the controlling terminal.
  #if canImport(Darwin)
    private static let newSession: Int16 = 0x400
  #else
    private static let newSession: Int16 = 0x80
  #endif

  /// Gives every program the same environment.
  private static func withEnvironment(_ body: ([UnsafeMutablePointer<CChar>?]) -> Int32) -> Int32 {
    let names = ["PATH", "HOME", "TMPDIR", "PYENV_ROOT", "PYENV_VERSION", "LD_LIBRARY_PATH"]
    let kept = names.compactMap { name in getenv(name).map { "\(name)=" + String(cString: $0) } }
    let variables = (kept + ["TERM=xterm-256color", "LC_ALL=C.UTF-8"]).map { strdup($0) } + [nil]
    defer { for variable in variables { free(variable) } }
    return body(variables)
  }

  /// Waits for the program to exit and returns its resource usage.
  func end() -> (code: Int32, userMilliseconds: Double, peakMebibytes: Double) {
    var status: Int32 = 0
    var usage = rusage()
    while wait4(id, &status, 0, &usage) < 0, errno == EINTR {}
    let user = Double(usage.ru_utime.tv_sec) * 1e3 + Double(usage.ru_utime.tv_usec) / 1e3
    #if canImport(Darwin)
      let peak = Double(usage.ru_maxrss) / 1_048_576
    #else
      let peak = Double(usage.ru_maxrss) / 1024
    #endif
    return (status & 0x7F == 0 ? (status >> 8) & 0xFF : -1, user, peak)
  }

  /// Kills the program.
  func stop() {
    kill(id, SIGKILL)
    _ = end()
  }
}
