public import VirgaFlags
public import VirgaJSON
import VirgaSource

/// Resolves an app's flags: core flags, manifest flags, and JSON-configured flags in the catalogue.
///
/// An app creates one at start and shares it between all its parts and threads:
///
/// ```swift
/// let flags = FeatureFlagManager(catalogue: catalogue, channel: "beta", manifest: CirrusNimbus.shared)
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
    /// A simulated preference stored outside `choices`.
    var storedOverride: @Sendable () -> Bool? = { nil }
    var coreChannels: [FeatureFlagID: [String]] = [:]
    /// The test overrides by flag; the key nil is for all flags.
    var testOverrides: [FeatureFlagID?: Bool] = [:]
    /// The cached answers of flags that read features.
    var answers: [Name: CachedAnswer] = [:]
  }

  /// The flags of the app.
  public let catalogue: FlagCatalogue

  private let channel: String?
  private let features: @Sendable (_ feature: String) -> (any FeatureEncoding)?
  let configs: @Sendable (_ feature: String) -> JSONValue?
  private let configured: (any ConfiguredFlagSource)?
  let state = Locked(State())
  private let reminder = SetupReminder()

  /// Creates the flags of an app; `configs` returns a feature's config, complete with defaults.
  ///
  /// Without `choices`, ``initializeDeveloperFeatures(with:)`` sets where choices are stored.
  public init(
    catalogue: FlagCatalogue, channel: String?, configured: (any ConfiguredFlagSource)? = nil,
    choices: (any WritablePreferences)? = nil,
    configs: @escaping @Sendable (_ feature: String) -> JSONValue?
  ) {
    self.catalogue = catalogue
    self.configs = configs
    self.configured = configured
    self.channel = channel
    features = { _ in nil }
    state.withLock { $0.choices = choices }
  }

  /// Creates the flags of an app whose features are generated from a manifest.
  public init(
    catalogue: FlagCatalogue, channel: String?, manifest: some FeatureManifestInterface,
    configured: (any ConfiguredFlagSource)? = nil, choices: (any WritablePreferences)? = nil
  ) {
    self.catalogue = catalogue
    self.configured = configured
    self.channel = channel
    features = { manifest.getFeature(featureId: $0)?.encoding }
    configs = { manifest.getFeature(featureId: $0)?.encoding.encoded().json }
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
    initializeDeveloperFeatures(with: choices) { nil }
  }

  /// Sets the store of choices, and a simulated preference that debug builds read elsewhere.
  package func initializeDeveloperFeatures(
    with choices: any WritablePreferences, storedOverride: @escaping @Sendable () -> Bool?
  ) {
    state.withLock { ($0.choices, $0.storedOverride) = (choices, storedOverride) }
  }

  // Questions.
  /// Whether a core flag is on, that is, lists the running channel.
  public func isCoreFeatureEnabled(_ flag: FeatureFlagID) -> Bool {
    guard let answer = kept(flag), catalogue[flag.rawValue]?.kind == .core else { return false }
    return answer.isOn(.buildOnly) ?? false
  }

  /// Whether a flag is on by one of the three checks, an option other than the off option; false if
  /// unknown.
  public func isFeatureEnabled(_ flag: FeatureFlagID, checking check: FlagCheck) -> Bool {
    kept(flag)?.isOn(check) ?? false
  }

  /// The option of a flag with options: the user's choice, or else the build's.
  ///
  /// Nil if neither is set, or if `T` has no such option. If the catalogue lists no options, the
  /// cases of `T` are the options.
  public func getCustomState<T: FlaggableFeatureOptions>(
    for flag: FeatureFlagID, checking check: FlagCheck = .userOnly
  ) -> T? {
    answer(flag, options: T.self)?[check].value?.option.flatMap(T.init(rawValue:))
  }

  /// All three checks of a flag and what decided each; nil if it is unknown, or before choices are
  /// set.
  public func answer(_ flag: FeatureFlagID) -> FlagAnswer? { kept(flag)?.answer }

  /// If the catalogue lists no options, the cases of `T` are used.
  func answer<T: FlaggableFeatureOptions>(_ flag: FeatureFlagID, options: T.Type) -> FlagAnswer? {
    guard let row = catalogue[flag.rawValue]?.listing(T.self), let basis = basis(flag) else {
      return nil
    }
    return row.options == catalogue[flag.rawValue]?.options
      ? answer(flag) : answer(of: row, basis).answer
  }

  /// The inputs of an answer other than features.
  private struct Basis {
    var choices: any WritablePreferences
    var testOverride: Bool?
    var kept: CachedAnswer?
  }

  /// The inputs of a flag's answer; nil (reported once) before choices are set.
  private func basis(_ flag: FeatureFlagID) -> Basis? {
    let (choices, testOverride, storedOverride, kept) = state.withLock {
      (
        $0.choices, $0.testOverrides[flag] ?? $0.testOverrides[nil], $0.storedOverride,
        $0.answers[flag.rawValue]
      )
    }
    guard let choices else {
      reminder.say(
        "the flag `\(flag.rawValue)` was read before "
          + (catalogue.rows.isEmpty
            ? "`FeatureFlagManager.shared` was set" : "`initializeDeveloperFeatures(with:)`")
          + "; until then every flag is off")
      return nil
    }
    let simulated = testOverride ?? PrefsKeys.testOverride(in: choices, or: storedOverride)
    return Basis(choices: choices, testOverride: simulated, kept: kept)
  }

  /// The answer for a flag with its inputs: the cached one while they are unchanged.
  private func kept(_ flag: FeatureFlagID) -> CachedAnswer? {
    guard let basis = basis(flag) else { return nil }
    if let kept = basis.kept, kept.holds(basis.choices, testOverride: basis.testOverride) {
      return kept
    }
    guard var row = catalogue[flag.rawValue] else { return nil }
    row.channels = state.withLock { $0.coreChannels[flag] } ?? row.channels
    let answer = answer(of: row, basis)
    if answer.readsFeatures { state.withLock { $0.answers[flag.rawValue] = answer } }
    return answer
  }

  private func answer(of row: FlagDefinition, _ basis: Basis) -> CachedAnswer {
    let sources = (row.reading?.paths ?? []).map {
      (id: $0.feature, encoding: features($0.feature))
    }
    let encodings = sources.compactMap(\.encoding)
    let encoded = encodings.map { $0.encoded() }
    let isComplete = !encodings.isEmpty && encodings.count == sources.count
    let configs = { [configs] (feature: String) in
      isComplete
        ? sources.firstIndex { $0.id == feature }.flatMap { encoded[$0].json } : configs(feature)
    }
    let inputs = StoredFlagInputs(
      configs: configs, choices: basis.choices, configured: configured,
      testOverride: basis.testOverride
    ).input(of: row)
    return CachedAnswer(
      FlagResolver.answer(row, inputs, in: environment), of: row, inputs,
      encodings: isComplete ? encodings : [],
      encoded: encoded)
  }

  /// The app's own build settings override what the channel suggests.
  var environment: FlagEnvironment {
    var environment = catalogue.environment(channel: channel)
    if let gate = configured?.gate { environment.gate = gate }
    return environment
  }

  func configuredFlag(_ row: FlagDefinition) -> ConfiguredFlag? {
    row.kind.isConfigured ? configured?.flag(called: row.storedName) : nil
  }
}

/// The inputs of an app's flags: what its features have, and what is stored on the device.
private struct StoredFlagInputs: FlagInputs {
  let configs: (_ feature: String) -> JSONValue?
  let choices: any WritablePreferences
  let configured: (any ConfiguredFlagSource)?
  let testOverride: Bool?

  func build(_ source: BuildValueSource) -> FlagBuildValue { source.build(fromConfigs: configs) }

  func preference(forKey key: String) -> JSONValue? { choices.preference(forKey: key) }

  func debugOverride(forKey key: String) -> JSONValue? { choices.debugOverride(forKey: key) }

  func configuredFlag(_ flag: FlagDefinition) -> ConfiguredFlag? {
    flag.kind.isConfigured ? configured?.flag(called: flag.storedName) : nil
  }

  func choices(of flag: ConfiguredFlag) -> ConfiguredFlagOverrides {
    configured?.choices(forFlag: flag.name) ?? ConfiguredFlagOverrides()
  }

  func testOverride(of flag: FlagDefinition) -> Bool? { testOverride }
}

/// The app's JSON-configured flags, as a ``FeatureFlagManager`` reads them.
public protocol ConfiguredFlagSource: Sendable {
  /// Decides whether flags under development are shown.
  var gate: DevelopmentGate { get }

  /// The flag called `name`; nil if there is none.
  func flag(called name: String) -> ConfiguredFlag?

  /// The stored state and choices of this installation for a flag.
  func choices(forFlag name: String) -> ConfiguredFlagOverrides
}
