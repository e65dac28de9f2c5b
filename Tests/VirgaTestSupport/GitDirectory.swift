import Testing

/// A git repository in a temporary directory, with its own identity and no other configuration.
package struct GitDirectory: Sendable {
  package let directory: TemporaryDirectory

  /// Creates a repository without commits, whose first branch is `main`.
  package init() throws {
    directory = try TemporaryDirectory()
    try git("init", "-q", "-b", "main")
  }

  /// Runs git here; returns what it printed.
  @discardableResult
  package func git(_ words: String...) throws -> String {
    let git = try #require(SystemProgram.path(of: "git"))
    let identity = ["-c", "user.name=Test", "-c", "user.email=test@example.org"]
    let process = try ChildProcess.run(
      [git] + identity + words, environment: VirgaProgram.environment(home: directory.root),
      folder: directory.root)
    try #require(process.code == 0, "git \(words): \(process.errors)")
    return process.output
  }

  /// Commits everything that is in the directory.
  package func commit(_ message: String = "Change") throws {
    try git("add", "--all")
    try git("commit", "-q", "-m", message)
  }
}
