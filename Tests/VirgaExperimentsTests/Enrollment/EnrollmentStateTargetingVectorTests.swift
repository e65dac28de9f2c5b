import Testing
import VirgaExperiments
import VirgaJSON
import VirgaTargeting
import VirgaTestSupport

@Suite("Recipe targeting vectors") struct EnrollmentStateTargetingVectorTests {
  static let enrolling = VectorCase.all(in: "sdk/targeting.json", of: "VirgaTargetingTests").filter
  {
    $0["kind"]?.stringValue == "enroll"
  }

  @Test("a new recipe gets the expected status", arguments: enrolling)
  func newRecipe(_ vector: VectorCase) throws {
    var client = VectorClient(vector["client"])
    let recipe = try #require(vector["recipe"])
    _ = client.state.apply(VectorClient.recipes([recipe]), for: client.client)
    let status = client.enrollments[recipe["slug"]?.stringValue ?? ""]
    if vector["expect"]?["dropped"] != nil {
      #expect(status == nil)
    } else if vector["expect"]?["status"]?["reason"] == "*" {
      #expect(status?["status"] == vector["expect"]?["status"]?["status"])
    } else {
      #expect(status == vector["expect"]?["status"])
    }
  }

  /// Expressions that compute buckets; VirgaTargetingTests has the others.
  static let sampling = VectorCase.all(in: "sdk/targeting.json", of: "VirgaTargetingTests").filter {
    $0["expression"]?.stringValue?.contains("bucketSample") ?? false
  }

  @Test("bucketSample selects the expected clients", arguments: sampling)
  func sample(_ vector: VectorCase) throws {
    let client = VectorClient(vector["client"])
    let expression = try Expression(vector["expression"]?.stringValue ?? "")
    #expect(
      try expression.matches(client.client.context()) == vector["expect"]?["matches"]?.booleanValue)
  }

  static let expressions = VectorCase.all(in: "sdk/jexl.json", of: "VirgaTargetingTests").filter {
    $0["expression"]?.stringValue?.contains("bucketSample") ?? false
  }

  @Test("an expression with bucketSample has the expected outcome", arguments: expressions)
  func samplingOutcome(_ vector: VectorCase) throws {
    let attributes = ExpressionValue.members(of: vector.format["context"]?.objectValue ?? [:])
    let context = TargetingContext(attributes: attributes, sampler: BucketHash.sampler)
    let outcome = Expression.outcome(of: vector["expression"]?.stringValue ?? "", in: context)
    #expect(outcome.error?.category == vector["expect"]?["error"]?.stringValue)
    #expect(outcome.value?.json == vector["expect"]?["value"])
  }
}
