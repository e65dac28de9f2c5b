import Foundation
import Testing
import VirgaTestSupport

/// The compiler, with the modules of this package built for the tests.
enum Compiler {
  /// The app whose package Getting started shows.
  private static let appName = "CirrusApp"

  /// Type-checks the files of an app in the strictest mode.
  ///
  /// The app includes the code generated from the demo manifest, and imports no modules of the
  /// package itself.
  static func check(_ files: [String]) async throws -> ChildProcess {
    try await run("swiftc", ["-typecheck", "-module-name", appName] + strictModules + files)
  }

  /// Type-checks the files of an app's tests, which import the app; its module is written into
  /// `folder`.
  static func checkTests(
    _ tests: [String], ofApp app: [String], in folder: String
  ) async throws -> ChildProcess {
    let module = ["-emit-module-path", "\(folder)/\(appName).swiftmodule", "-enable-testing"]
    let emission = try await run(
      "swiftc", ["-emit-module", "-module-name", appName] + module + strictModules + app)
    guard emission.code == 0 else { return emission }
    return try await run(
      "swiftc",
      ["-typecheck", "-parse-as-library", "-module-name", "\(appName)Tests", "-I", folder]
        + strictModules + tests)
  }

  /// The strictest mode, with the modules that an app imports and the code of the demo.
  private static let strictModules =
    ["-swift-version", "6", "-warnings-as-errors"]
    + ["-Xfrontend", "-import-module", "-Xfrontend", "Cirrus"] + modules

  /// Type-checks the files of a room, which may use what others declare for the package.
  static func checkRoom(_ room: String, _ files: [String]) async throws -> ChildProcess {
    // The package manager names the package after its folder.
    let package = Repository.root.split(separator: "/").last.map { $0.lowercased() } ?? ""
    return try await run(
      "swiftc",
      ["-typecheck", "-swift-version", "6", "-module-name", room, "-package-name", package]
        + ["-enable-upcoming-feature", "InternalImportsByDefault"] + modules
        + ["-Xcc", "-fmodule-map-file=\(VirgaProgram.folder)/CVirgaYAML.build/module.modulemap"]
        + files)
  }

  /// The public names of the products' modules, with enclosing types: `FeatureClient.optOut(_:)`;
  /// computed once.
  static func publicNames() async throws -> Set<String> { try await names.value }

  private static let names: Task<Set<String>, any Error> = Task {
    let directory = try TemporaryDirectory()
    let target = try JSONDecoder().decode(
      TargetInfo.self, from: Data(try await run("swiftc", ["-print-target-info"]).output.utf8))
    for module in ProductClosureTests.modules {
      let words = [
        "-module-name", module, "-target", target.target.triple, "-output-dir", directory.root,
      ]
      let process = try await run("swift-symbolgraph-extract", words + Self.modules)
      try #require(process.code == 0, "\(process.errors)")
    }
    let files = try FileManager.default.contentsOfDirectory(atPath: directory.root)
    return try files.reduce(into: Set<String>()) { names, file in
      let data = try Data(contentsOf: URL(fileURLWithPath: directory.path(file)))
      let graph = try JSONDecoder().decode(SymbolGraph.self, from: data)
      names.formUnion(graph.symbols.map { $0.pathComponents.joined(separator: ".") })
    }
  }

  private struct TargetInfo: Decodable {
    struct Target: Decodable { var triple: String }
    var target: Target
  }

  private struct SymbolGraph: Decodable {
    struct Symbol: Decodable { var pathComponents: [String] }
    var symbols: [Symbol]
  }

  /// The paths of the modules, and the C module that a product needs.
  private static let modules =
    VirgaProgram.modules
    + ["-Xcc", "-fmodule-map-file=\(VirgaProgram.folder)/CVirgaSQLite.build/module.modulemap"]

  private static func run(_ tool: String, _ words: [String]) async throws -> ChildProcess {
    try await ChildProcess.runInBackground(
      [try path(of: tool)] + words, environment: SystemProgram.environment)
  }

  private static func path(of tool: String) throws -> String {
    try #require(SystemProgram.path(of: tool), "there is no \(tool)")
  }
}
