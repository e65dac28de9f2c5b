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

  /// The query of behavioral events that it is; nil for any other transform.
  var query: EventQuery? { EventQuery(rawValue: rawValue) }

  /// What the value of a transform depends on.
  enum Dependence {
    /// Its operands alone.
    case operands
    /// Its operands, hashed into buckets, which needs the sampler of a context.
    case buckets
    /// Its operands and the client's behavioral events.
    case events
    /// Its operands and anything else of the client, such as preferences.
    case client
  }

  /// What the value of the transform depends on.
  var dependence: Dependence {
    switch self {
    case .versionCompare: .operands
    case .bucketSample: .buckets
    case .eventSum, .eventCountNonZero, .eventAveragePerInterval, .eventAveragePerNonZeroInterval,
      .eventLastSeen:
      .events
    case .preferenceIsUserSet: .client
    }
  }

  /// Whether its value depends on the client in addition to its operands, so that constant operands
  /// do not make it constant.
  ///
  /// A bucket does not: `nimbus_id|bucketSample(…)` has the client's id as an operand.
  var readsClient: Bool {
    switch dependence {
    case .operands, .buckets: false
    case .events, .client: true
    }
  }

  /// Whether a sentence explains the value of the transform by its operands, as in "app_version is
  /// 119.2"; if not, the sentence gives the value itself.
  var isExplainedByOperands: Bool {
    switch self {
    case .versionCompare: true
    // The operand is hashed, so it does not show in which bucket it falls.
    case .bucketSample: false
    // The operand is only the name of the event or of the preference.
    case .eventSum, .eventCountNonZero, .eventAveragePerInterval, .eventAveragePerNonZeroInterval,
      .eventLastSeen, .preferenceIsUserSet:
      false
    }
  }

  /// The value of `subject|transform(arguments)`; an error if it does not accept them.
  func apply(
    to subject: ExpressionValue, _ arguments: [ExpressionValue], in context: TargetingContext
  ) throws(EvaluationError) -> ExpressionValue {
    let call = try TransformCall(self, of: subject, arguments)
    return switch self {
    case .versionCompare:
      .integer(try VersionOrder.compare(call.subjectText(), call.textArgument(0)))
    case .eventSum: try EventQuery.sum.value(of: call, in: context)
    case .eventCountNonZero: try EventQuery.countNonZero.value(of: call, in: context)
    case .eventAveragePerInterval:
      try EventQuery.averagePerInterval.value(of: call, in: context)
    case .eventAveragePerNonZeroInterval:
      try EventQuery.averagePerNonZeroInterval.value(of: call, in: context)
    case .eventLastSeen: try EventQuery.lastSeen.value(of: call, in: context)
    case .preferenceIsUserSet:
      .boolean(context.userSetPreferences.contains(try call.subjectText()))
    case .bucketSample: try Self.bucketSample(call, by: context.sampler)
    }
  }

  /// Whether the subject falls into `count` of `total` buckets from `start` on, as `sampler`
  /// decides by its hash: `nimbus_id|bucketSample(start, count, total)`.
  ///
  /// The contexts of clients have a sampler; without one the transform is an error.
  private static func bucketSample(
    _ call: TransformCall, by sampler: BucketSampler?
  ) throws(EvaluationError) -> ExpressionValue {
    let start = try bucketArgument("start", call.numberArgument(0))
    let count = try bucketArgument("count", call.numberArgument(1))
    let total = try bucketArgument("total", call.numberArgument(2))
    guard total > 0 else { throw .transform("the total of bucketSample must be at least 1") }
    guard let sampler else { throw .transform("bucketSample is not available here") }
    return .boolean(sampler(call.subject, start, count, total))
  }

  /// An argument of `bucketSample`, truncated; an error if it is out of range.
  private static func bucketArgument(
    _ name: String, _ value: Double?
  ) throws(EvaluationError) -> UInt32 {
    // Never nil, because all arguments are required.
    let number = value ?? 0
    guard let bucket = UInt32(exactly: number.rounded(.towardZero)) else {
      throw .transform("the \(name) of bucketSample must be from 0 to \(UInt32.max), not \(number)")
    }
    return bucket
  }
}
