import Testing
import VirgaFlags
import VirgaJSON
import VirgaSource
import VirgaTestSupport

@Suite("Merging configuration, cache and fallback")
struct MergedFlagsVectorTests {
  static let cases = VectorCase.all(in: "flags/featureflags-config.json", list: "merges")

  @Test("matches the vector", arguments: cases)
  func merging(_ vector: VectorCase) throws {
    func configuration(_ key: String) -> FlagConfiguration? {
      vector[key]?.stringValue.map { FlagConfiguration($0) }
    }
    let stored = vector["cached"].flatMap {
      $0.isNull ? nil : FlagCache(SourceText(name: "-", text: $0.compact))
    }
    var random = SeededRandom(seed: 1)
    let merged = MergedFlags(
      configuration: configuration("remote"), cache: stored, fallback: configuration("fallback"),
      random: &random)
    let expected = try #require(vector["expect"])
    #expect(merged.usesConfiguration == expected["usedRemote"]?.booleanValue)
    let flags = try #require(expected["flags"]?.arrayValue)
    #expect(merged.flags.map(\.name) == flags.map { $0["name"]?.stringValue })
    for (flag, wanted) in zip(merged.flags, flags) { try check(flag, wanted, merged.drawsAndLocks) }
    for draw in merged.drawsAndLocks.draws.values { #expect((0..<100).contains(draw)) }
    let again = MergedFlags(
      configuration: nil, cache: merged.cache, fallback: configuration("fallback"), random: &random)
    #expect(again.drawsAndLocks == merged.drawsAndLocks)
  }

  private func check(
    _ flag: ConfiguredFlag, _ wanted: JSONValue, _ drawsAndLocks: FlagDrawsAndLocks
  ) throws {
    #expect(flag.kind.rawValue == wanted["type"]?.stringValue)
    #expect(flag.isEnabled == wanted["enabled"]?.booleanValue)
    #expect(flag.isDevelopment == wanted["development"]?.booleanValue)
    #expect(flag.origin.rawValue == wanted["origin"]?.stringValue)
    #expect((drawsAndLocks.draws[flag.name] != nil) == (wanted["draw"] != nil))
    if let draw = wanted["draw"]?.doubleValue { #expect(drawsAndLocks.draws[flag.name] == draw) }
    if wanted["weights"] != nil {
      #expect(sixDecimals(flag.weights.inEffect) == sixDecimals(wanted["weights"]))
    }
    if let unlocked = wanted["unlocked"]?.booleanValue {
      #expect((drawsAndLocks.isUnlockedByName[flag.name] ?? flag.unlocked) == unlocked)
    }
    if let variation = wanted["variation"]?.stringValue {
      #expect(
        flag.answer(ConfiguredFlagOverrides(draw: drawsAndLocks.draws[flag.name])).variation
          .rawValue
          == variation)
    }
  }
}
