import Testing
import VirgaFiles
import VirgaTestSupport

@testable import VirgaCLI

@Suite("Manifest search") struct ManifestSearchTests {
  @Test("a folder stands for the manifests below it") func folders() throws {
    let folder = try TemporaryDirectory()
    for name in ["b.fml.yaml", "a.yaml", "x/y/c.fml.yaml", "x/a.fml.yaml", ".hidden/d.fml.yaml"] {
      try FileWriting.makeFolder(FilePath.folder(of: "\(folder.root)/\(name)"))
      try FileWriting.write([], to: "\(folder.root)/\(name)")
    }
    let all = ["b.fml.yaml", "x/a.fml.yaml", "x/y/c.fml.yaml"]
    #expect(ManifestSearch.files(".", from: folder.root) == all)
    #expect(ManifestSearch.files("x", from: folder.root) == ["x/a.fml.yaml", "x/y/c.fml.yaml"])
    #expect(ManifestSearch.files("x/*.yaml", from: folder.root) == ["x/a.fml.yaml"])
    #expect(ManifestSearch.files("nothing-*.yaml", from: folder.root) == [])
  }

  @Test("braces expand to their alternatives as in a shell") func braces() throws {
    let folder = try TemporaryDirectory()
    let root = folder.root + "/a[1]"
    try FileWriting.makeFolder(root)
    for name in ["b.yaml", "c.yaml", "d.json", "{b,d}.txt"] {
      try FileWriting.write([], to: "\(root)/\(name)")
    }
    func files(_ pattern: String) -> [String] { ManifestSearch.files(pattern, from: root) }
    #expect(files("{c,b}.yaml") == ["c.yaml", "b.yaml"])
    #expect(files("{d.*,{c,?}.y{a,}ml}") == ["d.json", "c.yaml", "c.yml", "b.yaml", "c.yaml"])
    #expect(files("{b,d}.txt") == ["{b,d}.txt"])
    #expect(files("{b}{x,y") == ["{b}{x,y"])
    #expect(files("{b}{,y}.yaml") == ["{b}.yaml", "{b}y.yaml"])
  }

  @Test(
    "any other input is returned unchanged",
    arguments: [
      "-", "@owner/name/a.fml.yaml", "https://example.com/a?b", "missing.fml.yaml", "a.yml",
    ])
  func otherInputs(_ input: String) {
    #expect(ManifestSearch.files(input, from: "/nowhere") == [input])
  }
}
