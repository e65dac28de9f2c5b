import Testing
import VirgaGenerate
import VirgaJSON
import VirgaTestSupport

@Suite("Casing of identifiers") struct CasingTests {
  @Test("a name becomes an identifier in each style", arguments: CasingVector.all)
  func identifiers(_ each: CasingVector) {
    let found: JSONValue = [
      "lowerCamel": .string(Casing.lowerCamel(each.name)), "UpperCamel": .string(Casing.upperCamel(each.name)),
      "swiftCase": .string(Casing.lowerCamel(each.name)), "kotlinCase": .string(Casing.shouting(each.name)),
    ]
    #expect(found == each.wanted)
  }

  @Test(
    "a resource name becomes snake case",
    arguments: [("URLList", "url_list"), ("top-10-sites", "top_10_sites"), ("__a__b", "a_b")])
  func snakeCase(_ name: String, _ wanted: String) {
    #expect(Casing.snake(name) == wanted)
  }
}

/// A name and its identifiers.
struct CasingVector: CustomTestStringConvertible, Sendable {
  let name: String
  let wanted: JSONValue

  var testDescription: String { name }

  static let all = (VectorCase.document("fml/casing.json")["names"]?.objectValue ?? [:]).map {
    CasingVector(name: $0.key, wanted: $0.value)
  }
}
