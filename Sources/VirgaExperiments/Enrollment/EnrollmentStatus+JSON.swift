public import VirgaJSON
import VirgaTargeting

extension EnrollmentStatus {
  /// The status as the SDK's database keeps it, such as `{"Enrolled": {"reason": "Qualified", "branch": "b"}}`.
  public var json: JSONValue {
    switch self {
    case .enrolled(let reason, let branch): record(["reason": .string(reason.rawValue), "branch": .string(branch)])
    case .notEnrolled(.featureConflict(let slug)):
      record(["reason": ["FeatureConflict": ["conflict_slug": slug.map(JSONValue.string) ?? .null]]])
    case .notEnrolled(let reason): record(["reason": .string(reason.name)])
    case .disqualified(.preferenceChanged, let branch):
      record(["reason": preference("Changed"), "branch": .string(branch)])
    case .disqualified(.preferenceFailedToSet, let branch):
      record(["reason": preference("FailedToSet"), "branch": .string(branch)])
    case .disqualified(let reason, let branch): record(["reason": .string(reason.name), "branch": .string(branch)])
    case .wasEnrolled(let branch, let end):
      record(["branch": .string(branch), "experiment_ended_at": .integer(end.seconds)])
    case .error(let text): record(["reason": .string(text)])
    }
  }

  /// The status that the SDK's database keeps as `json`; nil for anything else.
  ///
  /// Members that are not known are ignored.
  public init?(_ json: JSONValue) {
    guard let (name, body) = json.objectValue?.first, json.objectValue?.count == 1 else { return nil }
    let branch = body["branch"]?.stringValue
    let reason = body["reason"]?.stringValue
    switch name {
    case "Enrolled":
      guard let branch, let reason = reason.flatMap(EnrolledReason.init(rawValue:)) else { return nil }
      self = .enrolled(reason, branch: branch)
    case "NotEnrolled":
      guard let reason = Self.notEnrolledReason(body["reason"]) else { return nil }
      self = .notEnrolled(reason)
    case "Disqualified":
      guard let branch, let reason = Self.disqualifiedReason(body["reason"]) else { return nil }
      self = .disqualified(reason, branch: branch)
    case "WasEnrolled":
      guard let branch, let end = body["experiment_ended_at"]?.integerValue else { return nil }
      self = .wasEnrolled(branch: branch, endedAt: Instant(clamping: end))
    case "Error":
      guard let reason else { return nil }
      self = .error(reason)
    default: return nil
    }
  }

  private func record(_ members: JSONObject) -> JSONValue { .object(JSONObject([(name, .object(members))])) }

  private func preference(_ reason: String) -> JSONValue { ["PrefUnenrollReason": ["reason": .string(reason)]] }

  private static func notEnrolledReason(_ json: JSONValue?) -> NotEnrolledReason? {
    if let conflict = json?["FeatureConflict"] {
      return .featureConflict(with: conflict["conflict_slug"]?.stringValue)
    }
    return json?.stringValue.flatMap(NotEnrolledReason.init(name:))
  }

  private static func disqualifiedReason(_ json: JSONValue?) -> DisqualifiedReason? {
    switch json?["PrefUnenrollReason"]?["reason"]?.stringValue {
    case "Changed": .preferenceChanged
    case "FailedToSet": .preferenceFailedToSet
    default: json?.stringValue.flatMap(DisqualifiedReason.init(name:))
    }
  }
}
