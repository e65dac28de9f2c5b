#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A program that is run to its end, without a shell, for what it writes.
struct ChildProgram {
  /// What the program left.
  struct Outcome {
    var output: [UInt8]
    var errors: [UInt8]
    /// How it ended; 128 and more: by a signal.
    var code: Int32
    /// Whether it was stopped because it wrote too much.
    var isTooLarge: Bool
  }

  let name: String
  let arguments: [String]
  /// The environment variables that the program sees, where they are set.
  var environment = ["PATH", "HOME"]

  /// Runs the program with `input`, at most a few kilobytes, and gives up after `limit` bytes of output.
  func run(input: [UInt8], limit: Int) throws(FileFailure) -> Outcome {
    let (inputEnd, feed) = try Self.pipeEnds()
    let (output, outputEnd) = try Self.pipeEnds()
    let (errors, errorEnd) = try Self.pipeEnds()
    defer { for end in [output, errors] { close(end) } }
    // The pipe takes the whole input before the program starts, so that nothing is written to one that has ended.
    _ = input.withUnsafeBytes { write(feed, $0.baseAddress, min($0.count, 4096)) }
    close(feed)
    let started = spawn(inputEnd, outputEnd, errorEnd)
    for end in [inputEnd, outputEnd, errorEnd] { close(end) }
    let process = try started.get()
    let (bytes, isTooLarge) = Self.readAll(output, limit: limit)
    if isTooLarge { kill(process, SIGTERM) }
    let (message, _) = Self.readAll(errors, limit: 1 << 16)
    return Outcome(output: bytes, errors: message, code: Self.wait(for: process), isTooLarge: isTooLarge)
  }

  private static func pipeEnds() throws(FileFailure) -> (read: Int32, write: Int32) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw FileFailure(errno, "pipe") }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }

  private func spawn(_ input: Int32, _ output: Int32, _ errors: Int32) -> Result<pid_t, FileFailure> {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
    #else
      var actions = posix_spawn_file_actions_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (target, end) in [input, output, errors].enumerated() {
      posix_spawn_file_actions_adddup2(&actions, end, Int32(target))
    }
    let words = ([name] + arguments).map { strdup($0) } + [nil]
    let settings =
      environment.compactMap { name in getenv(name).map { strdup("\(name)=\(String(cString: $0))") } } + [nil]
    defer { for word in words + settings { free(word) } }
    var process: pid_t = 0
    let code = posix_spawnp(&process, name, &actions, nil, words, settings)
    return code == 0 ? .success(process) : .failure(FileFailure(code, name))
  }

  private static func readAll(_ descriptor: Int32, limit: Int) -> (bytes: [UInt8], isTooLarge: Bool) {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return (bytes, false) }
      bytes += buffer[..<count]
      if bytes.count > limit { return ([], true) }
    }
  }

  private static func wait(for process: pid_t) -> Int32 {
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    let signal = status & 0x7F
    return signal == 0 ? status >> 8 & 0xFF : 128 + signal
  }
}
