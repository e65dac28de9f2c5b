public import VirgaJSON

/// What is stored and known about one flag when it is asked.
package struct FlagInputs: Sendable {
  /// What the merged config says; it counts for `bool` and `options` flags.
  public var build: FlagBuild
  /// What a JSON configuration says; it counts for the kinds that come from one.
  public var configured: ConfiguredFlag?
  /// Draw, lock state and weights that the installation keeps for it; what a developer chose is ``debug``.
  public var kept = FlagChoices()
  /// The stored preference, as found; nil is unset.
  public var preference: JSONValue?
  /// The stored debug override, as found; nil is unset.
  public var debug: JSONValue?
  /// The simulated preference of a unit test; nil is none.
  public var testOverride: Bool?

  /// Nothing stored beside what is given.
  package init(
    build: FlagBuild = .missing, configured: ConfiguredFlag? = nil, preference: JSONValue? = nil,
    debug: JSONValue? = nil, testOverride: Bool? = nil
  ) {
    self.build = build
    self.configured = configured
    self.preference = preference
    self.debug = debug
    self.testOverride = testOverride
  }

  /// The same with what the installation keeps.
  package func keeping(_ choices: FlagChoices) -> FlagInputs {
    var inputs = self
    inputs.kept = choices
    return inputs
  }
}

/// Where flags are asked: what opens the gates.
public struct FlagEnvironment: Hashable, Sendable {
  /// The running channel; nil where there is none.
  public var channel: String?
  /// The channels in which debug overrides of manifest flags count.
  public var debugChannels: Set<Name>
  /// Whether the build is a debug build: development flags show.
  public var isDebugBuild: Bool
  /// Whether the app declares development: development flags show.
  public var isAppDevelopment: Bool
  /// Whether the question itself is asked as one about a development flag.
  public var asksAsDevelopment = false

  /// The channels in which debug overrides count if a catalogue names none.
  ///
  /// Rule: VirgaFlags/ThreeChecks.
  public static let usualDebugChannels: Set<Name> = ["developer", "nightly", "beta"]
  /// The channels whose builds are debug builds if a catalogue names none.
  public static let usualDevelopmentChannels: Set<Name> = ["developer"]

  /// A build of `channel`.
  public init(
    channel: String?, debugChannels: Set<Name> = Self.usualDebugChannels, isDebugBuild: Bool = false,
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

/// What an installation kept and what was chosen for one JSON-configured flag.
public struct FlagChoices: Hashable, Sendable {
  /// The draw of a test, 0 to 100; nil where none was made.
  public var draw: Double?
  /// The lock state of an unlock flag, true for unlocked; nil where the file's counts.
  public var lock: Bool?
  /// Weights that stand in for those of the file.
  public var weights: [Double]?
  /// A developer's choice between on and off; nil where the file's counts.
  public var isEnabled: Bool?
  /// The variation of a test that a developer forced.
  public var variation: Variation?

  /// Choices, of which any may be left out.
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
