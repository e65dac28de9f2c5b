import Testing
import VirgaFiles
import VirgaGenerate
import VirgaManifest
import VirgaTestSupport

/// Generated Kotlin and the resources that it uses, in a temporary folder.
///
/// It is compiled against the interface of the SDK for Android.
struct KotlinProgram {
  /// The Kotlin compiler, which `.scripts/compile-kotlin` installs; nil if it is missing.
  static let compiler = SystemProgram.path(of: "kotlinc")

  private let directory: TemporaryDirectory
  /// The names of the resources of each package, by kind.
  private var resources: [String: [String: Set<String>]] = [:]

  init() throws { directory = try TemporaryDirectory() }

  /// Adds the code of `manifest` for `channel`.
  mutating func add(_ manifest: Manifest, channel: String) throws {
    let code = try KotlinCode.file(for: manifest, channel: channel)
    let names = try #require(manifest.modules[0].about?.kotlin)
    directory.write(code, to: "\(names.package)\(names.className).kt")
    for match in code.matches(of: try Regex("R\\.(string|drawable)\\.(`?[a-z0-9_]+`?)")) {
      guard let kind = match.output[1].substring, let name = match.output[2].substring else {
        continue
      }
      resources[names.package, default: [:]][String(kind), default: []].insert(String(name))
    }
  }

  /// Adds the code of `manifest` and every imported module, each for the channel of its import.
  mutating func addAll(_ manifest: Manifest, channel: String) throws {
    try add(manifest, channel: channel)
    for module in manifest.modules.dropFirst() {
      let imported = try ManifestLoader(files: .disk(), workingFolder: "/").load(module.path)
      try add(imported, channel: try #require(module.importChannel))
    }
  }

  private func writeResources() {
    for (package, kinds) in resources {
      let objects = kinds.map { kind, names in
        let lines = names.map { name in
          "        val \(name) = Context.shared.number(\"\(name.filter { $0 != "`" })\")\n"
        }
        return "    object \(kind) {\n\(lines.joined())    }\n"
      }
      let text =
        "package \(package)\n\nimport android.content.Context\n\nobject R {\n\(objects.joined())}\n"
      directory.write(text, to: "\(package).resources.kt")
    }
  }

  /// Compiles the code with warnings as errors.
  ///
  /// With `main`, the result is a program that answers questions about the demo and the samples.
  func compile(main: Bool = false) throws {
    writeResources()
    let runtime =
      ["Android", "Drawable", "JSON", "Nimbus", "NimbusInternal"] + (main ? ["Main"] : [])
    let kept = runtime.map { "\(Repository.root)/Tests/GeneratedCode/Kotlin/Runtime/\($0).kt" }
    let compiler = try #require(Self.compiler)
    let words =
      [compiler, "-Werror"] + kept + [
        directory.root, "-include-runtime", "-d", directory.path("all.jar"),
      ]
    let compilation = try ChildProcess.run(words, environment: SystemProgram.environment)
    try #require(compilation.code == 0, "\(compilation.errors)")
  }

  /// Runs the compiled program with `input` as its standard input.
  func run(input: String) throws -> ChildProcess {
    try ChildProcess.run(
      ["/usr/bin/env", "java", "-Dfile.encoding=UTF-8", "-jar", directory.path("all.jar")],
      environment: SystemProgram.environment, input: input)
  }
}
