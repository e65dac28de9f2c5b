import Testing
import VirgaExperiments
import VirgaFiles
import VirgaJSON
import VirgaManifest
import VirgaTestSupport

/// Generated Kotlin, compiled and run against stubs of Android and its SDK.
@Suite(
  "Generated Kotlin", .enabled(if: KotlinProgram.compiler != nil, "kotlinc is not installed"),
  .serialized,
  .timeLimit(.minutes(20)))
struct KotlinTests {
  private static let samples = "Tests/GeneratedCode/samples.fml.yaml"
  private static let demo = "manifests/cirrus.fml.yaml"

  @Test("its values equal the manifest's") func values() throws {
    var kotlin = try KotlinProgram()
    let samples = try manifest(Self.samples)
    let demo = try manifest(Self.demo)
    try kotlin.add(samples, channel: "only")
    try kotlin.add(try manifest("Tests/GeneratedCode/component.fml.yaml"), channel: "only")
    try kotlin.add(demo, channel: "nightly")
    try kotlin.add(try manifest("manifests/components/messaging.fml.yaml"), channel: "production")
    try kotlin.compile(main: true)

    let questions =
      Self.defaults(of: demo, "cirrus") + Self.defaults(of: samples, "samples") + Self.configs
    let input = questions.map { "\($0.manifest)\t\($0.feature)\t\($0.config)\n" }.joined()
    let program = try kotlin.run(input: input)
    var answers = program.output.split(separator: "\n").map(String.init)
    #expect(program.errors == "")
    #expect(
      answers.popLast()
        == "{engine={name=GeckoPref(pref=engine.name, branch=DEFAULT), "
        + "enabled=GeckoPref(pref=engine.enabled, branch=USER)}}")
    #expect(answers.popLast() == "[empty-feature]")
    try #require(answers.count == questions.count)
    for (question, answer) in zip(questions, answers) {
      let (manifest, channel) =
        question.manifest == "cirrus" ? (demo, "nightly") : (samples, "only")
      let layers = FeatureLayers(edit: LocatedValue(try JSONValue.parse(question.config)))
      let feature = try #require(manifest.feature(question.feature))
      let wanted = manifest.reading(of: feature, channel: channel, under: layers).json
      #expect(try JSONValue.parse(answer) == .object(wanted), "\(question)")
    }
  }

  /// Several at a time, because the compiler starts slowly, but never two with the same package.
  @Test(
    "published manifests compile without a warning",
    .enabled(
      if: Repository.realManifests != nil, "VIRGA_MANIFESTS names no folder of real manifests"),
    arguments: [
      [
        "firefox-android-2024-06/fenix/app/nimbus.fml.yaml",
        "firefox-android-2024-06/focus-android/app/nimbus.fml.yaml",
      ],
      [
        "fenix-2023-02/nimbus.fml.yaml", "experimenter/fenix/nightly.fml.yaml",
        "experimenter/fenix/beta.fml.yaml",
        "experimenter/focus-android/nightly.fml.yaml",
      ],
    ])
  func realManifestsCompile(_ paths: [String]) throws {
    let folder = try #require(Repository.realManifests)
    var kotlin = try KotlinProgram()
    for (index, path) in paths.enumerated() {
      let channel = path.hasSuffix("beta.fml.yaml") ? "beta" : "nightly"
      let file = "\(folder)/\(path)"
      let text = String(decoding: try FileReading.disk().read(file), as: UTF8.self)
      // Manifests published for the service lack code names.
      let names = "about:\n  kotlin: {package: org.example.real\(index), class: .RealNimbus}\n"
      let named = text.contains("  kotlin:") ? text : text.replacing("about:\n", with: names)
      let loader = ManifestLoader(files: .disk(), workingFolder: FilePath.folder(of: file))
      try kotlin.addAll(
        loader.load(text: Array(named.utf8), name: FilePath.name(of: file)), channel: channel)
    }
    try kotlin.compile()
  }

  /// A config for a feature of a manifest.
  private struct Question {
    var manifest: String
    var feature: String
    var config: String
  }

  private static func defaults(of manifest: Manifest, _ name: String) -> [Question] {
    manifest.features.filter { $0.module == 0 }.map {
      Question(manifest: name, feature: $0.id, config: "{}")
    }
  }

  private static let configs = GeneratedCodeTests.configs
    // Android does not read 4.0 as an integer.
    .filter { !$0.config.contains("4.0") }
    .map { Question(manifest: "samples", feature: $0.feature, config: $0.config) }

  private func manifest(_ path: String) throws -> Manifest {
    try ManifestLoader(files: .disk(), workingFolder: Repository.root).load(path)
  }
}
