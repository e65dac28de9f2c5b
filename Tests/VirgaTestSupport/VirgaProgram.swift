import CVirgaPlatform

/// The built executable that the tests run.
package enum VirgaProgram {
  /// The build folder, which is that of the running tests.
  package static let folder: String = {
    let tests = CommandLine.arguments[0]
    let folder = tests.lastIndex(of: "/").map { String(tests[..<$0]) } ?? "."
    // Absolute, because programs run in other folders.
    guard let path = realpath(folder, nil) else { return folder }
    defer { free(path) }
    return String(cString: path)
  }()

  /// The compiler arguments for the modules of the build, with the C modules of the system.
  package static let modules = [
    "-I", "\(folder)/Modules",
    "-Xcc", "-fmodule-map-file=\(folder)/CVirgaPlatform.build/module.modulemap",
    "-Xcc",
    "-fmodule-map-file=\(folder)/../../checkouts/swift-system/Sources/CSystem/include/module.modulemap",
  ]

  /// The path of the executable.
  package static let path = folder + "/virga"

  /// The environment of programs in tests, isolated from the machine's.
  package static func environment(
    home: String, adding more: [String: String] = [:]
  ) -> [String: String] {
    let own = ["HOME": home, "LC_ALL": "C.UTF-8", "PATH": SystemProgram.searchPath]
    return own.merging(more) { $1 }
  }

  /// Runs `virga` with `arguments` in `folder`, and waits for it.
  package static func run(
    _ arguments: [String], input: String = "", in folder: String = "/",
    environment: [String: String] = [:]
  ) throws -> ChildProcess {
    try ChildProcess.run(
      [path] + arguments, environment: self.environment(home: folder, adding: environment),
      input: input,
      folder: folder)
  }
}
