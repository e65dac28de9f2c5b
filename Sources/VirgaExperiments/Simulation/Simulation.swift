import CVirgaPlatform
import VirgaJSON

/// Simulates recipes for many new clients, on all cores.
package struct Simulation: Sendable {
  private let recipes: [Recipe]
  private let pass: SimulatedPass

  /// Creates a simulation of clients that equal `client` except for their random ids.
  ///
  /// The first of several recipes with the same slug wins. `participation` says whether the users
  /// take part.
  package init(
    _ recipes: [Recipe], for client: Client, participation: EnrollmentState = EnrollmentState()
  ) {
    self.recipes = recipes.firstOfEachSlug
    pass = SimulatedPass(self.recipes, for: client, participation)
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
    zip(recipes, counts).map { recipe, counts in
      let shares = recipe.branchShares
      let branches = recipe.branches.indices.map { index in
        SimulatedRecipe.BranchCount(
          slug: recipe.branches[index].slug, count: counts.branches[index],
          expectedShare: shares[index])
      }
      var reasons = counts.reasons
      let enrolled = counts.branches.reduce(0, +)
      if enrolled > 0 { reasons[EnrollmentStatus.EnrolledReason.qualified.rawValue] = enrolled }
      return SimulatedRecipe(
        slug: recipe.slug, isRollout: recipe.isRollout, clients: clients,
        selectedShare: recipe.bucketConfig.share,
        branches: branches, enrolled: enrolled, reasons: reasons)
    }
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

  private func counted(
    _ ids: SeededIDs, _ numbers: Range<Int>
  ) throws -> (Int, [SimulatedPass.Counts]) {
    var pass = pass
    for number in numbers {
      if number % 256 == 0 { try Task.checkCancellation() }
      pass.evaluate(ids[number])
    }
    return (numbers.count, pass.counts)
  }
}

package struct SimulatedRecipe: Hashable, Sendable {
  package struct BranchCount: Hashable, Sendable {
    package let slug: String
    package let count: Int
    /// Its expected share of the enrolled clients, 0 to 1.
    package let expectedShare: Double
  }

  package let slug: String
  package let isRollout: Bool
  package let clients: Int
  /// The share of all clients that its buckets select, 0 to 1; gates and conflicts may leave fewer.
  package let selectedShare: Double
  package let branches: [BranchCount]
  package let enrolled: Int
  /// The number of clients by reason: the reason's name or an error's text.
  package let reasons: [String: Int]

  /// The share of the clients that are enrolled, 0 to 1.
  package var enrolledShare: Double { clients > 0 ? Double(enrolled) / Double(clients) : 0 }

  /// The probability that chance alone spreads the enrolled clients this unevenly; nil if there is
  /// nothing to compare.
  package var probability: Double? {
    ChiSquare.probability(of: branches.map(\.count), shares: branches.map(\.expectedShare))
  }
}

/// Tests for a sample-ratio mismatch: clients spread over branches more unevenly than chance
/// explains.
package enum ChiSquare {
  /// The probability of counts at least this far from their shares; nil if there is nothing to
  /// compare.
  ///
  /// Values below 0.001 mean that the ratios probably do not hold.
  package static func probability(of counts: [Int], shares: [Double]) -> Double? {
    let pairs = zip(counts, shares).filter { $0.1 > 0 }
    let total = Double(pairs.reduce(0) { $0 + $1.0 })
    guard pairs.count > 1, total > 0 else { return nil }
    let statistic = pairs.reduce(0.0) { sum, pair in
      let expected = total * pair.1
      let difference = Double(pair.0) - expected
      return sum + difference * difference / expected
    }
    return upperGamma(Double(pairs.count - 1) / 2, statistic / 2)
  }

  /// The regularized upper incomplete gamma function: a series for small arguments, else a
  /// continued fraction.
  private static func upperGamma(_ shape: Double, _ value: Double) -> Double {
    guard value > 0 else { return 1 }
    let scale = exp(shape * log(value) - value - lgamma(shape))
    return value < shape + 1
      ? 1 - scale * series(shape, value) : scale * continuedFraction(shape, value)
  }

  private static func series(_ shape: Double, _ value: Double) -> Double {
    var term = 1 / shape
    var sum = term
    for step in 1...1_000 {
      term *= value / (shape + Double(step))
      sum += term
      if term < sum * 1e-15 { break }
    }
    return sum
  }

  private static func continuedFraction(_ shape: Double, _ value: Double) -> Double {
    let tiny = 1e-300
    var denominator = value + 1 - shape
    var ratio = 1 / tiny
    var inverse = 1 / denominator
    var result = inverse
    for step in 1...1_000 {
      let factor = -Double(step) * (Double(step) - shape)
      denominator += 2
      inverse = 1 / nonZero(factor * inverse + denominator, tiny)
      ratio = nonZero(denominator + factor / ratio, tiny)
      let change = inverse * ratio
      result *= change
      if abs(change - 1) < 1e-15 { break }
    }
    return result
  }

  private static func nonZero(_ value: Double, _ tiny: Double) -> Double {
    abs(value) < tiny ? tiny : value
  }
}
