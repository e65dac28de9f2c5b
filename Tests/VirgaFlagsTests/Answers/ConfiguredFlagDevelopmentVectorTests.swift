import Testing
import VirgaFlags
import VirgaJSON
import VirgaTestSupport

@Suite("Flags under development")
struct ConfiguredFlagDevelopmentVectorTests {
  static let cases = VectorCase.all(in: "flags/unlock-development.json", list: "development")

  @Test("are visible only to developers", arguments: cases)
  func development(_ vector: VectorCase) throws {
    let entry = try #require(vector["flag"])
    let flag = try #require(FlagConfiguration(JSONValue.array([entry]).compact).flags.first)
    let gate = DevelopmentGate(
      isDebugBuild: vector["debugBuild"] == true,
      isAppInDevelopment: vector["appDevelopment"] == true)
    let answer = flag.answer(
      ConfiguredFlagOverrides(draw: vector["draw"]?.doubleValue), gate: gate,
      isDevelopment: vector["ask"] == true)
    let expected = try #require(vector["expect"])
    #expect(answer.isEnabled == expected["isEnabled"]?.booleanValue)
    if let variation = expected["variation"]?.stringValue {
      #expect(answer.variation.rawValue == variation)
    }
  }

  @Test("have no label while hidden")
  func labels() throws {
    let text = #"[{"name": "a", "development": true, "enabled": true, "labels": ["on", "off"]}]"#
    let flag = try #require(FlagConfiguration(text).flags.first)
    let hidden = flag.answer()
    #expect(hidden.state == .hidden)
    #expect(hidden.labels.isEmpty)
    let shown = flag.answer(gate: DevelopmentGate(isAppInDevelopment: true))
    #expect(shown.labels[.enabled] == "on")
    #expect(shown.label == "on")
  }
}
