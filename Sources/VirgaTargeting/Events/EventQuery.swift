import VirgaSource

/// The queries of the event store in expressions; the raw value is the name of the transform.
package enum EventQuery: String, Sendable, CaseIterable {
  case sum = "eventSum"
  case countNonZero = "eventCountNonZero"
  case averagePerInterval = "eventAveragePerInterval"
  case averagePerNonZeroInterval = "eventAveragePerNonZeroInterval"
  case lastSeen = "eventLastSeen"

  /// The result of `lastSeen` for an event that never happened; greater than any number of
  /// intervals.
  package static let never = Double.greatestFiniteMagnitude

  /// The result for at most `count` buckets starting at `start`; null if it is not a number.
  ///
  /// The buckets count an event by interval, the newest first; nil if it never happened. Without a
  /// bucket at `start`, `lastSeen` gives ``never``, any other query 0. An average is over the
  /// requested `count`, not over the existing buckets.
  /// Rule: VirgaTargeting/BehavioralEvents.
  package func answer(for buckets: [UInt64]?, count: Int, from start: Int) -> ExpressionValue {
    guard let buckets, start < buckets.count else {
      return .real(self == .lastSeen ? Self.never : 0)
    }
    let requested = buckets[start...].prefix(count)
    let sum = requested.reduce(0.0) { sum, bucket in sum + Double(bucket) }
    let nonZeroCount = Double(requested.count { $0 > 0 })
    switch self {
    case .sum: return .real(sum)
    case .countNonZero: return .real(nonZeroCount)
    // Not a number for a `count` of 0.
    case .averagePerInterval: return .realOrNull(sum / Double(count))
    case .averagePerNonZeroInterval: return .real(nonZeroCount == 0 ? 0 : sum / nonZeroCount)
    case .lastSeen:
      // An index in `buckets`, which the slice keeps.
      guard let newest = requested.firstIndex(where: { $0 > 0 }) else { return .real(Self.never) }
      let intervalsSinceStart = newest - start
      return .real(Double(intervalsSinceStart))
    }
  }

  /// The value of a query in an expression, such as `'opened'|eventSum('Days', 7, 1)`.
  func value(
    of call: TransformCall, in context: TargetingContext
  ) throws(EvaluationError) -> ExpressionValue {
    let event = try call.subjectText()
    let interval = try interval(call.textArgument(0))
    let counter = context.events.counter(of: event, by: interval, at: context.now)
    // The arguments are (interval, count, start), but (interval, start) for `eventLastSeen`, which
    // searches all intervals from `start` on. An event that never happened has no counter.
    if self == .lastSeen {
      let start = Self.wholeNumberOfBuckets(try call.numberArgument(1))
      return answer(for: counter?.buckets, count: Int.max, from: start)
    }
    let count = Self.wholeNumberOfBuckets(try call.numberArgument(1))
    let start = Self.wholeNumberOfBuckets(try call.numberArgument(2))
    return answer(for: counter?.buckets, count: count, from: start)
  }

  /// The interval with a name such as `Days`; any other text is an error that lists the names.
  private func interval(_ name: String) throws(EvaluationError) -> EventInterval {
    if let interval = EventInterval(rawValue: name) { return interval }
    let names = EventInterval.allCases.map(\.rawValue)
    let choice = "one of \(names.joined(separator: ", ")), not \(ExpressionValue.string(name))"
    let hint = NameSuggestions.ending(for: name, among: names)
    throw .transform("the interval of \(rawValue) must be \(choice)\(hint)")
  }

  /// The number of buckets to read or, for the start, to skip, as clients read it: truncated, 0 if
  /// it is negative or left out (nil), and the greatest integer if it is larger.
  private static func wholeNumberOfBuckets(_ number: Double?) -> Int {
    guard let number else { return 0 }
    let whole = max(0, number.rounded(.towardZero))
    return Int(exactly: whole) ?? Int.max
  }
}
