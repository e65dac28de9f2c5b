import Testing
import VirgaGenerate
import VirgaJSON
import VirgaManifest
import VirgaSource
import VirgaTestSupport

@Suite("Experimenter document") struct ExperimenterDocumentTests {
  @Test("matches the vectors", arguments: VectorCase.manifests("valid"))
  func matchesVectors(_ each: VectorCase) throws {
    #expect(ExperimenterDocument.json(of: try each.manifest()) == each["experimenter"])
  }

  @Test("warns that a Double is not checked")
  func doubles() throws {
    let text =
      "features: {f: {description: d, variables: {a: {description: d, type: Double, default: 1}}}}"
    let manifest = try Sample.load(text)
    #expect(ExperimenterDocument.json(of: manifest)["f"]?["variables"]?["a"]?["type"] == "json")
    #expect(ExperimenterDocument.warnings(of: manifest).map(\.path) == ["features/f/a"])
  }

  @Test("matches the published document", arguments: RealManifest.all)
  func published(_ each: RealManifest) throws {
    let published = try #require(try each.experimenter().objectValue)
    for (id, record) in try #require(ExperimenterDocument.json(of: try each.manifest()).objectValue)
    {
      #expect(record == published[id], "\(id)")
    }
  }
}
