import CVirgaPlatform
import SystemPackage
package import VirgaFiles

/// Runs a program to completion, without a shell, and captures its output.
package struct ChildProgram {
  package struct Outcome {
    package var output: [UInt8]
    /// The beginning of the standard error.
    package var errors: [UInt8]
    /// The exit code; 128 plus the signal number if a signal ended it.
    package var code: Int32
    /// Whether it was killed because of too much output or a timeout.
    package var isStopped: Bool
  }

  let name: String
  let arguments: [String]
  var environment = ["PATH", "HOME"]

  /// A program in `PATH`; passes on `PATH`, `HOME` and the variables in `environment`.
  package init(name: String, arguments: [String], environment: [String] = []) {
    self.name = name
    self.arguments = arguments
    self.environment += environment
  }

  /// Runs the program with `input`; kills it after `limit` bytes of output or `timeout`
  /// milliseconds of silence.
  ///
  /// A `timeout` of -1 means no timeout. If the input may exceed a pipe's capacity, the process
  /// must ignore `SIGPIPE`.
  ///
  /// - Throws: `FileFailure` if it cannot be started.
  package func run(input: [UInt8], limit: Int, timeout: Int32 = -1) throws(FileFailure) -> Outcome {
    let (inputEnd, feed) = try Self.pipeEnds()
    let (output, outputEnd) = try Self.pipeEnds()
    let (errors, errorEnd) = try Self.pipeEnds()
    // A small input is written before the program starts so that the write cannot fail if the
    // program ends early.
    _ = virga_set_file_modes(feed.rawValue, O_NONBLOCK)
    let rest = Self.feed(input[...], to: feed)
    if rest.isEmpty { try? feed.close() }
    let started = spawn(inputEnd, outputEnd, errorEnd)
    for end in [inputEnd, outputEnd, errorEnd] { try? end.close() }
    let process: Result<(pid_t, RunOutput), FileFailure> = started.map { id in
      (id, Self.readAll((output, errors, rest.isEmpty ? nil : feed), limit, timeout, feeding: rest))
    }
    if case .failure = started, !rest.isEmpty { try? feed.close() }
    // Closed before waiting for the program, which might otherwise wait for a reader.
    for end in [output, errors] { try? end.close() }
    let (id, reading) = try process.get()
    if reading.isStopped { kill(id, SIGKILL) }
    return Outcome(
      output: reading.output, errors: reading.errors, code: Self.wait(for: id),
      isStopped: reading.isStopped)
  }

  private static func pipeEnds() throws(FileFailure) -> (
    readEnd: FileDescriptor, writeEnd: FileDescriptor
  ) {
    let ends = try FileFailure.reporting("pipe") { try FileDescriptor.pipe() }
    for end in [ends.readEnd, ends.writeEnd] { _ = virga_close_on_exec(end.rawValue) }
    return ends
  }

  /// Starts the program; it is killed with this process, and when this work is cancelled.
  private func spawn(
    _ input: FileDescriptor, _ output: FileDescriptor, _ errors: FileDescriptor
  ) -> Result<pid_t, FileFailure> {
    RunningPrograms.withoutSignals { mask in
      let started = spawn(input, output, errors, &mask)
      if case .success(let process) = started {
        RunningPrograms.add(process)
        Cancellation.current?.add(process)
      }
      return started
    }
  }

  private func spawn(
    _ input: FileDescriptor, _ output: FileDescriptor, _ errors: FileDescriptor,
    _ mask: inout sigset_t
  ) -> Result<pid_t, FileFailure> {
    var spawning = virga_spawning()
    posix_spawnattr_init(&spawning.attributes)
    defer { posix_spawnattr_destroy(&spawning.attributes) }
    posix_spawnattr_setsigmask(&spawning.attributes, &mask)
    posix_spawnattr_setflags(&spawning.attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    posix_spawn_file_actions_init(&spawning.actions)
    defer { posix_spawn_file_actions_destroy(&spawning.actions) }
    for (target, end) in [input, output, errors].enumerated() {
      posix_spawn_file_actions_adddup2(&spawning.actions, end.rawValue, Int32(target))
    }
    let words = ([name] + arguments).map { strdup($0) } + [nil]
    let settings =
      environment.compactMap { name in getenv(name).map { strdup("\(name)=\(String(cString: $0))") }
      } + [nil]
    defer { for word in words + settings { free(word) } }
    var process: pid_t = 0
    let code = posix_spawnp(
      &process, name, &spawning.actions, &spawning.attributes, words, settings)
    return code == 0 ? .success(process) : .failure(FileFailure(Errno(rawValue: code), name))
  }

  private typealias RunOutput = (output: [UInt8], errors: [UInt8], isStopped: Bool)

  /// Reads both pipes as they fill so that the program never blocks; keeps the beginning of the
  /// errors.
  private static func readAll(
    _ pipes: (output: FileDescriptor, errors: FileDescriptor, feed: FileDescriptor?), _ limit: Int,
    _ timeout: Int32,
    feeding input: ArraySlice<UInt8>
  ) -> RunOutput {
    var texts: [[UInt8]] = [[], []]
    var rest = input
    var ends = [pipes.output, pipes.errors].map {
      pollfd(fd: $0.rawValue, events: Int16(POLLIN), revents: 0)
    }
    ends.append(pollfd(fd: pipes.feed?.rawValue ?? -1, events: Int16(POLLOUT), revents: 0))
    defer { if ends[2].fd >= 0 { try? pipes.feed?.close() } }
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    // `poll` ignores negative descriptors.
    while ends[0].fd >= 0 || ends[1].fd >= 0 {
      let ready = poll(&ends, 3, timeout)
      if ready == 0 { return (texts[0], texts[1], isStopped: true) }
      guard ready > 0 else {
        if Errno.last == .interrupted { continue }
        break
      }
      if let feed = pipes.feed, ends[2].fd >= 0, ends[2].revents != 0 {
        rest = Self.feed(rest, to: feed)
        if rest.isEmpty {
          try? feed.close()
          ends[2].fd = -1
        }
      }
      for index in 0...1 where ends[index].fd >= 0 && ends[index].revents != 0 {
        let end = FileDescriptor(rawValue: ends[index].fd)
        let count = buffer.withUnsafeMutableBytes { try? end.read(into: $0) } ?? 0
        if count == 0 { ends[index].fd = -1 }
        if index == 0 || texts[1].count < errorLimit { texts[index] += buffer[..<count] }
      }
      if texts[0].count > limit { return ([], texts[1], true) }
    }
    return (texts[0], texts[1], false)
  }

  /// Returns the rest; empty if the reader is gone.
  private static func feed(_ input: ArraySlice<UInt8>, to feed: FileDescriptor) -> ArraySlice<UInt8>
  {
    var rest = input
    while !rest.isEmpty {
      do {
        rest = rest.dropFirst(try rest.withUnsafeBytes { try feed.write($0) })
      } catch Errno.resourceTemporarilyUnavailable {
        return rest
      } catch {
        return []
      }
    }
    return rest
  }

  private static let errorLimit = 1 << 16

  private static func wait(for process: pid_t) -> Int32 {
    // `WNOWAIT` keeps the process id from being reused until the second wait.
    var information = siginfo_t()
    while waitid(P_PID, id_t(process), &information, WEXITED | WNOWAIT) != 0,
      Errno.last == .interrupted
    {}
    RunningPrograms.remove(process)
    Cancellation.current?.remove(process)
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, Errno.last == .interrupted {}
    let signal = status & 0x7F
    return signal == 0 ? status >> 8 & 0xFF : 128 + signal
  }
}
