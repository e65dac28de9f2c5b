import CVirgaPlatform
import VirgaJSON

/// Simulates recipes for many new clients, on all cores.
package struct Simulation: Sendable {
  private let recipes: [Recipe]
  private let preparedPass: SimulatedPass

  /// Creates a simulation of clients that equal `client` except for their random ids.
  ///
  /// The first of several recipes with the same slug wins. What all clients share is computed here,
  /// once. `participation` says whether the users take part in experiments and in rollouts.
  package init(
    _ recipes: [Recipe], for client: Client, participation: EnrollmentState = EnrollmentState()
  ) {
    self.recipes = recipes.firstOfEachSlug
    preparedPass = SimulatedPass(self.recipes, for: client, participation)
  }

  /// Evaluates the recipes for a number of clients; the same seed gives the same result.
  ///
  /// `progress` is called occasionally with the number of finished clients and the counts so far. A
  /// cancelled task ends the simulation with a `CancellationError`.
  package func run(
    clients: Int, seed: UInt64,
    progress: (@Sendable (_ done: Int, _ soFar: [SimulatedRecipe]) -> Void)? = nil
  ) async throws -> [SimulatedRecipe] {
    let clients = max(0, clients)
    let ids = SeededIDs(seed: seed)
    let counts = try await withThrowingTaskGroup(of: CountedPart.self) { group in
      var parts = Self.parts(of: clients)
      // A part is a range of clients. Only a few parts are queued at a time, so that this task gets
      // its turn in the same queue to report progress.
      for _ in 0..<Self.maxPending {
        guard let part = parts.next() else { break }
        group.addTask { try evaluatePart(part, of: ids) }
      }
      // Clients are only evaluated in copies of `preparedPass`, so all of its own counts are 0.
      var total = preparedPass.counts
      var done = 0
      for try await finished in group {
        for index in total.indices { total[index].add(finished.counts[index]) }
        done += finished.clientCount
        progress?(done, results(total, clients: done))
        if let part = parts.next() { group.addTask { try evaluatePart(part, of: ids) } }
      }
      return total
    }
    return results(counts, clients: clients)
  }

  /// The results of the recipes after a number of clients.
  private func results(_ counts: [SimulatedPass.Counts], clients: Int) -> [SimulatedRecipe] {
    zip(recipes, counts).map { recipe, counts in
      Self.result(of: recipe, counts, clients: clients)
    }
  }

  /// The result of one recipe after a number of clients.
  private static func result(
    of recipe: Recipe, _ counts: SimulatedPass.Counts, clients: Int
  ) -> SimulatedRecipe {
    let shares = recipe.branchShares
    let branches = recipe.branches.indices.map { index in
      SimulatedRecipe.BranchCount(
        slug: recipe.branches[index].slug, count: counts.branches[index],
        expectedShare: shares[index])
    }
    // The counts have only the reasons for not enrolling; every enrolled client is qualified.
    var countsByReason = counts.reasons
    let enrolledCount = counts.branches.reduce(0, +)
    if enrolledCount > 0 {
      countsByReason[EnrollmentStatus.EnrolledReason.qualified.rawValue] = enrolledCount
    }
    return SimulatedRecipe(
      slug: recipe.slug, isRollout: recipe.isRollout, clientCount: clients,
      selectedShare: recipe.bucketConfig.share,
      branches: branches, enrolledCount: enrolledCount, clientCountsByReason: countsByReason)
  }

  /// The number of parts that are queued or evaluated at the same time.
  private static let maxPending = 8
  /// The number of clients in the first part, which is soon done.
  private static let firstPartSize = 128
  /// The limits of the number of clients in the largest parts.
  private static let largestPartSizes = 1_024...8_192
  /// The number of the largest parts that a simulation is split into, within these limits.
  private static let usualPartCount = 256
  /// The number of clients between two checks for cancellation.
  private static let cancellationInterval = 256

  /// Splits the clients into parts whose size doubles, to report progress from the start: 0..<128,
  /// 128..<384, 384..<896, and so on up to the largest size.
  private static func parts(of clients: Int) -> some IteratorProtocol<Range<Int>> {
    // This size gives the usual number of parts, unless they would be too small or too large.
    let usualSize = clients / usualPartCount
    let notTooSmall = max(usualSize, largestPartSizes.lowerBound)
    let largestSize = min(notTooSmall, largestPartSizes.upperBound)
    return sequence(state: (start: 0, size: firstPartSize)) { state in
      guard state.start < clients else { return nil }
      let part = state.start..<min(clients, state.start + state.size)
      state.start = part.upperBound
      state.size = min(largestSize, state.size * 2)
      return part
    }
  }

  /// The results of a part of the clients.
  private struct CountedPart {
    var clientCount: Int
    /// By the recipe's index.
    var counts: [SimulatedPass.Counts]
  }

  /// Evaluates the recipes for the clients with these numbers, on a copy of ``preparedPass``,
  /// because several parts are evaluated at the same time.
  private func evaluatePart(_ numbers: Range<Int>, of ids: SeededIDs) throws -> CountedPart {
    var pass = preparedPass
    for number in numbers {
      if number.isMultiple(of: Self.cancellationInterval) { try Task.checkCancellation() }
      pass.evaluate(ids[number])
    }
    return CountedPart(clientCount: numbers.count, counts: pass.counts)
  }
}

/// The simulated results of one recipe.
package struct SimulatedRecipe: Hashable, Sendable {
  package struct BranchCount: Hashable, Sendable {
    package let slug: String
    package let count: Int
    /// Its expected share of the enrolled clients, 0 to 1.
    package let expectedShare: Double
  }

  package let slug: String
  package let isRollout: Bool
  /// The number of simulated clients.
  package let clientCount: Int
  /// The share of all clients that its buckets select, 0 to 1; gates and conflicts may leave fewer.
  package let selectedShare: Double
  package let branches: [BranchCount]
  package let enrolledCount: Int
  /// The number of clients by reason: the reason's name or an error's text.
  package let clientCountsByReason: [String: Int]

  /// The share of the clients that are enrolled, 0 to 1.
  package var enrolledShare: Double {
    clientCount > 0 ? Double(enrolledCount) / Double(clientCount) : 0
  }

  /// The probability that chance alone spreads the enrolled clients this unevenly; nil if there is
  /// nothing to compare.
  package var pValue: Double? {
    ChiSquare.probability(of: branches.map(\.count), shares: branches.map(\.expectedShare))
  }
}

/// Tests for a sample-ratio mismatch: clients spread over branches more unevenly than chance
/// explains.
package enum ChiSquare {
  /// The probability of counts at least this far from their shares; nil if there is nothing to
  /// compare.
  ///
  /// Values below 0.001 mean that the ratios probably do not hold. The test is Pearson's
  /// chi-squared test.
  package static func probability(of counts: [Int], shares: [Double]) -> Double? {
    let allBranches = zip(counts, shares).map { count, share in (count: count, share: share) }
    // A branch without a share expects no clients, which would be a division by zero.
    let branches = allBranches.filter { $0.share > 0 }
    let total = Double(branches.reduce(0) { sum, branch in sum + branch.count })
    guard branches.count > 1, total > 0 else { return nil }
    var statistic = 0.0
    for branch in branches {
      let expected = total * branch.share
      let difference = Double(branch.count) - expected
      statistic += difference * difference / expected
    }
    // The upper tail of the chi-squared distribution is the upper gamma function of half the
    // degrees of freedom and half the statistic.
    let degreesOfFreedom = Double(branches.count - 1)
    return upperGamma(degreesOfFreedom / 2, statistic / 2)
  }

  /// The regularized upper incomplete gamma function Q(shape, value): by a series for small values,
  /// else by a continued fraction (Numerical Recipes, section 6.2).
  private static func upperGamma(_ shape: Double, _ value: Double) -> Double {
    guard value > 0 else { return 1 }
    let scale = exp(shape * log(value) - value - lgamma(shape))
    return value < shape + 1
      ? 1 - scale * lowerGammaSeries(shape, value) : scale * continuedFraction(shape, value)
  }

  /// The number of terms after which a sum or a fraction is precise enough in any case.
  private static let maxSteps = 1_000
  /// The relative change below which it is precise enough before.
  private static let precision = 1e-15

  /// The series of the lower incomplete gamma function, without its scale: the sum of
  /// value^n / (shape · (shape + 1) · … · (shape + n)) for n from 0 on.
  private static func lowerGammaSeries(_ shape: Double, _ value: Double) -> Double {
    var term = 1 / shape
    var sum = term
    for step in 1...maxSteps {
      term *= value / (shape + Double(step))
      sum += term
      if term < sum * precision { break }
    }
    return sum
  }

  /// The continued fraction of the upper incomplete gamma function, without its scale, by the
  /// modified Lentz method: each step multiplies the result by the change that one more level of
  /// the fraction makes, until that change is too small to matter.
  ///
  /// The formulas are those of `gcf` in Numerical Recipes, which calls the numbers b
  /// (`denominator`), c (`ratio`), d (`inverse`), h (`result`) and an (`factor`).
  private static func continuedFraction(_ shape: Double, _ value: Double) -> Double {
    // Replaces a zero, to avoid a division by zero.
    let tiny = 1e-300
    var denominator = value + 1 - shape
    // The method begins with an infinite ratio; this one is large enough.
    var ratio = 1 / tiny
    var inverse = 1 / denominator
    var result = inverse
    for step in 1...maxSteps {
      let factor = -Double(step) * (Double(step) - shape)
      denominator += 2
      inverse = 1 / nonZero(factor * inverse + denominator, tiny)
      ratio = nonZero(denominator + factor / ratio, tiny)
      let change = inverse * ratio
      result *= change
      if abs(change - 1) < precision { break }
    }
    return result
  }

  /// A value by which one can divide: `tiny` in place of zero.
  private static func nonZero(_ value: Double, _ tiny: Double) -> Double {
    abs(value) < tiny ? tiny : value
  }
}
