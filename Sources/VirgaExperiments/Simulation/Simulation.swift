import VirgaJSON

/// Simulates recipes for many new clients, on all cores.
public struct Simulation: Sendable {
  private let recipes: [Recipe]
  private let pass: SimulatedPass

  /// Creates a simulation of clients that equal `client` except for their random ids.
  ///
  /// The first of several recipes with the same slug wins. `participation` says whether the users take part.
  public init(_ recipes: [Recipe], for client: Client, participation: EnrollmentState = EnrollmentState()) {
    var slugs: Set<Name> = []
    self.recipes = recipes.filter { slugs.insert(Name($0.slug)).inserted }
    pass = SimulatedPass(self.recipes, for: client, participation)
  }

  /// Evaluates the recipes for a number of clients; the same seed gives the same result.
  ///
  /// `progress` is called occasionally with the number of finished clients and the counts so far. A cancelled task ends the simulation with
  /// a `CancellationError`.
  public func run(
    clients: Int, seed: UInt64, progress: (@Sendable (_ done: Int, _ soFar: [SimulatedRecipe]) -> Void)? = nil
  ) async throws -> [SimulatedRecipe] {
    let clients = max(0, clients)
    let ids = SeededIDs(seed: seed)
    let share = min(max(1_024, clients / 256), 8_192)
    let counts = try await withThrowingTaskGroup(of: (Int, [SimulatedPass.Counts]).self) { group in
      var parts = Self.parts(of: clients, most: share)
      // Only a few are queued at a time: this task shares their queue and has to report progress.
      for _ in 0..<Self.maxPending {
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

  private static let maxPending = 8

  /// Splits the clients into parts of growing size, to report progress from the start.
  private static func parts(of clients: Int, most: Int) -> some IteratorProtocol<Range<Int>> {
    sequence(state: (start: 0, size: min(128, most))) { state in
      guard state.start < clients else { return nil }
      let part = state.start..<min(clients, state.start + state.size)
      state = (part.upperBound, min(most, state.size * 2))
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

/// The result for a recipe over many clients.
public struct SimulatedRecipe: Hashable, Sendable {
  /// The actual and expected number of clients in a branch.
  public struct BranchCount: Hashable, Sendable {
    /// The branch.
    public let slug: String
    /// The number of clients in it.
    public let count: Int
    /// Its expected share of the enrolled clients, 0 to 1.
    public let expectedShare: Double
  }

  /// The recipe.
  public let slug: String
  /// Whether it is a rollout.
  public let isRollout: Bool
  /// The number of simulated clients.
  public let clients: Int
  /// The share of all clients that its buckets select, 0 to 1.
  ///
  /// Gates and conflicts may leave fewer.
  public let selectedShare: Double
  /// The branches, in the order of the recipe.
  public let branches: [BranchCount]
  /// The number of enrolled clients.
  public let enrolled: Int
  /// The number of clients by reason: the reason's name or an error's text.
  public let reasons: [String: Int]

  /// The share of the clients that are enrolled, 0 to 1.
  public var enrolledShare: Double { clients > 0 ? Double(enrolled) / Double(clients) : 0 }

  /// The probability that chance alone spreads the enrolled clients this unevenly.
  ///
  /// Nil if there is nothing to compare.
  public var probability: Double? {
    ChiSquare.probability(of: branches.map(\.count), shares: branches.map(\.expectedShare))
  }
}
