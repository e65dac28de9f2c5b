/// What became of a recipe for many clients.
public struct SimulatedRecipe: Hashable, Sendable {
  /// How many clients a branch got, and how many it should get.
  public struct BranchCount: Hashable, Sendable {
    /// The branch.
    public let slug: String
    /// How many clients are on it.
    public let count: Int
    /// Its share of the enrolled by the ratios, 0 to 1.
    public let expectedShare: Double
  }

  /// The recipe.
  public let slug: String
  /// Whether it is a rollout.
  public let isRollout: Bool
  /// How many clients there were.
  public let clients: Int
  /// The share of all clients that its buckets select, 0 to 1; gates and conflicts may leave fewer.
  public let selectedShare: Double
  /// The branches, in the order of the recipe.
  public let branches: [BranchCount]
  /// How many clients are enrolled.
  public let enrolled: Int
  /// How many clients came out for which reason, by the reason's name or an error's text.
  public let reasons: [String: Int]

  /// The share of the clients that are enrolled, 0 to 1.
  public var enrolledShare: Double { clients > 0 ? Double(enrolled) / Double(clients) : 0 }

  /// How likely chance alone spreads the enrolled as unevenly over the branches; nil where there is nothing to compare.
  public var probability: Double? {
    ChiSquare.probability(of: branches.map(\.count), shares: branches.map(\.expectedShare))
  }
}
