/// The share of all clients that a recipe selects.
public struct BucketConfig: Hashable, Sendable {
  /// The id that identifies a client.
  public enum RandomizationUnit: String, Sendable, CaseIterable {
    /// The client's random id.
    case clientID = "nimbus_id"
    /// The id of a user's account; mobile clients never have one.
    case userID = "user_id"
  }

  /// The id that identifies a client.
  public var randomizationUnit: RandomizationUnit
  /// Recipes with the same namespace and disjoint buckets exclude each other.
  public var namespace: String
  /// The first bucket.
  public var start: UInt32
  /// The number of selected buckets.
  public var count: UInt32
  /// The total number of buckets; at least 1.
  public var total: UInt32

  /// Creates a bucket config from its parts.
  public init(
    randomizationUnit: RandomizationUnit = .clientID, namespace: String, start: UInt32, count: UInt32,
    total: UInt32 = 10_000
  ) {
    self.randomizationUnit = randomizationUnit
    self.namespace = namespace
    self.start = start
    self.count = count
    self.total = total
  }

  /// The selected share of all clients, 0 to 1.
  public var share: Double {
    let ranges = BucketRange(start: start, count: count, total: total)
    return ranges.spans.reduce(0) { $0 + ($1.upperBound.fraction - $1.lowerBound.fraction) }
  }
}

extension BucketConfig {
  /// The selected buckets as text.
  ///
  /// For example `0 to 999`, or `9500 to 9999 and 0 to 499` if they wrap around.
  public var words: String {
    let first = UInt64(start % max(1, total))
    let end = first + UInt64(count)
    let total = UInt64(total)
    if end <= total { return Self.words(first, end) ?? "none" }
    let parts = [Self.words(first, total), Self.words(0, end % total)].compactMap(\.self)
    return parts.joined(separator: " and ")
  }

  private static func words(_ first: UInt64, _ end: UInt64) -> String? {
    guard first < end else { return nil }
    return end - first == 1 ? "\(first)" : "\(first) to \(end - 1)"
  }
}
