import Testing
import VirgaGenerate
import VirgaJSON
import VirgaManifest
import VirgaTestSupport

@Suite struct ExperimenterDocumentTests {
  @Test(arguments: ManifestVector.all("valid"))
  func theDocumentIsThatOfTheVectors(_ each: ManifestVector) throws {
    #expect(ExperimenterDocument.json(of: try each.manifest()) == each.vector["experimenter"])
  }

  @Test(arguments: RealManifest.all)
  func theDocumentAgreesWithThePublishedOne(_ each: RealManifest) throws {
    let published = try #require(try each.experimenter().objectValue)
    for (id, record) in try #require(ExperimenterDocument.json(of: try each.manifest()).objectValue) {
      #expect(record == published[id], "\(id)")
    }
  }
}
