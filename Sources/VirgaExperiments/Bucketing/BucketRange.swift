import VirgaSource
package import VirgaTargeting

/// Consecutive buckets and their hashes: two ranges if they wrap around.
///
/// The 1,000 buckets from 9,500 of 10,000 are 9,500 to 9,999 and 0 to 499.
struct BucketRange {
  /// The numbers of the buckets; no range is empty.
  let buckets: [Range<UInt64>]
  /// The hashes of these buckets.
  let spans: [Range<BucketHash>]

  /// The ranges of `count` of `total` buckets, starting at `start` and wrapping around.
  ///
  /// A `count` above `total` is not limited: it selects the remainder after whole rounds.
  /// Rule: VirgaExperiments/Buckets.
  init(start: UInt32, count: UInt32, total: UInt32) {
    buckets = Self.buckets(start: start, count: count, total: total)
    spans = buckets.compactMap { range in
      let low = BucketHash(fraction: Double(range.lowerBound) / Double(total))
      let high = BucketHash(fraction: Double(range.upperBound) / Double(total))
      // An empty range would contain no hash.
      guard let low, let high, low < high else { return nil }
      return low..<high
    }
  }

  /// The numbers of the buckets: one range, or two if they wrap around.
  private static func buckets(start: UInt32, count: UInt32, total: UInt32) -> [Range<UInt64>] {
    guard total > 0 else { return [] }
    let total = UInt64(total)
    let first = UInt64(start) % total
    let end = first + UInt64(count)
    let wrapsAround = end > total
    let ranges = wrapsAround ? [first..<total, 0..<end % total] : [first..<end]
    return ranges.filter { !$0.isEmpty }
  }

  init(_ config: BucketConfig) {
    self.init(start: config.start, count: config.count, total: config.total)
  }

  func contains(_ hash: BucketHash) -> Bool { spans.contains { $0.contains(hash) } }
}

extension BucketHash {
  /// The bucket of this hash among `total`; the greatest hash is in the last bucket.
  package func bucket(of total: UInt32) -> UInt32 {
    guard total > 0 else { return 0 }
    let last = total - 1
    func startOfBucket(_ bucket: UInt32) -> BucketHash? {
      BucketHash(fraction: Double(bucket) / Double(total))
    }
    // Rounding may lead to a bucket next to the right one, which the loops correct.
    var bucket = UInt32(min(Double(last), fraction * Double(total)))
    while bucket > 0, let start = startOfBucket(bucket), self < start { bucket -= 1 }
    while bucket < last, let end = startOfBucket(bucket + 1), self >= end { bucket += 1 }
    return bucket
  }

  /// The implementation of `bucketSample` in targeting expressions.
  package static let sampler: BucketSampler = { value, start, count, total in
    BucketRange(start: start, count: count, total: total).contains(BucketHash(of: value))
  }
}

/// A client's position on the scale of buckets and branches: 48 bits of a SHA-256.
package struct BucketHash: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// The first 48 bits of the digest, from 0 to 2⁴⁸−1.
  package let bits: UInt64

  package static let greatest = BucketHash(bits: (1 << 48) - 1)

  init(bits: UInt64) { self.bits = bits }

  /// The hash at a fraction of the scale; nil if outside 0 to 1.
  package init?(fraction: Double) {
    guard fraction >= 0, fraction <= 1 else { return nil }
    bits = UInt64((fraction * Double(Self.greatest.bits)).rounded(.down))
  }

  /// The hash of a value's compact JSON; strings include their quotes.
  package init(of value: ExpressionValue) {
    var bytes: [UInt8] = []
    value.appendCompactJSON(to: &bytes)
    self.init(hashing: bytes)
  }

  /// The hash of a message.
  init(hashing message: [UInt8]) {
    let words = SHA256(of: message).words
    // The 32 bits of the first word, then the upper half of the second.
    let bitsOfHalf = 16
    bits = UInt64(words[0]) << bitsOfHalf | UInt64(words[1]) >> bitsOfHalf
  }

  /// The hash as a fraction of the scale, 0 to 1.
  package var fraction: Double { Double(bits) / Double(Self.greatest.bits) }

  package static func < (left: BucketHash, right: BucketHash) -> Bool { left.bits < right.bits }

  /// The 48 bits as 12 lower-case hexadecimal digits.
  package var description: String { bits.hexadecimal(12) }
}

/// The share of all clients that a recipe selects.
package struct BucketConfig: Hashable, Sendable {
  package enum RandomizationUnit: String, Sendable, CaseIterable {
    case clientID = "nimbus_id"
    /// The id of a user's account; mobile clients never have one.
    case userID = "user_id"
  }

  package var randomizationUnit: RandomizationUnit
  /// Recipes with the same namespace and disjoint buckets exclude each other.
  package var namespace: String
  package var start: UInt32
  package var count: UInt32
  /// The total number of buckets; at least 1.
  package var total: UInt32

  /// The total number of buckets of a recipe that does not give one.
  package static let defaultTotal: UInt32 = 10_000

  package init(
    randomizationUnit: RandomizationUnit = .clientID, namespace: String, start: UInt32,
    count: UInt32,
    total: UInt32 = defaultTotal
  ) {
    self.randomizationUnit = randomizationUnit
    self.namespace = namespace
    self.start = start
    self.count = count
    self.total = total
  }

  /// The share of all clients that the buckets select, 0 to 1.
  package var share: Double {
    BucketRange(self).spans.reduce(0) { sum, span in
      sum + (span.upperBound.fraction - span.lowerBound.fraction)
    }
  }

  /// Whether it selects no bucket at all.
  package var isEmpty: Bool { BucketRange(self).buckets.isEmpty }

  /// The selected buckets as text; for example `0 to 999`, or `9500 to 9999 and 0 to 499` if they
  /// wrap around.
  package var words: String {
    guard !isEmpty else { return "none" }
    let parts = BucketRange(self).buckets.map { buckets in
      buckets.count == 1
        ? "\(buckets.lowerBound)" : "\(buckets.lowerBound) to \(buckets.upperBound - 1)"
    }
    return parts.joined(separator: " and ")
  }

  /// The selected buckets with their noun, as in `bucket 7` or `buckets 0 to 999`.
  package var nounAndWords: String { "\(isSingle ? "bucket" : "buckets") \(words)" }

  /// Whether a bucket is selected, as a clause: `bucket 5 of 100 is among 0 to 9`, or `is 5` if
  /// that is the only one.
  func clause(for bucket: UInt32, isSelected: Bool) -> String {
    let relation = (isSelected ? "is" : "is not") + (isSingle ? "" : " among")
    return "bucket \(bucket) of \(total) \(relation) \(words)"
  }

  /// Whether exactly one bucket is selected.
  var isSingle: Bool {
    let selectedCount = BucketRange(self).buckets.reduce(0) { sum, range in sum + range.count }
    return selectedCount == 1
  }
}
