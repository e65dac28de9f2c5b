import VirgaSource
package import VirgaTargeting

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

  /// The first 48 bits of a message's SHA-256.
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
  package var description: String { bits.hexadecimal(digits: 12) }
}

extension BucketHash {
  /// The bucket of this hash among `total`, or 0 if `total` is 0; the greatest hash is in the last
  /// bucket.
  package func bucket(of total: UInt32) -> UInt32 {
    guard total > 0 else { return 0 }
    let last = total - 1
    func startOfBucket(_ bucket: UInt32) -> BucketHash? {
      BucketHash(fraction: Double(bucket) / Double(total))
    }
    // Rounding may lead to a bucket next to the right one, which the loops correct. The fraction of
    // a start is never above 1, so each start exists.
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
