import Testing
import VirgaJSON
import VirgaTestSupport

@testable import VirgaFlags

@Suite("Flag resolver, flags with options") struct FlagResolverOptionsVectorTests {
  static let cases = VectorCase.all(in: "flags/custom-state.json")
  static let sets = VectorCase.all(in: "flags/custom-state.json", list: "sets")

  @Test("the three checks match the vector, as options and as on/off", arguments: cases)
  func checks(_ vector: VectorCase) throws {
    let row = try Self.row(vector["flag"])
    let inputs = FlagResolverInput(
      build: FlagBuildValue(vector["build"]?.stringValue.map { .option($0) }),
      preference: vector.present("user"))
    let answer = FlagResolver.answer(row, inputs, in: FlagEnvironment(channel: "developer"))
    for check in FlagCheck.allCases {
      #expect(
        answer[check].value?.option == vector["expect"]?[check.rawValue]?.stringValue, "\(check)")
      #expect(
        answer.isOn(check, of: row) == vector["boolean"]?[check.rawValue]?.booleanValue, "\(check)")
    }
    #expect(answer.notes.contains(.unknownOption) == (vector["problem"]?.booleanValue ?? false))
  }

  @Test("a write is accepted or refused as the vector expects", arguments: sets)
  func writes(_ vector: VectorCase) throws {
    let row = try Self.row(vector["flag"])
    let value = try #require(vector["value"])
    let refusal = FlagResolver.refusal(
      of: .set(.preference, value), for: row, in: FlagEnvironment(channel: "developer"))
    #expect((refusal == nil) == vector["accepted"]?.booleanValue)
    #expect((refusal == nil ? value : vector.present("before")) == vector.present("user"))
  }

  private static func row(_ flag: JSONValue?) throws -> FlagDefinition {
    var row = FlagDefinition(try #require(flag?["id"]?.stringValue), .options)
    row.options = flag?["options"]?.arrayValue?.compactMap(\.stringValue) ?? []
    row.offOption = flag?["off"]?.stringValue
    if flag?["preferenceKey"]?.booleanValue == true { row.preferenceKey = "p" }
    return row
  }
}
