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

  /// Selects `count` of the `total` buckets of a namespace, from `start`, by the ids that
  /// `randomizationUnit` names.
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
    // The share of the hashes, because clients are selected by their hashes.
    BucketRange(self).hashRanges.reduce(0) { sum, span in
      sum + (span.upperBound.fraction - span.lowerBound.fraction)
    }
  }

  /// Whether it selects no bucket at all.
  package var isEmpty: Bool { BucketRange(self).numberRanges.isEmpty }

  /// Whether it selects all buckets; a `count` above `total` need not.
  package var selectsAll: Bool { BucketRange(self).numberRanges == [0..<UInt64(total)] }

  /// The selected buckets as text; for example `0 to 999`, or `9500 to 9999 and 0 to 499` if they
  /// wrap around.
  package var rangeText: String {
    guard !isEmpty else { return "none" }
    let parts = BucketRange(self).numberRanges.map { buckets in
      buckets.count == 1
        ? "\(buckets.lowerBound)" : "\(buckets.lowerBound) to \(buckets.upperBound - 1)"
    }
    return parts.joined(separator: " and ")
  }

  /// The selected buckets with their noun, as in `bucket 7` or `buckets 0 to 999`.
  package var nounAndRangeText: String { "\(selectsOne ? "bucket" : "buckets") \(rangeText)" }

  /// Whether a bucket is selected, as a clause: `bucket 5 of 100 is among 0 to 9`, or `is 5` if
  /// that is the only one.
  func clause(for bucket: UInt32, isSelected: Bool) -> String {
    let relation = (isSelected ? "is" : "is not") + (selectsOne ? "" : " among")
    return "bucket \(bucket) of \(total) \(relation) \(rangeText)"
  }

  /// Whether exactly one bucket is selected.
  var selectsOne: Bool {
    let selectedCount = BucketRange(self).numberRanges.reduce(0) { sum, range in sum + range.count }
    return selectedCount == 1
  }
}
