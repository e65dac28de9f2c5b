import Testing
import VirgaFlags

@Suite("Answers of JSON-configured flags")
struct ConfiguredFlagAnswerTests {
  private func flag(_ entry: String) throws -> ConfiguredFlag {
    try #require(FlagConfiguration("[\(entry)]").flags.first)
  }

  @Test("are consistent for a forced variation of a disabled test")
  func forcedVariation() throws {
    let flag = try flag(
      #"{"name": "Cup", "enabled": false, "test-variations": ["Red", "Green"], "labels": ["r", "g"]}"#
    )
    let off = flag.answer(ConfiguredFlagOverrides(draw: 10))
    #expect(off.state == .off)
    #expect(off.variation == .disabled)
    #expect(off.labels.isEmpty)
    let forced = flag.answer(ConfiguredFlagOverrides(draw: 10, variation: "green"))
    #expect(forced.isEnabled && forced.variation == "Green")
    #expect(forced.label == "g")
    #expect(forced.labels["red"] == "r")
  }

  @Test("ignore a variation that the test does not have")
  func unknownVariation() throws {
    let flag = try flag(#"{"name": "Cup", "test-variations": ["Red", "Green"]}"#)
    #expect(flag.answer(ConfiguredFlagOverrides(draw: 60, variation: "Blue")).variation == "Green")
    #expect(flag.answer(ConfiguredFlagOverrides(draw: 60, variation: .disabled)).state == .off)
  }

  @Test("distinguish the control group from off")
  func control() throws {
    let flag = try flag(
      #"{"name": "Oat", "test-variations": ["on", "off"], "test-biases": [10, 90], "labels": ["a", "b"]}"#
    )
    let control = flag.answer(ConfiguredFlagOverrides(draw: 10))
    #expect(control.state == .control)
    #expect(!control.isEnabled && control.variation == .disabled)
    #expect(control.label == "b")
    #expect(flag.answer(ConfiguredFlagOverrides(draw: 10, variation: "on")).isEnabled)
    #expect(flag.answer(ConfiguredFlagOverrides(draw: 10, weights: [20, 80])).isEnabled)
  }

  @Test("are Enabled or Disabled for a plain flag")
  func plainFlag() throws {
    let flag = try flag(#"{"name": "Dark roast", "enabled": true, "labels": ["x", "y"]}"#)
    #expect(flag.answer().variation == .enabled)
    #expect(flag.answer(ConfiguredFlagOverrides(isEnabled: false)).variation == .disabled)
    #expect(flag.answer().label == "x")
    #expect(flag.answer().isUnlocked == false)
  }

  @Test("are Enabled for an unlock flag that is on, even while locked")
  func lockedFlag() throws {
    let flag = try flag(#"{"name": "Latte art", "enabled": true, "unlocked": false}"#)
    let locked = flag.answer()
    #expect(locked.state == .locked)
    #expect(locked.isEnabled && !locked.isUnlocked)
    #expect(flag.answer(ConfiguredFlagOverrides(lock: true)).state == .on)
  }
}
