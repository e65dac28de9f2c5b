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
  /// An average is over the requested `count`, not over the existing buckets. Rule:
  /// VirgaTargeting/BehavioralEvents.
  package func answer(for buckets: [UInt64]?, count: Int, from start: Int) -> ExpressionValue {
    guard let buckets, start < buckets.count else {
      return .real(self == .lastSeen ? Self.never : 0)
    }
    let range = buckets[start...].prefix(count)
    let sum = range.reduce(0.0) { $0 + Double($1) }
    let nonZero = Double(range.count { $0 > 0 })
    switch self {
    case .sum: return .real(sum)
    case .countNonZero: return .real(nonZero)
    case .averagePerInterval: return .finite(sum / Double(count))
    case .averagePerNonZeroInterval: return .real(nonZero == 0 ? 0 : sum / nonZero)
    case .lastSeen:
      return .real(range.firstIndex { $0 > 0 }.map { Double($0 - start) } ?? Self.never)
    }
  }

  func value(
    of call: TransformCall, in context: TargetingContext
  ) throws(EvaluationError) -> ExpressionValue {
    let event = try call.subjectText()
    let interval = try interval(call.text(0))
    let takesCount = self != .lastSeen
    let count = takesCount ? Self.whole(try call.number(1)) ?? 0 : Int.max
    let start = Self.whole(try call.number(takesCount ? 2 : 1)) ?? 0
    let counter = context.events.counter(of: event, by: interval, at: context.now)
    return answer(for: counter?.buckets, count: count, from: start)
  }

  private func interval(_ name: String) throws(EvaluationError) -> EventInterval {
    if let interval = EventInterval(rawValue: name) { return interval }
    let names = EventInterval.allCases.map(\.rawValue)
    let choice = "one of \(names.joined(separator: ", ")), not \(ExpressionValue.string(name))"
    let hint = NameSuggestions.ending(for: name, among: names)
    throw .transform("the interval of \(rawValue) must be \(choice)\(hint)")
  }

  private static func whole(_ number: Double?) -> Int? {
    number.map { Int(exactly: max(0, $0.rounded(.towardZero))) ?? Int.max }
  }
}
