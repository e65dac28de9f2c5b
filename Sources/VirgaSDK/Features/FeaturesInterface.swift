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
