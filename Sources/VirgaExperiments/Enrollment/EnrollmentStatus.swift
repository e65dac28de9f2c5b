package import VirgaJSON
public import VirgaTargeting

/// A client's status in a recipe.
public enum EnrollmentStatus: Hashable, Sendable {
  /// The client is enrolled in this branch.
  case enrolled(EnrolledReason, branch: String)
  /// The client was never enrolled.
  case notEnrolled(NotEnrolledReason)
  /// The client was unenrolled while the recipe continued.
  case disqualified(DisqualifiedReason, branch: String)
  /// The client was enrolled until the recipe ended.
  case wasEnrolled(branch: String, endedAt: Instant)
  /// The recipe could not be evaluated; the client was never enrolled.
  case error(String)

  /// Why a client is enrolled.
  public enum EnrolledReason: String, Sendable, CaseIterable {
    /// It passed every gate.
    case qualified = "Qualified"
    /// The branch was forced; gates are ignored.
    case optIn = "OptIn"
    /// The user chose it in Labs.
    case labsOptIn = "FirefoxLabsOptIn"
  }

  /// Why a client was never enrolled.
  public enum NotEnrolledReason: Hashable, Sendable {
    /// The recipe is for another application.
    case differentAppName
    /// The recipe is for another channel.
    case differentChannel
    /// Enrollment is paused.
    case enrollmentsPaused
    /// Another recipe has one of the features; older databases do not record which.
    case featureConflict(with: String?)
    /// The client is not in any of the recipe's buckets.
    case notSelected
    /// The targeting expression is false.
    case notTargeted
    /// The user left this recipe, in older databases.
    case optOut
    /// The user does not take part in experiments.
    case experimentsOptOut
    /// The user does not take part in rollouts.
    case rolloutsOptOut
    /// Labs recipes only enroll if the user chooses them.
    case labs
  }

  /// Why a client was unenrolled.
  public enum DisqualifiedReason: String, Hashable, Sendable, CaseIterable {
    /// The recipe could no longer be evaluated, or the branch is gone.
    case error = "Error"
    /// The user left this recipe.
    case optOut = "OptOut"
    /// The user does not take part in experiments.
    case experimentsOptOut = "ExperimentsOptOut"
    /// The user does not take part in rollouts.
    case rolloutsOptOut = "RolloutsOptOut"
    /// The application, the channel or the targeting no longer matches.
    case notTargeted = "NotTargeted"
    /// The client left the recipe's buckets.
    case notSelected = "NotSelected"
    /// The user changed a preference that the recipe sets.
    case preferenceChanged = "PrefChanged"
    /// A preference of the recipe could not be set.
    case preferenceFailedToSet = "PrefFailedToSet"
    /// The user left it in Labs.
    case labsOptOut = "FirefoxLabsOptOut"
  }

  /// The branch in which the client is enrolled; nil if it is not enrolled.
  public var activeBranch: String? {
    if case .enrolled(_, let branch) = self { branch } else { nil }
  }

  /// The client's current or former branch; nil if it was never enrolled.
  public var branch: String? {
    switch self {
    case .enrolled(_, let branch), .disqualified(_, let branch), .wasEnrolled(let branch, _): branch
    case .notEnrolled, .error: nil
    }
  }

  /// The recipe that has a feature which this one needs; nil without a conflict.
  public var conflictingSlug: String? {
    if case .notEnrolled(.featureConflict(let slug)) = self { slug } else { nil }
  }

  /// The status name in records, events and output.
  public var name: String {
    switch self {
    case .enrolled: "Enrolled"
    case .notEnrolled: "NotEnrolled"
    case .disqualified: "Disqualified"
    case .wasEnrolled: "WasEnrolled"
    case .error: "Error"
    }
  }

  /// The name of the reason, or an error's text; nil for an ended recipe, whose end is the reason.
  public var reasonName: String? {
    switch self {
    case .enrolled(let reason, _): reason.rawValue
    case .notEnrolled(let reason): reason.name
    case .disqualified(let reason, _): reason.rawValue
    case .wasEnrolled: nil
    case .error(let text): text
    }
  }

  /// The status as in the SDK's database, an object whose only key is its name:
  /// `{"Enrolled": {"reason": "Qualified", "branch": "b"}}`.
  package var json: JSONValue {
    switch self {
    case .enrolled(let reason, let branch):
      jsonUnderName(["reason": .string(reason.rawValue), "branch": .string(branch)])
    case .notEnrolled(.featureConflict(let slug)):
      jsonUnderName([
        "reason": ["FeatureConflict": ["conflict_slug": slug.map(JSONValue.string) ?? .null]]
      ]
      )
    case .notEnrolled(let reason): jsonUnderName(["reason": .string(reason.name)])
    case .disqualified(.preferenceChanged, let branch):
      jsonUnderName(["reason": preferenceReason("Changed"), "branch": .string(branch)])
    case .disqualified(.preferenceFailedToSet, let branch):
      jsonUnderName(["reason": preferenceReason("FailedToSet"), "branch": .string(branch)])
    case .disqualified(let reason, let branch):
      jsonUnderName(["reason": .string(reason.rawValue), "branch": .string(branch)])
    case .wasEnrolled(let branch, let end):
      jsonUnderName(["branch": .string(branch), "experiment_ended_at": .integer(end.seconds)])
    case .error(let text): jsonUnderName(["reason": .string(text)])
    }
  }

  /// The status that the SDK's database stores as `json`; nil for anything else.
  ///
  /// Unknown members are ignored.
  package init?(_ json: JSONValue) {
    // The only key is the name of the status: `{"Enrolled": {…}}`.
    guard let (name, members) = json.objectValue?.first, json.objectValue?.count == 1 else {
      return nil
    }
    let branch = members["branch"]?.stringValue
    let reason = members["reason"]?.stringValue
    switch name {
    case "Enrolled":
      guard let branch, let reason = reason.flatMap(EnrolledReason.init(rawValue:)) else {
        return nil
      }
      self = .enrolled(reason, branch: branch)
    case "NotEnrolled":
      guard let reason = Self.notEnrolledReason(members["reason"]) else { return nil }
      self = .notEnrolled(reason)
    case "Disqualified":
      guard let branch, let reason = Self.disqualifiedReason(members["reason"]) else { return nil }
      self = .disqualified(reason, branch: branch)
    case "WasEnrolled":
      guard let branch, let end = members["experiment_ended_at"]?.integerValue else { return nil }
      self = .wasEnrolled(branch: branch, endedAt: Instant(clamping: end))
    case "Error":
      guard let reason else { return nil }
      self = .error(reason)
    default: return nil
    }
  }

  /// The JSON of a status with these members: `{"Enrolled": {…}}`.
  private func jsonUnderName(_ members: JSONObject) -> JSONValue {
    .object(JSONObject([(name, .object(members))]))
  }

  /// The JSON of a reason that is about a preference:
  /// `{"PrefUnenrollReason": {"reason": "Changed"}}`.
  private func preferenceReason(_ reason: String) -> JSONValue {
    ["PrefUnenrollReason": ["reason": .string(reason)]]
  }

  /// Reads a name such as `"NotTargeted"`, or a conflict as an object; nil for anything else.
  private static func notEnrolledReason(_ json: JSONValue?) -> NotEnrolledReason? {
    if let conflict = json?["FeatureConflict"] {
      return .featureConflict(with: conflict["conflict_slug"]?.stringValue)
    }
    return json?.stringValue.flatMap(NotEnrolledReason.init(name:))
  }

  /// Reads a name such as `"OptOut"`, or a reason about a preference as an object; nil for anything
  /// else.
  private static func disqualifiedReason(_ json: JSONValue?) -> DisqualifiedReason? {
    switch json?["PrefUnenrollReason"]?["reason"]?.stringValue {
    case "Changed": .preferenceChanged
    case "FailedToSet": .preferenceFailedToSet
    default: json?.stringValue.flatMap(DisqualifiedReason.init(rawValue:))
    }
  }
}

extension EnrollmentStatus.NotEnrolledReason {
  /// The name in records, events and output.
  public var name: String {
    switch self {
    case .differentAppName: "DifferentAppName"
    case .differentChannel: "DifferentChannel"
    case .enrollmentsPaused: "EnrollmentsPaused"
    case .featureConflict: "FeatureConflict"
    case .notSelected: "NotSelected"
    case .notTargeted: "NotTargeted"
    case .optOut: "OptOut"
    case .experimentsOptOut: "ExperimentsOptOut"
    case .rolloutsOptOut: "RolloutsOptOut"
    case .labs: "FirefoxLabs"
    }
  }

  /// The reason with this name; nil if none has it.
  ///
  /// A feature conflict is without the other recipe, whose slug is not part of the name.
  init?(name: String) {
    let all: [Self] = [
      .differentAppName, .differentChannel, .enrollmentsPaused, .featureConflict(with: nil),
      .notSelected,
      .notTargeted, .optOut, .experimentsOptOut, .rolloutsOptOut, .labs,
    ]
    guard let reason = all.first(where: { $0.name == name }) else { return nil }
    self = reason
  }
}

extension Recipe {
  /// Whether a client with this status, nil without a record, can enroll or stay enrolled.
  ///
  /// A client that was in the recipe cannot, unless the recipe takes it back or is one of Labs: the
  /// user can choose such a recipe again at any time.
  package func canEnroll(from status: EnrollmentStatus?) -> Bool {
    switch status {
    case .disqualified(let reason, _)?: isLabsOptIn || takesBack(after: reason)
    case .wasEnrolled?: isLabsOptIn
    case .enrolled?, .notEnrolled?, .error?, nil: true
    }
  }

  /// Whether an evaluation can enroll a client again that left the recipe for this reason: an
  /// experiment never takes a client back.
  func takesBack(after reason: EnrollmentStatus.DisqualifiedReason) -> Bool {
    isRollout && [.notSelected, .notTargeted, .rolloutsOptOut].contains(reason)
  }
}

extension EnrollmentStatus.DisqualifiedReason {
  /// The name in the event of an unenrollment.
  var eventReason: String {
    switch self {
    case .error: "error"
    case .optOut: "optout"
    case .experimentsOptOut: "experiments-opt-out"
    case .rolloutsOptOut: "rollouts-opt-out"
    case .notTargeted: "targeting"
    case .notSelected: "bucketing"
    case .preferenceChanged: "pref_changed"
    case .preferenceFailedToSet: "pref_failed_to_set"
    case .labsOptOut: "FirefoxLabsOptOut"
    }
  }
}
