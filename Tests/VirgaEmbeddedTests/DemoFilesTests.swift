import CVirgaPlatform
import Testing
import VirgaEmbedded
import VirgaFiles
import VirgaTestSupport

@Suite("Embedded demo files")
struct DemoFilesTests {
  /// The paths of all demo files in `manifests/`, to notice new ones.
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

  @Test("match the manifests folder byte for byte")
  func files() throws {
    #expect(Self.names.count > 10)
    let embedded = Dictionary(uniqueKeysWithValues: DemoFiles.all.map { ($0.name, $0.bytes) })
    #expect(Set(embedded.keys) == Set(Self.names))
    for name in Self.names {
      #expect(
        try embedded[name] == FileReading.disk().read("\(Repository.root)/manifests/\(name)"),
        "\(name)")
    }
  }
}
