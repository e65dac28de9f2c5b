import VirgaJSON

/// The available transforms; others, such as `lower`, `date` and `length`, exist only in the
/// desktop client.
package enum Transform: String, Sendable, CaseIterable {
  case versionCompare
  case eventSum
  case eventCountNonZero
  case eventAveragePerInterval
  case eventAveragePerNonZeroInterval
  case eventLastSeen
  case preferenceIsUserSet
  case bucketSample

  var query: EventQuery? { EventQuery(rawValue: rawValue) }

  /// Whether its value depends on the client's events or preferences in addition to its operands.
  var readsClient: Bool { self == .preferenceIsUserSet || query != nil }

  func apply(
    to subject: ExpressionValue, _ arguments: [ExpressionValue], in context: TargetingContext
  ) throws(EvaluationError) -> ExpressionValue {
    let call = try TransformCall(self, of: subject, arguments)
    return switch self {
    case .versionCompare: .integer(try VersionOrder.compare(call.subjectText(), call.text(0)))
    case .eventSum: try EventQuery.sum.value(of: call, in: context)
    case .eventCountNonZero: try EventQuery.countNonZero.value(of: call, in: context)
    case .eventAveragePerInterval:
      try EventQuery.averagePerInterval.value(of: call, in: context)
    case .eventAveragePerNonZeroInterval:
      try EventQuery.averagePerNonZeroInterval.value(of: call, in: context)
    case .eventLastSeen: try EventQuery.lastSeen.value(of: call, in: context)
    case .preferenceIsUserSet:
      .boolean(context.userSetPreferences.contains(try call.subjectText()))
    case .bucketSample: try Self.sample(call, with: context.sampler)
    }
  }

  private static func sample(
    _ call: TransformCall, with sampler: BucketSampler?
  ) throws(EvaluationError) -> ExpressionValue {
    let start = try bucketNumber("start", call.number(0))
    let count = try bucketNumber("count", call.number(1))
    let total = try bucketNumber("total", call.number(2))
    guard total > 0 else { throw .transform("the total of bucketSample must be at least 1") }
    guard let sampler else { throw .transform("bucketSample is not available here") }
    return .boolean(sampler(call.subject, start, count, total))
  }

  private static func bucketNumber(
    _ name: String, _ value: Double?
  ) throws(EvaluationError) -> UInt32 {
    let number = value ?? 0
    guard let bucket = UInt32(exactly: number.rounded(.towardZero)) else {
      throw .transform("the \(name) of bucketSample must be from 0 to \(UInt32.max), not \(number)")
    }
    return bucket
  }
}
