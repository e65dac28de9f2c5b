import CVirgaPlatform
import Testing

/// A program that writes to a session, prints what was stored, and can be killed.
package final class WritingProcess {
  /// Its process id.
  package var id: Int32 { process }
  private let process: pid_t
  private let output: Int32
  private var text: [UInt8] = []
  private var hasEnded = false

  /// Starts the probe on the file at `path`; without `writes` it runs until killed.
  package convenience init(_ path: String, name: String, writes: Int? = nil) throws {
    try self.init(
      [VirgaProgram.folder + "/VirgaSessionProbe", path, name] + (writes.map { ["\($0)"] } ?? []))
  }

  /// Starts the program `words[0]`, a path.
  package init(_ words: [String], environment: [String: String] = [:]) throws {
    var ends: [Int32] = [-1, -1]
    try #require(pipe(&ends) == 0)
    for end in ends { _ = virga_close_on_exec(end) }
    var spawning = virga_spawning()
    posix_spawn_file_actions_init(&spawning.actions)
    defer { posix_spawn_file_actions_destroy(&spawning.actions) }
    posix_spawn_file_actions_adddup2(&spawning.actions, ends[1], 1)
    // Descriptors that other tests have open must not be inherited.
    for descriptor in Int32(3)..<64 {
      posix_spawn_file_actions_addclose(&spawning.actions, descriptor)
    }
    let arguments = words.map { strdup($0) } + [nil]
    let variables =
      environment.map { strdup("\($0)=\($1)") } + [strdup("SWIFT_BACKTRACE=enable=no"), nil]
    defer { for pointer in arguments + variables { free(pointer) } }
    var process: pid_t = 0
    let failure = posix_spawn(&process, words[0], &spawning.actions, nil, arguments, variables)
    close(ends[1])
    try #require(failure == 0, "\(words[0]) could not be started: \(failure)")
    (self.process, output) = (process, ends[0])
  }

  deinit {
    kill()
    close(output)
  }

  /// Waits until it has acknowledged a write.
  package func waitForFirst() { _ = readMore() }

  /// Waits until it has printed a line that begins with `prefix`, or has ended.
  package func waitForLine(beginning prefix: String) {
    func isPrinted() -> Bool {
      String(decoding: text, as: UTF8.self).split(separator: "\n").contains { $0.hasPrefix(prefix) }
    }
    while !isPrinted(), readMore() {}
  }

  /// Kills it with `SIGKILL`.
  package func kill() {
    guard !hasEnded else { return }
    _ = CVirgaPlatform.kill(process, SIGKILL)
    wait()
  }

  /// Waits for it to end.
  package func wait() {
    guard !hasEnded else { return }
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, virga_errno() == EINTR {}
    hasEnded = true
  }

  /// All complete lines that it printed until its end.
  package func lines() -> [String] {
    while readMore() {}
    let whole = text.lastIndex(of: UInt8(ascii: "\n")).map { text[...$0] } ?? []
    return String(decoding: whole, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  private func readMore() -> Bool {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    let count = read(output, &buffer, buffer.count)
    if count > 0 { text += buffer[..<count] }
    return count > 0
  }
}
