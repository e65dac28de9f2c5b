// One `import VirgaFeatureFlags` is enough: it uses the SDK's flags and `URLSession`.
import Dispatch
@_exported public import VirgaBundle
import VirgaFiles
public import VirgaFlags
import VirgaJSON
public import VirgaSDK
import VirgaSource
public import VirgaTargeting

/// The JSON-configured flags and tests of an app.
///
/// An app creates one at start and can share it between all its parts and threads:
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
/// A configuration or fallback in a file is read at once. One on the web is only read by
/// `refresh(_:)`; until then the cache is used, or else the fallback. Rule: VirgaFlags/Sources.
public final class FeatureFlags: Sendable, ConfiguredFlagSource {
  struct State {
    var set: LoadedFlags { didSet { changes += 1 } }
    /// Counts the changes of `set`, to find out whether another thread changed it.
    private(set) var changes = 0
    var gate: DevelopmentGate
    var random: any RandomNumberGenerator & Sendable
    /// Choices made by developers while the app runs; discarded by the next refresh.
    var toggles: [Name: ConfiguredFlagOverrides] = [:]
    /// Counts the reads started, so that a slow read never replaces a later one.
    var startedReads = 0
    var appliedRead = 0
    var refresh: PendingRefresh?
    /// Whether a change is not cached yet, and whether one is being cached now.
    var hasUnsavedCache = false
    var isKeeping = false
    /// The stored cache; nil if it is not known.
    var keptCache: JSONValue?
    /// The number of times in a row that the cache could not be stored.
    var failures = 0
    var hasRetry = false

    init(
      _ set: LoadedFlags, _ gate: DevelopmentGate, _ random: any RandomNumberGenerator & Sendable
    ) {
      self.set = set
      self.gate = gate
      self.random = random
      keptCache = set.storedCache?.json
    }
  }

  let state: Locked<State>
  let source: ConfigurationSource?
  let caching: FlagCaching
  let reading: ConfigurationReading
  let clock: @Sendable () -> Instant
  let overrides: (any FlagOverrides)?
  /// Reads sources that make a thread wait, one after the other.
  let queue = DispatchQueue(label: "virga.flags.reading")
  private let observers = Observers()
  /// Reports that nothing was set up; nil for flags that an app created.
  private let reminder: SetupReminder?

  /// Creates the flags of an app.
  ///
  /// - Parameters:
  ///   - configuration: The configuration's https URL, file URL or path. Nil for an app that passes
  ///     it to
  ///     `refreshWithData(_:completion:)`.
  ///   - fallback: The configuration bundled with the app, which declares flags under development.
  ///   - caching: Stores flags, draws and lock states; without it each start draws again.
  ///   - isDevelopment: Whether the app is in development, which shows flags under development.
  ///   - options: Parts that tests and consoles replace.
  public convenience init(
    configuration: String? = nil, fallback: String? = nil, caching: FlagCaching = .none,
    isDevelopment: Bool = false,
    options: Options = Options()
  ) {
    let settings = Settings(
      configuration: configuration, fallback: fallback, caching: caching, options: options)
    self.init(settings, isDevelopment: isDevelopment)
    keep()
  }

  /// Reads the flags without caching them; `reminder` reports that nothing was set up.
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
    let gate = DevelopmentGate(
      isDebugBuild: options.isDebugBuild, isAppInDevelopment: isDevelopment)
    let set = LoadedFlags(
      source: source, fallback: settings.fallback.map(ConfigurationSource.init), caching: caching,
      reading: reading,
      random: &random)
    state = Locked(State(set, gate, random))
    if case .file = source { readNow() }
  }

  /// A test's flags for the running task: ``Feature`` uses them instead of ``shared``.
  ///
  /// ```swift
  /// FeatureFlags.$current.withValue(flags) { #expect(Feature.isEnabled(.darkRoast)) }
  /// ```
  @TaskLocal public static var current: FeatureFlags?

  /// Whether the app is in development; can be changed at any time.
  public var isDevelopment: Bool {
    get { state.withLock { $0.gate.isAppInDevelopment } }
    set { state.withLock { $0.gate.isAppInDevelopment = newValue } }
  }

  /// Decides whether flags under development are shown.
  public var gate: DevelopmentGate { state.withLock { $0.gate } }

  /// All flags of the configuration, then those only in the cache, then the fallback's.
  public var all: [ConfiguredFlag] { state.withLock { $0.set.merged.flags } }

  /// The result of the last attempt to read the configuration.
  public var load: FlagLoadResult { state.withLock { $0.set.load } }

  /// The flag called `name`; nil if there is none.
  public func flag(_ name: Feature.Name) -> ConfiguredFlag? {
    reminder?.say(
      "the flag `\(name)` was read before `FeatureFlags.shared` or `FeatureFlags.configurationURL` was set; "
        + "until then every flag is off")
    return state.withLock { $0.set.merged[name.rawValue] }
  }

  /// The stored state and choices of this installation for a flag.
  public func choices(for name: Feature.Name) -> ConfiguredFlagOverrides {
    let elsewhere = overrides.flatMap { overrides in flag(name).map { overrides.choices(for: $0) } }
    return state.withLock { state in
      let kept = state.set.merged.state
      var choices = state.toggles[name.rawValue] ?? ConfiguredFlagOverrides()
      choices.draw = elsewhere?.draw ?? kept.draws[name.rawValue]
      choices.lock = elsewhere?.lock ?? kept.locks[name.rawValue]
      choices.weights = elsewhere?.weights
      choices.isEnabled = choices.isEnabled ?? elsewhere?.isEnabled
      choices.variation = choices.variation ?? elsewhere?.variation
      return choices
    }
  }

  /// The answer of a flag, with `isDevelopment` as if it were under development; nil if it does not
  /// exist.
  public func answer(_ name: Feature.Name, isDevelopment: Bool = false) -> FlagAnswer? {
    guard let flag = flag(name) else { return nil }
    return flag.answer(choices(for: name), gate: gate, isDevelopment: isDevelopment)
  }

  /// Whether a flag is on; false if the flag does not exist.
  public func isEnabled(_ name: Feature.Name, isDevelopment: Bool = false) -> Bool {
    answer(name, isDevelopment: isDevelopment)?.isEnabled ?? false
  }

  /// Calls `action` after every change, on the thread that made it, until the token is cancelled.
  @discardableResult
  public func whenChanged(_ action: @escaping @Sendable () -> Void) -> ObserverToken {
    observers.add(action)
  }

  /// Caches the flags for the next start; ``load`` reports a failure.
  ///
  /// Only the thread that writes waits for the file. Changes that other threads make meanwhile are
  /// written afterwards on the same thread.
  func keep() {
    let isFirst = state.withLock { state in
      state.hasUnsavedCache = true
      defer { state.isKeeping = true }
      return !state.isKeeping
    }
    guard isFirst else { return }
    while let cache = nextCache() { store(cache) }
  }

  private func store(_ cache: FlagCache) {
    let json = cache.json
    guard state.withLock({ $0.keptCache }) != json else { return }
    do throws(FileFailure) {
      try caching.write(cache)
      state.withLock { state in
        state.keptCache = json
        state.failures = 0
      }
    } catch {
      guard let pause = state.withLock({ $0.failToKeep(because: error) }) else { return }
      queue.asyncAfter(deadline: .now() + .seconds(pause)) { [weak self] in self?.keepAgain() }
    }
  }

  /// Tries again to store the cache, unless that has been done.
  private func keepAgain() {
    let isFailing = state.withLock { state in
      state.hasRetry = false
      return state.failures > 0
    }
    if isFailing { keep() }
  }

  /// The cache to write; nil if nothing changed.
  private func nextCache() -> FlagCache? {
    state.withLock { state in
      defer { state.hasUnsavedCache = false }
      state.isKeeping = state.hasUnsavedCache
      return state.hasUnsavedCache ? state.set.cache : nil
    }
  }

  func announce() { observers.notify() }

  /// Parts that tests and consoles replace; each has a default.
  public struct Options: Sendable {
    /// Whether this is a debug build of the app, which shows flags under development.
    public var isDebugBuild: Bool
    /// Choices made elsewhere, such as in a session.
    public var overrides: (any FlagOverrides)?
    /// Reads the sources.
    public var reading: ConfigurationReading
    /// Returns the current time.
    public var clock: @Sendable () -> Instant
    /// Generates draws.
    public var random: any RandomNumberGenerator & Sendable

    /// Creates options from their parts.
    public init(
      isDebugBuild: Bool = DebugBuild.isThisOne, overrides: (any FlagOverrides)? = nil,
      reading: ConfigurationReading = .urlSession(),
      clock: @escaping @Sendable () -> Instant = SystemClock.now,
      random: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator()
    ) {
      self.isDebugBuild = isDebugBuild
      self.overrides = overrides
      self.reading = reading
      self.clock = clock
      self.random = random
    }
  }

  /// The flag called `name`; nil if there is none.
  public func flag(called name: String) -> ConfiguredFlag? { flag(Feature.Name(rawValue: name)) }

  /// The stored state and choices of this installation for a flag.
  public func choices(forFlag name: String) -> ConfiguredFlagOverrides {
    choices(for: Feature.Name(rawValue: name))
  }
}

extension FeatureFlags.State {
  /// Records why the cache cannot be stored; returns after how many seconds to try again, nil if
  /// that is scheduled.
  fileprivate mutating func failToKeep(because failure: FileFailure) -> Int? {
    keptCache = nil
    failures += 1
    if !set.load.failures.contains(failure) { set.load.failures.append(failure) }
    guard !hasRetry else { return nil }
    hasRetry = true
    return RetryPause.seconds(after: failures)
  }
}
