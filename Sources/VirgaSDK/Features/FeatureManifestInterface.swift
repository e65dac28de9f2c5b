/// The class that is generated from a manifest: the door to its features.
///
/// ```swift
/// client.connect(CirrusNimbus.shared)
/// let menu = CirrusNimbus.shared.features.appMenu.value()
/// ```
public protocol FeatureManifestInterface: Sendable {
  /// The type that has one holder for each feature.
  associatedtype Features: Sendable

  /// The holders of the features.
  var features: Features { get }

  /// Connects all features, and those of imported manifests, to an SDK.
  func initialize(with getSdk: @escaping GetSdk)

  /// Forgets what all holders computed, and those of imported manifests; for after every applied update.
  func invalidateCachedValues()

  /// The feature called `featureId` in the manifest; nil where it has none of its own.
  func getFeature(featureId: String) -> FeatureHolderAny?

  /// The features that several recipes may configure at once, own ones first, then those of imported manifests.
  func getCoenrollingFeatureIds() -> [String]
}
