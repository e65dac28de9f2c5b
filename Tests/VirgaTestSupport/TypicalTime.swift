/// How long something takes as a rule, on a machine that does other things too.
package enum TypicalTime {
  /// The median of twenty times.
  package static func median(_ measure: () throws -> Duration) rethrows -> Duration {
    try (0..<20).map { _ in try measure() }.sorted()[10]
  }
}
