/// How long something takes on a machine that may be busy with other tests.
package enum TypicalTime {
  /// The median of twenty times, of the first round in which it is below a limit; else the least of five rounds.
  ///
  /// What else the machine does makes a round slow, and never fast: something that is too slow is so in every round.
  package static func median(below limit: Duration, _ measure: () throws -> Duration) rethrows -> Duration {
    var least: Duration?
    for _ in 0..<5 {
      let times = try (0..<20).map { _ in try measure() }.sorted()
      least = min(least ?? times[10], times[10])
      if let least, least < limit { break }
    }
    return least ?? .zero
  }
}
