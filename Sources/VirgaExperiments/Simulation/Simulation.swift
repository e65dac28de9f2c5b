import VirgaJSON

/// What many new clients would see of some recipes, on all cores.
public struct Simulation: Sendable {
  private let recipes: [Recipe]
  private let pass: SimulatedPass

  /// A simulation of clients that are all like `client`, apart from their random ids.
  ///
  /// Of several recipes with one slug the first counts. `participation` tells in what the users take part.
  public init(_ recipes: [Recipe], for client: Client, participation: EnrollmentState = EnrollmentState()) {
    var slugs: Set<Name> = []
    self.recipes = recipes.filter { slugs.insert(Name($0.slug)).inserted }
    pass = SimulatedPass(self.recipes, for: client, participation)
  }

  /// Evaluates the recipes for a number of clients; the same seed gives the same answer.
  ///
  /// `progress` hears now and then how many clients are done, and what became of them so far. A cancelled task ends the
  /// simulation with a `CancellationError`.
  public func run(
    clients: Int, seed: UInt64, progress: (@Sendable (_ done: Int, _ soFar: [SimulatedRecipe]) -> Void)? = nil
  ) async throws -> [SimulatedRecipe] {
    let clients = max(0, clients)
    let ids = SeededIDs(seed: seed)
    let share = min(max(1_024, clients / 256), 8_192)
    var parts = Parts(of: clients, most: share)
    let counts = try await withThrowingTaskGroup(of: (Int, [SimulatedPass.Counts]).self) { group in
      // Only a few wait at a time: this task stands in one line with them, and has progress to tell.
      for _ in 0..<Self.mostWaiting {
        guard let part = parts.next() else { break }
        group.addTask { try counted(ids, part) }
      }
      var total = pass.counts
      var done = 0
      for try await (count, part) in group {
        for index in total.indices { total[index].add(part[index]) }
        done += count
        progress?(done, results(total, clients: done))
        if let part = parts.next() { group.addTask { try counted(ids, part) } }
      }
      return total
    }
    return results(counts, clients: clients)
  }

  private func results(_ counts: [SimulatedPass.Counts], clients: Int) -> [SimulatedRecipe] {
    zip(recipes, counts).map { Self.result($0, $1, clients: clients) }
  }

  private static let mostWaiting = 8

  /// The clients in parts that grow, so that there is progress to tell from the beginning.
  private struct Parts: IteratorProtocol {
    private let clients: Int
    private let most: Int
    private var start = 0
    private var size: Int

    init(of clients: Int, most: Int) {
      (self.clients, self.most) = (clients, most)
      size = min(128, most)
    }

    mutating func next() -> Range<Int>? {
      guard start < clients else { return nil }
      let part = start..<min(clients, start + size)
      start = part.upperBound
      size = min(most, size * 2)
      return part
    }
  }

  private func counted(_ ids: SeededIDs, _ numbers: Range<Int>) throws -> (Int, [SimulatedPass.Counts]) {
    var pass = pass
    for number in numbers {
      if number % 256 == 0 { try Task.checkCancellation() }
      pass.evaluate(ids[number])
    }
    return (numbers.count, pass.counts)
  }

  private static func result(
    _ recipe: Recipe, _ counts: SimulatedPass.Counts, clients: Int
  ) -> SimulatedRecipe {
    let shares = recipe.branchShares
    let branches = recipe.branches.indices.map { index in
      SimulatedRecipe.BranchCount(
        slug: recipe.branches[index].slug, count: counts.branches[index], expectedShare: shares[index])
    }
    var reasons = counts.reasons
    let enrolled = counts.branches.reduce(0, +)
    if enrolled > 0 { reasons[EnrollmentStatus.EnrolledReason.qualified.rawValue] = enrolled }
    return SimulatedRecipe(
      slug: recipe.slug, isRollout: recipe.isRollout, clients: clients, selectedShare: recipe.bucketConfig.share,
      branches: branches, enrolled: enrolled, reasons: reasons)
  }
}

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
