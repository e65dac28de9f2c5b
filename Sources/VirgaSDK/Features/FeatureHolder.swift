import VirgaSource

/// Gives one feature of the app, complete with defaults, and records what becomes of it.
///
/// A generated manifest has one holder per feature. The value is made once and kept until recipes are applied anew;
/// asking for it records nothing:
///
/// ```swift
/// let menu = manifest.features.appMenu
/// let items = menu.value().items
/// button.onPress = { menu.recordExposure() }
/// ```
///
/// It may be used from any thread.
public final class FeatureHolder<T: FMLFeatureInterface>: FeatureHolderInterface, FeatureEncoding {
  /// Makes a feature from its config and the preferences of the user.
  public typealias Create = @Sendable (_ variables: any Variables, _ preferences: (any Preferences)?) -> T

  private struct State {
    var getSdk: GetSdk
    var create: Create
    var cached: T?
    /// The kept value as JSON.
    var encoded: EncodedFeature?
    /// Counts what was forgotten, so that a value made meanwhile is not kept.
    var generation = 0

    mutating func forget() {
      cached = nil
      encoded = nil
      generation += 1
    }
  }

  private let featureId: String
  private let state: Locked<State>

  /// A holder of the feature `featureId`, which asks the SDK for a config and makes the feature of it.
  public init(_ getSdk: @escaping GetSdk, featureId: String, with create: @escaping Create) {
    self.featureId = featureId
    state = Locked(State(getSdk: getSdk, create: create))
  }

  /// The feature: the one that is kept, or one made now from the SDK's config, or from defaults without an SDK.
  ///
  /// No exposure is recorded. Several threads get the same object.
  public func value() -> T {
    // The SDK and the initialiser run outside the lock: they are free to ask other holders, or this one.
    let (getSdk, create, cached, generation) = state.withLock { ($0.getSdk, $0.create, $0.cached, $0.generation) }
    if let cached { return cached }
    let sdk = getSdk()
    let variables = sdk?.getVariables(featureId: featureId, sendExposureEvent: false) ?? NilVariables()
    let made = create(variables, sdk?.preferences.map(NotedPreferences.init))
    return state.withLock { state in
      guard state.generation == generation else { return made }
      if let earlier = state.cached { return earlier }
      state.cached = made
      return made
    }
  }

  func encoded() -> EncodedFeature {
    let (kept, generation) = state.withLock { ($0.encoded, $0.generation) }
    if let kept, kept.isCurrent { return kept }
    let made = EncodedFeature(value())
    state.withLock { if $0.generation == generation { $0.encoded = made } }
    return made
  }

  /// Records the exposure of the feature for the one experiment that owns it, unless its user modified it.
  public func recordExposure() {
    expose(in: nil)
  }

  /// Records the exposure of the feature for a recipe that the app names, unless its user modified it.
  ///
  /// For features that several recipes configure at once; the recipe's slug stands in the config.
  public func recordExperimentExposure(slug: String) {
    expose(in: slug)
  }

  private func expose(in slug: String?) {
    if value().isModified() {
      sdk?.suppressExposureEvent(featureId: featureId, experimentSlug: slug, reason: "the user modified the feature")
    } else {
      sdk?.recordExposureEvent(featureId: featureId, experimentSlug: slug)
    }
  }

  /// Records that the app could not use a part of the feature's config; `partId` is the app's own word for the part.
  public func recordMalformedConfiguration(with partId: String = "") {
    sdk?.recordMalformedConfiguration(featureId: featureId, partId: partId)
  }

  /// Whether ``HardcodedNimbusFeatures`` serves this feature.
  public func isUnderTest() -> Bool {
    (sdk as? HardcodedNimbusFeatures)?.has(featureId: featureId) ?? false
  }

  private var sdk: (any FeaturesInterface)? { state.withLock { $0.getSdk }() }
}

extension FeatureHolder {
  /// Replaces the value that is kept; nil forgets it, so that it is made anew.
  public func with(cachedValue: T?) {
    state.withLock { state in
      state.forget()
      state.cached = cachedValue
    }
  }

  /// Replaces how the feature is made, and forgets the value that is kept.
  public func with(initializer: @escaping Create) {
    state.withLock { state in
      state.create = initializer
      state.forget()
    }
  }

  /// Replaces how the SDK is reached, and forgets the value that is kept.
  public func with(sdk: @escaping GetSdk) {
    state.withLock { state in
      state.getSdk = sdk
      state.forget()
    }
  }
}

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
