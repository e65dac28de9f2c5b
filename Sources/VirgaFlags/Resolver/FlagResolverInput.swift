public import VirgaJSON

/// Everything stored and known about a flag that is resolved.
package struct FlagResolverInput: Sendable {
  /// The value in the merged config; used for `bool` and `options` flags.
  public var build: FlagBuildValue
  /// The flag in a JSON configuration; used for kinds that come from one.
  public var configured: ConfiguredFlag?
  /// The stored draw, lock state and weights; a developer's choice is in ``debug``.
  public var kept = ConfiguredFlagOverrides()
  /// The stored preference, not validated; nil if unset.
  public var preference: JSONValue?
  /// The stored debug override, not validated; nil if unset.
  public var debug: JSONValue?
  /// The simulated preference of a unit test; nil if there is none.
  public var testOverride: Bool?

  /// Creates inputs; nothing is stored by default.
  package init(
    build: FlagBuildValue = .missing, configured: ConfiguredFlag? = nil, preference: JSONValue? = nil,
    debug: JSONValue? = nil, testOverride: Bool? = nil
  ) {
    self.build = build
    self.configured = configured
    self.preference = preference
    self.debug = debug
    self.testOverride = testOverride
  }

  /// Returns the inputs with the stored state of the installation.
  package func keeping(_ choices: ConfiguredFlagOverrides) -> FlagResolverInput {
    var inputs = self
    inputs.kept = choices
    return inputs
  }
}

/// The environment in which flags are resolved.
public struct FlagEnvironment: Hashable, Sendable {
  /// The running channel; nil if there is none.
  public var channel: String?
  /// The channels in which debug overrides of manifest flags count.
  public var debugChannels: Set<Name>
  /// Whether this is a debug build, which shows development flags.
  public var isDebugBuild: Bool
  /// Whether the app declares itself in development, which shows development flags.
  public var isAppDevelopment: Bool
  /// Whether flags are evaluated as if they were under development.
  public var asksAsDevelopment = false

  /// The channels in which debug overrides count if a catalogue does not name any.
  ///
  /// Rule: VirgaFlags/ThreeChecks.
  public static let defaultDebugChannels: Set<Name> = ["developer", "nightly", "beta"]
  /// The channels with debug builds if a catalogue does not name any.
  public static let defaultDevelopmentChannels: Set<Name> = ["developer"]

  /// Creates the environment of a build of `channel`.
  public init(
    channel: String?, debugChannels: Set<Name> = Self.defaultDebugChannels, isDebugBuild: Bool = false,
    isAppDevelopment: Bool = false
  ) {
    self.channel = channel
    self.debugChannels = debugChannels
    self.isDebugBuild = isDebugBuild
    self.isAppDevelopment = isAppDevelopment
  }

  /// Whether debug overrides of manifest flags count.
  public var allowsDebug: Bool { channel.map(debugChannels.contains) ?? false }
  /// The gate of development flags.
  public var gate: DevelopmentGate {
    DevelopmentGate(isDebugBuild: isDebugBuild, isAppInDevelopment: isAppDevelopment)
  }
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

  /// Creates choices; each is unset by default.
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
