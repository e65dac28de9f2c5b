public import VirgaJSON

/// An event as it goes to telemetry: its name and its extra keys, exactly.
public struct TelemetryEvent: Hashable, Sendable {
  /// The events there are; the raw value is the name.
  public enum Name: String, Sendable, CaseIterable {
    /// The client entered a recipe.
    case enrollment
    /// The client could not enter a recipe.
    case enrollFailed = "enroll_failed"
    /// A recipe ended.
    case unenrollment
    /// The client could not leave a recipe.
    case unenrollFailed = "unenroll_failed"
    /// The client had to leave a recipe.
    case disqualification
    /// A feature's config was handed out.
    case activation
    /// The user could first be affected by a feature's treatment.
    case exposure
    /// The app could not use a feature's config.
    case malformedFeature = "malformed_feature"
    /// Where the client stands with a recipe, after an evaluation.
    case enrollmentStatus = "enrollment_status"
  }

  /// The category of all of them.
  public static let category = "nimbus_events"

  /// Which event.
  public let name: Name
  /// The extra keys in their order; null where an event has a key without a value.
  public let extra: JSONObject

  init(_ name: Name, _ extra: KeyValuePairs<String, String?>) {
    self.name = name
    self.extra = JSONObject(extra.map { ($0.key, $0.value.map(JSONValue.string) ?? .null) })
  }
}

extension TelemetryEvent {
  /// The event for a change of enrollment.
  ///
  /// A disqualification has a reason in the change, but no key for it.
  public init(_ change: EnrollmentChange) {
    switch change.kind {
    case .enrollment: self.init(.enrollment, ["experiment": change.slug, "branch": change.branch])
    case .enrollFailed:
      self.init(
        .enrollFailed, ["experiment": change.slug, "branch": change.branch, "reason": change.reason])
    case .disqualification: self.init(.disqualification, ["experiment": change.slug, "branch": change.branch])
    case .unenrollment: self.init(.unenrollment, ["experiment": change.slug, "branch": change.branch])
    case .unenrollFailed: self.init(.unenrollFailed, ["experiment": change.slug, "reason": change.reason])
    }
  }

  static func feature(
    _ name: Name, _ slug: String?, _ branch: String?, _ featureID: String
  ) -> TelemetryEvent {
    TelemetryEvent(name, ["experiment": slug, "branch": branch, "feature_id": featureID])
  }

  static func malformed(_ slug: String?, _ branch: String?, _ featureID: String, part: String) -> TelemetryEvent {
    TelemetryEvent(
      .malformedFeature, ["experiment": slug, "branch": branch, "feature_id": featureID, "part_id": part])
  }

  static func status(_ slug: String, _ status: EnrollmentStatus) -> TelemetryEvent {
    let errorText = if case .error(let text) = status { text } else { nil as String? }
    return TelemetryEvent(
      .enrollmentStatus,
      [
        "slug": slug, "status": status.name, "reason": errorText == nil ? status.reasonName : nil,
        "branch": status.branch, "error_string": errorText, "conflict_slug": status.conflictingSlug,
      ])
  }
}
