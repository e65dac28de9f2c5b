import Testing
import VirgaFiles
import VirgaManifest
import VirgaSource
import VirgaTestSupport

@Suite("Files that can only be included") struct ManifestInclusionTests {
  private static let part = """
    features:
      tray:
        description: d
        variables:
          place: {description: d, type: Place, default: top}
    """

  private func problems(_ text: String) throws -> [Problem] {
    let manifest = try Sample.load(text)
    let found = manifest.problems + manifest.problems(in: nil)
    return manifest.withoutProblemsFixedByIncluding(found)
  }

  @Test("are not wrong if the including file may have the type") func types() throws {
    let errors = try problems(Self.part).filter { $0.severity != .hint }
    #expect(errors == [])
  }

  @Test("are wrong if no including file can fix it") func mistakes() throws {
    let wrong = Self.part.replacing("type: Place, default: top", with: "type: Int, default: top")
    #expect(try problems(wrong).contains { $0.code == "wrong-type" })
    let unknown = Self.part.replacing("variables:", with: "variabels:")
    #expect(try problems(unknown).contains { $0.code == "unknown-key" })
  }

  @Test("keep every problem if they declare channels") func manifests() throws {
    let problems = try problems("channels: [beta]\n" + Self.part)
    #expect(problems.contains { $0.code == "unknown-type" })
  }

  @Test("are found among the files of the manifest that includes them") func includers() throws {
    let texts = [
      "/home/whole.yaml": "channels: [beta]\nincludes: [part.yaml]\n",
      "/home/other.yaml": "channels: [beta]\n", "/home/part.yaml": Self.part,
    ]
    let loader = ManifestLoader(
      files: .memory(texts.mapValues { Array($0.utf8) }), workingFolder: "/home")
    let whole = try loader.load("whole.yaml")
    let part = try loader.load("part.yaml")
    #expect(whole.contains(part))
    #expect(!part.contains(whole))
    #expect(!(try loader.load("other.yaml").contains(part)))
    #expect(part.canOnlyBeIncluded && !whole.canOnlyBeIncluded)
    #expect(whole.includes("/home/part.yaml") && !whole.includes("/home/whole.yaml"))
  }

  @Test("are not those that a manifest imports") func imports() throws {
    let texts = [
      "/home/whole.yaml": """
      channels: [beta]
      imports: [{path: module.yaml, channel: beta}]
      """,
      "/home/module.yaml": """
      about: {description: d, swift: {module: M, class: C}}
      channels: [beta]
      includes: [part.yaml]
      """,
      "/home/part.yaml": Self.part,
    ]
    let loader = ManifestLoader(
      files: .memory(texts.mapValues { Array($0.utf8) }), workingFolder: "/home")
    let whole = try loader.load("whole.yaml")
    #expect(!whole.includes("/home/module.yaml"))
    #expect(whole.includes("/home/part.yaml"))
  }
}
