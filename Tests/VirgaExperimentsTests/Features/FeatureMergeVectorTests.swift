import Testing
import VirgaExperiments
import VirgaJSON
import VirgaTestSupport

@Suite struct FeatureMergeVectorTests {
  static let cases = VectorCase.all(in: "sdk/feature-merge.json")

  @Test(arguments: cases) func configsMergeAsExpected(_ vector: VectorCase) throws {
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
