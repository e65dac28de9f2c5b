import VirgaFlags
import VirgaJSON
import VirgaSource

// What people choose. Source of the rules: Flags: set and clearing.
extension FeatureFlagManager {
  /// Stores the user's choice between on and off, whatever the build says; with `isDebug`, a developer's.
  ///
  /// - Throws: `FlagRefusal` where the flag has no key for it, the channel ignores it, or the flag has options; and what
  ///   the store throws.
  public func set(feature flag: FeatureFlagID, to isOn: Bool, isDebug: Bool = false) throws {
    try store(.boolean(isOn), for: flag, isDebug: isDebug)
  }

  /// Stores the option that the user chose.
  ///
  /// - Throws: `FlagRefusal` if the flag has no key for it, or no such option; ``FlagSettingFailure`` if `T` is not the
  ///   type of its options; and what the store throws.
  public func set<T: FlaggableFeatureOptions>(feature flag: FeatureFlagID, to option: T) throws {
    let row = catalogue[flag.rawValue]?.listing(T.self)
    if let build = answer(flag)?.build.value?.option, row?.options.containsName(build) == false {
      throw FlagSettingFailure.otherOptions(flag.rawValue, build: build, type: "\(T.self)")
    }
    try store(.string(option.rawValue), for: flag, row, isDebug: false)
  }

  /// Makes the user's choice unset, so that the flag follows the build again; with `isDebug`, a developer's.
  ///
  /// - Throws: `FlagRefusal` where the flag has no key for it; and what the store throws.
  public func clear(feature flag: FeatureFlagID, isDebug: Bool = false) throws {
    try store(nil, for: flag, isDebug: isDebug)
  }

  /// Changes the channels of a core flag while the app runs.
  public func set(feature flag: FeatureFlagID, toChannels channels: [String]) {
    state.withLock { $0.coreChannels[flag] = channels }
  }

  private func store(
    _ value: JSONValue?, for flag: FeatureFlagID, _ row: FlagRow? = nil, isDebug: Bool
  ) throws {
    guard let row = row ?? catalogue[flag.rawValue] else { throw FlagSettingFailure.unknownFlag(flag.rawValue) }
    guard let choices = state.withLock({ $0.choices }) else { throw FlagSettingFailure.notInitialized }
    let operation: FlagOperation =
      isDebug
      ? value.map { .setDebug($0) } ?? .clearDebug : value.map { .setPreference($0) } ?? .clearPreference
    if let refusal = FlagResolver.refusal(of: operation, for: row, configuredFlag(row), in: environment) {
      throw refusal
    }
    if isDebug, let key = row.debugKey {
      try choices.setDebugOverride(value, forKey: key)
    } else if let key = row.preferenceKey {
      try choices.setPreference(value, forKey: key)
    }
  }
}

/// Why a flag cannot be set at all.
public enum FlagSettingFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// The catalogue has no such flag.
  case unknownFlag(String)
  /// It is not known yet where choices are kept.
  case notInitialized
  /// The type does not have the option that the build says, so it is not the type of the flag's options.
  case otherOptions(String, build: String, type: String)

  /// The reason, in a sentence without a final full stop.
  public var description: String {
    switch self {
    case .unknownFlag(let id): "The catalogue has no flag `\(id)`"
    case .notInitialized: "Call `initializeDeveloperFeatures(with:)` before flags are set"
    case .otherOptions(let id, let build, let type):
      "`\(type)` is not the type of the options of \(id): it does not have `\(build)`, which the build says"
    }
  }
}

extension FlagRow {
  /// The row with the cases of `T` as its options if it lists none.
  func listing<T: FlaggableFeatureOptions>(_ type: T.Type) -> FlagRow {
    guard kind == .options, options.isEmpty else { return self }
    var row = self
    row.options = T.allCases.map(\.rawValue)
    return row
  }
}
