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
    package var exitCode: Int32
    /// Whether it was killed because of too much output or a timeout.
    package var wasKilled: Bool
  }

  let name: String
  let arguments: [String]
  /// The variables of the environment that the program gets from this process.
  private let inheritedVariables: [String]
  /// The variables that only the program gets, with their values.
  private let addedVariables: [String: String]

  /// A program in `PATH`; passes on `PATH`, `HOME` and the inherited variables, and sets the added
  /// ones.
  package init(
    name: String, arguments: [String], inheriting inheritedVariables: [String] = [],
    adding addedVariables: [String: String] = [:]
  ) {
    self.name = name
    self.arguments = arguments
    self.inheritedVariables = ["PATH", "HOME"] + inheritedVariables
    self.addedVariables = addedVariables
  }

  /// Runs the program with `input`; kills it after `limit` bytes of output or `timeout`
  /// milliseconds of silence.
  ///
  /// A `timeout` of -1 means no timeout. If the input may exceed a pipe's capacity, this process
  /// must ignore `SIGPIPE`: it gets that signal if the program ends before it has read all.
  ///
  /// - Throws: `FileFailure` if it cannot be started.
  package func run(input: [UInt8], limit: Int, timeout: Int32 = -1) throws(FileFailure) -> Outcome {
    let pipes = try ProgramPipes()
    var streams = ProgramStreams(input: input[...], pipes)
    // A small input is written before the program starts, so that the write cannot fail if the
    // program ends early.
    streams.writeInput()
    let started = spawnAndRegister(
      pipes.input.readEnd, pipes.output.writeEnd, pipes.errors.writeEnd)
    pipes.closeEndsOfProgram()
    var mustStop = false
    if case .success = started { mustStop = streams.transfer(limit: limit, timeout: timeout) }
    // Closed before waiting for the program, which might otherwise wait for a reader.
    streams.close()
    // Throws why the program was not started; only here, so that all ends are closed by now.
    let process = try started.get()
    if mustStop { kill(process, SIGKILL) }
    return Outcome(
      output: streams.output, errors: streams.errors, exitCode: Self.wait(for: process),
      wasKilled: mustStop)
  }

  /// Runs the program on the input and outputs of this process; returns its exit code, or 128 plus
  /// the number of the signal that ended it.
  ///
  /// - Throws: `FileFailure` if it cannot be started.
  package func runAttached() throws(FileFailure) -> Int32 {
    let started = spawnAndRegister(.standardInput, .standardOutput, .standardError)
    return Self.wait(for: try started.get())
  }

  /// Starts the program; it is killed with this process, and when the work of this task, which
  /// waits for the program, is cancelled.
  private func spawnAndRegister(
    _ input: FileDescriptor, _ output: FileDescriptor, _ errors: FileDescriptor
  ) -> Result<pid_t, FileFailure> {
    RunningPrograms.withEndingSignalsBlocked { mask in
      let started = spawn(input, output, errors, &mask)
      if case .success(let process) = started {
        RunningPrograms.add(process)
        Cancellation.current?.add(process)
      }
      return started
    }
  }

  /// Starts the program on the three descriptors.
  ///
  /// - Parameter mask: The signals that are blocked in the program. Without it, the program would
  ///   inherit those of this thread, which blocks more signals during the start.
  private func spawn(
    _ input: FileDescriptor, _ output: FileDescriptor, _ errors: FileDescriptor,
    _ mask: inout sigset_t
  ) -> Result<pid_t, FileFailure> {
    // The attributes and file actions of posix_spawn(3), which are C values to be destroyed.
    var spawning = virga_spawning()
    posix_spawnattr_init(&spawning.attributes)
    defer { posix_spawnattr_destroy(&spawning.attributes) }
    posix_spawnattr_setsigmask(&spawning.attributes, &mask)
    posix_spawnattr_setflags(&spawning.attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    posix_spawn_file_actions_init(&spawning.actions)
    defer { posix_spawn_file_actions_destroy(&spawning.actions) }
    // In the program they are the descriptors 0, 1 and 2.
    for (target, end) in [input, output, errors].enumerated() {
      posix_spawn_file_actions_adddup2(&spawning.actions, end.rawValue, Int32(target))
    }
    let words = Self.cStrings([name] + arguments)
    let variables = Self.cStrings(environment)
    defer { for word in words + variables { free(word) } }
    // Looks for the program in `PATH`.
    var process: pid_t = 0
    let error = posix_spawnp(
      &process, name, &spawning.actions, &spawning.attributes, words, variables)
    return error == 0 ? .success(process) : .failure(FileFailure(Errno(rawValue: error), name))
  }

  /// The texts as C strings, which the caller frees, and nil at the end: the lists of
  /// posix_spawn(3).
  private static func cStrings(_ texts: [String]) -> [UnsafeMutablePointer<CChar>?] {
    texts.map { strdup($0) } + [nil]
  }

  /// The program's variables, each as `NAME=value`.
  private var environment: [String] {
    let inherited = inheritedVariables.compactMap { name in
      getenv(name).map { value in "\(name)=\(String(cString: value))" }
    }
    return inherited + addedVariables.map { name, value in "\(name)=\(value)" }
  }

  /// Waits until the program ends; returns its exit code, or 128 plus the signal that ended it.
  private static func wait(for process: pid_t) -> Int32 {
    // `WNOWAIT` keeps the process id from being reused until the second wait, so that nobody kills
    // another program with the same id. A signal to this process interrupts a wait.
    var information = siginfo_t()
    while waitid(P_PID, id_t(process), &information, WEXITED | WNOWAIT) != 0,
      Errno.last == .interrupted
    {}
    RunningPrograms.remove(process)
    Cancellation.current?.remove(process)
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, Errno.last == .interrupted {}
    // The low seven bits of the status are the signal, the second byte is the exit code.
    let signal = status & 0x7F
    let exitCode = (status >> 8) & 0xFF
    return signal == 0 ? exitCode : signalCodeBase + signal
  }

  /// A shell reports a program that a signal ended as this number plus that of the signal.
  private static let signalCodeBase: Int32 = 128
}

/// A pipe whose ends no other program inherits.
private struct Pipe {
  let readEnd: FileDescriptor
  let writeEnd: FileDescriptor

  /// Creates the pipe; throws if the system has no descriptors left.
  init() throws(FileFailure) {
    let ends = try FileFailure.reporting("pipe") { try FileDescriptor.pipe() }
    readEnd = ends.readEnd
    writeEnd = ends.writeEnd
    // A program that inherits an end would keep the pipe open.
    for end in [readEnd, writeEnd] { _ = virga_close_on_exec(end.rawValue) }
  }
}

/// The pipes for the input and the outputs of a program.
private struct ProgramPipes {
  let input: Pipe
  let output: Pipe
  let errors: Pipe

  /// Creates the pipes; writing to the input does not block.
  init() throws(FileFailure) {
    input = try Pipe()
    output = try Pipe()
    errors = try Pipe()
    _ = virga_set_file_modes(input.writeEnd.rawValue, O_NONBLOCK)
  }

  /// Closes the ends of which the program has its own copies: while this process had these open
  /// too, the output would not end with the program.
  func closeEndsOfProgram() {
    for end in [input.readEnd, output.writeEnd, errors.writeEnd] { try? end.close() }
  }
}

/// This process's ends of the pipes to a running program, and what was read from them.
private struct ProgramStreams {
  /// The input that is not yet written.
  var input: ArraySlice<UInt8>
  /// Non-blocking; nil once it is closed, after all of the input.
  var inputEnd: FileDescriptor?
  /// Nil once it is closed, after the end of the output.
  var outputEnd: FileDescriptor?
  /// Nil once it is closed, after the end of the errors.
  var errorEnd: FileDescriptor?
  var output: [UInt8] = []
  /// The beginning of the standard error.
  var errors: [UInt8] = []
  private var buffer = [UInt8](repeating: 0, count: 64 << 10)

  /// The number of bytes of errors after which no more are stored.
  private static let errorLimit = 64 << 10

  /// Streams to a program that has not read or written anything yet.
  init(input: ArraySlice<UInt8>, _ pipes: ProgramPipes) {
    self.input = input
    inputEnd = pipes.input.writeEnd
    outputEnd = pipes.output.readEnd
    errorEnd = pipes.errors.readEnd
  }

  /// Writes the input and reads both outputs as they fill, so that the program never blocks, until
  /// it has closed both.
  ///
  /// Returns true if it must be stopped: after `timeout` milliseconds without a transfer, or after
  /// more than `limit` bytes of output, all of which is then dropped.
  mutating func transfer(limit: Int, timeout: Int32) -> Bool {
    while outputEnd != nil || errorEnd != nil {
      switch transferAvailable(timeout: timeout) {
      case .timedOut: return true
      // The system cannot wait: the caller closes the pipes, and lets the program end by itself.
      case .failed: return false
      case .transferred:
        if output.count > limit {
          output = []
          return true
        }
      }
    }
    return false
  }

  private enum TransferResult { case transferred, timedOut, failed }

  /// Waits until the program reads or writes, and transfers what is available then.
  ///
  /// A signal to this process can end the wait early; nothing is transferred then.
  private mutating func transferAvailable(timeout: Int32) -> TransferResult {
    var polled = polledEnds
    let polledCount: nfds_t = 3
    let readyCount = poll(&polled, polledCount, timeout)
    let hasTimedOut = readyCount == 0
    if hasTimedOut { return .timedOut }
    let hasFailed = readyCount < 0
    // After a signal, the caller continues, and so waits again.
    if hasFailed { return Errno.last == .interrupted ? .transferred : .failed }
    // The ends are polled in the order input, output, errors. An end with `revents` can be written
    // to or read from, or is closed on the other side.
    if polled[0].revents != 0 { writeInput() }
    if polled[1].revents != 0 { output += Self.read(from: &outputEnd, into: &buffer) }
    // Only the first errors are stored.
    if polled[2].revents != 0 { readErrors() }
    return .transferred
  }

  /// What to wait for: room for input at index 0, output at 1 and errors at 2.
  private var polledEnds: [pollfd] {
    // poll(2) ignores negative descriptors, which stand for closed ends.
    [
      pollfd(fd: inputEnd?.rawValue ?? -1, events: Int16(POLLOUT), revents: 0),
      pollfd(fd: outputEnd?.rawValue ?? -1, events: Int16(POLLIN), revents: 0),
      pollfd(fd: errorEnd?.rawValue ?? -1, events: Int16(POLLIN), revents: 0),
    ]
  }

  /// Writes as much of the input as the pipe has room for; closes the pipe after all of it, or if
  /// the program reads no more.
  mutating func writeInput() {
    guard let end = inputEnd else { return }
    while !input.isEmpty {
      do {
        let writtenCount = try input.withUnsafeBytes { try end.write($0) }
        input = input.dropFirst(writtenCount)
      } catch Errno.resourceTemporarilyUnavailable {
        // The pipe is full.
        return
      } catch {
        // The program has closed its end.
        input = []
      }
    }
    Self.close(&inputEnd)
  }

  /// Reads the available errors; what is beyond the limit is read too, so that the program does not
  /// wait, but not stored.
  private mutating func readErrors() {
    let read = Self.read(from: &errorEnd, into: &buffer)
    if errors.count < Self.errorLimit { errors += read }
  }

  /// Closes the ends that are still open.
  mutating func close() {
    Self.close(&inputEnd)
    Self.close(&outputEnd)
    Self.close(&errorEnd)
  }

  /// Reads the available bytes; closes the pipe at its end, or if it cannot be read.
  ///
  /// Does not wait, because `poll` has reported bytes or the end of the pipe.
  ///
  /// Returns no bytes at the end of the pipe, and none if `end` is nil because it is closed
  /// already.
  private static func read(
    from end: inout FileDescriptor?, into buffer: inout [UInt8]
  ) -> ArraySlice<UInt8> {
    let count = buffer.withUnsafeMutableBytes { try? end?.read(into: $0) } ?? 0
    if count == 0 { close(&end) }
    return buffer[..<count]
  }

  /// Closes an end, if it is still open.
  private static func close(_ end: inout FileDescriptor?) {
    try? end?.close()
    end = nil
  }
}
