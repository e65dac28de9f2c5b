/// A holder of which only the id of its feature is known, as ``FeatureManifestInterface/getFeature(featureId:)`` gives.
///
/// The value is the one that the feature had when this was made.
public final class FeatureHolderAny: FeatureHolderInterface {
  private let holder: any FeatureHolderInterface
  private let feature: any FMLFeatureInterface
  let encoding: any FeatureEncoding

  /// The holder of some feature, with its value as it is now.
  public init<T>(wrapping holder: FeatureHolder<T>) {
    self.holder = holder
    encoding = holder
    feature = holder.value()
  }

  /// The feature.
  public func value() -> any FMLFeatureInterface { feature }

  /// The feature as JSON text, complete with defaults; nil where its type refuses to be encoded.
  public func toJSONString() -> String? { feature.toJSONString() }

  /// Records the exposure of the feature, unless its user modified it by a preference.
  public func recordExposure() { holder.recordExposure() }

  /// Records the exposure of the feature for a recipe that the app names, unless its user modified it.
  public func recordExperimentExposure(slug: String) { holder.recordExperimentExposure(slug: slug) }

  /// Records that the app could not use a part of the feature's config.
  public func recordMalformedConfiguration(with partId: String) { holder.recordMalformedConfiguration(with: partId) }

  /// Whether a test serves this feature.
  public func isUnderTest() -> Bool { holder.isUnderTest() }
}
