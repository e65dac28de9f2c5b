public import VirgaJSON
public import VirgaSource

/// What features need from an SDK: ``FeatureClient``, or ``HardcodedNimbusFeatures`` for tests.
///
/// The names, with their labels, are those of the Nimbus SDK, so that generated code fits both.
///
/// An SDK of your own whose configs change replaces its ``revision`` and reports that to the
/// observers of `ChangeReporting.observeChanges(_:)`.
public protocol FeaturesInterface: AnyObject, ChangeReporting {
  /// The user's preferences; nil if the app has none.
  var preferences: (any Preferences)? { get }

  /// Replaced by another object whenever configs may have changed, so that a ``FeatureHolder``
  /// computes its value again; nil by default, for an SDK whose configs never change.
  var revision: FeatureClient.Revision? { get }

  /// The variables of a feature; with `sendExposureEvent` its exposure is recorded, if an
  /// experiment configures it.
  func getVariables(featureId: String, sendExposureEvent: Bool) -> any Variables

  /// Records an exposure, for the recipe called `experimentSlug` or else the experiment that owns
  /// the feature.
  func recordExposureEvent(featureId: String, experimentSlug: String?)

  /// Tells the SDK that a feature did not record its exposure, and why: for example, the user
  /// modified the feature. Does nothing by default.
  func suppressExposureEvent(featureId: String, experimentSlug: String?, reason: String)

  /// Records that the app could not use part of a feature's config. `partId` is the app's own name
  /// for the part.
  func recordMalformedConfiguration(featureId: String, partId: String)
}

extension FeatureClient {
  /// The state of an SDK's configs at one time: two of the same object mean that nothing changed.
  ///
  /// An SDK of your own creates another one with every change. A holder keeps the one that its
  /// value was computed from, and compares it by identity.
  public final class Revision: Sendable {
    /// Creates a revision that differs from every other one.
    public init() {}
  }

  /// The SDK that features use until their manifest is initialized with one, as generated code
  /// stores it; usable on every thread.
  public final class Reference: Sendable {
    private let current = Locked<(any FeaturesInterface)?>(nil)

    /// Refers to no SDK yet.
    public init() {}

    /// The SDK; nil if none was set.
    public var sdk: (any FeaturesInterface)? {
      get { current.withLock { $0 } }
      set { current.withLock { $0 = newValue } }
    }
  }
}

extension FeaturesInterface {
  /// Nil: the configs of this SDK never change.
  public var revision: FeatureClient.Revision? { nil }

  /// The variables of a feature; records its exposure unless `sendExposureEvents` is false.
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

  /// The variables of a feature; records its exposure.
  public func getVariables(featureId: String) -> any Variables { getVariables(featureId) }

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

/// Returns the SDK of a holder or manifest; nil before one is connected, so that everything has its
/// default.
public typealias GetSdk = @Sendable () -> (any FeaturesInterface)?

/// The class generated from a manifest, with all its features.
public protocol FeatureManifestInterface: Sendable {
  /// The type that has one holder for each feature.
  associatedtype Features: Sendable

  /// The name of the manifest; nil for code that was not generated for this SDK.
  static var manifestName: String? { get }

  /// The channel whose defaults the code has; nil for none, and for code that was not generated for
  /// this SDK.
  static var channel: String? { get }

  /// Changes with features, types and defaults of the manifest; nil for code that was not generated
  /// for this SDK.
  static var manifestHash: String? { get }

  /// The holders of the features.
  var features: Features { get }

  /// Connects all features, and those of imported manifests, to an SDK.
  func initialize(with getSdk: @escaping GetSdk)

  /// Clears the cached values of all holders, including those of imported manifests.
  ///
  /// No app has to call it for a ``FeatureClient``: holders follow its
  /// ``FeaturesInterface/revision``.
  func invalidateCachedValues()

  /// The manifest's own feature `featureId`; nil if it has none.
  func getFeature(featureId: String) -> FeatureHolderAny?

  /// The features that several recipes may configure at once: own ones, then those of imported
  /// manifests.
  func getCoenrollingFeatureIds() -> [String]
}

extension FeatureManifestInterface {
  /// Nil, for code that was not generated for this SDK.
  public static var manifestName: String? { nil }

  /// Nil, for code that was not generated for this SDK.
  public static var channel: String? { nil }

  /// Nil, for code that was not generated for this SDK.
  public static var manifestHash: String? { nil }
}

/// A generated object type of a manifest, which encodes its fields under their names in the
/// manifest.
public protocol FMLObjectInterface: Encodable, Sendable {}

extension FMLObjectInterface {
  /// The fields as JSON, complete with defaults.
  ///
  /// - Throws: What the type's own encoding throws; the value stays as it is.
  public func toJSON() throws -> JSONValue { try JSONValueEncoder.json(of: self) }

  /// The fields as one line of JSON, with defaults and sorted keys at every level, so that equal
  /// values have equal texts; nil if encoding fails.
  public func toJSONString() -> String? { (try? toJSON())?.sortingKeys.compact }
}

/// A generated feature of a manifest: computed once, then immutable, because all threads share it.
public protocol FMLFeatureInterface: FMLObjectInterface {
  /// Whether the user of the app set any of its variables; then no exposure is recorded.
  func isModified() -> Bool
}

extension FMLFeatureInterface {
  /// False: a feature without preferences cannot be modified.
  public func isModified() -> Bool { false }
}
