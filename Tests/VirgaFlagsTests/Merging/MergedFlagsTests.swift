import Testing
import VirgaJSON
import VirgaTestSupport

@testable import VirgaFlags

@Suite("Merged flags")
struct MergedFlagsTests {
  @Test("prefer a stored draw to that of the file")
  func fixedDraw() {
    let text =
      #"[{"name": "Cup", "test-variations": ["Red", "Green"], "test-variation-assignment": 41.5}]"#
    var random = SeededRandom(seed: 1)
    func draw(_ cache: FlagCache?) -> Double? {
      MergedFlags(
        configuration: FlagConfiguration(text), cache: cache, fallback: nil, random: &random
      )
      .drawsAndLocks.draws["Cup"]
    }
    #expect(draw(nil) == 41.5)
    #expect(draw(FlagCache(drawsAndLocks: FlagDrawsAndLocks(draws: ["Cup": 7]))) == 7)
  }

  @Test("come from the current bundle, not from an earlier version's cache")
  func newFallback() {
    var random = SeededRandom(seed: 1)
    func fallback(_ isOn: Bool) -> FlagConfiguration {
      FlagConfiguration(#"[{"name": "Cup", "enabled": \#(isOn)}]"#)
    }
    let old = MergedFlags(
      configuration: nil, cache: nil, fallback: fallback(false), random: &random)
    let new = MergedFlags(
      configuration: nil, cache: old.cache, fallback: fallback(true), random: &random)
    #expect(new["Cup"]?.isEnabled == true)
    #expect(new["Cup"]?.origin == .fallback)
    #expect(new["cup"] == nil)
  }

  @Test("can be added and removed with their draws")
  func adding() {
    var random = SeededRandom(seed: 1)
    var merged = MergedFlags(
      configuration: FlagConfiguration(#"[{"name": "Cup"}]"#), cache: nil, fallback: nil,
      random: &random)
    var test = ConfiguredFlag(name: "Size", kind: .ab, isEnabled: true)
    test.variations = ["S", "L"]
    #expect(merged.add(test, random: &random))
    #expect(!merged.add(test, random: &random))
    #expect(merged.flags.map(\.name) == ["Cup", "Size"])
    #expect(merged.cache.flags.count == 2)
    #expect(merged.drawsAndLocks.draws["Size"] != nil)
    merged.remove("Size")
    #expect(merged["Size"] == nil && merged["Cup"] != nil)
    #expect(merged.drawsAndLocks.draws.isEmpty)
  }
}
