import Testing
import VirgaFlags
import VirgaJSON
import VirgaTestSupport

@Suite("Unlock flags")
struct ConfiguredFlagUnlockVectorTests {
  static let cases = VectorCase.all(in: "flags/unlock-development.json", list: "unlock")

  @Test("lock and unlock as the vector expects", arguments: cases)
  func steps(_ vector: VectorCase) throws {
    let entry = try #require(vector["entry"])
    var flag = try #require(FlagConfiguration(JSONValue.array([entry]).compact).flags.first)
    let gate = DevelopmentGate(
      isDebugBuild: vector["debugBuild"] == true,
      isAppInDevelopment: vector["appDevelopment"] == true)
    var choices = ConfiguredFlagOverrides(draw: 10, lock: vector["stored"]?.booleanValue)
    for step in try #require(vector["steps"]?.arrayValue) {
      let before = flag.answer(choices, gate: gate)
      var returned: Bool?
      switch step["op"]?.stringValue {
      case "unlock":
        if before.refusalToUnlock == nil { choices.lock = true }
        returned = before.refusalToUnlock == nil
      case "lock":
        if before.refusalToLock == nil { choices.lock = false }
        returned = before.refusalToLock == nil
      case "set-enabled": flag.isEnabled = step["value"] == true
      default: returned = before.isUnlocked
      }
      #expect(returned == step["returns"]?.booleanValue)
      #expect(flag.answer(choices, gate: gate).isUnlocked == step["unlocked"]?.booleanValue)
      #expect(choices.lock == step["stored"]?.booleanValue)
    }
  }
}
