public import VirgaJSON
public import VirgaTargeting

/// An event exactly as sent to telemetry: its name and extra keys, and when it was recorded.
public struct TelemetryEvent: Hashable, Sendable {
  /// The events; the raw value is the name.
  public enum Name: String, Sendable, CaseIterable {
    /// The client enrolled in a recipe.
    case enrollment
    /// The client could not enroll in a recipe.
    case enrollFailed = "enroll_failed"
    /// A recipe ended.
    case unenrollment
    /// The client could not be unenrolled from a recipe.
    case unenrollFailed = "unenroll_failed"
    /// The client was unenrolled from a recipe that continues.
    case disqualification
    /// A feature's config was handed out.
    case activation
    /// The user could first be affected by a feature's treatment.
    case exposure
    /// The app could not use a feature's config.
    case malformedFeature = "malformed_feature"
    /// The client's status in a recipe, after an evaluation and at the start of an app.
    case enrollmentStatus = "enrollment_status"
  }

  /// The event.
  public let name: Name
  /// When the client recorded it, by the client's clock; 1970 until then.
  public package(set) var time = Instant.epoch
  /// The extra keys in order; null if a key has no value.
  public let extra: JSONObject

  /// The recipe; nil for a malformed feature that no recipe configures.
  ///
  /// Several recipes that configure a malformed feature are joined with `+`.
  public var slug: String? { text("experiment") ?? text("slug") }

  /// The client's branch; nil if the event names none, and `N/A` if the client has none.
  public var branch: String? { text("branch") }

  /// The feature of an exposure, an activation or a malformed config; nil for other events.
  public var feature: String? { text("feature_id") }

  /// Why the client could not enroll or leave, or has its status; nil for other events.
  public var reason: String? { text("reason") }

  /// The same event, recorded at `time`.
  package func recorded(at time: Instant) -> TelemetryEvent {
    var event = self
    event.time = time
    return event
  }

  /// The text of an extra key; nil if it has no value.
  private func text(_ key: String) -> String? { extra[key]?.stringValue }

  /// An event with its extra keys in order; nil becomes null.
  init(_ name: Name, _ extra: KeyValuePairs<String, String?>) {
    self.name = name
    self.extra = JSONObject(
      extra.map { key, text in (key, text.map(JSONValue.string) ?? .null) })
  }

  /// The event for a change of enrollment; only the events of failures have a key for the reason.
  package init(_ change: EnrollmentChange) {
    switch change.kind {
    case .enrollment: self.init(.enrollment, ["experiment": change.slug, "branch": change.branch])
    case .enrollFailed:
      self.init(
        .enrollFailed,
        ["experiment": change.slug, "branch": change.branch, "reason": change.reason])
    case .disqualification:
      self.init(.disqualification, ["experiment": change.slug, "branch": change.branch])
    case .unenrollment:
      self.init(.unenrollment, ["experiment": change.slug, "branch": change.branch])
    case .unenrollFailed:
      self.init(.unenrollFailed, ["experiment": change.slug, "reason": change.reason])
    }
  }

  /// The event `name`, such as an exposure, of a feature that an enrolled recipe configures.
  static func feature(
    _ name: Name, _ slug: String, _ branch: String, _ featureID: String
  ) -> TelemetryEvent {
    TelemetryEvent(name, ["experiment": slug, "branch": branch, "feature_id": featureID])
  }

  /// The event that reports a client's status in a recipe.
  static func status(_ slug: String, _ status: EnrollmentStatus) -> TelemetryEvent {
    // The text of an error has a key of its own instead of `reason`.
    let errorText = if case .error(let text) = status { text } else { nil as String? }
    return TelemetryEvent(
      .enrollmentStatus,
      [
        "slug": slug, "status": status.name, "reason": errorText == nil ? status.reasonName : nil,
        "branch": status.branch, "error_string": errorText, "conflict_slug": status.conflictingSlug,
      ])
  }
}

/// Determines which events to record when an app uses a feature.
package struct FeatureTelemetry: Sendable {
  package enum Exposure: Hashable, Sendable {
    case recorded(TelemetryEvent)
    /// No event is recorded, for this reason.
    case suppressed(String)

    /// The recorded event; nil if it is suppressed.
    package var event: TelemetryEvent? {
      if case .recorded(let event) = self { event } else { nil }
    }
  }

  private let state: EnrollmentState
  private let features: [Name: EffectiveFeature]

  package init(_ state: EnrollmentState, coenrolling: Set<Name> = []) {
    self.state = state
    features = state.effectiveFeatures(coenrolling: coenrolling)
  }

  /// The partial config of a feature that an app reads, nil if no recipe configures it, and the
  /// events to record: the activation, for handing out the config, and with `sendExposure` the
  /// exposure.
  package func variables(
    of featureID: String, sendExposure: Bool = true
  ) -> (json: JSONObject?, events: [TelemetryEvent]) {
    guard let feature = features[featureID] else { return (nil, []) }
    let exposure = sendExposure ? exposure(of: featureID).event : nil
    return (feature.value, [activation(of: featureID), exposure].compactMap(\.self))
  }

  /// The layers that enrolled recipes give to a feature; empty if no recipe configures it.
  package func layers(of featureID: String) -> FeatureLayers { FeatureLayers(features[featureID]) }

  /// The event of handing out a config, which names one experiment and its branch.
  ///
  /// Nil unless a single experiment owns the feature; always nil for a co-enrolling feature, which
  /// several recipes can have at once.
  package func activation(of featureID: String) -> TelemetryEvent? {
    // Only a feature that a single experiment owns has a `branch`.
    guard let feature = features[featureID], !feature.isCoenrolling, let branch = feature.branch
    else { return nil }
    return .feature(.activation, feature.slug, branch, featureID)
  }

  /// The exposure of a feature: the event of the one experiment that configures it.
  ///
  /// It is suppressed, with the reason, if no enrolled recipe configures the feature, if only a
  /// rollout does, or if several experiments do, of which the app would have to name one.
  package func exposure(of featureID: String) -> Exposure {
    guard let feature = features[featureID] else {
      return .suppressed("no enrolled recipe configures `\(featureID)`")
    }
    let experiments = feature.owners.filter { !$0.isRollout }
    guard let experiment = experiments.first else {
      // The slug of the feature is that of its only owner, a rollout, or those of several, joined
      // with `+`.
      return .suppressed(
        "only the rollout `\(feature.slug)` configures `\(featureID)`; name it to record the exposure"
      )
    }
    guard experiments.count == 1 else {
      let slugs = experiments.map { "`\($0.slug)`" }.joined(separator: ", ")
      return .suppressed("several experiments configure `\(featureID)`: \(slugs); name one of them")
    }
    return .recorded(.feature(.exposure, experiment.slug, experiment.branch, featureID))
  }

  /// The exposure of a feature, for a recipe that the app names.
  ///
  /// Whether the recipe configures the feature does not matter.
  /// Rule: VirgaExperiments/RecordingEvents.
  package func exposure(of featureID: String, in slug: String) -> Exposure {
    guard let branch = state.activeBranch(of: slug) else {
      return .suppressed("the client is not enrolled in `\(slug)`")
    }
    return .recorded(.feature(.exposure, slug, branch, featureID))
  }

  /// The event that an app could not use a part of a feature's config; `part` is the app's own name
  /// for it, empty if it names none.
  ///
  /// It names the recipe that configures the feature, or several joined with `+`, and the branch if
  /// that is a single experiment; both are null if no enrolled recipe configures the feature.
  package func malformed(_ featureID: String, part: String = "") -> TelemetryEvent {
    let feature = features[featureID]
    return TelemetryEvent(
      .malformedFeature,
      [
        "experiment": feature?.slug, "branch": feature?.branch, "feature_id": featureID,
        "part_id": part,
      ])
  }
}

/// A change of a client's enrollment in a recipe, as reported to telemetry.
public struct EnrollmentChange: Hashable, Sendable {
  /// The kinds of changes.
  public enum Kind: String, Sendable, CaseIterable {
    /// The client enrolled.
    case enrollment = "Enrollment"
    /// The client could not enroll.
    case enrollFailed = "EnrollFailed"
    /// The client was unenrolled while the recipe continues.
    case disqualification = "Disqualification"
    /// The recipe ended.
    case unenrollment = "Unenrollment"
    /// The client could not be unenrolled.
    case unenrollFailed = "UnenrollFailed"
  }

  /// The kind of change.
  public var kind: Kind
  /// The recipe.
  public var slug: String
  /// The branch; `N/A` if there is none.
  public var branch: String
  /// The reason; nil if this kind of change has none.
  public var reason: String?
  /// The features of all branches, sorted by bytes; empty for an unknown recipe.
  public var featureIDs: [String]

  /// The branch in events of recipes without one.
  package static let noBranch = "N/A"

  /// The client could not enroll or stay enrolled because of a feature conflict.
  package static func lostFeature(_ recipe: Recipe) -> EnrollmentChange {
    EnrollmentChange(
      .enrollFailed, recipe.slug, reason: "feature-conflict", featureIDs: recipe.featureIDs)
  }

  /// Creates a change of the enrollment in the recipe `slug`, without a branch or a reason if its
  /// kind has none; its features are those of all branches.
  package init(
    _ kind: Kind, _ slug: String, branch: String = noBranch, reason: String? = nil,
    featureIDs: [String] = []
  ) {
    self.kind = kind
    self.slug = slug
    self.branch = branch
    self.reason = reason
    self.featureIDs = featureIDs
  }
}
