public import VirgaJSON

/// What telemetry hears when an app asks for a feature, shows it, or cannot use it.
public struct FeatureTelemetry: Sendable {
  /// What became of an exposure: the event, or why there is none.
  public enum Exposure: Hashable, Sendable {
    /// It was recorded.
    case recorded(TelemetryEvent)
    /// It was not recorded, for a reason in words.
    case suppressed(String)

    /// The event; nil where none was recorded.
    public var event: TelemetryEvent? {
      if case .recorded(let event) = self { event } else { nil }
    }
  }

  private let state: EnrollmentState
  private let features: NameTable<EffectiveFeature>

  /// Telemetry for a client with these enrollments.
  public init(_ state: EnrollmentState, coenrolling: NameSet = []) {
    self.state = state
    features = state.effectiveFeatures(coenrolling: coenrolling)
  }

  /// What an app gets that asks for a feature: the partial config, nil where no recipe has one, and the events.
  public func variables(
    of featureID: String, sendExposure: Bool = true
  ) -> (json: JSONObject?, events: [TelemetryEvent]) {
    guard let feature = features[featureID] else { return (nil, []) }
    let exposure = sendExposure ? exposure(of: featureID).event : nil
    return (feature.value, [activation(of: featureID), exposure].compactMap(\.self))
  }

  /// The event that a feature's config was handed out; nil unless one experiment owns it alone.
  public func activation(of featureID: String) -> TelemetryEvent? {
    guard let feature = features[featureID], !feature.isCoenrolling, let branch = feature.branch else { return nil }
    return .feature(.activation, feature.slug, branch, featureID)
  }

  /// The exposure of a feature, for the one experiment that owns it.
  public func exposure(of featureID: String) -> Exposure {
    guard let feature = features[featureID] else {
      return .suppressed("no enrolled recipe configures `\(featureID)`")
    }
    let experiments = feature.owners.filter { !$0.isRollout }
    guard let experiment = experiments.first else {
      return .suppressed("only the rollout `\(feature.slug)` configures `\(featureID)`; name it to record it")
    }
    guard experiments.count == 1 else {
      let slugs = experiments.map { "`\($0.slug)`" }.joined(separator: ", ")
      return .suppressed("several experiments configure `\(featureID)`: \(slugs); name one of them")
    }
    return .recorded(.feature(.exposure, experiment.slug, experiment.branch, featureID))
  }

  /// The exposure of a feature, for a recipe that the app names.
  ///
  /// Whether the recipe configures the feature is not looked at (SDK: Exposure).
  public func exposure(of featureID: String, in slug: String) -> Exposure {
    guard let branch = state.activeBranch(of: slug) else {
      return .suppressed("the client is not enrolled in `\(slug)`")
    }
    return .recorded(.feature(.exposure, slug, branch, featureID))
  }

  /// The event that an app could not use a part of a feature's config.
  public func malformed(_ featureID: String, part: String = "") -> TelemetryEvent {
    .malformed(features[featureID]?.slug, features[featureID]?.branch, featureID, part: part)
  }
}
