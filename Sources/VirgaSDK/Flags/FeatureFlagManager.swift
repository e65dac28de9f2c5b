public import VirgaFlags
public import VirgaJSON
import VirgaSource

/// Answers the flags of an app: core flags, flags of its manifest, and those of a JSON configuration that have a row too.
///
/// An app makes one at start and shares it between all its parts and threads:
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
/// Before ``initializeDeveloperFeatures(with:)`` every flag is off, and nothing can be set.
public final class FeatureFlagManager: Sendable {
  struct State {
    var choices: (any WritablePreferences)?
    /// A simulated preference that is stored elsewhere than in the choices.
    var storedOverride: @Sendable () -> Bool? = { nil }
    var coreChannels: [FeatureFlagID: [String]] = [:]
    /// What tests say about one flag, and under nil about all.
    var testOverrides: [FeatureFlagID?: Bool] = [:]
    /// The last answers of flags that read features.
    var answers: [Name: KeptAnswer] = [:]
  }

  /// The flags that there are.
  public let catalogue: FlagCatalogue

  private let channel: String?
  private let features: @Sendable (_ feature: String) -> (any FeatureEncoding)?
  let configs: @Sendable (_ feature: String) -> JSONValue?
  private let configured: (any ConfiguredFlagSource)?
  let state = Locked(State())
  private let reminder = SetupReminder()

  /// The flags of an app.
  ///
  /// - Parameters:
  ///   - catalogue: The flags, with their features, keys and options.
  ///   - channel: The channel of the build.
  ///   - configured: The JSON-configured flags of the app, where it has any.
  ///   - choices: What was chosen; without it, ``initializeDeveloperFeatures(with:)`` brings it.
  ///   - configs: Gives a feature's config, complete with defaults; nil where there is no such feature.
  public init(
    catalogue: FlagCatalogue, channel: String?, configured: (any ConfiguredFlagSource)? = nil,
    choices: (any WritablePreferences)? = nil, configs: @escaping @Sendable (_ feature: String) -> JSONValue?
  ) {
    self.catalogue = catalogue
    self.configs = configs
    self.configured = configured
    self.channel = channel
    features = { _ in nil }
    state.withLock { $0.choices = choices }
  }

  /// The flags of an app whose features are generated from a manifest.
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

  /// The flags that a test gives the running task: a ``FeatureFlaggable`` asks them in place of ``shared``.
  ///
  /// ```swift
  /// FeatureFlagManager.$current.withValue(flags) { #expect(MenuModel().isNewMenuAvailable) }
  /// ```
  @TaskLocal public static var current: FeatureFlagManager?

  /// Brings what the user and developers chose; an app calls it once at start, a test in its set-up.
  @_disfavoredOverload
  public func initializeDeveloperFeatures(with choices: any WritablePreferences) {
    initializeDeveloperFeatures(with: choices) { nil }
  }

  /// Brings what was chosen, and a simulated preference that debug builds read elsewhere.
  package func initializeDeveloperFeatures(
    with choices: any WritablePreferences, storedOverride: @escaping @Sendable () -> Bool?
  ) {
    state.withLock { ($0.choices, $0.storedOverride) = (choices, storedOverride) }
  }
}

// Questions.
extension FeatureFlagManager {
  /// Whether a core flag is on: whether the running channel is among its channels.
  public func isCoreFeatureEnabled(_ flag: FeatureFlagID) -> Bool {
    guard let answer = kept(flag), catalogue[flag.rawValue]?.kind == .core else { return false }
    return answer.isOn(.buildOnly) ?? false
  }

  /// Whether a flag is on, by one of the three checks; false for a flag that is not in the catalogue.
  ///
  /// A flag with options is on where it has one that is not the off option.
  public func isFeatureEnabled(_ flag: FeatureFlagID, checking check: FlagCheck) -> Bool {
    kept(flag)?.isOn(check) ?? false
  }

  /// The option of a flag that has options: what the user chose, else what the build says.
  ///
  /// Nil if neither says anything, or if `T` has no such option. If the catalogue lists no options, the cases of `T` are
  /// the options.
  public func getCustomState<T: FlaggableFeatureOptions>(
    for flag: FeatureFlagID, checking check: FlagCheck = .userOnly
  ) -> T? {
    answer(flag, options: T.self)?[check].value?.option.flatMap(T.init(rawValue:))
  }

  /// All three checks of a flag, with what decided each; nil for a flag that is not in the catalogue, and before choices
  /// were brought.
  public func answer(_ flag: FeatureFlagID) -> FlagAnswer? { kept(flag)?.answer }

  /// The answer of a flag whose options are the cases of `T` unless the catalogue lists them.
  func answer<T: FlaggableFeatureOptions>(_ flag: FeatureFlagID, options: T.Type) -> FlagAnswer? {
    guard let row = catalogue[flag.rawValue]?.listing(T.self), let basis = basis(flag) else { return nil }
    return row.options == catalogue[flag.rawValue]?.options ? answer(flag) : answer(of: row, basis).answer
  }

  /// What an answer rests on apart from features.
  private struct Basis {
    var choices: any WritablePreferences
    var testOverride: Bool?
    var kept: KeptAnswer?
  }

  /// What the answer of a flag rests on; nil before choices were brought, which a debug build says once.
  private func basis(_ flag: FeatureFlagID) -> Basis? {
    let (choices, testOverride, storedOverride, kept) = state.withLock {
      ($0.choices, $0.testOverrides[flag] ?? $0.testOverrides[nil], $0.storedOverride, $0.answers[flag.rawValue])
    }
    guard let choices else {
      reminder.say(
        "the flag `\(flag.rawValue)` was asked before "
          + (catalogue.rows.isEmpty ? "`FeatureFlagManager.shared` was set" : "`initializeDeveloperFeatures(with:)`")
          + "; until then every flag is off")
      return nil
    }
    let simulated = testOverride ?? PrefsKeys.testOverride(in: choices, or: storedOverride)
    return Basis(choices: choices, testOverride: simulated, kept: kept)
  }

  /// The answer of a flag with what it depends on: the last one, if all of that is still the same.
  private func kept(_ flag: FeatureFlagID) -> KeptAnswer? {
    guard let basis = basis(flag) else { return nil }
    if let kept = basis.kept, kept.holds(basis.choices, testOverride: basis.testOverride) { return kept }
    guard var row = catalogue[flag.rawValue] else { return nil }
    row.channels = state.withLock { $0.coreChannels[flag] } ?? row.channels
    let answer = answer(of: row, basis)
    if answer.readsFeatures { state.withLock { $0.answers[flag.rawValue] = answer } }
    return answer
  }

  private func answer(of row: FlagRow, _ basis: Basis) -> KeptAnswer {
    let choices = basis.choices
    let sources = (row.reading?.places ?? []).map { (id: $0.feature, encoding: features($0.feature)) }
    let encodings = sources.compactMap(\.encoding)
    let encoded = encodings.map { $0.encoded() }
    let isComplete = !encodings.isEmpty && encodings.count == sources.count
    let configs = { [configs] (feature: String) in
      isComplete ? sources.firstIndex { $0.id == feature }.flatMap { encoded[$0].json } : configs(feature)
    }
    let inputs = FlagInputs(
      build: row.reading?.build(fromConfigs: configs) ?? .missing,
      configured: configuredFlag(row),
      preference: row.preferenceKey.flatMap { choices.preference(forKey: $0) },
      debug: row.debugKey.flatMap { choices.debugOverride(forKey: $0) } ?? debugToggle(row),
      testOverride: basis.testOverride
    ).keeping(keptChoices(row))
    return KeptAnswer(
      FlagResolver.answer(row, inputs, in: environment), of: row, inputs, encodings: isComplete ? encodings : [],
      encoded: encoded)
  }

  /// Where flags are asked; what the app says of its own build counts before what the channel suggests.
  var environment: FlagEnvironment {
    var environment = catalogue.environment(channel: channel)
    guard let gate = configured?.gate else { return environment }
    environment.isDebugBuild = gate.isDebugBuild
    environment.isAppDevelopment = gate.isAppInDevelopment
    return environment
  }

  func configuredFlag(_ row: FlagRow) -> ConfiguredFlag? {
    row.kind.isConfigured ? configured?.flag(called: row.storedName) : nil
  }

  private func keptChoices(_ row: FlagRow) -> FlagChoices {
    guard row.kind.isConfigured, var kept = configured?.choices(forFlag: row.storedName) else {
      return FlagChoices()
    }
    kept.isEnabled = nil
    kept.variation = nil
    return kept
  }

  /// What a developer toggled in the JSON-configured flags themselves.
  private func debugToggle(_ row: FlagRow) -> JSONValue? {
    guard row.kind.isConfigured, let chosen = configured?.choices(forFlag: row.storedName) else {
      return nil
    }
    return chosen.variation.map { .string($0.rawValue) } ?? chosen.isEnabled.map { .boolean($0) }
  }
}

/// The JSON-configured flags of an app, as a ``FeatureFlagManager`` asks them.
public protocol ConfiguredFlagSource: Sendable {
  /// What shows flags under development.
  var gate: DevelopmentGate { get }

  /// The flag called `name`; nil if there is none.
  func flag(called name: String) -> ConfiguredFlag?

  /// What the installation kept and what was chosen for a flag.
  func choices(forFlag name: String) -> FlagChoices
}
