import Testing
import VirgaGenerate
import VirgaJSON
import VirgaTestSupport

@Suite("Casing of identifiers") struct CasingTests {
  @Test(
    "a name becomes an identifier in each style",
    arguments: VectorCase.all(in: "fml/casing.json", list: "names"))
  func identifiers(_ each: VectorCase) {
    let found: JSONObject = [
      "lowerCamel": .string(Casing.lowerCamel(each.id)),
      "UpperCamel": .string(Casing.upperCamel(each.id)),
      "swiftCase": .string(Casing.lowerCamel(each.id)),
      "kotlinCase": .string(Casing.screamingSnake(each.id)),
    ]
    #expect(found == each.body)
  }

  @Test(
    "a resource name becomes snake case",
    arguments: [("URLList", "url_list"), ("top-10-sites", "top_10_sites"), ("__a__b", "a_b")])
  func snakeCase(_ name: String, _ wanted: String) {
    #expect(Casing.snake(name) == wanted)
  }
}
