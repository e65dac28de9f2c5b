/// Tells which clients a recipe's buckets select.
public struct SelectionDraw: Sendable {
  /// Where a client lies, and what was hashed for it.
  public struct Drawn: Hashable, Sendable {
    /// The JSON that is hashed.
    public let message: String
    /// The client's place on the scale.
    public let hash: BucketHash
    /// Whether it lies among the recipe's buckets.
    public let isSelected: Bool
  }

  private let range: BucketRange
  private var hasher: UnitHasher

  /// A draw for a recipe's buckets.
  public init(_ buckets: BucketConfig) {
    range = BucketRange(start: buckets.start, count: buckets.count, total: buckets.total)
    hasher = .selection(namespace: buckets.namespace)
  }

  /// Whether the client with this id is selected.
  public mutating func isSelected(_ unit: String) -> Bool { range.contains(hasher.hash(unit)) }

  /// Whether a place is selected: from the first bucket's first place up to the last one's end, which is not.
  public func selects(_ hash: BucketHash) -> Bool { range.contains(hash) }

  /// Where the client with this id lies.
  public mutating func drawn(_ unit: String) -> Drawn {
    let hash = hasher.hash(unit)
    return Drawn(message: hasher.message(for: unit), hash: hash, isSelected: range.contains(hash))
  }
}
