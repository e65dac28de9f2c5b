import CVirgaPlatform
import Testing

/// The result of a program that ran to completion.
///
/// Its streams are temporary files so that it never blocks on a reader. No other descriptors are
/// passed on.
package struct ChildProcess: Sendable {
  /// The exit code; nil if a signal ended it.
  package let code: Int32?
  /// The standard output.
  package let output: String
  /// The standard error.
  package let errors: String

  /// Runs `words[0]`, a path, with exactly the given environment, and waits.
  package static func run(
    _ words: [String], environment: [String: String] = [:], input: String = "",
    folder: String? = nil
  ) throws -> ChildProcess {
    let streams = try (0..<3).map { _ in try #require(tmpfile()) }
    defer { for stream in streams { fclose(stream) } }
    fputs(input, streams[0])
    rewind(streams[0])
    let words = folder.map { ["/bin/sh", "-c", "cd \"$0\" && exec \"$@\"", $0] + words } ?? words
    let process = try spawn(words, environment, streams.map(fileno))
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, virga_errno() == EINTR {}
    let texts = streams.map { text(of: fileno($0)) }
    return ChildProcess(
      code: status & 0x7F == 0 ? (status >> 8) & 0xFF : nil, output: texts[1], errors: texts[2])
  }

  private static func spawn(
    _ words: [String], _ environment: [String: String], _ descriptors: [Int32]
  ) throws -> pid_t {
    var spawning = virga_spawning()
    posix_spawn_file_actions_init(&spawning.actions)
    defer { posix_spawn_file_actions_destroy(&spawning.actions) }
    posix_spawnattr_init(&spawning.attributes)
    defer { posix_spawnattr_destroy(&spawning.attributes) }
    for (stream, descriptor) in descriptors.enumerated() {
      posix_spawn_file_actions_adddup2(&spawning.actions, descriptor, Int32(stream))
    }
    // The threads of tests block signals, and that would be inherited.
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&spawning.attributes, &signals)
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&spawning.attributes, &signals)
    #if canImport(Darwin)
      let flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_CLOEXEC_DEFAULT
    #else
      let flags = setSignalMask | setSignalDefaults
      for descriptor in Int32(3)..<256 {
        posix_spawn_file_actions_addclose(&spawning.actions, descriptor)
      }
    #endif
    posix_spawnattr_setflags(&spawning.attributes, Int16(flags))
    let arguments = words.map { strdup($0) } + [nil]
    let variables = environment.map { strdup("\($0)=\($1)") } + [nil]
    defer { for pointer in arguments + variables { free(pointer) } }
    var process: pid_t = 0
    let failure = posix_spawn(
      &process, words[0], &spawning.actions, &spawning.attributes, arguments, variables)
    try #require(failure == 0, "\(words[0]) could not be started: \(failure)")
    return process
  }

  #if !canImport(Darwin)
    /// `POSIX_SPAWN_SETSIGMASK` and `POSIX_SPAWN_SETSIGDEF`, which are not imported everywhere.
    private static let (setSignalMask, setSignalDefaults): (Int32, Int32) = (0x08, 0x04)
  #endif

  /// The whole text of a file, from its descriptor: not every system has a type for open files.
  private static func text(of descriptor: Int32) -> String {
    lseek(descriptor, 0, SEEK_SET)
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = read(descriptor, &buffer, buffer.count), count > 0 {
      bytes += buffer[..<count]
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
