import Testing
import VirgaJSON
import VirgaTargeting
import VirgaTestSupport

@Suite("Expression vectors") struct EvaluatorVectorTests {
  /// The cases without buckets; VirgaExperiments tests the others, which need a hash.
  static let cases = VectorCase.all(in: "sdk/jexl.json").filter { !isSampled($0) }

  static func isSampled(_ vector: VectorCase) -> Bool {
    vector["expression"]?.stringValue?.contains("bucketSample") ?? false
  }

  @Test("an expression has the expected outcome", arguments: cases)
  func outcomes(_ vector: VectorCase) throws {
    let attributes = (vector["context"] ?? vector.format["context"])?.objectValue ?? [:]
    let context = TargetingContext(attributes: ExpressionValue.members(of: attributes))
    let outcome = Expression.outcome(of: vector["expression"]?.stringValue ?? "", in: context)
    let expected = try #require(vector["expect"])
    if let category = expected["error"]?.stringValue {
      #expect(outcome.error?.category == category)
    } else {
      #expect(outcome.value?.json == expected["value"])
    }
  }
}
