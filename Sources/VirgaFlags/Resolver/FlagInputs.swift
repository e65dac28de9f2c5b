public import VirgaJSON

/// What is stored and known about one flag when it is asked.
public struct FlagInputs: Sendable {
  /// What the merged config says; it counts for `bool` and `options` flags.
  public var build: FlagBuild
  /// What a JSON configuration says; it counts for the kinds that come from one.
  public var assignment: FlagAssignment?
  /// The stored preference, as found; nil is unset.
  public var preference: JSONValue?
  /// The stored debug override, as found; nil is unset.
  public var debug: JSONValue?
  /// The simulated preference of a unit test; nil is none.
  public var testOverride: Bool?

  /// Nothing stored beside what is given.
  public init(
    build: FlagBuild = .missing, assignment: FlagAssignment? = nil, preference: JSONValue? = nil,
    debug: JSONValue? = nil, testOverride: Bool? = nil
  ) {
    self.build = build
    self.assignment = assignment
    self.preference = preference
    self.debug = debug
    self.testOverride = testOverride
  }
}

/// What a JSON configuration says about a flag, with its lock state and its draw already looked up.
///
/// Source of the rules: Flags: Assignment, Development flags, Unlock flags.
public struct FlagAssignment: Hashable, Sendable {
  /// The global switch of the file.
  public var isEnabled: Bool
  /// Whether it is a development flag.
  public var isDevelopment: Bool
  /// The lock state that counts: the stored one, else that of the file; nil for anything but an unlock flag.
  public var isUnlocked: Bool?
  /// The names of the variations in written order; empty for flags.
  public var variations: [String]
  /// The variation that the draw falls on, whether or not the test is enabled; nil for flags.
  public var variation: String?
  /// The weight of that variation in percent.
  public var weight: Double?

  /// What is said about a flag; the parts of a test or a lock are nil for other kinds.
  public init(
    isEnabled: Bool, isDevelopment: Bool = false, isUnlocked: Bool? = nil, variations: [String] = [],
    variation: String? = nil, weight: Double? = nil
  ) {
    self.isEnabled = isEnabled
    self.isDevelopment = isDevelopment
    self.isUnlocked = isUnlocked
    self.variations = variations
    self.variation = variation
    self.weight = weight
  }

  /// The variation that means on in a feature A/B test.
  public static let enabledVariation = "Enabled"
  /// The variation that means off, and the answer of a test that is not enabled.
  public static let disabledVariation = "Disabled"
}

/// Where flags are asked: what opens the gates.
public struct FlagEnvironment: Hashable, Sendable {
  /// The running channel; nil where there is none.
  public var channel: String?
  /// The channels in which debug overrides of manifest flags count.
  public var debugChannels: Set<String>
  /// Whether the build is a debug build: development flags show.
  public var isDebugBuild: Bool
  /// Whether the app declares development: development flags show.
  public var isAppDevelopment: Bool
  /// Whether the question itself is asked as one about a development flag.
  public var asksAsDevelopment = false

  /// The channels in which debug overrides count where a catalogue names none.
  ///
  /// Source of the rule: Flags: The three checks; `nightly` is a developer's channel here too.
  public static let usualDebugChannels: Set<String> = ["developer", "nightly", "beta"]
  /// The channels whose builds are debug builds where a catalogue names none.
  public static let usualDevelopmentChannels: Set<String> = ["developer"]

  /// A build of `channel`.
  public init(
    channel: String?, debugChannels: Set<String> = Self.usualDebugChannels, isDebugBuild: Bool = false,
    isAppDevelopment: Bool = false
  ) {
    self.channel = channel
    self.debugChannels = debugChannels
    self.isDebugBuild = isDebugBuild
    self.isAppDevelopment = isAppDevelopment
  }

  /// Whether debug overrides of manifest flags count.
  public var allowsDebug: Bool { channel.map(debugChannels.contains) ?? false }
  /// Whether development flags show.
  public var showsDevelopment: Bool { isDebugBuild || isAppDevelopment }
}
