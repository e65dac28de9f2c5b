import Testing
import VirgaJSON
import VirgaSource
import VirgaTargeting
import VirgaTestSupport

/// Randomly recombined expressions: the result is a value or an error, never a crash.
@Suite("Random expressions") struct EvaluatorFuzzTests {
  private static let seeds = [
    "app_version|versionCompare('120.!') >= 0 && (region in ['GB', \"US\"]) || is_first_run == false",
    "people[.age > 18][0].name == 'ann' ? {a: [1, 2.5,], 'b c': null} : [.5 // 2 ^ 3 % 4]",
    "'app'|eventSum('Days', 28, 0) >= 21 && [nimbus_id, 'x']|bucketSample(0, 5000, 10000)",
    "((a || b) && (c != d)) <= 'süß 😀' + 'it\\'s'",
    "x['a' + 'b'][0 - 1]|preferenceIsUserSet in y * 3 - 1 / 0",
  ]

  private let context = TargetingContext(
    attributes: [
      "app_version": .string("119.2"), "a": .boolean(true), "b": .integer(3),
      "c": .real(.greatestFiniteMagnitude),
      "d": .null, "x": .object(["ab": .array([.string("x")])]),
      "y": .array([.integer(1), .real(1)]),
      "people": .array([.object(["age": .integer(31), "name": .string("ann")]), .null]),
    ],
    sampler: { _, start, count, total in start % total < count })

  @Test("a mutated expression yields a value or an error", arguments: 0..<8)
  func mutations(_ seed: UInt64) {
    var random = SeededRandom(seed: seed)
    for _ in 0..<1_500 {
      let text = mutated(&random)
      guard let expression = try? Expression(text) else { continue }
      let explanation = expression.explained(in: context)
      #expect(explanation.outcome == expression.outcome(in: context), "\(text)")
      #expect(!explanation.decisions.isEmpty, "\(text)")
    }
  }

  @Test("random bytes do not crash")
  func randomBytes() {
    var random = SeededRandom(seed: 7)
    for length in 0..<600 {
      let bytes = (0..<length % 40).map { _ in UInt8.random(in: 0...255, using: &random) }
      _ = try? Expression(.init(name: "noise", bytes: bytes)).outcome(in: context)
    }
  }

  private func mutated(_ random: inout SeededRandom) -> String {
    var scalars = Array((Self.seeds.randomElement(using: &random) ?? "").unicodeScalars)
    let other = Array((Self.seeds.randomElement(using: &random) ?? "").unicodeScalars)
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      let place = Int.random(in: 0..<scalars.count, using: &random)
      let end = min(scalars.count, place + Int.random(in: 0...6, using: &random))
      let from = Int.random(in: 0..<other.count, using: &random)
      let piece = other[from..<min(other.count, from + Int.random(in: 0...12, using: &random))]
      scalars.replaceSubrange(place..<end, with: piece)
      if scalars.isEmpty { return "" }
    }
    return String(String.UnicodeScalarView(scalars))
  }
}
