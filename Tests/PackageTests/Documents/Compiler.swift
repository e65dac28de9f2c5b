import Foundation
import Testing
import VirgaTestSupport

/// The compiler, with the modules of this package built for the tests.
///
/// It reads all files of a module at once (`-wmo`): otherwise it starts again for each of them.
enum Compiler {
  /// The app whose package Getting started shows.
  private static let appName = "CirrusApp"

  /// How the targets of an app are compiled.
  struct Mode: Sendable, CustomTestStringConvertible {
    /// The language mode of Swift.
    let language: String
    /// Whether declarations are isolated to the main actor by default.
    let isOnMainActor: Bool

    static let strictest = Mode(language: "6", isOnMainActor: false)
    /// The strictest one, and each language mode on the main actor.
    static let all = [
      strictest, Mode(language: "5", isOnMainActor: true), Mode(language: "6", isOnMainActor: true),
    ]

    var testDescription: String {
      "Swift \(language)\(isOnMainActor ? " on the main actor" : "")"
    }

    /// Features that an app may have enabled, which make imports and existential types strict.
    private static let features = [
      "ExistentialAny", "InternalImportsByDefault", "MemberImportVisibility",
    ]

    fileprivate var arguments: [String] {
      ["-swift-version", language, "-warnings-as-errors"]
        + (isOnMainActor ? ["-default-isolation", "MainActor"] : [])
        + Self.features.flatMap { ["-enable-upcoming-feature", $0] }
    }
  }

  /// Type-checks the files of an app.
  ///
  /// The app includes the code generated from the demo manifest, and imports no modules of the
  /// package itself.
  ///
  /// - Parameters:
  ///   - files: The paths of the app's files.
  ///   - conditions: The compilation conditions, such as `DEBUG`.
  ///   - mode: How the app is compiled.
  static func check(
    _ files: [String], conditions: [String] = [], mode: Mode = .strictest
  ) async throws -> ChildProcess {
    try await run(
      "swiftc",
      ["-typecheck", "-wmo", "-module-name", appName] + mode.arguments + appModules
        + conditions.flatMap { ["-D", $0] } + files)
  }

  /// Type-checks the files of an app's tests, which import the app; its module is written into
  /// `folder`, and compiled like the tests.
  static func checkTests(
    _ tests: [String], ofApp app: [String], mode: Mode, in folder: String
  ) async throws -> ChildProcess {
    let module = ["-emit-module-path", "\(folder)/\(appName).swiftmodule", "-enable-testing"]
    let emission = try await run(
      "swiftc",
      ["-emit-module", "-wmo", "-module-name", appName] + module + mode.arguments + appModules + app
    )
    guard emission.code == 0 else { return emission }
    return try await run(
      "swiftc",
      ["-typecheck", "-wmo", "-parse-as-library", "-module-name", "\(appName)Tests", "-I", folder]
        + mode.arguments + appModules + tests)
  }

  /// The modules that an app imports, and the code of the demo.
  private static let appModules =
    ["-Xfrontend", "-import-module", "-Xfrontend", "Cirrus"] + modules

  /// Type-checks the files of a room, which may use what others declare for the package.
  static func checkRoom(_ room: String, _ files: [String]) async throws -> ChildProcess {
    // The package manager names the package after its folder.
    let package = Repository.root.split(separator: "/").last.map { $0.lowercased() } ?? ""
    return try await run(
      "swiftc",
      ["-typecheck", "-wmo", "-swift-version", "6", "-module-name", room]
        + ["-package-name", package, "-enable-upcoming-feature", "InternalImportsByDefault"]
        + modules
        + ["-Xcc", "-fmodule-map-file=\(VirgaProgram.folder)/CVirgaYAML.build/module.modulemap"]
        + files)
  }

  /// The public names of the products' modules, with enclosing types: `FeatureClient.optOut(_:)`.
  static func publicNames() async throws -> Set<String> {
    Set(try await publicDeclarations().map(\.name))
  }

  /// The public declarations of the products' modules; computed once.
  static func publicDeclarations() async throws -> [PublicDeclaration] {
    try await declarations.value
  }

  private static let declarations: Task<[PublicDeclaration], any Error> = Task {
    let directory = try TemporaryDirectory()
    let target = try JSONDecoder().decode(
      TargetInfo.self, from: Data(try await run("swiftc", ["-print-target-info"]).output.utf8))
    // All at once, so that none of them waits for the compilations that another one waited for.
    try await withThrowingTaskGroup(of: Void.self) { group in
      for module in ProductClosureTests.modules {
        let words = [
          "-module-name", module, "-target", target.target.triple, "-output-dir", directory.root,
        ]
        group.addTask {
          let process = try await run("swift-symbolgraph-extract", words + Self.modules)
          try #require(process.code == 0, "\(process.errors)")
        }
      }
      try await group.waitForAll()
    }
    let files = try FileManager.default.contentsOfDirectory(atPath: directory.root)
    return try files.flatMap { file -> [PublicDeclaration] in
      let data = try Data(contentsOf: URL(fileURLWithPath: directory.path(file)))
      return try JSONDecoder().decode(SymbolGraph.self, from: data).symbols
    }
  }

  private struct TargetInfo: Decodable {
    struct Target: Decodable { var triple: String }
    var target: Target
  }

  private struct SymbolGraph: Decodable { var symbols: [PublicDeclaration] }

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

/// A declaration in a symbol graph of the compiler.
struct PublicDeclaration: Decodable, Sendable {
  struct Identifier: Decodable, Sendable { var precise: String }
  struct Kind: Decodable, Sendable { var identifier: String }
  struct Fragment: Decodable, Sendable {
    var kind: String
    var spelling: String
  }
  struct Comment: Decodable, Sendable {
    struct Line: Decodable, Sendable { var text: String }
    var lines: [Line]
  }

  private var identifier: Identifier
  private var kind: Kind
  private var pathComponents: [String]
  private var declarationFragments: [Fragment]?
  private var docComment: Comment?

  /// The name with enclosing types.
  var name: String { pathComponents.joined(separator: ".") }

  /// The lines of its documentation.
  var documentation: [String] { docComment?.lines.map(\.text) ?? [] }

  /// Whether the compiler added it: inherited from a protocol, such as `Encodable` of an enum.
  var isSynthesized: Bool { identifier.precise.contains("::SYNTHESIZED::") }

  /// Whether it is a function or an initializer that throws or rethrows; `throws` in the type of a
  /// parameter does not count.
  var isThrowing: Bool {
    let isFunction = ["func", "method", "init"].contains { kind.identifier.hasSuffix($0) }
    guard isFunction else { return false }
    var depth = 0
    for fragment in declarationFragments ?? [] {
      if fragment.kind == "keyword", depth == 0, fragment.spelling.hasSuffix("throws") {
        return true
      }
      for character in fragment.spelling {
        if character == "(" { depth += 1 }
        if character == ")" { depth -= 1 }
      }
    }
    return false
  }
}
