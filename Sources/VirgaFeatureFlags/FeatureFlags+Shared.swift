import VirgaFiles
public import VirgaFlags
import VirgaSDK
import VirgaSource

extension FeatureFlags {
  /// The sources of the shared flags, which an app sets before reading flags.
  package struct Settings: Sendable {
    package var configuration: String?
    package var fallback: String?
    package var caching: FlagCaching?
    package var options = Options()
  }

  /// The shared flags with the settings that they are made from.
  private struct Shared: Sendable {
    /// The flags; nil until they are first read or set.
    var flags: FeatureFlags?
    /// What the app has set; nil before it sets anything.
    var settings: Settings?
    /// The number of changes of the settings, to find out whether another thread changed them.
    var settingsChangeCount = 0
    var isDevelopment = false
    /// The flags to use before anything is set: every flag is off.
    let flagsBeforeSetup = FeatureFlags(Settings(), isDevelopment: false, reminder: SetupReminder())
  }

  private static let sharedState = Locked(Shared())

  /// The flags of the app, which ``Feature`` reads on every thread and queue.
  ///
  /// An app sets it once, at start, or sets the URL of its configuration.
  ///
  /// Until then every flag is off, and a debug build reports that once on standard error. A test
  /// sets ``current`` to use its own flags.
  public static var shared: FeatureFlags {
    get {
      while true {
        let state = sharedState.withLock { $0 }
        if let flags = state.flags { return flags }
        guard let settings = state.settings else { return state.flagsBeforeSetup }
        // Reads files outside the lock: another thread may read them too, and the first one to
        // finish wins.
        let flags = FeatureFlags(settings, isDevelopment: state.isDevelopment)
        let isShared = share(flags, unlessSettingsChangedSince: state.settingsChangeCount)
        if isShared {
          flags.storeCacheAndRefreshFromWeb()
          return flags
        }
        // Another thread has shared its flags or changed the settings: begins again with those.
      }
    }
    set { replaceShared { $0.flags = newValue } }
  }

  /// Shares `flags`, which were made when the settings had changed `changeCount` times.
  ///
  /// Returns false and shares nothing if other flags are shared by now, or if the settings have
  /// changed again.
  private static func share(
    _ flags: FeatureFlags, unlessSettingsChangedSince changeCount: Int
  ) -> Bool {
    sharedState.withLock { state in
      guard state.flags == nil else { return false }
      guard state.settingsChangeCount == changeCount else { return false }
      // The app may have changed this setting after `flags` were made. Nobody observes `flags` yet,
      // so this runs no code of the app under the lock.
      flags.isDevelopment = state.isDevelopment
      state.flags = flags
      return true
    }
  }

  /// Changes the shared state, and releases replaced objects outside the lock, because that may run
  /// code of the app.
  private static func replaceShared(_ change: @Sendable (inout Shared) -> Void) {
    let before = sharedState.withLock { state in
      let before = state
      change(&state)
      return before
    }
    withExtendedLifetime(before) {}
  }

  /// Whether the app is in development, which shows flags under development; false by default.
  ///
  /// If it is set before the shared flags are made, they begin with it.
  public static var isDevelopment: Bool {
    get {
      let state = sharedState.withLock { $0 }
      // The app can also set it on the shared flags themselves.
      return state.flags?.isDevelopment ?? state.isDevelopment
    }
    set {
      let flags = sharedState.withLock { state in
        state.isDevelopment = newValue
        return state.flags
      }
      flags?.isDevelopment = newValue
    }
  }

  /// Reads the configuration of the shared flags again, and calls `completion` once it is applied.
  public static func refresh(_ completion: (@Sendable () -> Void)? = nil) {
    shared.refresh(completion)
  }

  package static var settings: Settings { sharedState.withLock { $0.settings ?? Settings() } }

  /// Changes the settings of the shared flags.
  ///
  /// Flags read from other sources are discarded, and made again when they are read next. With the
  /// same sources, flags that were made already stay as they are.
  package static func configure(_ change: @Sendable (inout Settings) -> Void) {
    replaceShared { state in
      let before = state.settings ?? Settings()
      var settings = before
      change(&settings)
      state.settings = settings
      // A thread that is making flags with the earlier settings then discards them.
      state.settingsChangeCount += 1
      let hasNewSources =
        settings.configuration != before.configuration || settings.fallback != before.fallback
      if hasNewSources { state.flags = nil }
    }
  }

  /// Discards the app's set-up, for tests.
  package static func forgetSetup() { replaceShared { $0 = Shared() } }

  /// Stores the cache, and fetches sources that are on the web.
  private func storeCacheAndRefreshFromWeb() {
    storeCache()
    if readsWeb { refresh() }
  }

  /// The flags of one kind.
  public func filter(_ kind: FlagKind) -> [ConfiguredFlag] { all.filter { $0.kind == kind } }

  /// The flags of one section; nil selects those without a section.
  public func filter(section: String?) -> [ConfiguredFlag] { all.filter { $0.section == section } }

  /// The sections that have flags, sorted by name.
  public func sections() -> [String] { Set(all.compactMap(\.section)).sorted() }

  /// One line for each flag: its name and whether it is enabled.
  public var listing: String {
    let lines = all.map { flag in
      let isEnabled = isEnabled(Feature.Name(rawValue: flag.name))
      return "\(flag.name): \(isEnabled ? "enabled" : "disabled")"
    }
    return lines.joined(separator: "\n")
  }

  /// One line for each flag: name and state, and for tests weights and draw.
  public var extendedListing: String {
    all.map { flag in
      let line = "\(flag.name): \(stateWord(of: flag))"
      return flag.isTest ? "\(line); \(weightsAndDraw(of: flag))" : line
    }.joined(separator: "\n")
  }

  /// The state of a flag as a word: `on` for any variation of a running A/B test, empty for a flag
  /// that was deleted meanwhile.
  private func stateWord(of flag: ConfiguredFlag) -> String {
    guard let answer = answer(Feature.Name(rawValue: flag.name)) else { return "" }
    if case .option = answer.state { return "on" }
    return answer.state.word
  }

  /// The weights of a test, and its draw with the variation that it selects:
  /// `Red 50 %, Blue 50 %; draw 12 → Red`.
  ///
  /// Weights chosen elsewhere, such as in a session, replace those of the configuration. If the
  /// weights are invalid, equal ones are in effect.
  private func weightsAndDraw(of flag: ConfiguredFlag) -> String {
    let choices = choices(for: Feature.Name(rawValue: flag.name))
    var weights = flag.weights
    if let chosen = choices.weights {
      weights = VariationWeights(chosen, count: flag.variations.count)
    }
    let shares = zip(flag.variations, weights.inEffect).map { variation, weight in
      "\(variation) \(Self.truncated(weight)) %"
    }.joined(separator: ", ")
    guard let draw = choices.draw else { return shares }
    let variation = flag.variation(for: draw, weights: weights)
    return "\(shares); draw \(Self.truncated(draw)) → \(variation)"
  }

  /// A number truncated, not rounded, to two decimals, because 99.999 is not yet 100: `99.99`,
  /// `12`.
  private static func truncated(_ number: Double) -> String {
    let hundredthsInOne = 100.0
    let hundredths = (number * hundredthsInOne).rounded(.towardZero)
    // The product may be a little too small: 0.29 times 100 is 28.999999999999996.
    let next = (hundredths + 1) / hundredthsInOne
    let truncated = next <= number ? next : hundredths / hundredthsInOne
    let isWhole = truncated == truncated.rounded()
    return isWhole ? String(Int(truncated)) : String(truncated)
  }
}
