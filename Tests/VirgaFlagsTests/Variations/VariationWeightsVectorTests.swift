import Testing
import VirgaFlags
import VirgaJSON
import VirgaTestSupport

@Suite("Assignment to variations")
struct VariationWeightsVectorTests {
  static let cases = VectorCase.all(in: "flags/assignment.json")
  static let reassignments = VectorCase.all(in: "flags/assignment.json", list: "reassignment")

  @Test("matches the vector", arguments: cases)
  func assignment(_ vector: VectorCase) throws {
    let flag = try Self.flag(vector.body, else: vector.body)
    let expected = try #require(vector["expect"])
    #expect(flag.kind.rawValue == expected["type"]?.stringValue)
    #expect(sixDecimals(flag.weights.inEffect) == sixDecimals(expected["weights"]))
    let answer = flag.answer(
      ConfiguredFlagOverrides(draw: try #require(vector["draw"]?.doubleValue)))
    #expect(answer.variation.rawValue == expected["variation"]?.stringValue)
    #expect(answer.isEnabled == expected["isEnabled"]?.booleanValue)
  }

  @Test("follows the weights while the draw stays the same", arguments: reassignments)
  func reassignment(_ vector: VectorCase) throws {
    let draw = try #require(vector["draw"]?.doubleValue)
    for step in try #require(vector["steps"]?.arrayValue) {
      let flag = try Self.flag(try #require(step.objectValue), else: vector.body)
      #expect(
        flag.answer(ConfiguredFlagOverrides(draw: draw)).variation.rawValue
          == step["variation"]?.stringValue)
    }
  }

  /// The flag that a vector describes; `fallback` has the members missing from a step.
  private static func flag(_ body: JSONObject, else fallback: JSONObject) throws -> ConfiguredFlag {
    var entry: JSONObject = ["name": "Test"]
    entry["test-variations"] = body["variations"] ?? fallback["variations"]
    entry["test-biases"] = body["biases"]
    entry["enabled"] = body["enabled"]
    let configuration = FlagConfiguration(JSONValue.array([.object(entry)]).compact)
    return try #require(configuration.flags.first)
  }
}
