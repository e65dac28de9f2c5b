import VirgaFiles
public import VirgaFlags
import VirgaSDK

extension FeatureFlags {
  /// The sources of the shared flags, which an app sets before reading flags.
  package struct Settings: Sendable {
    package var configuration: String?
    package var fallback: String?
    package var caching: FlagCaching?
    package var options = Options()
  }

  private struct Shared: Sendable {
    /// The flags; nil until they are first read or set.
    var flags: FeatureFlags?
    var settings: Settings?
    /// Counts the changes of the sources.
    var setups = 0
    var isDevelopment = false
    /// Used before anything is set up.
    let unset = FeatureFlags(Settings(), isDevelopment: false, reminder: SetupReminder())
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
        guard let settings = state.settings else { return state.unset }
        // Reads files outside the lock: another thread may read them too, and the first one to
        // finish wins.
        let flags = FeatureFlags(settings, isDevelopment: state.isDevelopment)
        if share(flags, setUpBy: state.setups) {
          flags.start()
          return flags
        }
      }
    }
    set { replaceShared { $0.flags = newValue } }
  }

  /// Makes `flags` the shared ones, unless there are some by now, or the sources have changed
  /// since.
  private static func share(_ flags: FeatureFlags, setUpBy setups: Int) -> Bool {
    sharedState.withLock { state in
      guard state.flags == nil, state.setups == setups else { return false }
      flags.isDevelopment = state.isDevelopment
      state.flags = flags
      return true
    }
  }

  /// Changes the shared state; what it no longer holds is released outside the lock, because that
  /// may run code of the app.
  private static func replaceShared(_ change: @Sendable (inout Shared) -> Void) {
    let before = sharedState.withLock { state in
      let before = state
      change(&state)
      return before
    }
    withExtendedLifetime(before) {}
  }

  /// Whether the app is in development, which shows flags under development; false by default.
  public static var isDevelopment: Bool {
    get {
      let state = sharedState.withLock { $0 }
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

  /// Changes the settings of the shared flags; flags read with earlier settings are discarded.
  package static func configure(_ change: @Sendable (inout Settings) -> Void) {
    replaceShared { state in
      var settings = state.settings ?? Settings()
      let before = (settings.configuration, settings.fallback)
      change(&settings)
      state.settings = settings
      state.setups += 1
      if before != (settings.configuration, settings.fallback) { state.flags = nil }
    }
  }

  /// Discards the app's set-up, for tests.
  package static func forgetSetup() { replaceShared { $0 = Shared() } }

  private func start() {
    keep()
    if asksWeb { refresh() }
  }

  /// The flags of one kind.
  public func filter(_ kind: FlagKind) -> [ConfiguredFlag] { all.filter { $0.kind == kind } }

  /// The flags of one section; nil selects those without a section.
  public func filter(section: String?) -> [ConfiguredFlag] { all.filter { $0.section == section } }

  /// The sections that have flags, sorted by name.
  public func sections() -> [String] { Set(all.compactMap(\.section)).sorted() }

  /// One line for each flag: its name and whether it is enabled.
  public var listing: String {
    all.map { "\($0.name): \(isEnabled(Feature.Name(rawValue: $0.name)) ? "enabled" : "disabled")" }
      .joined(separator: "\n")
  }

  /// One line for each flag: name and state, and for tests weights and draw.
  public var extendedListing: String {
    all.map { flag in
      let name = Feature.Name(rawValue: flag.name)
      let answer = answer(name)
      let state = answer.map { if case .option = $0.state { "on" } else { $0.state.word } } ?? ""
      guard flag.isTest else { return "\(flag.name): \(state)" }
      let choices = choices(for: name)
      let weights =
        choices.weights.map { VariationWeights($0, count: flag.variations.count) } ?? flag.weights
      let shares = zip(flag.variations, weights.inEffect).map { "\($0) \(Self.short($1)) %" }
      let draw =
        choices.draw.map {
          "; draw \(Self.short($0)) → \(flag.variation(for: $0, weights: weights))"
        } ?? ""
      return "\(flag.name): \(state); \(shares.joined(separator: ", "))\(draw)"
    }.joined(separator: "\n")
  }

  /// A number truncated, not rounded, to two decimals: 99.999 is not yet 100.
  private static func short(_ number: Double) -> String {
    let cut = (number * 100).rounded(.towardZero) / 100
    return cut == cut.rounded() ? String(Int(cut)) : String(cut)
  }
}
