/// Which share of all clients a recipe selects.
public struct BucketConfig: Hashable, Sendable {
  /// What a client is told apart by.
  public enum RandomizationUnit: String, Sendable, CaseIterable {
    /// The random id of the client.
    case clientID = "nimbus_id"
    /// The id of a user's account, which a mobile client never has.
    case userID = "user_id"
  }

  /// What a client is told apart by.
  public var randomizationUnit: RandomizationUnit
  /// Recipes that share a namespace and no buckets exclude each other.
  public var namespace: String
  /// The first bucket.
  public var start: UInt32
  /// How many buckets.
  public var count: UInt32
  /// How many buckets there are; at least 1.
  public var total: UInt32

  /// A share with all its parts; see the properties.
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

  /// The share of all clients that is selected, 0 to 1.
  public var share: Double {
    let ranges = BucketRange(start: start, count: count, total: total)
    return ranges.spans.reduce(0) { $0 + ($1.upperBound.fraction - $1.lowerBound.fraction) }
  }
}
