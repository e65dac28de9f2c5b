import Testing
import VirgaJSON
import VirgaManifest
import VirgaSource

@Suite struct ManifestVectorTests {
  private let loader = ManifestLoader(files: .disk(), workingFolder: VectorFiles.folder)

  @Test(arguments: VectorCase.all("valid") + VectorCase.all("extensions"))
  func aValidManifestMergesToItsDefaults(_ each: VectorCase) throws {
    let manifest = try loader.load(each.file)
    #expect(errors(manifest, each.channel) == [])
    let wanted = try #require(each.body["defaults"]?.objectValue)
    #expect(Set(manifest.features.map(\.id)) == Set(wanted.keys))
    for (id, value) in wanted {
      let feature = try #require(manifest.feature(id))
      #expect(.object(manifest.merged(feature, channel: each.channel).json) == value)
    }
  }

  private func errors(_ manifest: Manifest, _ channel: String?) -> [String] {
    manifest.problems.filter { $0.severity == .error }.map { $0.rendered() }
  }
}
