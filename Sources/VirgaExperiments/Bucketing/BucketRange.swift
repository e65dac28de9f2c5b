public import VirgaTargeting

/// The stretches of the scale that a number of buckets takes; two where it runs over the end.
struct BucketRange {
  private(set) var spans: [Range<BucketHash>] = []

  /// The stretches of `count` of `total` buckets from `start` on, round the end if need be.
  ///
  /// More buckets than there are select what is left after whole rounds (SDK: Selection).
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
