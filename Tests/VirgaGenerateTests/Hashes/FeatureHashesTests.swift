import Testing
import VirgaGenerate
import VirgaJSON
import VirgaManifest
import VirgaTestSupport

@Suite("Feature hashes") struct FeatureHashesTests {
  @Test("match the vectors", arguments: VectorCase.manifests("valid"))
  func matchVectors(_ each: VectorCase) throws {
    let manifest = try each.manifest()
    let wanted = try #require(each["hashes"]?.objectValue)
    for (id, hashes) in wanted {
      let feature = try #require(manifest.feature(id))
      let found = FeatureHashes(manifest.merged(feature, channel: each.channel), in: manifest)
      #expect(found.schema == hashes["schema"]?.stringValue, "schema of \(id)")
      #expect(found.defaults == hashes["defaults"]?.stringValue, "defaults of \(id)")
    }
  }
}
