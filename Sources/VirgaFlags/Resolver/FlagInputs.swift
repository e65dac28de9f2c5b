public import VirgaJSON

/// What is stored and known about one flag when it is asked.
package struct FlagInputs: Sendable {
  /// What the merged config says; it counts for `bool` and `options` flags.
  public var build: FlagBuild
  /// What a JSON configuration says; it counts for the kinds that come from one.
  public var configured: ConfiguredFlag?
  /// Draw, lock state and weights that the installation keeps for it; what a developer chose is ``debug``.
  public var kept: FlagChoices
  /// The stored preference, as found; nil is unset.
  public var preference: JSONValue?
  /// The stored debug override, as found; nil is unset.
  public var debug: JSONValue?
  /// The simulated preference of a unit test; nil is none.
  public var testOverride: Bool?

  /// Nothing stored beside what is given.
  package init(
    build: FlagBuild = .missing, configured: ConfiguredFlag? = nil, kept: FlagChoices = FlagChoices(),
    preference: JSONValue? = nil, debug: JSONValue? = nil, testOverride: Bool? = nil
  ) {
    self.build = build
    self.configured = configured
    self.kept = kept
    self.preference = preference
    self.debug = debug
    self.testOverride = testOverride
  }
}

/// Where flags are asked: what opens the gates.
public struct FlagEnvironment: Hashable, Sendable {
  /// The running channel; nil where there is none.
  public var channel: String?
  /// The channels in which debug overrides of manifest flags count.
  public var debugChannels: NameSet
  /// Whether the build is a debug build: development flags show.
  public var isDebugBuild: Bool
  /// Whether the app declares development: development flags show.
  public var isAppDevelopment: Bool
  /// Whether the question itself is asked as one about a development flag.
  public var asksAsDevelopment = false

  /// The channels in which debug overrides count where a catalogue names none.
  ///
  /// Source of the rule: Flags: The three checks; `nightly` is a developer's channel here too.
  public static let usualDebugChannels: NameSet = ["developer", "nightly", "beta"]
  /// The channels whose builds are debug builds where a catalogue names none.
  public static let usualDevelopmentChannels: NameSet = ["developer"]

  /// A build of `channel`.
  public init(
    channel: String?, debugChannels: NameSet = Self.usualDebugChannels, isDebugBuild: Bool = false,
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
