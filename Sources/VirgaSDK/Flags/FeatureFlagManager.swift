public import VirgaFlags
public import VirgaJSON
import VirgaSource

/// Resolves an app's flags: core flags, manifest flags, and JSON-configured flags in the catalogue.
///
/// An app creates one at start and shares it between all its parts and threads:
///
/// ```swift
/// let flags = FeatureFlagManager(
///   catalogue: catalogue, channel: "beta", manifest: CirrusNimbus.shared)
/// flags.initializeDeveloperFeatures(with: preferences)
/// FeatureFlagManager.shared = flags
///
/// flags.isFeatureEnabled(.newMenu, checking: .buildAndUser)
/// let start: StartAtHome? = flags.getCustomState(for: .startAtHome)
/// ```
///
/// Before ``initializeDeveloperFeatures(with:)`` every flag is off and none can be set.
public final class FeatureFlagManager: Sendable {
  struct State {
    var choices: (any WritablePreferences)?
    /// Returns a test override that is stored outside `choices`.
    var testOverrideStoredElsewhere: @Sendable () -> Bool? = { nil }
    /// The channels of core flags that the app changed while it runs.
    var coreChannels: [FeatureFlagID: [String]] = [:]
    /// The test overrides by flag; the key nil is for all flags.
    var testOverrides: [FeatureFlagID?: Bool] = [:]
    /// The cached answers of flags that read features.
    var cachedAnswers: [Name: CachedAnswer] = [:]
  }

  /// The flags of the app.
  public let catalogue: FlagCatalogue

  /// The running channel; nil for a build without one.
  private let channel: String?
  /// Encodes a feature of the manifest and tells whether it changed; nil without a manifest.
  private let encodingOfFeature: @Sendable (_ feature: String) -> (any FeatureEncoding)?
  /// Returns the config of a feature, complete with defaults.
  let config: @Sendable (_ feature: String) -> JSONValue?
  private let configuredFlags: (any ConfiguredFlagSource)?
  let state = Locked(State())
  private let reminder = SetupReminder()
  /// Apart from the state, whose lock every read of a flag takes.
  private let observers = FollowingObservers()

  /// Creates the flags of an app; `configs` returns a feature's config, complete with defaults, and
  /// `channel` is nil for a build without one.
  ///
  /// `configured` are the flags of the JSON configuration. Without `choices`,
  /// ``initializeDeveloperFeatures(with:)`` sets where choices are stored.
  public init(
    catalogue: FlagCatalogue, channel: String?, configured: (any ConfiguredFlagSource)? = nil,
    choices: (any WritablePreferences)? = nil,
    configs: @escaping @Sendable (_ feature: String) -> JSONValue?
  ) {
    self.catalogue = catalogue
    config = configs
    configuredFlags = configured
    self.channel = channel
    // Only features generated from a manifest have an encoding, which tells whether they changed.
    // Without it, answers are not cached.
    encodingOfFeature = { _ in nil }
    state.withLock { $0.choices = choices }
  }

  /// Creates the flags of an app whose features are generated from a manifest; `channel` is nil for
  /// a build without one.
  ///
  /// `configured` are the flags of the JSON configuration. Without `choices`,
  /// ``initializeDeveloperFeatures(with:)`` sets where choices are stored.
  public init(
    catalogue: FlagCatalogue, channel: String?, manifest: some FeatureManifestInterface,
    configured: (any ConfiguredFlagSource)? = nil, choices: (any WritablePreferences)? = nil
  ) {
    self.catalogue = catalogue
    configuredFlags = configured
    self.channel = channel
    // An encoding also tells whether its feature changed, so that answers can be cached; `config`
    // only gives the values.
    encodingOfFeature = { manifest.getFeature(featureId: $0)?.encoding }
    config = { manifest.getFeature(featureId: $0)?.encoding.encoded().json }
    state.withLock { $0.choices = choices }
  }

  /// A test's flags for the running task: a ``FeatureFlaggable`` uses them instead of ``shared``.
  ///
  /// ```swift
  /// FeatureFlagManager.$current.withValue(flags) { #expect(MenuModel().isNewMenuAvailable) }
  /// ```
  @TaskLocal public static var current: FeatureFlagManager?

  /// Sets the store of user and developer choices; an app calls it once at start, a test in its
  /// set-up.
  @_disfavoredOverload
  public func initializeDeveloperFeatures(with choices: any WritablePreferences) {
    initializeDeveloperFeatures(with: choices, testOverrideStoredElsewhere: { nil })
  }

  /// Sets the store of choices.
  ///
  /// `testOverrideStoredElsewhere` returns the test override of all flags, on or off as a test
  /// simulates the user's choice, if it is stored not in `choices` but, for example, in the user
  /// defaults; it returns nil if there is none.
  package func initializeDeveloperFeatures(
    with choices: any WritablePreferences,
    testOverrideStoredElsewhere: @escaping @Sendable () -> Bool?
  ) {
    state.withLock { state in
      state.choices = choices
      state.testOverrideStoredElsewhere = testOverrideStoredElsewhere
    }
    // Calls the observers, because flags may have changed with the store, and follows the new one.
    observers.sourcesDidChange(observeChoicesAndConfiguration)
  }

  /// Calls `action` after a flag may have changed, until the tokens are cancelled.
  ///
  /// A flag changes with choices, test overrides, channels, the JSON configuration and the features
  /// that it reads.
  func observeChanges(
    of id: FeatureFlagID, _ action: @escaping @Sendable () -> Void
  ) -> [ObserverToken] {
    // The features from which the flag reads its build value, its value without preference and
    // debug override. Only the encoding of a feature of the manifest reports changes.
    let featureIDs = (catalogue[id.rawValue]?.reading?.paths ?? []).map(\.feature)
    let featureTokens = featureIDs.compactMap(encodingOfFeature).map { $0.observeChanges(action) }
    // Follows the choices also after the app has set another store for them.
    let token = observers.add(action, following: observeChoicesAndConfiguration)
    return [token] + featureTokens
  }

  /// Calls `action` after changes of the choices and of the JSON configuration.
  private func observeChoicesAndConfiguration(
    _ action: @escaping @Sendable () -> Void
  ) -> [ObserverToken] {
    let choices = state.withLock { $0.choices }
    return [choices?.observeChanges(action), configuredFlags?.observeChanges(action)]
      .compactMap(\.self)
  }

  /// Tells observers that a flag may have changed, on this thread.
  func notifyObservers() { observers.notify() }

  /// Whether a core flag is on: whether the running channel is one of those that the flag lists.
  ///
  /// False for a flag of another kind, if the flag is unknown, and before choices are set.
  public func isCoreFeatureEnabled(_ flag: FeatureFlagID) -> Bool {
    guard let answer = currentAnswer(flag) else { return false }
    guard catalogue[flag.rawValue]?.kind == .core else { return false }
    // Any check would do, because those of a core flag agree. Never nil here: only a flag with
    // options may be neither on nor off.
    return answer.isOn(.buildOnly) ?? false
  }

  /// Whether a flag is on by a check: `buildOnly`, `userOnly` or `buildAndUser`; false if the flag
  /// is unknown.
  ///
  /// A flag with options is on with any option other than the off option.
  public func isFeatureEnabled(_ flag: FeatureFlagID, checking check: FlagCheck) -> Bool {
    currentAnswer(flag)?.isOn(check) ?? false
  }

  /// The option of a flag with options by a check; by `.userOnly`, despite its name, the user's
  /// choice, or else the build's.
  ///
  /// Nil if no option is set, or if `T` has no such option. If the catalogue lists no options, the
  /// cases of `T` are the options.
  public func getCustomState<T: FlaggableFeatureOptions>(
    for flag: FeatureFlagID, checking check: FlagCheck = .userOnly
  ) -> T? {
    guard let answer = answer(flag, options: T.self) else { return nil }
    return answer[check].value?.option.flatMap(T.init(rawValue:))
  }

  /// The results of the checks `buildOnly`, `userOnly` and `buildAndUser` of a flag, and what
  /// decided each; nil if it is unknown, or before choices are set.
  public func answer(_ flag: FeatureFlagID) -> FlagAnswer? {
    currentAnswer(flag)?.answer
  }

  /// The answer of a flag with options; the cases of `T` are its options if the catalogue lists
  /// none.
  ///
  /// Nil if the flag is unknown, or before the store of choices is set.
  func answer<T: FlaggableFeatureOptions>(_ id: FeatureFlagID, options: T.Type) -> FlagAnswer? {
    guard let flag = catalogue[id.rawValue] else { return nil }
    let flagWithOptions = flag.withOptions(of: T.self)
    // Only answers with the options of the catalogue are cached: the cache has one for each flag.
    if flagWithOptions.options == flag.options { return answer(id) }
    guard let choices = currentChoices(for: id) else { return nil }
    return resolve(flagWithOptions, choices).answer
  }

  /// What users, developers and tests chose for a flag, and what followed from it.
  private struct FlagChoices {
    var store: any WritablePreferences
    var testOverride: Bool?
    /// The answer that was cached last; valid only while its inputs are unchanged.
    var cachedAnswer: CachedAnswer?
  }

  /// What the state says of one flag: only this is copied under the lock, as apps ask often.
  private struct FlagState {
    let store: (any WritablePreferences)?
    let testOverride: Bool?
    let testOverrideStoredElsewhere: @Sendable () -> Bool?
    let cachedAnswer: CachedAnswer?
  }

  /// The choices for a flag; nil (reported once) before the store of choices is set.
  private func currentChoices(for id: FeatureFlagID) -> FlagChoices? {
    // The stores may be code of the app, so they are only read below, outside the lock.
    let stateOfFlag = currentState(of: id)
    guard let store = stateOfFlag.store else {
      reportReadBeforeSetup(of: id)
      return nil
    }
    // An override that a test set in this manager comes first, then one in the store of choices,
    // then one stored elsewhere, such as in the user defaults.
    let testOverride =
      stateOfFlag.testOverride
      ?? PrefsKeys.testOverride(in: store, or: stateOfFlag.testOverrideStoredElsewhere)
    return FlagChoices(
      store: store, testOverride: testOverride, cachedAnswer: stateOfFlag.cachedAnswer)
  }

  /// What the state says of one flag: where its choices are stored, its test override or else that
  /// of all flags, and its cached answer; each is nil if there is none.
  ///
  /// `testOverrideStoredElsewhere` is code of the app that finds a test override outside the state:
  /// the caller runs it outside the lock.
  private func currentState(of id: FeatureFlagID) -> FlagState {
    state.withLock { state in
      let overrideOfAllFlags = state.testOverrides[nil]
      return FlagState(
        store: state.choices,
        testOverride: state.testOverrides[id] ?? overrideOfAllFlags,
        testOverrideStoredElsewhere: state.testOverrideStoredElsewhere,
        cachedAnswer: state.cachedAnswers[id.rawValue])
    }
  }

  /// Reports once, in debug builds, that a flag was read before the app had set up its flags.
  private func reportReadBeforeSetup(of id: FeatureFlagID) {
    // Without flags in its catalogue, this is the manager that `shared` returns until the app sets
    // another.
    let missingStep =
      catalogue.flags.isEmpty
      ? "`FeatureFlagManager.shared` was set" : "`initializeDeveloperFeatures(with:)`"
    reminder.sayOnce(
      "the flag `\(id.rawValue)` was read before \(missingStep); until then every flag is off")
  }

  /// The answer for a flag: the cached one while its inputs are unchanged, else a new one, which is
  /// cached if every change of its inputs can be detected, as for features of a manifest.
  ///
  /// Nil if the flag is unknown, or before the store of choices is set.
  private func currentAnswer(_ id: FeatureFlagID) -> CachedAnswer? {
    guard let choices = currentChoices(for: id) else { return nil }
    if let cached = choices.cachedAnswer,
      cached.isValid(with: choices.store, testOverride: choices.testOverride)
    {
      return cached
    }
    guard var flag = catalogue[id.rawValue] else { return nil }
    // A core flag is on in its channels, which the app may have changed while it runs. Its answer
    // is never cached, because it reads no feature.
    if let channels = state.withLock({ $0.coreChannels[id] }) { flag.channels = channels }
    let answer = resolve(flag, choices)
    if answer.canBeCached { state.withLock { $0.cachedAnswers[id.rawValue] = answer } }
    return answer
  }

  /// Resolves a flag with the current configs of the features that it reads.
  ///
  /// The answer is only cached if all of these are features of the manifest, which tell whether
  /// their configs changed. A core or JSON-configured flag reads no features, so its answer is not
  /// cached: its channels or its configuration may change unnoticed.
  private func resolve(_ flag: FlagDefinition, _ choices: FlagChoices) -> CachedAnswer {
    // The features from which the flag reads its build value, its value without preference and
    // debug override.
    let featureIDs = (flag.reading?.paths ?? []).map(\.feature)
    // An encoding gives the config of a feature of the manifest, and tells whether it changed; a
    // feature outside the manifest has none.
    let encodings = featureIDs.compactMap(encodingOfFeature)
    let encodedFeatures = encodings.map { $0.encoded() }
    let readsManifestOnly = !encodings.isEmpty && encodings.count == featureIDs.count
    // Features that are all encoded already are not asked for their configs again.
    let configOfFeature: (_ feature: String) -> JSONValue? =
      readsManifestOnly ? Self.lookUp(in: encodedFeatures, of: featureIDs) : config
    let inputs = StoredFlagInputs(
      config: configOfFeature, choices: choices.store, configuredFlags: configuredFlags,
      testOverride: choices.testOverride
    ).input(of: flag)
    // An answer without encodings says that it cannot be cached.
    return CachedAnswer(
      FlagResolver.answer(flag, inputs, in: environment), of: flag, inputs,
      encodings: readsManifestOnly ? encodings : [],
      encoded: encodedFeatures)
  }

  /// A function that returns the config of a feature from `encodedFeatures`, which are in the order
  /// of `featureIDs`; nil for another feature, and for one that could not be encoded.
  private static func lookUp(
    in encodedFeatures: [EncodedFeature], of featureIDs: [String]
  ) -> (_ feature: String) -> JSONValue? {
    return { feature in
      featureIDs.firstIndex(of: feature).flatMap { encodedFeatures[$0].json }
    }
  }

  /// The environment of the running channel.
  ///
  /// In an app with JSON-configured flags, their source decides whether flags under development are
  /// shown.
  var environment: FlagEnvironment {
    var environment = catalogue.environment(channel: channel)
    if let gate = configuredFlags?.gate { environment.developmentGate = gate }
    return environment
  }

  /// The flag in the app's JSON configuration; nil for other kinds of flags.
  func configuredFlag(_ flag: FlagDefinition) -> ConfiguredFlag? {
    flag.kind.isConfigured ? configuredFlags?.flag(called: flag.storedName) : nil
  }
}

/// The inputs of an app's flags: the configs of its features, and the choices stored on the device.
private struct StoredFlagInputs: FlagInputs {
  let config: (_ feature: String) -> JSONValue?
  let choices: any WritablePreferences
  let configuredFlags: (any ConfiguredFlagSource)?
  let testOverride: Bool?

  func buildValue(of source: BuildValueSource) -> FlagBuildValue {
    source.buildValue(fromConfigs: config)
  }

  func preference(forKey key: String) -> JSONValue? { choices.preference(forKey: key) }

  func debugOverride(forKey key: String) -> JSONValue? { choices.debugOverride(forKey: key) }

  func configuredFlag(_ flag: FlagDefinition) -> ConfiguredFlag? {
    flag.kind.isConfigured ? configuredFlags?.flag(called: flag.storedName) : nil
  }

  func choices(of flag: ConfiguredFlag) -> ConfiguredFlagOverrides {
    configuredFlags?.choices(forFlag: flag.name) ?? ConfiguredFlagOverrides()
  }

  func testOverride(of flag: FlagDefinition) -> Bool? { testOverride }
}
