internal import Crypto
import VirgaSource
public import VirgaTargeting

/// The hash ranges of consecutive buckets: two if they wrap around.
struct BucketRange {
  private(set) var spans: [Range<BucketHash>] = []

  /// The ranges of `count` of `total` buckets, starting at `start` and wrapping around.
  ///
  /// A `count` above `total` is not limited: it selects the remainder after whole rounds. Rule: VirgaExperiments/Buckets.
  init(start: UInt32, count: UInt32, total: UInt32) {
    guard total > 0 else { return }
    let first = start % total
    let end = UInt64(first) + UInt64(count)
    if end <= UInt64(total) {
      add(from: UInt64(first), to: end, of: total)
    } else {
      add(from: 0, to: end % UInt64(total), of: total)
      add(from: UInt64(first), to: UInt64(total), of: total)
    }
  }

  func contains(_ hash: BucketHash) -> Bool { spans.contains { $0.contains(hash) } }

  private mutating func add(from first: UInt64, to end: UInt64, of total: UInt32) {
    guard let low = BucketHash(fraction: Double(first) / Double(total)),
      let high = BucketHash(fraction: Double(end) / Double(total)), low < high
    else { return }
    spans.append(low..<high)
  }
}

extension BucketHash {
  /// The bucket of this hash among `total`; the greatest hash is in the last bucket.
  public func bucket(of total: UInt32) -> UInt32 {
    guard total > 0 else { return 0 }
    var bucket = UInt32(min(Double(total - 1), fraction * Double(total)))
    while bucket > 0, let key = BucketHash(fraction: Double(bucket) / Double(total)), self < key { bucket -= 1 }
    while bucket < total - 1, let key = BucketHash(fraction: Double(bucket + 1) / Double(total)), self >= key {
      bucket += 1
    }
    return bucket
  }

  /// The implementation of `bucketSample` in targeting expressions.
  public static let sampler: BucketSampler = { value, start, count, total in
    BucketRange(start: start, count: count, total: total).contains(BucketHash(of: value))
  }
}

/// A client's position on the scale of buckets and branches: 48 bits of a SHA-256.
public struct BucketHash: Hashable, Comparable, Sendable {
  /// The 48 bits, from 0 to 2⁴⁸−1.
  public let bits: UInt64

  /// The greatest hash.
  public static let greatest = BucketHash(bits: (1 << 48) - 1)

  init(bits: UInt64) { self.bits = bits }

  /// The hash at a fraction of the scale; nil if outside 0 to 1.
  public init?(fraction: Double) {
    guard fraction >= 0, fraction <= 1 else { return nil }
    bits = UInt64((fraction * Double(Self.greatest.bits)).rounded(.down))
  }

  /// The hash of a value's compact JSON; strings include their quotes.
  public init(of value: ExpressionValue) {
    var bytes: [UInt8] = []
    value.appendCompactJSON(to: &bytes)
    self.init(hashing: bytes)
  }

  init(hashing message: [UInt8]) {
    bits = SHA256.hash(data: message).withUnsafeBytes { digest in
      UInt64(bigEndian: digest.loadUnaligned(as: UInt64.self)) >> 16
    }
  }

  /// The hash as a fraction of the scale, 0 to 1.
  public var fraction: Double { Double(bits) / Double(Self.greatest.bits) }

  /// Whether one hash is less than another.
  public static func < (left: BucketHash, right: BucketHash) -> Bool { left.bits < right.bits }
}

extension BucketHash: CustomStringConvertible {
  /// The hash as 12 lower-case hexadecimal digits.
  public var description: String {
    bits.hexadecimal(12)
  }
}
