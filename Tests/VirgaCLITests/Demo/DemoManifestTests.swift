import Testing
import VirgaCLI
import VirgaTestSupport

@Suite struct DemoManifestTests {
  private static let names = [
    "cirrus.fml.yaml", "components/messaging.fml.yaml", "examples/homescreen-stories-first.yaml",
    "features/diagnostics.yaml", "features/home.yaml", "features/onboarding.yaml", "features/privacy.yaml",
    "features/reading.yaml", "features/search.yaml", "features/settings.yaml", "features/sync.yaml",
    "features/toolbar-tabs.yaml",
  ]

  @Test func theEmbeddedFilesAreThoseInTheManifestsFolder() throws {
    let files = try Self.names.map { name in
      (name: name, text: try #require(GoldenText.read("\(Repository.root)/manifests/\(name)")))
    }
    GoldenText.expect(
      DemoManifest.source(embedding: files), equals: "DemoManifest+Embedded.swift",
      in: "\(Repository.root)/Sources/VirgaCLI/Demo")
  }
}
