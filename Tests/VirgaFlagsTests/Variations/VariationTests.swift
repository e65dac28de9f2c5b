import Testing
import VirgaFlags
import VirgaTestSupport

@Suite("Variations")
struct VariationTests {
  @Test("read on as Enabled", arguments: ["on", "ON", "enabled", "Enabled"])
  func words(_ word: String) {
    #expect(Variation(rawValue: word).rawValue == "Enabled")
  }

  @Test("read off as Disabled")
  func off() {
    #expect(Variation(rawValue: "OFF").rawValue == "Disabled")
  }

  @Test("ignore case")
  func letterCase() {
    #expect(Variation(rawValue: "Red Cup") == Variation(rawValue: "red cup"))
    #expect(Set([Variation(rawValue: "Red Cup"), "RED CUP"]).count == 1)
  }

  @Test("get their share of 100,000 draws within half a percent")
  func shares() {
    var random = SeededRandom(seed: 5)
    let weights = VariationWeights([10, 0, 65, 25], count: 4)
    var counts = [0, 0, 0, 0]
    for _ in 0..<100_000 {
      counts[weights.index(of: Double.random(in: 0..<100, using: &random)) ?? 1] += 1
    }
    let differences = zip(counts, weights.inEffect).map { abs(Double($0) / 1000 - $1) }
    #expect(counts[1] == 0)
    #expect((differences.max() ?? 100) < 0.5)
  }

  @Test("are unassigned for an impossible draw", arguments: [-0.001, 100.001, .nan, .infinity])
  func impossibleDraws(_ draw: Double) {
    var flag = ConfiguredFlag(name: "Cup size", kind: .mvt, isEnabled: true)
    flag.variations = ["S", "M", "L"]
    flag.weights = VariationWeights(nil, count: 3)
    #expect(flag.variation(for: draw) == .unassigned)
  }

  @Test("leave no rounding gap at the top")
  func rounding() {
    let weights = VariationWeights([33.333333, 33.333333, 33.333333], count: 3)
    #expect(weights.flaw == nil)
    #expect(weights.index(of: 99.9999999) == 2)
    #expect(weights.ranges.map(\.lowerBound) == [0, 33.333333, 66.666666])
  }
}
