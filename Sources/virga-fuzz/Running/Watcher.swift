#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Starts the worker process, and saves the last text if that process crashes or hangs.
struct Watcher {
  private let options: Options

  /// The smallest stack of any console thread; unoptimized code needs several times as much.
  #if DEBUG
    private static let stackBytes: rlim_t = 8 << 20
  #else
    private static let stackBytes: rlim_t = 512 << 10
  #endif

  init(_ options: Options) { self.options = options }

  /// Runs the worker and returns the exit code.
  func run() -> Int32 {
    let path = "/tmp/virga-fuzz-\(getpid())"
    guard let input = CurrentInput(path) else { return 2 }
    defer { unlink(path) }
    limitStack()
    guard let process = start(inputFile: path) else {
      print("cannot start \(options.program)")
      return 2
    }
    guard let status = wait(for: process) else {
      kill(process, SIGKILL)
      print("hangs; the text is in \(input.keep(seed: options.seed))")
      return 1
    }
    let signal = status & 0x7F
    if signal == 0 { return (status >> 8) & 0xFF }
    print("crashed with signal \(signal); the text is in \(input.keep(seed: options.seed))")
    return 1
  }

  /// A process gets a stack of the size of the limit when it starts.
  private func limitStack() {
    var limit = rlimit(rlim_cur: Self.stackBytes, rlim_max: Self.stackBytes)
    #if canImport(Darwin)
      setrlimit(RLIMIT_STACK, &limit)
    #else
      setrlimit(__rlimit_resource_t(RLIMIT_STACK.rawValue), &limit)
    #endif
  }

  private func start(inputFile: String) -> pid_t? {
    let words = [options.program, String(options.seconds), String(options.seed), inputFile]
    let arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var process: pid_t = 0
    let environment: [UnsafeMutablePointer<CChar>?] = [nil]
    return posix_spawn(&process, options.program, nil, nil, arguments, environment) == 0 ? process : nil
  }

  /// Returns the status of the process; nil if it is still busy long afterwards.
  private func wait(for process: pid_t) -> Int32? {
    var status: Int32 = 0
    for _ in 0..<Int((options.seconds + 30) * 10) {
      if waitpid(process, &status, WNOHANG) == process { return status }
      usleep(100_000)
    }
    return nil
  }
}
