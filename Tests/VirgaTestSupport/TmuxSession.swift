import CVirgaPlatform
import Testing

/// A terminal in which a shell runs one line, closed with this object.
///
/// The line finds `virga` in its path. When it has ended, the terminal shows `left` with the exit
/// code and the modes left behind so that a test can check whether the terminal was restored.
package final class TmuxSession {
  /// The working and home directory of the line.
  package let directory: TemporaryDirectory
  private let tmux: [String]
  private let environment: [String: String]

  /// Starts a terminal and runs the line in it.
  ///
  /// - Parameters:
  ///   - line: A shell command; if `isInteractive`, an interactive shell with job control runs
  ///     instead.
  ///   - environment: Variables for the line, such as `TERM`.
  package init(
    _ line: String = "virga --feature address-autofill", columns: Int = 120, rows: Int = 40,
    environment: [String: String] = [:],
    in directory: TemporaryDirectory? = nil, isInteractive: Bool = false
  ) throws {
    let directory = try directory ?? TemporaryDirectory()
    self.directory = directory
    self.environment = VirgaProgram.environment(home: directory.root)
    // Each has its own server: the previous one in the same directory may still be ending.
    let socket = directory.path("tmux-\(UInt32.random(in: 0 ... .max))")
    tmux = [try Self.tmuxPath(), "-S", socket, "-f", "/dev/null"]
    directory.makeDirectory("bin")
    try directory.writeScript(
      """
      #!/bin/sh
      echo $$ >\(directory.path("process"))
      exec \(VirgaProgram.path) "$@"
      """, to: "bin/virga")
    let variables = environment.map { "export \($0)='\($1)'" }.sorted().joined(separator: "\n")
    let end =
      isInteractive
      ? "PS1='$ ' exec bash --norc --noprofile -i" : "\(line)\necho left $?; stty -a; exec cat"
    directory.write(
      "cd \(directory.root)\nPATH=\(directory.path("bin")):$PATH\n\(variables)\n\(end)\n", to: "run"
    )
    let size = ["-x", "\(columns)", "-y", "\(rows)"]
    try command(
      ["start-server", ";", "set", "-g", "status", "off", ";", "new-session", "-d"] + size
        + ["exec sh \(directory.path("run"))"])
    // Killed tests cannot end the server, so it ends itself.
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

  /// Runs a tmux command and returns its output.
  @discardableResult
  package func command(_ words: [String]) throws -> String {
    let answer = try ChildProcess.run(tmux + words, environment: environment)
    try #require(answer.code == 0, "tmux \(words.joined(separator: " ")): \(answer.errors)")
    return answer.output
  }

  /// Presses keys by their tmux names: `j`, `Enter`, `C-z`.
  package func press(_ keys: String...) throws { try command(["send-keys"] + keys) }

  /// Sends text unchanged, including escape sequences.
  package func type(_ text: String) throws {
    try command(["send-keys", "-H"] + text.utf8.map { String($0, radix: 16) })
  }

  /// Pastes text, bracketed if the program requested that.
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
