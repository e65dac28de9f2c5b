import VirgaJSON

/// The available transforms; others, such as `lower`, `date` and `length`, exist only in the desktop client.
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
    switch self {
    case .versionCompare: try Self.compareVersions(subject, arguments)
    case .eventSum: try EventQuery.sum.value(of: subject, arguments, in: context)
    case .eventCountNonZero: try EventQuery.countNonZero.value(of: subject, arguments, in: context)
    case .eventAveragePerInterval:
      try EventQuery.averagePerInterval.value(of: subject, arguments, in: context)
    case .eventAveragePerNonZeroInterval:
      try EventQuery.averagePerNonZeroInterval.value(of: subject, arguments, in: context)
    case .eventLastSeen: try EventQuery.lastSeen.value(of: subject, arguments, in: context)
    case .preferenceIsUserSet: try Self.preferenceIsUserSet(subject, arguments, in: context)
    case .bucketSample: try Self.sample(subject, arguments, with: context.sampler)
    }
  }

  private static func compareVersions(
    _ subject: ExpressionValue, _ arguments: [ExpressionValue]
  ) throws(EvaluationError) -> ExpressionValue {
    guard let version = subject.text else { throw .transform("versionCompare needs a string, not \(subject)") }
    guard let other = arguments.first?.text else { throw .transform("versionCompare needs a version to compare with") }
    return .integer(try VersionOrder.compare(version, other))
  }

  private static func preferenceIsUserSet(
    _ subject: ExpressionValue, _ arguments: [ExpressionValue], in context: TargetingContext
  ) throws(EvaluationError) -> ExpressionValue {
    guard let name = subject.text else { throw .transform("preferenceIsUserSet needs the name of a preference") }
    guard arguments.isEmpty else { throw .transform("preferenceIsUserSet takes no arguments") }
    return .boolean(context.userSetPreferences.contains(name))
  }

  private static func sample(
    _ subject: ExpressionValue, _ arguments: [ExpressionValue], with sampler: BucketSampler?
  ) throws(EvaluationError) -> ExpressionValue {
    guard arguments.count == 3 else { throw .transform("bucketSample needs start, count and total") }
    let numbers = try arguments.map(bucketNumber)
    guard numbers[2] > 0 else { throw .transform("bucketSample needs a total of at least 1") }
    guard let sampler else { throw .transform("bucketSample is not available here") }
    return .boolean(sampler(subject, numbers[0], numbers[1], numbers[2]))
  }

  private static func bucketNumber(_ value: ExpressionValue) throws(EvaluationError) -> UInt32 {
    guard let number = value.number else { throw .transform("bucketSample needs numbers, not \(value)") }
    guard let bucket = UInt32(exactly: number.rounded(.towardZero)) else {
      throw .transform("bucketSample needs numbers from 0 to \(UInt32.max), not \(value)")
    }
    return bucket
  }
}
