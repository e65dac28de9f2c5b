// Storing the choices of users and developers, setting the app's shared flags, and simulating
// preferences in tests.
import VirgaFlags
import VirgaJSON
import VirgaSource

// Choices of users and developers. Rule: VirgaFlags/StoredChoices.
extension FeatureFlagManager {
  /// Stores the user's choice of on or off, regardless of the build; with `isDebug`, a developer's.
  ///
  /// - Throws: ``FlagError`` if the flag has no key for it, the channel ignores it, or the flag has
  ///   options; else what the store throws. The choice before it stays.
  public func set(feature flag: FeatureFlagID, to isOn: Bool, isDebug: Bool = false) throws {
    try store(.boolean(isOn), for: flag, isDebug: isDebug)
  }

  /// Stores the option that the user chose.
  ///
  /// - Throws: ``FlagError`` if the flag has no key to store a choice under, if it has no such
  ///   option, or if `T` is not the type of its options; else what the store throws. The choice
  ///   before it stays.
  public func set<T: FlaggableFeatureOptions>(feature flag: FeatureFlagID, to option: T) throws {
    // Nil if the catalogue lacks the flag, which `store` refuses below.
    let definition = catalogue[flag.rawValue]?.withOptions(of: T.self)
    // The option without preference and debug override. The flag's option type has it, so a `T`
    // that lacks it is another type.
    let buildOption = answer(flag)?.build.value?.option
    if let build = buildOption, let definition, !definition.options.containsName(build) {
      throw FlagError(
        .unknownOption,
        "`\(T.self)` is not the option type of \(flag.rawValue): it lacks `\(build)`, the build's option"
      )
    }
    try store(.string(option.rawValue), for: flag, definition, isDebug: false)
  }

  /// Unsets the user's choice, so that the flag follows the build again; with `isDebug`, a
  /// developer's.
  ///
  /// - Throws: ``FlagError`` if the flag has no key for it, else what the store throws. The choice
  ///   stays.
  public func clear(feature flag: FeatureFlagID, isDebug: Bool = false) throws {
    try store(nil, for: flag, isDebug: isDebug)
  }

  /// Changes the channels of a core flag while the app runs.
  public func set(feature flag: FeatureFlagID, toChannels channels: [String]) {
    state.withLock { $0.coreChannels[flag] = channels }
    notifyObservers()
  }

  /// Stores the preference, or with `isDebug` the debug override, if the flag can have it, and
  /// notifies observers; nil clears it.
  ///
  /// - Parameter definition: Replaces that of the catalogue, which may lack the flag's options; nil
  ///   uses the catalogue's.
  /// - Throws: Why the flag cannot have that value, or what the store throws.
  private func store(
    _ value: JSONValue?, for id: FeatureFlagID, _ definition: FlagDefinition? = nil, isDebug: Bool
  ) throws {
    guard let flag = definition ?? catalogue[id.rawValue] else {
      throw FlagError(.unknownFlag, "The catalogue has no flag `\(id.rawValue)`")
    }
    guard let choices = state.withLock({ $0.choices }) else {
      throw FlagError(
        .notInitialized, "Call `initializeDeveloperFeatures(with:)` before setting flags")
    }
    try refuseImpossible(value, for: flag, isDebug: isDebug)
    // A flag without a key for the choice was refused above, so the key is never nil here.
    if isDebug {
      if let key = flag.debugKey { try choices.setDebugOverride(value, forKey: key) }
    } else {
      if let key = flag.preferenceKey { try choices.setPreference(value, forKey: key) }
    }
    notifyObservers()
  }

  /// Throws why `value` cannot be set as the flag's preference or, with `isDebug`, as its debug
  /// override; for nil, why that cannot be cleared.
  private func refuseImpossible(
    _ value: JSONValue?, for flag: FlagDefinition, isDebug: Bool
  ) throws {
    let layer: FlagLayer = isDebug ? .debug : .preference
    let operation: FlagOperation = value.map { .set(layer, $0) } ?? .unset(layer)
    let flagInConfiguration = configuredFlag(flag)
    let refusal = FlagResolver.refusal(
      of: operation, for: flag, flagInConfiguration, in: environment)
    if let refusal { throw refusal }
  }

  private static let sharedManager = Locked(
    FeatureFlagManager(catalogue: FlagCatalogue(), channel: nil) { _ in nil })

  /// The flags of the app; usable on every thread and queue.
  ///
  /// An app sets it once, at start.
  ///
  /// Until then every flag is off, and a debug build reports that once on standard error. A test
  /// sets ``current`` to use its own flags.
  public static var shared: FeatureFlagManager {
    get { sharedManager.withLock { $0 } }
    set {
      let previous = sharedManager.withLock { manager in
        let previous = manager
        manager = newValue
        return previous
      }
      // Released outside the lock, because that may run code of the app.
      withExtendedLifetime(previous) {}
    }
  }

  /// Runs `body` while one flag, or all flags if `flag` is nil, have the test override `isOn`, a
  /// preference that a test simulates.
  ///
  /// If `isOn` is nil, they have no override meanwhile. Afterwards the earlier one is restored.
  ///
  /// - Throws: What `body` throws. The earlier override is restored then, too.
  public func withTestOverride<Value, Failure: Error>(
    _ isOn: Bool?, for flag: FeatureFlagID? = nil, _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    let before = exchangeTestOverride(isOn, for: flag)
    defer { setTestOverride(before, for: flag) }
    return try body()
  }

  /// Runs `body` on the actor of the caller while one flag, or all flags if `flag` is nil, have the
  /// test override `isOn`, a preference that a test simulates.
  ///
  /// If `isOn` is nil, they have no override meanwhile. Afterwards the earlier one is restored.
  ///
  /// - Throws: What `body` throws. The earlier override is restored then, too.
  public func withTestOverride<Value, Failure: Error>(
    _ isOn: Bool?, for flag: FeatureFlagID? = nil, _ body: () async throws(Failure) -> Value,
    isolation: isolated (any Actor)? = #isolation
  ) async throws(Failure) -> Value {
    let before = exchangeTestOverride(isOn, for: flag)
    defer { setTestOverride(before, for: flag) }
    return try await body()
  }

  /// Sets the test override of one flag, or of all flags if `flag` is nil: a preference that a test
  /// simulates, which counts instead of a stored one; nil for `isOn` removes it.
  public func setTestOverride(_ isOn: Bool?, for flag: FeatureFlagID? = nil) {
    _ = exchangeTestOverride(isOn, for: flag)
  }

  /// Sets the test override, a preference that a test simulates, of one flag, or of all flags if
  /// `flag` is nil; returns the earlier override.
  ///
  /// Nil for `isOn` removes the override, and a nil result says that there was none.
  private func exchangeTestOverride(_ isOn: Bool?, for flag: FeatureFlagID?) -> Bool? {
    let before = state.withLock { state in
      let before = state.testOverrides[flag]
      state.testOverrides[flag] = isOn
      return before
    }
    notifyObservers()
    return before
  }
}

extension FlagDefinition {
  /// The flag with the cases of `type` as its options, if it lists none itself.
  func withOptions<T: FlaggableFeatureOptions>(of type: T.Type) -> FlagDefinition {
    guard kind == .options, options.isEmpty else { return self }
    var flag = self
    flag.options = T.allCases.map(\.rawValue)
    return flag
  }
}

/// The name that Firefox for iOS uses for the flag manager.
public typealias LegacyFeatureFlagsManager = FeatureFlagManager
/// The name that Firefox for iOS uses for a flag's id.
public typealias NimbusFeatureFlagID = FeatureFlagID

/// Preference keys that all apps share, by their names in Firefox for iOS.
public enum PrefsKeys {
  // swift-format-ignore: AlwaysUseLowerCamelCase
  /// The key of the value that replaces every preference of a Boolean flag during tests, also a
  /// stored one.
  ///
  /// Read in debug builds only, from the store of choices, and with VirgaBundle from the standard
  /// user defaults. To override one flag, or for the length of a test only, use
  /// ``FeatureFlagManager/withTestOverride(_:for:_:)``.
  public static let NimbusUserEnabledFeatureTestsOverride = "NimbusUserEnabledFeatureTestsOverride"

  /// The test override of all flags: on or off, if a test simulates that the user chose this for
  /// every Boolean flag; nil if none does, and in release builds.
  ///
  /// The value is read from the store of choices, or if it is unset there, from another place, such
  /// as the standard user defaults.
  static func testOverride(
    in choices: any WritablePreferences, or storedElsewhere: () -> Bool?
  ) -> Bool? {
    guard DebugBuild.isThisOne else { return nil }
    return choices.preference(forKey: NimbusUserEnabledFeatureTestsOverride)?.booleanValue
      ?? storedElsewhere()
  }
}
