public import VirgaBundle
public import VirgaFlags
public import VirgaSDK
public import VirgaTargeting

extension FeatureFlags {
  /// What tests and consoles pass in; every part has a default.
  public struct Options: Sendable {
    /// Whether the app was built for debugging, which shows flags under development.
    public var isDebugBuild: Bool
    /// What was chosen elsewhere, such as in a session.
    public var overrides: (any FlagOverrides)?
    /// How sources are reached.
    public var reading: ConfigurationReading
    /// The time.
    public var clock: @Sendable () -> Instant
    /// Makes draws.
    public var random: any RandomNumberGenerator & Sendable

    /// Options; see the properties.
    public init(
      isDebugBuild: Bool = DebugBuild.isThisOne, overrides: (any FlagOverrides)? = nil,
      reading: ConfigurationReading = .urlSession(), clock: @escaping @Sendable () -> Instant = SystemClock.now,
      random: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator()
    ) {
      self.isDebugBuild = isDebugBuild
      self.overrides = overrides
      self.reading = reading
      self.clock = clock
      self.random = random
    }
  }
}
