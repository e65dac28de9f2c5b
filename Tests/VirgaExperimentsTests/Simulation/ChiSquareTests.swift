import Testing
import VirgaExperiments
import VirgaTestSupport

@Suite("Chi-square test") struct ChiSquareTests {
  /// Tail probabilities of the distribution, from tables.
  static let tables: [TestRow<(counts: [Int], shares: [Double], probability: Double)>] = [
    TestRow("equal counts", ([50, 50], [0.5, 0.5], 1)),
    TestRow("60 of 100", ([60, 40], [0.5, 0.5], 0.045500263896)),
    TestRow("almost equal counts", ([1_006, 994], [0.5, 0.5], 0.788446734)),
    TestRow("three counts", ([30, 30, 40], [1.0 / 3, 1.0 / 3, 1.0 / 3], 0.367879441)),
    TestRow("unequal shares", ([90, 10], [0.9, 0.1], 1)),
    TestRow("400 of 900", ([400, 500], [0.5, 0.5], 0.000858121)),
    TestRow("four counts", ([10, 20, 30, 40], [0.25, 0.25, 0.25, 0.25], 0.000169742)),
  ]

  @Test("the probability matches published tables", arguments: tables)
  func tableValues(
    _ row: TestRow<(counts: [Int], shares: [Double], probability: Double)>
  ) throws {
    let (counts, shares, expected) = row.values
    let probability = try #require(ChiSquare.probability(of: counts, shares: shares))
    #expect(abs(probability - expected) < 1e-6)
  }

  @Test("there is no probability with nothing to compare")
  func nothingToCompare() {
    #expect(ChiSquare.probability(of: [10], shares: [1]) == nil)
    #expect(ChiSquare.probability(of: [0, 0], shares: [0.5, 0.5]) == nil)
    #expect(ChiSquare.probability(of: [10, 0], shares: [1, 0]) == nil)
  }

  @Test("a gross mismatch has a probability near 0")
  func mismatch() throws {
    let probability = try #require(
      ChiSquare.probability(of: [900_000, 100_000], shares: [0.5, 0.5]))
    #expect(probability >= 0 && probability < 1e-300)
  }
}
