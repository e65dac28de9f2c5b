import Testing
import VirgaCLI
import VirgaTestSupport

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

@Suite struct DemoManifestTests {
  /// Every file of the demo below manifests/, by its path from there: a new one must not be forgotten.
  private static let names: [String] = {
    let root = Repository.root + "/manifests/"
    return ["*.yaml", "*/*.yaml", "flags/cirrus*.json"].flatMap { pattern in
      var found = glob_t()
      defer { globfree(&found) }
      guard glob(root + pattern, 0, nil, &found) == 0 else { return [String]() }
      return (0..<Int(found.gl_pathc)).compactMap { place in
        found.gl_pathv[place].map { String(String(cString: $0).dropFirst(root.count)) }
      }
    }
  }()

  @Test func theEmbeddedFilesAreThoseInTheManifestsFolder() throws {
    #expect(Self.names.count > 10)
    let files = try Self.names.map { name in
      (name: name, text: try #require(GoldenText.read("\(Repository.root)/manifests/\(name)")))
    }
    GoldenText.expect(
      DemoManifest.source(embedding: files), equals: "DemoManifest+Embedded.swift",
      in: "\(Repository.root)/Sources/VirgaCLI/Demo")
  }
}
