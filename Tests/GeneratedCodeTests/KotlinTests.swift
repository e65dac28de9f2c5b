import Testing
import VirgaGenerate
import VirgaJSON
import VirgaManifest
import VirgaSource
import VirgaTestSupport

private let compiler = SystemProgram.path(of: "kotlinc")

/// Generated Kotlin, compiled and run against as much of Android and its SDK as it asks for.
@Suite(.enabled(if: compiler != nil, "there is no kotlinc"), .timeLimit(.minutes(5)))
struct KotlinTests {
  private static let samples = "Tests/GeneratedCode/samples.fml.yaml"
  private static let demo = "manifests/cirrus.fml.yaml"

  @Test func itSaysWhatTheManifestSays() throws {
    let directory = try TemporaryDirectory()
    let samples = try manifest(Self.samples)
    let demo = try manifest(Self.demo)
    try write(samples, channel: "only", to: directory)
    try write(demo, channel: "nightly", to: directory)
    try write(try manifest("manifests/components/messaging.fml.yaml"), channel: "production", to: directory)
    try compile(directory)

    let questions = Self.defaults(of: demo, "cirrus") + Self.defaults(of: samples, "samples") + Self.configs
    let input = questions.map { "\($0.manifest)\t\($0.feature)\t\($0.config)\n" }.joined()
    let program = try ChildProcess.run(
      ["/usr/bin/env", "java", "-Dfile.encoding=UTF-8", "-jar", directory.path("all.jar")],
      environment: SystemProgram.environment, input: input)
    var answers = program.output.split(separator: "\n").map(String.init)
    #expect(program.errors == "")
    #expect(
      answers.popLast()
        == "{engine={name=GeckoPref(pref=engine.name, branch=DEFAULT), "
        + "enabled=GeckoPref(pref=engine.enabled, branch=USER)}}")
    #expect(answers.popLast() == "[empty-feature]")
    try #require(answers.count == questions.count)
    for (question, answer) in zip(questions, answers) {
      let (manifest, channel) = question.manifest == "cirrus" ? (demo, "nightly") : (samples, "only")
      var merged = manifest.merged(try #require(manifest.feature(question.feature)), channel: channel)
      merged.lay(try JSONValue.parse(question.config), layer: .edit)
      let found = try JSONValue.parse(answer)
      #expect(RunTimeForm.completed(.object(merged.json), found) == found, "\(question)")
    }
  }

  /// A config for a feature of a manifest.
  private struct Question {
    var manifest: String
    var feature: String
    var config: String
  }

  private static func defaults(of manifest: Manifest, _ name: String) -> [Question] {
    manifest.features.filter { $0.module == 0 }.map { Question(manifest: name, feature: $0.id, config: "{}") }
  }

  private static let configs = GeneratedCodeTests.configs
    // Android reads 4.0 as no integer.
    .filter { !$0.config.contains("4.0") }
    .map { Question(manifest: "samples", feature: $0.feature, config: $0.config) }

  private func manifest(_ path: String) throws -> Manifest {
    try ManifestLoader(files: .disk(), workingFolder: Repository.root).load(path)
  }

  /// Writes the code, and the resources that it names.
  private func write(_ manifest: Manifest, channel: String, to directory: TemporaryDirectory) throws {
    let code = try KotlinCode.file(for: manifest, channel: channel)
    directory.write(code, to: "\(manifest.name).kt")
    let package = try #require(manifest.modules[0].about?.kotlin?.package)
    let resources = try ["string", "drawable"].map { kind in
      let names = Set(code.matches(of: try Regex("R\\.\(kind)\\.([a-z0-9_]+)")).compactMap { $0.output[1].substring })
      let lines = names.sorted().map { "        val \($0) = Context.shared.number(\"\($0)\")\n" }
      return "    object \(kind) {\n\(lines.joined())    }\n"
    }
    let text = "package \(package)\n\nimport android.content.Context\n\nobject R {\n\(resources.joined())}\n"
    directory.write(text, to: "\(manifest.name)-resources.kt")
  }

  private func compile(_ directory: TemporaryDirectory) throws {
    let runtime = ["Android", "Drawable", "JSON", "Main", "Nimbus", "NimbusInternal"]
    let kept = runtime.map { "\(Repository.root)/Tests/GeneratedCode/Kotlin/Runtime/\($0).kt" }
    let words = [try #require(compiler)] + kept + [directory.root, "-include-runtime", "-d", directory.path("all.jar")]
    let compilation = try ChildProcess.run(words, environment: SystemProgram.environment)
    try #require(compilation.code == 0, "\(compilation.errors)")
  }
}
