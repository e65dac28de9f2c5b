public import VirgaJSON
import VirgaSource

/// The part of a holder's state that decides whether its feature has to be encoded again.
///
/// Not generic, because the runtime would look up its type at each read of a flag.
private struct StateOfEncoding {
  let getSdk: GetSdk
  let encoded: EncodedFeature?
  let revision: FeatureClient.Revision?
  let generation: Int
}

/// Provides one feature of the app, complete with defaults, and records its exposures.
///
/// A generated manifest has one holder per feature. The value is computed once and cached until
/// the SDK has another ``FeaturesInterface/revision``, such as after recipes were applied; reading
/// it records nothing:
///
/// ```swift
/// let menu = manifest.features.appMenu
/// let items = menu.value().items
/// button.onPress = { menu.recordExposure() }
/// ```
///
/// Safe to use from any thread.
public final class FeatureHolder<T: FMLFeatureInterface>: FeatureHolderInterface, FeatureEncoding {
  /// Makes a feature from its config and the user's preferences.
  public typealias Create =
    @Sendable (_ variables: any Variables, _ preferences: (any Preferences)?) -> T

  private struct State {
    var getSdk: GetSdk
    var create: Create
    /// The cached value as JSON.
    var encoded: EncodedFeature?
    /// The SDK's revision that the cached value belongs to; nil if the SDK has none.
    var revision: FeatureClient.Revision?
    /// Incremented whenever the cache is cleared, so that a value computed meanwhile is not cached.
    var generation = 0
    /// The cached value; nil if it must be computed.
    ///
    /// Last, so that the offsets of the others are the same for every `T`: a read of a flag needs
    /// only those, and does not look up the layout at run time.
    var cached: T?

    /// Makes the next read compute the value again.
    mutating func clearCache() {
      cache(nil, of: nil)
      generation += 1
    }

    /// Caches a value and drops the JSON of the earlier one; a nil value clears the cache.
    ///
    /// The value was computed from the configs of `revision`, which is nil for an SDK without
    /// revisions.
    mutating func cache(_ value: T?, of revision: FeatureClient.Revision?) {
      cached = value
      encoded = nil
      self.revision = revision
    }
  }

  private let featureId: String
  private let state: Locked<State>
  /// Apart from the state, which every read of the value copies.
  private let observers = FollowingObservers()

  /// Creates a holder of the feature `featureId`, which makes the feature from the SDK's config.
  public init(_ getSdk: @escaping GetSdk, featureId: String, with create: @escaping Create) {
    self.featureId = featureId
    state = Locked(State(getSdk: getSdk, create: create))
  }

  /// The feature: cached while the SDK has the same ``FeaturesInterface/revision``, else computed
  /// from its config.
  ///
  /// Records no exposure. All threads get the same object.
  public func value() -> T {
    // The SDK and the initializer run outside the lock: they may read other holders, or this one.
    let before = state.withLock { $0 }
    let sdk = before.getSdk()
    // Read before the config, so that a value computed during a change is not served after it.
    let revision = sdk?.revision
    if let cached = before.cached, before.revision === revision { return cached }
    let feature = makeFeature(with: before.create, from: sdk)
    return state.withLock { state in
      // If the cache was cleared meanwhile, this value is too old for it, and only returned.
      let wasCleared = state.generation != before.generation
      if wasCleared { return feature }
      if let valueOfOtherThread = state.cached, state.revision === revision {
        return valueOfOtherThread
      }
      state.cache(feature, of: revision)
      return feature
    }
  }

  /// Makes the feature from the config and the preferences of `sdk`; if `sdk` is nil, from the
  /// feature's defaults.
  ///
  /// The feature's preferences record what is read from them while the feature is encoded.
  private func makeFeature(with create: Create, from sdk: (any FeaturesInterface)?) -> T {
    let variables =
      sdk?.getVariables(featureId: featureId, sendExposureEvent: false) ?? NilVariables()
    let preferences = sdk?.preferences.map(RecordingPreferences.init)
    return create(variables, preferences)
  }

  /// The feature as JSON, complete with defaults: cached until the SDK has other configs or a
  /// preference that was read for it changes.
  func encoded() -> EncodedFeature {
    // Only what the JSON depends on: copying the cached value too is slow, because the runtime
    // looks up its type at each read of a flag.
    let before = state.withLock { state in
      StateOfEncoding(
        getSdk: state.getSdk, encoded: state.encoded, revision: state.revision,
        generation: state.generation)
    }
    let revision = before.getSdk()?.revision
    // The JSON is current if the preferences that were read for it are unchanged.
    if let cached = before.encoded, before.revision === revision, cached.isCurrent { return cached }
    let encoded = EncodedFeature(value())
    state.withLock { state in
      // The cache was cleared meanwhile, which begins another generation, or `value()` or another
      // thread filled it from another revision of the SDK.
      let isOutdated = state.generation != before.generation || state.revision !== revision
      if !isOutdated { state.encoded = encoded }
    }
    return encoded
  }

  /// Records the exposure for the experiment that owns the feature, unless the user modified it.
  public func recordExposure() {
    recordExposureUnlessModified(inRecipe: nil)
  }

  /// Records the exposure for a named recipe, if several configure the feature, unless the user
  /// modified it.
  public func recordExperimentExposure(slug: String) {
    recordExposureUnlessModified(inRecipe: slug)
  }

  /// Records an exposure for the recipe `slug`, or if that is nil for the experiment that owns the
  /// feature.
  ///
  /// If the user modified the feature, only reports that no exposure is recorded: the user and not
  /// the recipe decides what is shown.
  private func recordExposureUnlessModified(inRecipe slug: String?) {
    if value().isModified() {
      sdk?.suppressExposureEvent(
        featureId: featureId, experimentSlug: slug, reason: "the user modified the feature")
    } else {
      sdk?.recordExposureEvent(featureId: featureId, experimentSlug: slug)
    }
  }

  /// Records that the app could not use a part of the feature's config, which it calls `partId`.
  public func recordMalformedConfiguration(with partId: String = "") {
    sdk?.recordMalformedConfiguration(featureId: featureId, partId: partId)
  }

  /// Whether a ``HardcodedNimbusFeatures`` serves this feature.
  public func isUnderTest() -> Bool {
    (sdk as? HardcodedNimbusFeatures)?.has(featureId: featureId) ?? false
  }

  private var sdk: (any FeaturesInterface)? { state.withLock { $0.getSdk }() }

  /// Replaces the cached value until the SDK's configs change, as a test does; nil clears it, so
  /// that it is computed again.
  public func with(cachedValue: T?) {
    // The value stays cached until the SDK has another revision of its configs. The revision is
    // read outside the lock, because the SDK may be code of the app.
    let revision = cachedValue == nil ? nil : sdk?.revision
    state.withLock { state in
      // Begins a new generation, so that a value that another thread is computing is not cached.
      state.clearCache()
      state.cache(cachedValue, of: revision)
    }
    valueDidChange()
  }

  /// Replaces the initializer of the feature and clears the cached value.
  ///
  /// The generated code of a manifest uses it to give imported features other defaults.
  public func with(initializer: @escaping Create) {
    state.withLock { state in
      state.create = initializer
      state.clearCache()
    }
    valueDidChange()
  }

  /// Replaces the access to the SDK and clears the cached value.
  public func with(sdk: @escaping GetSdk) {
    state.withLock { state in
      state.getSdk = sdk
      state.clearCache()
    }
    valueDidChange()
  }
}

// Changes of the value, and what decides it.
extension FeatureHolder {
  /// What the app reads for the variable at `path`, and why: `details(of: ["items", "settings"])`.
  ///
  /// Names are those of the manifest. It records nothing but what ``value()`` records. For screens
  /// of developers and for logs: it makes the feature several times.
  public func details(of path: JSONPath) -> FeatureClient.VariableDetails {
    let read = encoded().json?[path]
    return inspection.details(of: path, reading: read)
  }

  /// The changes of the feature from now on.
  func changes() -> AsyncStream<ValueChange<T>> {
    ValueChange.stream(
      of: { [self] in snapshot() }, observing: { action in [observeChanges(action)] })
  }

  /// Calls `action` after the value may have changed, until the token is cancelled.
  func observeChanges(_ action: @escaping @Sendable () -> Void) -> ObserverToken {
    observers.add(action, following: observeSdk)
  }

  /// Tells the observers of a new value, SDK or initializer; they follow the changes of the current
  /// SDK from now on.
  private func valueDidChange() { observers.sourcesDidChange(observeSdk) }

  /// Calls `action` after changes of the SDK and of its preferences.
  private func observeSdk(_ action: @escaping @Sendable () -> Void) -> [ObserverToken] {
    // The property asks the app, so it is read once: both tokens are of the same SDK.
    let currentSdk = sdk
    return [currentSdk?.observeChanges(action), currentSdk?.preferences?.observeChanges(action)]
      .compactMap(\.self)
  }

  /// The value with its JSON, by which a stream of changes detects a new value.
  ///
  /// A feature reads its preferences when a variable is read. The snapshot is a copy that has read
  /// all of them already, so that later changes do not affect it.
  private func snapshot() -> ReadValue<T, JSONValue?> {
    let current = ReadValue(value(), identity: encoded().json)
    guard let copy = inspection.frozenFeature() else { return current }
    // They differ if a preference changed meanwhile, or if a test replaced the value: the copy is
    // made from the feature's inputs.
    let isSameValue = copy.identity == current.identity
    return isSameValue ? copy : current
  }

  /// The inputs of the feature, as they are now.
  private var inspection: VariableInspection<T> {
    let state = state.withLock { $0 }
    return VariableInspection(featureId: featureId, sdk: state.getSdk(), create: state.create)
  }
}

/// A holder of a feature of unknown type, with the feature's value when this was created.
public final class FeatureHolderAny: FeatureHolderInterface {
  private let holder: any FeatureHolderInterface
  private let feature: any FMLFeatureInterface
  /// The same holder, by which the feature is encoded and its changes are observed.
  let encoding: any FeatureEncoding

  /// Wraps a feature's holder, with its current value.
  public init<T>(wrapping holder: FeatureHolder<T>) {
    self.holder = holder
    // The same holder, by a protocol that is not public.
    encoding = holder
    feature = holder.value()
  }

  /// The feature.
  public func value() -> any FMLFeatureInterface { feature }

  /// The feature as JSON text, complete with defaults; nil if its type fails to encode.
  public func toJSONString() -> String? { feature.toJSONString() }

  /// What the app reads now for the variable at `path`, and why; see
  /// ``FeatureHolder/details(of:)``.
  public func details(of path: JSONPath) -> FeatureClient.VariableDetails {
    encoding.details(of: path)
  }

  /// Records the feature's exposure, unless the user modified the feature: set one of its variables
  /// in the app's settings.
  public func recordExposure() { holder.recordExposure() }

  /// Records the feature's exposure for a named recipe, unless the user modified the feature: set
  /// one of its variables in the app's settings.
  public func recordExperimentExposure(slug: String) { holder.recordExperimentExposure(slug: slug) }

  /// Records that the app could not use part of the feature's config, which it calls `partId`.
  public func recordMalformedConfiguration(with partId: String = "") {
    holder.recordMalformedConfiguration(with: partId)
  }

  /// Whether a test serves this feature.
  public func isUnderTest() -> Bool { holder.isUnderTest() }
}

/// The part of a holder that does not depend on the type of its feature.
protocol FeatureHolderInterface: Sendable {
  /// Records the feature's exposure, unless the user modified the feature by a preference.
  func recordExposure()

  /// Records the feature's exposure for a named recipe, unless the user modified the feature.
  func recordExperimentExposure(slug: String)

  /// Records that the app could not use part of the feature's config. `partId` is the app's own
  /// name for the part.
  func recordMalformedConfiguration(with partId: String)

  /// Whether a test serves this feature.
  func isUnderTest() -> Bool
}
