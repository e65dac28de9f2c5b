import Testing
import VirgaJSON
import VirgaSource
import VirgaTargeting
import VirgaTestSupport

@testable import VirgaFlags

@Suite("Flag caches")
struct FlagCacheTests {
  private func read(_ text: String) -> FlagCache? { FlagCache(SourceText(name: "-", text: text)) }

  @Test("from the FeatureFlags package keep the draws of tests and the locks")
  func packageCache() throws {
    let cache = try #require(
      read(
        """
        [{"name": "Dark roast", "enabled": true, "development": false, "unlocked": null, "labels": [null, null],
          "type": {"feature-flag": "feature-flag"}, "test-variations": ["Enabled", "Disabled"],
          "test-biases": [50, 50], "test-variation-assignment": 99.0},
         {"name": "Latte art", "enabled": true, "unlocked": true, "type": {"feature-flag": "feature-flag"},
          "test-variations": ["Enabled", "Disabled"], "test-variation-assignment": 1.0},
         {"name": "Oat milk", "enabled": true, "type": {"feature-test": "featureFlagAB"},
          "test-variations": ["Enabled", "Disabled"], "test-biases": [80, 20], "test-variation-assignment": 62.5}]
        """))
    #expect(cache.flags.map(\.kind) == [.flag, .unlock, .featureAB])
    #expect(
      cache.drawsAndLocks
        == FlagDrawsAndLocks(draws: ["Oat milk": 62.5], isUnlockedByName: ["Latte art": true]))
    var random = SeededRandom(seed: 1)
    let offline = MergedFlags(configuration: nil, cache: cache, fallback: nil, random: &random)
    let answers = offline.flags.map { flag in
      flag.answer(
        ConfiguredFlagOverrides(
          draw: offline.drawsAndLocks.draws[flag.name],
          lock: offline.drawsAndLocks.isUnlockedByName[flag.name]
        ))
    }
    #expect(answers.map(\.state) == [.on, .on, .on])
  }

  @Test("survive a round trip")
  func ownCache() throws {
    let configuration = FlagConfiguration(
      """
      [{"name": "a", "enabled": true, "description": "Words", "section": "Part", "development": true},
       {"name": "b", "unlocked": false}, {"name": "c", "test-variations": ["on", "off"], "test-biases": [10, 90]},
       {"name": "d", "test-variations": ["S", "M", "L"], "labels": ["s", null, "l"], "enabled": false}]
      """)
    var random = SeededRandom(seed: 3)
    let merged = MergedFlags(
      configuration: configuration, cache: nil, fallback: nil, random: &random)
    var cache = merged.cache
    cache.time = Instant(seconds: 1_700_000_000)
    let read = try #require(self.read(cache.json.pretty()))
    #expect(read.time == cache.time)
    func placeless(_ flags: [ConfiguredFlag]) -> [ConfiguredFlag] {
      flags.map { flag in
        var flag = flag
        flag.location = nil
        return flag
      }
    }
    #expect(placeless(read.flags) == placeless(merged.flags))
    #expect(read.drawsAndLocks == merged.drawsAndLocks)
    #expect(read.drawsAndLocks.draws.keys.sorted() == ["c", "d"])
  }

  @Test(
    "in any other form are not read",
    arguments: ["", "7", "{}", #"{"features": []}"#, #"{"config": 3}"#])
  func noCache(_ text: String) { #expect(read(text) == nil) }
}
