import Testing
import VirgaFiles
import VirgaGenerate
import VirgaManifest
import VirgaTestSupport

extension EndToEnd {
  /// An app whose code is that of the documents of Mozilla's SDKs and of FeatureFlags, with other
  /// imports.
  @Suite(
    "Code of other SDKs' documents",
    .enabled(if: VectorProgram.tools != nil, "the modules of the SDK or the compiler are not there")
  )
  struct DocumentedAppTests {
    private static let folder = "\(Repository.root)/Tests/GeneratedCode/DocumentedApp"

    @Test(
      "compiles in each language mode, also if it is isolated to the main actor by default",
      arguments: ["5", "6"], [false, true])
    func compiles(_ language: String, _ isOnMainActor: Bool) async throws {
      let manifest = try ManifestLoader(files: .disk(), workingFolder: Self.folder)
        .load("app.fml.yaml")
      let directory = try TemporaryDirectory()
      directory.write(try SwiftCode.file(for: manifest, channel: "nightly"), to: "FxNimbus.swift")
      let samples = FileTree.files(below: Self.folder).filter { $0.hasSuffix(".swift") }
      try #require(samples.count > 3)
      let compilation = try await VectorProgram.check(
        "Blockzilla", [directory.path("FxNimbus.swift")] + samples, language: language,
        isOnMainActor: isOnMainActor)
      #expect(compilation.code == 0, "\(compilation.output)\(compilation.errors)")
    }
  }
}
