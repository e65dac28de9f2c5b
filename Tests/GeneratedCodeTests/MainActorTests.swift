import Testing
import VirgaTestSupport

extension EndToEnd {
  /// Generated code in modules whose own code is isolated to the main actor by default.
  @Suite(
    "Swift on the main actor by default",
    .enabled(if: VectorProgram.tools != nil, "the modules of the SDK or the compiler are not there")
  )
  struct MainActorTests {
    private static let languages = ["5", "6"]

    /// The modules of generated code but Cirrus, which is compiled with code that uses it; each is
    /// a folder.
    private static let modules = ["CirrusMessaging", "SampleComponent", "Samples"]

    /// The files of a module of generated code.
    private static func files(of module: String) -> [String] {
      FileTree.files(below: "\(Repository.root)/Tests/GeneratedCode/\(module)")
        .filter { $0.hasSuffix(".swift") }
    }

    @Test("generated code compiles there in each language mode", arguments: modules, languages)
    func compiles(_ module: String, _ language: String) async throws {
      let files = Self.files(of: module)
      try #require(!files.isEmpty)
      let compilation = try await VectorProgram.check(
        module, files, language: language, isOnMainActor: true)
      #expect(compilation.code == 0, "\(compilation.output)\(compilation.errors)")
    }

    @Test("code of any isolation reads generated features and flags", arguments: languages)
    func anyIsolation(_ language: String) async throws {
      let use = """
        internal import VirgaSDK

        struct Screen: FeatureFlaggable {
          let home = CirrusNimbus.features.homescreen.value()
          var isSourceShared: Bool {
            featureFlags.isFeatureEnabled(.sentFromCirrus, checking: .buildAndUser)
          }
        }

        nonisolated func greeting() -> String {
          let flags = FeatureFlagManager(
            catalogue: .app, channel: CirrusNimbus.channel, manifest: CirrusNimbus.shared)
          let place: FlagOptions.ToolbarPlace? = flags.getCustomState(for: .toolbarPlace)
          guard place == .bottom else { return FlagKeys.Preference.sentFromCirrus }
          return CirrusNimbus.features.homescreen.value().greeting
        }

        func greetingInBackground() async -> String {
          await Task.detached { greeting() }.value
        }

        """
      let directory = try TemporaryDirectory()
      directory.write(use, to: "Use.swift")
      let compilation = try await VectorProgram.check(
        "Cirrus", Self.files(of: "Cirrus") + [directory.path("Use.swift")], language: language,
        isOnMainActor: true)
      #expect(compilation.code == 0, "\(compilation.output)\(compilation.errors)")
    }
  }
}
