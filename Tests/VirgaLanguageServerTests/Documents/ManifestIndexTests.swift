import Testing
import VirgaFiles
import VirgaJSON
import VirgaResources
import VirgaSource
import VirgaTestSupport

@testable import VirgaLanguageServer

@Suite("Index of manifests") struct ManifestIndexTests {
  /// An index of `/apps` that has searched all folders.
  private func index(_ files: [String: String], _ folders: FolderReading) -> ManifestIndex {
    let search = SurroundingManifests(
      files: .memory(files.mapValues { Array($0.utf8) }), folders: folders,
      workspaceFolders: ["/apps"])
    var index = ManifestIndex(folders: ["/apps"])
    while !index.isComplete { index.searchNext(search) }
    return index
  }

  @Test("has the manifests of all folders, and knows which of them have other files")
  func manifests() {
    let files = [
      "/apps/a/app.yaml": "channels: [beta]\nincludes: [part.yaml]\n",
      "/apps/a/part.yaml": "features: {}\n",
      "/apps/b/c/json.fml.json": "{\"channels\": [\"beta\"], \"imports\": []}",
      "/apps/b/plain.fml.yaml": "channels: [beta]\nfeatures: {}\n",
      "/apps/b/build/old.fml.yaml": "channels: [beta]\nincludes: []\n",
      "/apps/notes.md": "channels: [beta]\nincludes: []\n",
    ]
    let index = index(files, .memory(files.keys))
    let joining: Set<Name> = ["/apps/a/app.yaml", "/apps/b/c/json.fml.json"]
    #expect(index.referringManifests == joining)
    #expect(index.manifests == joining.union(["/apps/b/plain.fml.yaml"]))
  }

  @Test("searches a limited number of folders") func limit() {
    let listings = Locked(0)
    let folders = FolderReading { folder in
      listings.withLock { $0 += 1 }
      guard folder == "/apps" else { return [] }
      let numbers = 0..<2 * ManifestIndex.maxFolders
      return numbers.map { FolderReading.Entry("folder-\($0)", isFolder: true) }
    }
    _ = index([:], folders)
    #expect(listings.withLock { $0 } == ManifestIndex.maxFolders)
  }

  @Test("skips the folders that the article on editors names") func skippedFolders() throws {
    let path = Repository.root + "/Sources/virga/virga.docc/Editors.md"
    let article = try #require(GoldenText.read(path))
    let rest = try #require(article.split(separator: "those named").dropFirst().first)
    let sentence = rest.prefix { $0 != "." }
    let namesAndCommas = sentence.split(separator: "`").map { String($0) }
    let names = namesAndCommas.filter { !$0.contains(where: \.isWhitespace) }
    #expect(Set(names) == ManifestIndex.skippedFolders)
  }
}
