/// Determines which clients a recipe's buckets select.
public struct BucketSelection: Sendable {
  /// A client's hash and the message that was hashed.
  public struct Outcome: Hashable, Sendable {
    /// The hashed JSON.
    public let message: String
    /// The client's hash.
    public let hash: BucketHash
    /// Whether the hash is in the recipe's buckets.
    public let isSelected: Bool
  }

  private let range: BucketRange
  private var hasher: UnitHasher

  /// Creates a draw for a recipe's buckets.
  public init(_ buckets: BucketConfig) {
    range = BucketRange(start: buckets.start, count: buckets.count, total: buckets.total)
    hasher = .selection(namespace: buckets.namespace)
  }

  /// Whether the client with this id is selected.
  public mutating func isSelected(_ unit: String) -> Bool { range.contains(hasher.hash(unit)) }

  /// Whether a hash is selected.
  ///
  /// The start of the first bucket is included, the end of the last one is not.
  public func selects(_ hash: BucketHash) -> Bool { range.contains(hash) }

  /// The hash of the client with this id.
  public mutating func outcome(of unit: String) -> Outcome {
    let hash = hasher.hash(unit)
    return Outcome(message: hasher.message(for: unit), hash: hash, isSelected: range.contains(hash))
  }
}

/// Chooses a branch for each client, in proportion to the branches' ratios.
public struct BranchAssignment: Sendable {
  /// Why no branch can be chosen.
  public enum Failure: String, Error {
    /// The recipe has no branches.
    case noBranches = "empty-ratios"
    /// All ratios are 0.
    case noRatios = "invalid-fraction"
  }

  /// A client's hash and the message that was hashed.
  public struct Outcome: Hashable, Sendable {
    /// The hashed JSON.
    public let message: String
    /// The client's hash.
    public let hash: BucketHash
    /// The index of its branch.
    public let branch: Int
  }

  private let ends: [BucketHash]
  private var hasher: UnitHasher

  /// Creates a draw among the branches of a recipe; throws if none can be chosen.
  public init(recipe slug: String, branches: [Branch]) throws(Failure) {
    guard !branches.isEmpty else { throw .noBranches }
    let total = branches.reduce(0) { $0 + Double($1.ratio) }
    guard total > 0 else { throw .noRatios }
    var sum = 0.0
    ends = branches.map { branch in
      sum += Double(branch.ratio)
      return BucketHash(fraction: sum / total) ?? .greatest
    }
    hasher = .branch(recipe: slug)
  }

  /// The index of a client's branch: the first whose share reaches the client's hash.
  public mutating func branch(of unit: String) -> Int { branch(at: hasher.hash(unit)) }

  /// The hash of the client with this id.
  public mutating func outcome(of unit: String) -> Outcome {
    let hash = hasher.hash(unit)
    return Outcome(message: hasher.message(for: unit), hash: hash, branch: branch(at: hash))
  }

  /// The index of the branch at a hash; the end of a share is inclusive.
  public func branch(at hash: BucketHash) -> Int { ends.firstIndex { $0 >= hash } ?? ends.count - 1 }
}
