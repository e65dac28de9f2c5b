import Testing
import VirgaExperiments
import VirgaJSON
import VirgaTargeting
import VirgaTestSupport

@Suite("Bucketing vectors") struct BucketSelectionVectorTests {
  static let cases = VectorCase.all(in: "sdk/bucketing.json")

  @Test("hashes and buckets match the vector", arguments: cases)
  func bucketing(_ vector: VectorCase) throws {
    switch vector["kind"]?.stringValue {
    case "hash": try checkHash(vector)
    case "key":
      let fraction =
        (vector["numerator"]?.doubleValue ?? 0) / (vector["denominator"]?.doubleValue ?? 1)
      #expect(BucketHash(fraction: fraction)?.description == vector["key"]?.stringValue)
    case "bucket": try checkBucket(vector)
    case "population": try checkPopulation(vector)
    default: Issue.record("unknown kind in \(vector.id)")
    }
  }

  private func checkHash(_ vector: VectorCase) throws {
    let value = ExpressionValue(try JSONValue.parse(vector["inputJson"]?.stringValue ?? ""))
    #expect(value.description == vector["serialized"]?.stringValue)
    #expect(BucketHash(of: value).description == vector["hash"]?.stringValue)
  }

  private func checkBucket(_ vector: VectorCase) throws {
    let unit = try #require(vector["unitId"]?.stringValue)
    let buckets = try buckets(vector, count: "count")
    var draw = BucketSelection(buckets)
    let outcome = draw.outcome(of: unit)
    #expect(outcome.message == vector["serialized"]?.stringValue)
    #expect(outcome.hash.description == vector["hash"]?.stringValue)
    #expect(outcome.isSelected == vector["selected"]?.booleanValue)
    let bucket = outcome.hash.bucket(of: buckets.total)
    let alone = BucketConfig(
      namespace: buckets.namespace, start: bucket, count: 1, total: buckets.total)
    var aloneDraw = BucketSelection(alone)
    #expect(aloneDraw.outcome(of: unit).isSelected)
  }

  private func checkPopulation(_ vector: VectorCase) throws {
    var draw = BucketSelection(try buckets(vector, count: "bucketCount"))
    let count = try #require(vector["count_"]?.integerValue)
    let selected = (0..<count).filter { draw.outcome(of: Self.id($0)).isSelected }
    #expect(Int64(selected.count) == vector["selectedCount"]?.integerValue)
    #expect(
      Array(selected.prefix(5)) == vector["firstSelected"]?.arrayValue?.compactMap(\.integerValue))
  }

  private func buckets(_ vector: VectorCase, count: String) throws -> BucketConfig {
    func number(_ key: String) throws -> UInt32 {
      try #require(vector[key]?.integerValue.flatMap(UInt32.init(exactly:)))
    }
    return BucketConfig(
      namespace: try #require(vector["namespace"]?.stringValue), start: try number("start"),
      count: try number(count),
      total: try number("total"))
  }

  /// The id of a member of a population, the pattern `00000000-0000-4000-8000-%012x`.
  static func id(_ number: Int64) -> String {
    let digits = String(number, radix: 16)
    return "00000000-0000-4000-8000-" + String(repeating: "0", count: 12 - digits.count) + digits
  }
}
