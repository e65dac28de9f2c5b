import Testing

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A terminal of its own in which a shell runs one line, gone with its owner.
///
/// The line finds `virga` in its path. When it has ended the terminal shows `left` with its exit code and the modes
/// that it left behind, so that a test can see whether the terminal was given back.
package final class TmuxSession {
  /// Where the line runs; its home too.
  package let directory: TemporaryDirectory
  private let tmux: [String]
  private let environment: [String: String]

  /// Starts a terminal and the line in it.
  ///
  /// - Parameters:
  ///   - line: a line of shell; where `isInteractive`, nothing but a shell with job control runs, to type in.
  ///   - environment: variables for the line, such as `TERM`.
  package init(
    _ line: String = "virga", columns: Int = 120, rows: Int = 40, environment: [String: String] = [:],
    in directory: TemporaryDirectory? = nil, isInteractive: Bool = false
  ) throws {
    let directory = try directory ?? TemporaryDirectory()
    self.directory = directory
    self.environment = VirgaProgram.environment(home: directory.root)
    // Each has a server of its own: that of the one before in the same directory may still be ending.
    let socket = directory.path("tmux-\(UInt32.random(in: 0 ... .max))")
    tmux = [try Self.tmuxPath(), "-S", socket, "-f", "/dev/null"]
    directory.makeDirectory("bin")
    directory.write(
      """
      #!/bin/sh
      echo $$ >\(directory.path("process"))
      exec \(VirgaProgram.path) "$@"
      """, to: "bin/virga")
    chmod(directory.path("bin/virga"), 0o700)
    let variables = environment.map { "export \($0)='\($1)'" }.sorted().joined(separator: "\n")
    let end = isInteractive ? "PS1='$ ' exec bash --norc --noprofile -i" : "\(line)\necho left $?; stty -a; exec cat"
    directory.write("cd \(directory.root)\nPATH=\(directory.path("bin")):$PATH\n\(variables)\n\(end)\n", to: "run")
    let size = ["-x", "\(columns)", "-y", "\(rows)"]
    try command(
      ["start-server", ";", "set", "-g", "status", "off", ";", "new-session", "-d"] + size
        + ["exec sh \(directory.path("run"))"])
    // Tests that are killed cannot end it: then it ends itself.
    try command(
      [
        "run-shell", "-b",
        "while kill -0 \(getpid()); do sleep 1; done 2>/dev/null; \(tmux.joined(separator: " ")) kill-server",
      ])
  }

  deinit { _ = try? ChildProcess.run(tmux + ["kill-server"], environment: environment) }

  private static func tmuxPath() throws -> String {
    try #require(SystemProgram.path(of: "tmux"), "the tests of the whole program need tmux")
  }

  /// Runs a command of tmux and gives what it answers.
  @discardableResult
  package func command(_ words: [String]) throws -> String {
    let answer = try ChildProcess.run(tmux + words, environment: environment)
    try #require(answer.code == 0, "tmux \(words.joined(separator: " ")): \(answer.errors)")
    return answer.output
  }

  /// Presses keys, named as tmux names them: `j`, `Enter`, `C-z`.
  package func press(_ keys: String...) throws { try command(["send-keys"] + keys) }

  /// Sends text as it is, escape sequences included.
  package func type(_ text: String) throws {
    try command(["send-keys", "-H"] + text.utf8.map { String($0, radix: 16) })
  }

  /// Pastes text, bracketed where the program asked for that.
  package func paste(_ text: String) throws {
    directory.write(text, to: "pasted")
    try command(["load-buffer", directory.path("pasted"), ";", "paste-buffer", "-p"])
  }

  /// Presses and releases the left button of the mouse; columns and rows count from 1.
  package func click(column: Int, row: Int) throws {
    try type("\u{1B}[<0;\(column);\(row)M\u{1B}[<0;\(column);\(row)m")
  }

  /// Changes the size of the terminal.
  package func resize(columns: Int, rows: Int) throws {
    try command(["resize-window", "-x", "\(columns)", "-y", "\(rows)"])
  }
}
