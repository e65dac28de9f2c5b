import Testing
import VirgaExperiments
import VirgaJSON
import VirgaTestSupport

@Suite("Feature merge vectors") struct EffectiveFeatureVectorTests {
  static let cases = VectorCase.all(in: "sdk/feature-merge.json")

  @Test("configs merge as the vector expects", arguments: cases)
  func merging(_ vector: VectorCase) throws {
    let expected = try #require(vector["expect"])
    if vector["kind"] == "patch" {
      let over = try #require(vector["over"]?.objectValue)
      let base = try #require(vector["base"]?.objectValue)
      #expect(.object(over.overlaid(on: base)) == expected)
    } else {
      var client = VectorClient(vector["client"])
      _ = client.state.apply(VectorClient.recipes(vector["recipes"]), for: client.client)
      #expect(client.features == expected)
    }
  }
}
