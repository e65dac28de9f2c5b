// One `import VirgaFeatureFlags` is enough: its flags are those of the SDK, and are read by `URLSession`.
@_exported public import VirgaBundle
import VirgaFiles
public import VirgaFlags
import VirgaJSON
public import VirgaSDK
import VirgaSource
public import VirgaTargeting

/// The JSON-configured flags and tests of an app.
///
/// An app makes one at start and may share it between all its parts and threads:
///
/// ```swift
/// let flags = FeatureFlags(
///   configuration: "https://example.com/features.json", fallback: bundledPath,
///   caching: .file(cachesFolder + "/Features.json"))
/// flags.refresh()
///
/// if flags.isEnabled("Dark roast") { … }
/// ```
///
/// A configuration file is read at once. One on the web is not: until ``refresh(_:)`` has read it, the cache counts, then
/// the fallback. Rule: VirgaFlags/Sources.
public final class FeatureFlags: Sendable {
  struct State {
    var set: FlagSet
    var gate: DevelopmentGate
    var random: any RandomNumberGenerator & Sendable
    /// What developers chose while the app runs; gone with the next refresh.
    var toggles: [Name: FlagChoices] = [:]
    /// Counts what was begun, so that a slow read never replaces what a later one brought.
    var begun = 0
    var taken = 0
    /// Whether a change is not kept yet, and whether it is being kept now.
    var isUnkept = false
    var isKeeping = false
  }

  let state: Locked<State>
  let source: ConfigurationSource?
  let caching: FlagCaching
  let reading: ConfigurationReading
  let clock: @Sendable () -> Instant
  let overrides: (any FlagOverrides)?
  private let observers = Observers()
  /// Says that nothing was set up; nil for flags that an app made.
  private let reminder: SetupReminder?

  /// The flags of an app.
  ///
  /// - Parameters:
  ///   - configuration: Where the configuration is: an https URL, a file URL or a path. Nil for an app that hands it over
  ///     with ``refreshWithData(_:completion:)``.
  ///   - fallback: The configuration that is bundled with the app, in which flags under development are declared.
  ///   - caching: Where flags, draws and lock states are kept; without it each start draws again.
  ///   - isDevelopment: Whether the app is in development, so that flags under development show.
  ///   - options: What tests and consoles pass in.
  public convenience init(
    configuration: String? = nil, fallback: String? = nil, caching: FlagCaching = .none, isDevelopment: Bool = false,
    options: Options = Options()
  ) {
    let settings = Settings(configuration: configuration, fallback: fallback, caching: caching, options: options)
    self.init(settings, isDevelopment: isDevelopment)
    keep()
  }

  /// Flags that are read but not kept yet; `reminder` says that nothing was set up.
  init(_ settings: Settings, isDevelopment: Bool, reminder: SetupReminder? = nil) {
    let options = settings.options
    let caching = settings.caching ?? .none
    var random = options.random
    source = settings.configuration.map(ConfigurationSource.init)
    self.reminder = reminder
    self.caching = caching
    reading = options.reading
    clock = options.clock
    overrides = options.overrides
    let gate = DevelopmentGate(isDebugBuild: options.isDebugBuild, isAppInDevelopment: isDevelopment)
    let set = FlagSet(
      source: source, fallback: settings.fallback.map(ConfigurationSource.init), caching: caching, reading: reading,
      random: &random)
    state = Locked(State(set: set, gate: gate, random: random))
    if case .file = source { readNow() }
  }

  /// The flags that a test gives the running task: ``Feature`` asks them in place of ``shared``.
  ///
  /// ```swift
  /// FeatureFlags.$current.withValue(flags) { #expect(Feature.isEnabled(.darkRoast)) }
  /// ```
  @TaskLocal public static var current: FeatureFlags?

  /// Whether the app is in development; it may say so at any time.
  public var isDevelopment: Bool {
    get { state.withLock { $0.gate.isAppInDevelopment } }
    set { state.withLock { $0.gate.isAppInDevelopment = newValue } }
  }

  /// What shows flags under development.
  public var gate: DevelopmentGate { state.withLock { $0.gate } }

  /// All flags: those of the configuration, then those that only the cache has, then those of the fallback.
  public var all: [ConfiguredFlag] { state.withLock { $0.set.merged.flags } }

  /// What became of the last attempt to read the configuration.
  public var load: FlagLoad { state.withLock { $0.set.load } }

  /// The flag called `name`; nil where there is none.
  public func flag(_ name: Feature.Name) -> ConfiguredFlag? {
    reminder?.say(
      "the flag `\(name)` was asked before `FeatureFlags.shared` or `FeatureFlags.configurationURL` was set; "
        + "until then every flag is off")
    return state.withLock { $0.set.merged[name.rawValue] }
  }

  /// What the installation kept and what was chosen for a flag.
  public func choices(for name: Feature.Name) -> FlagChoices {
    let elsewhere = overrides.flatMap { overrides in flag(name).map { overrides.choices(for: $0) } }
    return state.withLock { state in
      let kept = state.set.merged.state
      var choices = state.toggles[name.rawValue] ?? FlagChoices()
      choices.draw = elsewhere?.draw ?? kept.draws[name.rawValue]
      choices.lock = elsewhere?.lock ?? kept.locks[name.rawValue]
      choices.weights = elsewhere?.weights
      choices.isEnabled = choices.isEnabled ?? elsewhere?.isEnabled
      choices.variation = choices.variation ?? elsewhere?.variation
      return choices
    }
  }

  /// What a flag answers; nil where there is no flag of that name.
  ///
  /// With `isDevelopment` it is asked as if it were under development.
  public func answer(_ name: Feature.Name, isDevelopment: Bool = false) -> ConfiguredAnswer? {
    guard let flag = flag(name) else { return nil }
    return flag.answer(choices(for: name), gate: gate, isDevelopment: isDevelopment)
  }

  /// Whether a flag is on; false where there is no flag of that name.
  public func isEnabled(_ name: Feature.Name, isDevelopment: Bool = false) -> Bool {
    answer(name, isDevelopment: isDevelopment)?.isEnabled ?? false
  }

  /// Calls `action` after every change of the flags, on the thread that caused it, until the token is cancelled.
  @discardableResult
  public func whenChanged(_ action: @escaping @Sendable () -> Void) -> ObserverToken { observers.add(action) }

  /// Keeps the flags for the next start; ``load`` tells a failure.
  ///
  /// Nobody waits for the file but the one who writes it. What others change meanwhile is written after that, on the same
  /// thread.
  func keep() {
    let isFirst = state.withLock { state in
      state.isUnkept = true
      defer { state.isKeeping = true }
      return !state.isKeeping
    }
    guard isFirst else { return }
    while let cache = nextCache() {
      do throws(FileFailure) {
        try caching.write(cache)
      } catch {
        state.withLock { $0.set.load.failures.append(error) }
      }
    }
  }

  /// What is to be kept; nil if all is.
  private func nextCache() -> FlagCache? {
    state.withLock { state in
      defer { state.isUnkept = false }
      state.isKeeping = state.isUnkept
      return state.isUnkept ? state.set.cache : nil
    }
  }

  func announce() { observers.notify() }
}

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

extension FeatureFlags: ConfiguredFlagSource {
  /// The flag called `name`; nil if there is none.
  public func flag(called name: String) -> ConfiguredFlag? { flag(Feature.Name(rawValue: name)) }

  /// What the installation kept and what was chosen for a flag.
  public func choices(forFlag name: String) -> FlagChoices { choices(for: Feature.Name(rawValue: name)) }
}
