public import VirgaJSON

/// What feature holders and hand-written code need from an SDK.
///
/// ``FeatureClient`` implements it for real recipes, ``HardcodedNimbusFeatures`` for tests.
public protocol FeaturesInterface: AnyObject, Sendable {
  /// The user's preferences; nil if the app has none.
  var preferences: (any Preferences)? { get }

  /// The variables of a feature; they give nil for everything that no recipe sets.
  ///
  /// With `sendExposureEvent`, records the feature's exposure if an experiment configures it.
  func getVariables(featureId: String, sendExposureEvent: Bool) -> any Variables

  /// Records that the user could first be affected by a feature's treatment.
  ///
  /// A slug names the recipe, for a feature that several recipes configure at once. Without a slug the SDK uses the experiment that owns
  /// the feature, if any.
  func recordExposureEvent(featureId: String, experimentSlug: String?)

  /// Called when an exposure was not recorded, for example because the user modified the feature. Does nothing by default.
  func suppressExposureEvent(featureId: String, experimentSlug: String?, reason: String)

  /// Records that the app could not use part of a feature's config. `partId` is the app's own name for the part.
  func recordMalformedConfiguration(featureId: String, partId: String)
}

extension FeaturesInterface {
  /// The variables of a feature.
  ///
  /// Records its exposure unless `sendExposureEvents` is false.
  ///
  /// If a treatment is prepared before it is shown, record the exposure when it is shown:
  ///
  /// ```swift
  /// let menu = makeMenu(client.getVariables("app-menu", sendExposureEvents: false))
  /// button.onPress = {
  ///   client.recordExposureEvent("app-menu")
  ///   show(menu)
  /// }
  /// ```
  public func getVariables(_ featureId: String, sendExposureEvents: Bool = true) -> any Variables {
    getVariables(featureId: featureId, sendExposureEvent: sendExposureEvents)
  }

  /// Does nothing.
  public func suppressExposureEvent(featureId: String, experimentSlug: String?, reason: String) {}

  /// Records the exposure of a feature for the experiment that owns it, if any.
  public func recordExposureEvent(_ featureId: String) {
    recordExposureEvent(featureId: featureId, experimentSlug: nil)
  }

  /// Records the exposure of a feature for the experiment that owns it, if any.
  public func recordExposureEvent(featureId: String) {
    recordExposureEvent(featureId: featureId, experimentSlug: nil)
  }

  /// Records that the app could not use a feature's config.
  public func recordMalformedConfiguration(featureId: String) {
    recordMalformedConfiguration(featureId: featureId, partId: "")
  }
}

/// Returns the SDK of a holder or manifest.
///
/// Nil before one is connected, so that everything has its default.
public typealias GetSdk = @Sendable () -> (any FeaturesInterface)?

/// The class generated from a manifest, with all its features.
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

  /// Clears the cached values of all holders, including those of imported manifests. Call it after every applied update.
  func invalidateCachedValues()

  /// The manifest's own feature `featureId`; nil if it has none.
  func getFeature(featureId: String) -> FeatureHolderAny?

  /// The features that several recipes may configure at once.
  ///
  /// Own features come first, then those of imported manifests.
  func getCoenrollingFeatureIds() -> [String]
}

/// A generated object type of a manifest, with defaults for fields that no config sets.
///
/// It encodes the fields under the names that they have in the manifest.
public protocol FMLObjectInterface: Encodable, Sendable {}

extension FMLObjectInterface {
  /// The fields as JSON, complete with defaults.
  ///
  /// - Throws: What the type's own encoding throws; a generated type throws nothing.
  public func toJSON() throws -> JSONValue { try JSONValueEncoder.json(of: self) }

  /// The fields as one line of JSON, with defaults; nil if encoding fails.
  public func toJSONString() -> String? { (try? toJSON())?.compact }
}

/// A generated feature of a manifest, with defaults for variables that no config sets.
///
/// All threads share a feature, so its type is `Sendable`: computed once, then immutable.
public protocol FMLFeatureInterface: FMLObjectInterface {
  /// Whether the user of the app set any of its variables.
  ///
  /// Such a user does not see the treatment, so no exposure is recorded.
  func isModified() -> Bool
}

extension FMLFeatureInterface {
  /// False: a feature without preferences cannot be modified.
  public func isModified() -> Bool { false }
}
