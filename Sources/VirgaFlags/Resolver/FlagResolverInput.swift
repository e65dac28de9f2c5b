package import VirgaJSON

/// Everything that the answer of one flag depends on, besides its definition and the environment.
package struct FlagResolverInput: Sendable {
  /// The value that the app reads from its configs; used for `bool` and `options` flags.
  package var build = FlagBuildValue.missing
  /// The flag in a JSON configuration; used for kinds that come from one.
  package var configured: ConfiguredFlag?
  /// The stored draw, with weights if a developer changed them, and lock state; a developer's
  /// choice of a value is in ``debugOverride``.
  package var drawLockAndWeights = ConfiguredFlagOverrides()
  /// The stored preference, not validated.
  package var preference: JSONValue?
  /// The stored debug override, not validated.
  package var debugOverride: JSONValue?
  /// The preference that a test simulates; nil if it simulates none.
  package var testOverride: Bool?

  package init() {}
}

/// The environment in which flags are resolved.
package struct FlagEnvironment: Hashable, Sendable {
  /// The running channel; nil for a build without one.
  package var channel: String?
  /// The channels in which debug overrides of manifest flags count.
  package var debugChannels = FlagCatalogue.defaultDebugChannels
  /// Decides whether flags under development are shown.
  package var developmentGate = DevelopmentGate()

  /// Whether debug overrides of manifest flags count in the running channel.
  package var allowsDebugOverrides: Bool { channel.map(debugChannels.contains) ?? false }
}

/// The stored state and choices of an installation for one JSON-configured flag.
public struct ConfiguredFlagOverrides: Hashable, Sendable {
  /// The draw of a test, 0 to 100; nil if there is none yet.
  public var draw: Double?
  /// The lock state of an unlock flag, true if unlocked; nil uses the file's.
  public var lock: Bool?
  /// Weights that replace those of the file.
  public var weights: [Double]?
  /// A developer's choice of on or off; nil uses the file's.
  public var isEnabled: Bool?
  /// The variation of a test that a developer forced.
  public var variation: Variation?

  /// Creates the stored state and choices of a flag.
  ///
  /// - Parameters:
  ///   - draw: The draw of a test; nil if there is none yet.
  ///   - lock: True if an unlock flag is unlocked; nil uses the state in the JSON configuration.
  ///   - weights: Those that replace the configured ones; nil uses the configured ones.
  ///   - isEnabled: A developer's choice of on or off; nil uses that of the configuration.
  ///   - variation: The variation that a developer forced; nil leaves it to the draw.
  public init(
    draw: Double? = nil, lock: Bool? = nil, weights: [Double]? = nil, isEnabled: Bool? = nil,
    variation: Variation? = nil
  ) {
    self.draw = draw
    self.lock = lock
    self.weights = weights
    self.isEnabled = isEnabled
    self.variation = variation
  }
}
