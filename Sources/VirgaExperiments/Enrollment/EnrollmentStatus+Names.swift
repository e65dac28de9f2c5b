extension EnrollmentStatus {
  /// The name of the status in records, events and output.
  public var name: String {
    switch self {
    case .enrolled: "Enrolled"
    case .notEnrolled: "NotEnrolled"
    case .disqualified: "Disqualified"
    case .wasEnrolled: "WasEnrolled"
    case .error: "Error"
    }
  }

  /// The name of the reason; the text of an error; nil for a recipe that ended.
  public var reasonName: String? {
    switch self {
    case .enrolled(let reason, _): reason.rawValue
    case .notEnrolled(let reason): reason.name
    case .disqualified(let reason, _): reason.name
    case .wasEnrolled: nil
    case .error(let text): text
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

  /// The reason of this name; a conflict without the other recipe.
  init?(name: String) {
    let all: [Self] = [
      .differentAppName, .differentChannel, .enrollmentsPaused, .featureConflict(with: nil), .notSelected,
      .notTargeted, .optOut, .experimentsOptOut, .rolloutsOptOut, .labs,
    ]
    guard let reason = all.first(where: { $0.name == name }) else { return nil }
    self = reason
  }
}

extension EnrollmentStatus.DisqualifiedReason {
  /// The name in records, events and output.
  public var name: String {
    switch self {
    case .error: "Error"
    case .optOut: "OptOut"
    case .experimentsOptOut: "ExperimentsOptOut"
    case .rolloutsOptOut: "RolloutsOptOut"
    case .notTargeted: "NotTargeted"
    case .notSelected: "NotSelected"
    case .preferenceChanged: "PrefChanged"
    case .preferenceFailedToSet: "PrefFailedToSet"
    case .labsOptOut: "FirefoxLabsOptOut"
    }
  }

  /// The reason as change events have it.
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

  /// The reason of this name.
  init?(name: String) {
    let all: [Self] = [
      .error, .optOut, .experimentsOptOut, .rolloutsOptOut, .notTargeted, .notSelected, .preferenceChanged,
      .preferenceFailedToSet, .labsOptOut,
    ]
    guard let reason = all.first(where: { $0.name == name }) else { return nil }
    self = reason
  }
}
