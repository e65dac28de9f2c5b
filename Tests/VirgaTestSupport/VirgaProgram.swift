#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The built executable, as the tests run it.
package enum VirgaProgram {
  /// The folder that the build puts programs in: the one of the running tests.
  package static let folder: String = {
    let tests = CommandLine.arguments[0]
    let folder = tests.lastIndex(of: "/").map { String(tests[..<$0]) } ?? "."
    // Programs run in folders of their own.
    guard let path = realpath(folder, nil) else { return folder }
    defer { free(path) }
    return String(cString: path)
  }()

  /// The path of the executable.
  package static let path = folder + "/virga"

  /// The environment that programs get in the tests, so that nothing of the machine's own reaches them.
  package static func environment(home: String, adding more: [String: String] = [:]) -> [String: String] {
    let own = ["HOME": home, "LC_ALL": "C.UTF-8", "PATH": SystemProgram.searchPath]
    return own.merging(more) { $1 }
  }

  /// Runs `virga` with `arguments` in `folder`, and waits for its end.
  package static func run(
    _ arguments: [String], input: String = "", in folder: String = "/", environment: [String: String] = [:]
  ) throws -> ChildProcess {
    try ChildProcess.run(
      [path] + arguments, environment: self.environment(home: folder, adding: environment), input: input,
      folder: folder)
  }
}
