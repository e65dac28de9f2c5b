import CVirgaPlatform
import Testing
import VirgaFiles
import VirgaTestSupport

/// A config for a feature of a manifest of the vectors.
struct VectorQuestion: Hashable {
  var manifest: String
  var feature: String
  var config: String
}

/// The generated code of many manifests as one program, which evaluates features with configs.
///
/// Each manifest's declarations are nested in a type, because many have the same names.
enum VectorProgram {
  /// The folder of the tests' build, and its compiler.
  static let tools: (folder: String, compiler: String)? = {
    let folder = VirgaProgram.folder
    let wanted = ["\(folder)/Modules/VirgaSDK.swiftmodule", folder + objectList]
    guard wanted.allSatisfy({ access($0, R_OK) == 0 }),
      let compiler = SystemProgram.path(of: "swiftc")
    else {
      return nil
    }
    return (folder, compiler)
  }()

  #if canImport(Darwin)
    static let libraries = ["-lc++"]
  #else
    static let libraries = ["-lstdc++"]
  #endif

  /// The object files of a program that uses the SDK.
  private static let objectList = "/virga-example-app.product/Objects.LinkFileList"

  /// The evaluated features as JSON texts.
  static func answers(
    to questions: [VectorQuestion], of manifests: [VectorManifest]
  ) async throws -> [VectorQuestion: String] {
    let directory = try TemporaryDirectory()
    var files: [String] = []
    var table: [(manifest: String, type: String)] = []
    for (index, manifest) in manifests.enumerated() {
      guard let code = try manifest.code() else { continue }
      let type = "Vector\(index)"
      directory.write(enclosed(code, in: type), to: type + ".swift")
      files.append(directory.path(type + ".swift"))
      table.append((manifest.name, type))
    }
    directory.write(main(of: table), to: "main.swift")
    try await compile(files + [directory.path("main.swift")], in: directory)

    let questions = questions.filter { question in
      table.contains { $0.manifest == question.manifest }
    }
    let input = questions.map { "\($0.manifest)\t\($0.feature)\t\($0.config)\n" }.joined()
    let run = try await ChildProcess.runInBackground(
      [directory.path("program")], environment: environment(directory), input: input)
    let lines = run.output.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(
      String.init)
    try #require(run.code == 0 && lines.count == questions.count, "\(run.errors)")
    return Dictionary(zip(questions, lines), uniquingKeysWith: { first, _ in first })
  }

  /// A file of code with its declarations nested in a type.
  private static func enclosed(_ code: String, in type: String) -> String {
    let lines = code.split(separator: "\n", omittingEmptySubsequences: false)
    let body = (lines.lastIndex(of: "#endif") ?? -1) + 1
    return (lines[..<body] + ["public enum \(type) {"] + lines[body...] + ["}", ""]).joined(
      separator: "\n")
  }

  private static func main(of table: [(manifest: String, type: String)]) -> String {
    let rows = table.map { "  \"\($0.manifest)\": \($0.type).VectorNimbus.shared,\n" }
    return """
      import VirgaSDK

      struct AllImages: ResourceLookup {
        func text(_ key: String, table: String?) -> String? { nil }
        func hasImage(_ name: String) -> Bool { true }
      }

      let manifests: [String: any FeatureManifestInterface] = [
      \(rows.joined())]
      while let line = readLine() {
        let words = line.split(separator: "\\t", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
        guard let manifest = manifests[words[0]] else { fatalError(line) }
        HardcodedNimbusFeatures(with: [words[1]: words[2]], resources: AllImages()).connect(with: manifest)
        print(manifest.getFeature(featureId: words[1])?.toJSONString() ?? "no such feature")
      }

      """
  }

  /// Compiles a file of generated code without linking, with warnings as errors.
  ///
  /// - Parameter initializers: Whether to also check that everything is initialized, which takes
  ///   five times as long.
  static func check(_ code: String, initializers: Bool) async throws {
    let directory = try TemporaryDirectory()
    directory.write(code, to: "Words.swift")
    let mode = initializers ? ["-emit-sil", "-o", directory.path("Words.sil")] : ["-typecheck"]
    let words =
      [try #require(tools).compiler] + mode + ["-module-name", "Words", "-wmo"]
      + (try moduleArguments())
      + [directory.path("Words.swift")]
    let compilation = try await ChildProcess.runInBackground(
      words, environment: environment(directory))
    try #require(compilation.code == 0, "\(compilation.output)\(compilation.errors)")
  }

  /// Compiles the files of a module without linking.
  ///
  /// - Parameters:
  ///   - module: The name of the module.
  ///   - files: The paths of its files.
  ///   - language: The language mode of Swift: `5` or `6`.
  ///   - isOnMainActor: Whether its code is isolated to the main actor by default.
  static func check(
    _ module: String, _ files: [String], language: String, isOnMainActor: Bool
  ) async throws -> ChildProcess {
    let directory = try TemporaryDirectory()
    let isolation = isOnMainActor ? ["-default-isolation", "MainActor"] : []
    let words =
      [try #require(tools).compiler, "-emit-sil", "-o", directory.path("\(module).sil")]
      + ["-parse-as-library", "-module-name", module, "-wmo"] + isolation
      + (try moduleArguments(language: language)) + files
    return try await ChildProcess.runInBackground(words, environment: environment(directory))
  }

  /// The compiler arguments for the tests' modules in a language mode, with warnings as errors.
  static func moduleArguments(language: String = "6") throws -> [String] {
    ["-swift-version", language, "-warnings-as-errors", "-module-cache-path", try cache.get().root]
      + VirgaProgram.modules
  }

  /// The cache of compiled system headers, shared by all compilations of a run.
  private static let cache = Result { try TemporaryDirectory() }

  private static func compile(_ files: [String], in directory: TemporaryDirectory) async throws {
    let tools = try #require(tools)
    let words =
      [tools.compiler, "-o", directory.path("program"), "-module-name", "Vectors", "-wmo"]
      + ["-gnone"] + libraries + (try moduleArguments()) + files + [
        "@" + (try objects(in: directory))
      ]
    let compilation = try await ChildProcess.runInBackground(
      words, environment: environment(directory))
    try #require(compilation.code == 0, "\(compilation.output)\(compilation.errors)")
  }

  /// The path of a list of the SDK's object files.
  static func objects(in directory: TemporaryDirectory) throws -> String {
    let tools = try #require(tools)
    let list = try FileReading.disk().read(tools.folder + objectList)
    // Only the SDK, without the program and its terminal code.
    let others = [
      "virga_example_app", "Cirrus", "CirrusMessaging", "VirgaTerminal", "VirgaCanvas",
      "CVirgaCurses", "VirgaLive",
      "VirgaSession",
      "CVirgaSQLite",
    ]
    let objects = String(decoding: list, as: UTF8.self).split(separator: "\n")
      .filter { line in !others.contains { line.contains("/\($0).build/") } }
    directory.write(objects.joined(separator: "\n") + "\n", to: "objects")
    return directory.path("objects")
  }

  static func environment(_ directory: TemporaryDirectory) -> [String: String] {
    SystemProgram.environment.merging(["TMPDIR": directory.root]) { $1 }
  }
}
