import Testing
import VirgaExperiments
import VirgaTargeting
import VirgaTestSupport

@Suite("Bucket hashes") struct BucketHashTests {
  @Test(
    "a value is hashed as compact JSON",
    arguments: [
      TestRow("a text", (ExpressionValue.string("x"), "ba2df4903a2c")),
      TestRow("an integer", (.integer(7), "7902699be42c")),
      TestRow("a real number", (.real(7), "0de7cf39e1e6")),
      TestRow("a text with a slash", (.string("a/b"), "f5effa31772a")),
    ] as [TestRow<(ExpressionValue, String)>])
  func compactJSON(_ row: TestRow<(ExpressionValue, String)>) {
    let (value, hash) = row.values
    #expect(BucketHash(of: value).description == hash)
  }

  @Test("a fraction outside 0 to 1 has no hash", arguments: [-0.1, 1.000001, .nan, .infinity])
  func outOfRange(_ fraction: Double) {
    #expect(BucketHash(fraction: fraction) == nil)
  }

  @Test("a client gets the same bucket as in the SDK")
  func sdkBucket() {
    var draw = BucketSelection(BucketConfig(namespace: "welcome-tour-1", start: 8_974, count: 1))
    let outcome = draw.outcome(of: "00000000-0000-4000-8000-000000000001")
    #expect(outcome.isSelected)
    #expect(outcome.hash.bucket(of: 10_000) == 8_974)
    var before = BucketSelection(BucketConfig(namespace: "welcome-tour-1", start: 0, count: 8_974))
    let isSelectedBefore = before.isSelected("00000000-0000-4000-8000-000000000001")
    #expect(!isSelectedBefore)
  }

  @Test("a bucket range includes its start, excludes its end and wraps around")
  func bucketRange() throws {
    let wrapping = BucketSelection(BucketConfig(namespace: "n", start: 9_500, count: 1_000))
    let edges = try [0, 0.05, 0.9499, 0.95, 0.9999].map { try #require(BucketHash(fraction: $0)) }
    #expect(edges.map(wrapping.selects) == [true, false, false, true, true])
    #expect(abs(BucketConfig(namespace: "n", start: 9_500, count: 1_000).share - 0.1) < 1e-9)
    #expect(abs(BucketConfig(namespace: "n", start: 5_000, count: 15_000).share - 0.5) < 1e-9)
    #expect(BucketConfig(namespace: "n", start: 1_234, count: 10_000).share == 1)
    #expect(BucketConfig(namespace: "n", start: 2_000, count: 15_000).share == 1)
  }

  @Test(
    "a bucket range selects all only if no bucket is left out",
    arguments: [
      TestRow("all from the first", (0, 10_000, true)),
      TestRow("all from the middle", (1_234, 10_000, true)),
      TestRow("two rounds", (0, 20_000, true)),
      TestRow("some of them twice", (2_000, 15_000, true)),
      TestRow("all but one", (1_234, 9_999, false)),
      TestRow("a count above the total that ends at the last one", (5_000, 15_000, false)),
      TestRow("none", (0, 0, false)),
    ] as [TestRow<(UInt32, UInt32, Bool)>])
  func allBuckets(_ row: TestRow<(UInt32, UInt32, Bool)>) {
    let (start, count, selectsAll) = row.values
    let buckets = BucketConfig(namespace: "n", start: start, count: count)
    #expect(buckets.selectsAll == selectsAll)
  }

  @Test("a branch includes the upper end of its share")
  func branchEnd() throws {
    let draw = try BranchAssignment(
      recipe: "s", branches: [Branch(slug: "a"), Branch(slug: "b"), Branch(slug: "c", ratio: 0)])
    let half = try #require(BucketHash(fraction: 0.5))
    let beyond = try #require(BucketHash(fraction: 0.5000001))
    #expect(
      [draw.branchIndex(at: half), draw.branchIndex(at: beyond), draw.branchIndex(at: .greatest)]
        == [0, 1, 1])
  }

  @Test("an ID with quotes is escaped in the hashed message")
  func escapes() throws {
    var draw = BucketSelection(BucketConfig(namespace: "n\"s", start: 0, count: 1))
    let odd = draw.outcome(of: "a\"\n\\é").message
    #expect(odd == #"["a\"\n\\é","n\"s"]"#)
    let plain = draw.outcome(of: "b").message
    #expect(plain == #"["b","n\"s"]"#)
    var branches = try BranchAssignment(recipe: "s\"", branches: [Branch(slug: "b")])
    let branch = branches.outcome(of: "a\"").message
    #expect(branch == #""experimentmanager-a\"-s\"-branch""#)
  }

  @Test("extreme bucket numbers do not crash", arguments: [0, UInt32.max])
  func extremes(_ number: UInt32) {
    let config = BucketConfig(namespace: "", start: number, count: number, total: number)
    var draw = BucketSelection(config)
    _ = draw.isSelected("")
    #expect(config.share >= 0 && config.share <= 1)
  }
}
