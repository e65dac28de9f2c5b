internal import Crypto
import VirgaSource
public import VirgaTargeting

/// The ranges of the scale that a number of buckets takes: two if they go round the end.
struct BucketRange {
  private(set) var spans: [Range<BucketHash>] = []

  /// The ranges of `count` of `total` buckets from `start` on, round the end if necessary.
  ///
  /// A `count` above `total` is not cut: it selects what is left after whole rounds. Rule: VirgaExperiments/Buckets.
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
  /// The bucket in which the place lies where there are `total`; the very last place counts for the last bucket.
  public func bucket(of total: UInt32) -> UInt32 {
    guard total > 0 else { return 0 }
    var bucket = UInt32(min(Double(total - 1), fraction * Double(total)))
    while bucket > 0, let key = BucketHash(fraction: Double(bucket) / Double(total)), self < key { bucket -= 1 }
    while bucket < total - 1, let key = BucketHash(fraction: Double(bucket + 1) / Double(total)), self >= key {
      bucket += 1
    }
    return bucket
  }

  /// How `bucketSample` draws in a targeting expression.
  public static let sampler: BucketSampler = { value, start, count, total in
    BucketRange(start: start, count: count, total: total).contains(BucketHash(of: value))
  }
}

/// The place of a client on the scale on which recipes draw their clients and branches: 48 bits of a SHA-256.
public struct BucketHash: Hashable, Comparable, Sendable {
  /// The 48 bits; the scale ends at 2⁴⁸−1.
  public let bits: UInt64

  /// The largest place.
  public static let greatest = BucketHash(bits: (1 << 48) - 1)

  init(bits: UInt64) { self.bits = bits }

  /// The place of a fraction of the scale; nil for one outside 0 to 1.
  public init?(fraction: Double) {
    guard fraction >= 0, fraction <= 1 else { return nil }
    bits = UInt64((fraction * Double(Self.greatest.bits)).rounded(.down))
  }

  /// The place of a value: its compact JSON is hashed, a text with its quotes.
  public init(of value: ExpressionValue) {
    var bytes: [UInt8] = []
    value.appendCompactJSON(to: &bytes)
    self.init(hashing: bytes)
  }

  /// The place of a message.
  init(hashing message: [UInt8]) {
    bits = SHA256.hash(data: message).withUnsafeBytes { digest in
      UInt64(bigEndian: digest.loadUnaligned(as: UInt64.self)) >> 16
    }
  }

  /// The place as a share of the scale, 0 to 1.
  public var fraction: Double { Double(bits) / Double(Self.greatest.bits) }

  /// Whether one place comes before another.
  public static func < (left: BucketHash, right: BucketHash) -> Bool { left.bits < right.bits }
}

extension BucketHash: CustomStringConvertible {
  /// The place as 12 hexadecimal digits in lower case.
  public var description: String {
    bits.hexadecimal(12)
  }
}
