public import VirgaJSON

/// What feature holders and hand-written code ask of an SDK.
///
/// ``FeatureClient`` answers for real recipes, ``HardcodedNimbusFeatures`` in tests.
public protocol FeaturesInterface: AnyObject, Sendable {
  /// What the user of the app chose; nil where the app keeps no preferences.
  var preferences: (any Preferences)? { get }

  /// The variables of a feature, which give nil for everything that no recipe sets.
  ///
  /// With `sendExposureEvent` the exposure of the feature is recorded, if an experiment configures it.
  func getVariables(featureId: String, sendExposureEvent: Bool) -> any Variables

  /// Records that the user could first be affected by a feature's treatment.
  ///
  /// Without a slug the experiment that owns the feature is meant; which one, if any, the SDK finds out. A slug names
  /// the recipe, for a feature that several recipes configure at once.
  func recordExposureEvent(featureId: String, experimentSlug: String?)

  /// Hears that an exposure was not recorded, such as of a feature that its user modified; nothing has to be done.
  func suppressExposureEvent(featureId: String, experimentSlug: String?, reason: String)

  /// Records that the app could not use a part of a feature's config; `partId` is the app's own word for the part.
  func recordMalformedConfiguration(featureId: String, partId: String)
}

extension FeaturesInterface {
  /// The variables of a feature, with its exposure unless `sendExposureEvents` is false.
  ///
  /// Where a treatment is prepared before it is shown, leave the exposure out and record it when it is:
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

  /// Records the exposure of a feature, for the one experiment that owns it, if there is one.
  public func recordExposureEvent(_ featureId: String) {
    recordExposureEvent(featureId: featureId, experimentSlug: nil)
  }

  /// Records the exposure of a feature, for the one experiment that owns it, if there is one.
  public func recordExposureEvent(featureId: String) {
    recordExposureEvent(featureId: featureId, experimentSlug: nil)
  }

  /// Records that the app could not use a feature's config.
  public func recordMalformedConfiguration(featureId: String) {
    recordMalformedConfiguration(featureId: featureId, partId: "")
  }
}

/// How a holder or a manifest reaches the SDK; nil while there is none, so that everything has its default.
public typealias GetSdk = @Sendable () -> (any FeaturesInterface)?

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

/// An object type of a manifest, as it is generated: its fields, with defaults for what no config sets.
///
/// Encoding it gives the fields by the names that they have in the manifest.
public protocol FMLObjectInterface: Encodable, Sendable {}

extension FMLObjectInterface {
  /// The fields as JSON, complete with defaults.
  ///
  /// - Throws: What the type's own encoding throws; a generated one throws nothing.
  public func toJSON() throws -> JSONValue { try JSONValueEncoder.json(of: self) }

  /// The fields as JSON text on one line, complete with defaults; nil where the type refuses to be encoded.
  public func toJSONString() -> String? { (try? toJSON())?.compact }
}

/// A feature of a manifest, as it is generated: its variables, with defaults for what no config sets.
///
/// A feature is shared by all threads that ask for it, so its type has to be sendable: computed once, then unchanged.
public protocol FMLFeatureInterface: FMLObjectInterface {
  /// Whether the user of the app chose a value for any of its variables.
  ///
  /// What such a user sees is no longer the treatment, so no exposure is recorded.
  func isModified() -> Bool
}

extension FMLFeatureInterface {
  /// False: a feature without preferences cannot be modified.
  public func isModified() -> Bool { false }
}
