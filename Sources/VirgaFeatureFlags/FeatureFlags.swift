import Dispatch
public import VirgaBundle
import VirgaFiles
public import VirgaFlags
import VirgaJSON
public import VirgaSDK
public import VirgaSource
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
    var loaded: LoadedFlags { didSet { changeCount += 1 } }
    /// The number of changes of `loaded`, to find out whether another thread changed it.
    private(set) var changeCount = 0
    var developmentGate: DevelopmentGate
    var random: any RandomNumberGenerator & Sendable
    /// Choices made by developers while the app runs; discarded by the next refresh.
    var developerChoices: [Name: ConfiguredFlagOverrides] = [:]
    /// The number of reads started, which is also the number of the last one.
    ///
    /// A read is only applied if no later one has been, so that a slow read never replaces a later
    /// one.
    var startedReads = 0
    /// The number of the last read that was applied.
    var lastAppliedRead = 0
    /// The refresh that is reading sources; nil if there is none.
    var refresh: PendingRefresh?
    /// Whether there is a change that is not stored in the cache yet.
    var hasUnsavedCache = false
    /// Whether a thread is storing the cache.
    var isStoringCache = false
    /// The cache as it is stored; nil if that is not known.
    var storedCache: JSONValue?
    /// The number of times in a row that the cache could not be stored.
    var failureCount = 0
    /// Whether another attempt to store the cache is scheduled.
    var isRetryScheduled = false

    /// Begins with flags that were loaded; the cache that they came from counts as stored, so that
    /// it is not written again without a change.
    ///
    /// `gate` decides whether flags under development are shown, and `random` generates draws.
    init(
      _ loaded: LoadedFlags, _ gate: DevelopmentGate,
      _ random: any RandomNumberGenerator & Sendable
    ) {
      self.loaded = loaded
      developmentGate = gate
      self.random = random
      storedCache = loaded.storedCache?.json
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
  ///     it to `refreshWithData(_:completion:)`.
  ///   - fallback: The configuration bundled with the app. A flag that is under development there
  ///     stays so, whatever `configuration` says.
  ///   - caching: Stores the flags, the draws of tests, which are the random numbers that select
  ///     their variations, and which flags the user unlocked. Without it each start draws again.
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
    // Keeps draws that were made just now for the next start.
    storeCache()
  }

  /// Reads the cache, and a configuration or fallback in a file, without storing the cache: the
  /// flags are discarded if another thread shares its own first.
  ///
  /// A `reminder` reports a flag that is read before the app has set up anything.
  ///
  /// A configuration on the web is only read by a refresh.
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
    // Reads the cache, and a fallback in a file.
    let loaded = LoadedFlags(
      source: source, fallback: settings.fallback.map(ConfigurationSource.init), caching: caching,
      reading: reading,
      random: &random)
    state = Locked(State(loaded, gate, random))
    // Applies the configuration over what was loaded above.
    if case .file = source { readNow() }
  }

  /// A test's flags for the running task: ``Feature`` uses them instead of ``shared``.
  ///
  /// ```swift
  /// FeatureFlags.$current.withValue(flags) { #expect(Feature.isEnabled(.darkRoast)) }
  /// ```
  @TaskLocal public static var current: FeatureFlags?

  /// Whether the app is in development; can be changed at any time, which calls the observers.
  public var isDevelopment: Bool {
    get { state.withLock { $0.developmentGate.isAppInDevelopment } }
    set {
      let before = state.withLock { state in
        let before = state.developmentGate.isAppInDevelopment
        state.developmentGate.isAppInDevelopment = newValue
        return before
      }
      if before != newValue { notifyObservers() }
    }
  }

  /// Decides whether flags under development are shown.
  public var gate: DevelopmentGate { state.withLock { $0.developmentGate } }

  /// All flags of the configuration, then those only in the cache, then the fallback's.
  public var all: [ConfiguredFlag] { state.withLock { $0.loaded.merged.flags } }

  /// The result of the last attempt to read the configuration.
  public var load: FlagLoadResult { state.withLock { $0.loaded.loadResult } }

  /// The flag called `name`; nil if there is none.
  ///
  /// If the app has not set up its flags, a debug build reports that once on standard error.
  public func flag(_ name: Feature.Name) -> ConfiguredFlag? {
    // Only the flags that `shared` returns before the setup have a reminder.
    reminder?.sayOnce(
      "the flag `\(name)` was read before `FeatureFlags.shared` or `FeatureFlags.configurationURL` was set; "
        + "until then every flag is off")
    // The flags of configuration, cache and fallback, merged.
    return state.withLock { $0.loaded.merged[name.rawValue] }
  }

  /// The choices of this installation for a flag, its draw and its lock.
  ///
  /// A draw is the random number that selects a test's variation; the lock is whether the user
  /// unlocked the flag.
  ///
  /// A draw and a lock of ``Options/overrides``, which are choices made outside the app, such as in
  /// a session, come before the stored ones, and weights come only from there. A choice of a
  /// developer in this app comes before one of the overrides.
  public func choices(for name: Feature.Name) -> ConfiguredFlagOverrides {
    let outsideChoices: ConfiguredFlagOverrides? =
      if let overrides, let flag = flag(name) { overrides.choices(for: flag) } else { nil }
    return state.withLock { state in
      let stored = state.loaded.merged.drawsAndLocks
      let developerChoices = state.developerChoices[name.rawValue]
      return ConfiguredFlagOverrides(
        draw: outsideChoices?.draw ?? stored.draws[name.rawValue],
        lock: outsideChoices?.lock ?? stored.isUnlockedByName[name.rawValue],
        weights: outsideChoices?.weights,
        isEnabled: developerChoices?.isEnabled ?? outsideChoices?.isEnabled,
        variation: developerChoices?.variation ?? outsideChoices?.variation)
    }
  }

  /// The answer of a flag, with `isDevelopment` as if it were under development; nil if it does not
  /// exist.
  public func answer(_ name: Feature.Name, isDevelopment: Bool = false) -> FlagAnswer? {
    guard let flag = flag(name) else { return nil }
    return flag.answer(choices(for: name), gate: gate, isDevelopment: isDevelopment)
  }

  /// Whether a flag is on; false if the flag does not exist.
  ///
  /// With `isDevelopment`, the flag is evaluated as if it were under development: it is off in a
  /// build that hides such flags.
  public func isEnabled(_ name: Feature.Name, isDevelopment: Bool = false) -> Bool {
    answer(name, isDevelopment: isDevelopment)?.isEnabled ?? false
  }

  /// Calls `action` after every change, on the thread that made it, until the token is cancelled.
  @discardableResult
  public func whenChanged(_ action: @escaping @Sendable () -> Void) -> ObserverToken {
    observers.add(action)
  }

  /// Calls `action` after every change of these flags, until the token is cancelled; also after a
  /// change of choices made outside, if ``Options/overrides`` reports its changes.
  ///
  /// The token is never nil, which the protocol allows for a type that does not report its changes.
  public func observeChanges(_ action: @escaping @Sendable () -> Void) -> ObserverToken? {
    let tokens = [observers.add(action), overrides?.observeChanges(action)].compactMap(\.self)
    return ObserverToken {
      for token in tokens { token.cancel() }
    }
  }

  /// The changes of a flag from now on: whether it was on before, and is now.
  ///
  /// The stream yields only if that differs from what its reader got last, and once if it changed
  /// several times meanwhile. It can be read in any task, and ends when that is cancelled.
  public func changes(of name: Feature.Name) -> AsyncStream<ValueChange<Bool>> {
    changes { [self] in isEnabled(name) }
  }

  /// The changes of the user's variation of a test from now on; see ``changes(of:)``.
  ///
  /// The variation is `Disabled` while the test is off.
  public func variationChanges(of name: Feature.Name) -> AsyncStream<ValueChange<Test.Variation>> {
    changes { [self] in answer(name)?.variation ?? .disabled }
  }

  /// The changes of the value that `read` returns, which may change with the flags.
  private func changes<Value: Equatable & Sendable>(
    _ read: @escaping @Sendable () -> Value
  ) -> AsyncStream<ValueChange<Value>> {
    ValueChange.stream(
      of: {
        let value = read()
        // The value counts as changed if it is not equal to the one before.
        return ReadValue(value, identity: value)
      },
      // The token that ends the observation is optional because the protocol `ChangeReporting` has
      // it so, but never nil here.
      observing: { action in [observeChanges(action)].compactMap(\.self) })
  }

  /// Stores the cache of flags for the next start; a failure is added to ``load``.
  ///
  /// If another thread is storing it, that thread stores this change too, so that only one thread
  /// waits for the file.
  func storeCache() {
    let isOtherThreadStoring = state.withLock { state in
      let isStoring = state.isStoringCache
      state.hasUnsavedCache = true
      state.isStoringCache = true
      return isStoring
    }
    if isOtherThreadStoring { return }
    while let cache = nextUnsavedCache() { writeUnlessStored(cache) }
  }

  /// The cache to write, which then counts as saved; nil if nothing changed, and then this thread
  /// stops storing.
  private func nextUnsavedCache() -> FlagCache? {
    state.withLock { state in
      guard state.hasUnsavedCache else {
        state.isStoringCache = false
        return nil
      }
      state.hasUnsavedCache = false
      return state.loaded.cache
    }
  }

  /// Writes a cache unless the same one is stored; after a failure, schedules another attempt.
  private func writeUnlessStored(_ cache: FlagCache) {
    let json = cache.json
    guard state.withLock({ $0.storedCache }) != json else { return }
    do throws(FileFailure) {
      try caching.write(cache)
      state.withLock { state in
        state.storedCache = json
        state.failureCount = 0
      }
    } catch {
      // Nil if another attempt is scheduled already.
      guard let pause = state.withLock({ $0.recordFailure(error) }) else { return }
      queue.asyncAfter(deadline: .now() + .seconds(pause)) { [weak self] in self?.retryStoring() }
    }
  }

  /// Tries again to store the cache, unless it has been stored since.
  private func retryStoring() {
    let isFailing = state.withLock { state in
      // From now on, a failure schedules another attempt.
      state.isRetryScheduled = false
      return state.failureCount > 0
    }
    if isFailing { storeCache() }
  }

  /// Calls the observers, on this thread.
  func notifyObservers() { observers.notify() }

  /// Parts that tests and consoles replace; each has a default.
  public struct Options: Sendable {
    /// Access to the sources of flags.
    public typealias Reading = ConfigurationReading

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
    ///
    /// If `isDebugBuild` is nil, virga's own build decides whether this is a debug build.
    /// `overrides` are the choices made elsewhere, such as in a session; nil if there are none. If
    /// `clock` is nil, the machine's clock tells the time. `random` generates the draws of tests.
    public init(
      isDebugBuild: Bool? = nil, overrides: (any FlagOverrides)? = nil,
      reading: ConfigurationReading = .urlSession(),
      clock: (@Sendable () -> Instant)? = nil,
      random: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator()
    ) {
      self.isDebugBuild = isDebugBuild ?? DebugBuild.isThisOne
      self.overrides = overrides
      self.reading = reading
      self.clock = clock ?? SystemClock.now
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
  /// another attempt is scheduled.
  fileprivate mutating func recordFailure(_ failure: FileFailure) -> Int? {
    // The failed attempt may have changed the file, so the next one writes even the same cache.
    storedCache = nil
    failureCount += 1
    if !loaded.loadResult.failures.contains(failure) { loaded.loadResult.failures.append(failure) }
    guard !isRetryScheduled else { return nil }
    isRetryScheduled = true
    return RetryPause.seconds(after: failureCount)
  }
}
