import Testing
import VirgaJSON
import VirgaSDK
import VirgaTestSupport

/// The getters, compared with vector files.
@Suite("Variable vectors") struct VariablesVectorTests {
  static let cases = VectorCase.all(in: "sdk/variables.json")

  @Test("getters return what the vector expects", arguments: cases)
  func getters(_ vector: VectorCase) throws {
    let json =
      try vector["jsonText"]?.stringValue.map { try JSONValue.parse($0) } ?? vector["json"] ?? .null
    let variables = JSONVariables(
      try #require(json.objectValue), resources: VectorResources.read(vector["resources"]))
    for (index, call) in (vector["calls"]?.arrayValue ?? []).enumerated() {
      let answer = VectorCall(call).answer(from: variables) ?? .null
      #expect(
        VectorCall.agree(answer, call["expect"] ?? .null), "call \(index): \(call), not \(answer)")
    }
  }
}

/// The resources of a case.
enum VectorResources {
  static func read(_ json: JSONValue?) -> any ResourceLookup {
    if let bundles = json?["bundles"]?.arrayValue { return OrderedResources(bundles.map(table)) }
    return json.map(table) ?? TableResources()
  }

  private static func table(_ json: JSONValue) -> TableResources {
    let tables = (json["strings"]?.objectValue ?? [:]).map { name, texts in
      (
        name,
        Dictionary(
          uniqueKeysWithValues: (texts.objectValue ?? [:]).map {
            ($0.key, $0.value.stringValue ?? "")
          })
      )
    }
    let images = (json["images"]?.arrayValue ?? []).compactMap(\.stringValue)
    return TableResources(texts: Dictionary(uniqueKeysWithValues: tables), images: Set(images))
  }
}
