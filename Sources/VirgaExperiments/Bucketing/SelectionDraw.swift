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

/// Chooses a branch for each client, in shares by the branches' ratios.
public struct BranchDraw: Sendable {
  /// Why there is no branch to choose.
  public enum Failure: String, Error {
    /// The recipe has no branches.
    case noBranches = "empty-ratios"
    /// All ratios are 0.
    case noRatios = "invalid-fraction"
  }

  /// Where a client lies, and what was hashed for it.
  public struct Drawn: Hashable, Sendable {
    /// The JSON that is hashed.
    public let message: String
    /// The client's place on the scale.
    public let hash: BucketHash
    /// The index of its branch.
    public let branch: Int
  }

  private let ends: [BucketHash]
  private var hasher: UnitHasher

  /// A draw among the branches of a recipe; throws where there is none to choose.
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

  /// The index of the branch of a client: the first whose share ends at its place or after it.
  public mutating func branch(of unit: String) -> Int { branch(at: hasher.hash(unit)) }

  /// Where the client with this id lies.
  public mutating func drawn(_ unit: String) -> Drawn {
    let hash = hasher.hash(unit)
    return Drawn(message: hasher.message(for: unit), hash: hash, branch: branch(at: hash))
  }

  /// The index of the branch at a place; a share ends at its last place.
  public func branch(at hash: BucketHash) -> Int { ends.firstIndex { $0 >= hash } ?? ends.count - 1 }
}
