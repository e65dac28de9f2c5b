/// What can be asked of a holder without knowing the type of its feature.
public protocol FeatureHolderInterface: Sendable {
  /// Records the exposure of the feature, unless its user modified it by a preference.
  func recordExposure()

  /// Records the exposure of the feature for a recipe that the app names, unless its user modified it.
  func recordExperimentExposure(slug: String)

  /// Records that the app could not use a part of the feature's config; `partId` is the app's own word for the part.
  func recordMalformedConfiguration(with partId: String)

  /// Whether a test serves this feature.
  func isUnderTest() -> Bool
}

extension FeatureHolderInterface {
  /// Records that the app could not use the feature's config.
  public func recordMalformedConfiguration() { recordMalformedConfiguration(with: "") }
}
