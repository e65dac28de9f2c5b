/// The queries of the event store in expressions; the raw value is the name of the transform.
package enum EventQuery: String, Sendable, CaseIterable {
  case sum = "eventSum"
  case countNonZero = "eventCountNonZero"
  case averagePerInterval = "eventAveragePerInterval"
  case averagePerNonZeroInterval = "eventAveragePerNonZeroInterval"
  case lastSeen = "eventLastSeen"

  /// The result of `lastSeen` for an event that never happened; greater than any number of intervals.
  package static let never = Double.greatestFiniteMagnitude

  /// The result for at most `count` buckets starting at `start`; null if it is not a number.
  ///
  /// An average is over the requested `count`, not over the existing buckets. Rule: VirgaTargeting/BehavioralEvents.
  package func answer(for buckets: [UInt64]?, count: Int, from start: Int) -> ExpressionValue {
    guard let buckets, start < buckets.count else { return .real(self == .lastSeen ? Self.never : 0) }
    let range = buckets[start...].prefix(count)
    let sum = range.reduce(0.0) { $0 + Double($1) }
    let nonZero = Double(range.count { $0 > 0 })
    switch self {
    case .sum: return .real(sum)
    case .countNonZero: return .real(nonZero)
    case .averagePerInterval: return .finite(sum / Double(count))
    case .averagePerNonZeroInterval: return .real(nonZero == 0 ? 0 : sum / nonZero)
    case .lastSeen: return .real(range.firstIndex { $0 > 0 }.map { Double($0 - start) } ?? Self.never)
    }
  }

  func value(
    of subject: ExpressionValue, _ arguments: [ExpressionValue], in context: TargetingContext
  ) throws(EvaluationError) -> ExpressionValue {
    guard let event = subject.text else { throw .transform("an event query needs an event name") }
    let takesCount = self != .lastSeen
    let least = takesCount ? 2 : 1
    guard arguments.count == least || arguments.count == least + 1 else {
      throw .transform("an event query needs \(takesCount ? "an interval and a number" : "an interval")")
    }
    guard let name = arguments[0].text, let interval = EventInterval(rawValue: name) else {
      throw .transform("an event query needs one of \(EventInterval.allCases.map(\.rawValue)), not \(arguments[0])")
    }
    let count = takesCount ? try Self.number(arguments[1]) : Int.max
    let start = arguments.count > least ? try Self.number(arguments[least]) : 0
    let counter = context.events.counter(of: event, by: interval, at: context.now)
    return answer(for: counter?.buckets, count: count, from: start)
  }

  private static func number(_ value: ExpressionValue) throws(EvaluationError) -> Int {
    guard let number = value.number else { throw .transform("an event query needs a number, not \(value)") }
    return Int(exactly: max(0, number.rounded(.towardZero))) ?? Int.max
  }
}
