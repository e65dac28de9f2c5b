/// Consecutive buckets and their hashes: two ranges if they wrap around.
///
/// The 1,000 buckets from 9,500 of 10,000 are 9,500 to 9,999 and 0 to 499.
struct BucketRange {
  /// The numbers of the buckets; no range is empty.
  let numberRanges: [Range<UInt64>]
  /// The hashes of these buckets.
  let hashRanges: [Range<BucketHash>]

  /// The ranges of `count` of `total` buckets, starting at `start` and wrapping around.
  ///
  /// A `count` above `total` is not limited: of the buckets past the last one, only what remains
  /// after whole rounds is selected, from bucket 0. So 13 of 10 buckets from 8 are 8, 9 and 0.
  /// Rule: VirgaExperiments/Buckets.
  init(start: UInt32, count: UInt32, total: UInt32) {
    numberRanges = Self.numberRanges(start: start, count: count, total: total)
    hashRanges = numberRanges.compactMap { range in
      let low = BucketHash(fraction: Double(range.lowerBound) / Double(total))
      let high = BucketHash(fraction: Double(range.upperBound) / Double(total))
      // Both exist, because no fraction is above 1. A range without any hash is left out.
      guard let low, let high, low < high else { return nil }
      return low..<high
    }
  }

  /// The numbers of the buckets, each once: one range, or two if they wrap around.
  ///
  /// As in clients, the second one leaves out whole rounds of `total` buckets: 13 of 10 from 8 are
  /// 8, 9 and 0.
  private static func numberRanges(start: UInt32, count: UInt32, total: UInt32) -> [Range<UInt64>] {
    guard total > 0 else { return [] }
    let total = UInt64(total)
    let first = UInt64(start) % total
    let end = first + UInt64(count)
    guard end > total else { return first == end ? [] : [first..<end] }
    let endFromBottom = end % total
    // The second range would reach the first one, or repeat buckets of it.
    guard endFromBottom < first else { return [0..<total] }
    return [first..<total, 0..<endFromBottom].filter { !$0.isEmpty }
  }

  init(_ config: BucketConfig) {
    self.init(start: config.start, count: config.count, total: config.total)
  }

  func contains(_ hash: BucketHash) -> Bool { hashRanges.contains { $0.contains(hash) } }
}
