import Testing
import VirgaFiles
import VirgaManifest

@Suite("Files that look like manifests") struct ManifestCandidatesTests {
  private let files = [
    "/a/app.yaml": "channels: [beta]\nincludes: [part.yaml]\n",
    "/a/part.yaml": "features: {}\n",
    "/a/plain.yml": "channels: [beta]\nfeatures: [\n",
    "/a/notes.yaml": "title: x\nchannels: []\n",
    "/a/app.json": "channels: []\nfeatures: {}\n",
    "/a/json.fml.json": "{\"channels\": [\"beta\"], \"imports\": []}",
    "/a/part.fml.json": "{\"features\": {}}",
  ]

  private var candidates: ManifestCandidates {
    let bytes = files.mapValues { Array($0.utf8) }
    let names = files.keys.map { FilePath.name(of: $0) }
    return ManifestCandidates(files: .memory(bytes)) { _ in names }
  }

  @Test("declare channels and have another key of manifests, valid or not") func found() {
    #expect(candidates.manifests(in: "/a") == ["/a/app.yaml", "/a/json.fml.json", "/a/plain.yml"])
  }

  @Test("have other files if they include or import some") func joining() {
    #expect(candidates.hasIncludesOrImports("/a/app.yaml"))
    #expect(candidates.hasIncludesOrImports("/a/json.fml.json"))
    #expect(!candidates.hasIncludesOrImports("/a/plain.yml"))
    #expect(!candidates.hasIncludesOrImports("/a/part.fml.json"))
    #expect(!candidates.hasIncludesOrImports("/a/missing.yaml"))
  }
}
