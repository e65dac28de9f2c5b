import Dispatch
public import VirgaSource

extension FeatureClient {
  /// Creates a client off the caller's thread: reading and parsing a saved state with hundreds of
  /// recipes takes some ten milliseconds.
  ///
  /// ```swift
  /// let client = await FeatureClient.start(configuration)
  /// client.connect(CirrusNimbus.shared)
  /// ```
  ///
  /// Otherwise the same as ``init(_:saved:)``: it throws nothing, and ``storeFailure`` says if the
  /// store could not be read. Features that are read before the client is connected have the
  /// manifest's values.
  public static func start(
    _ configuration: Configuration = Configuration(), saved: SavedClient? = nil
  ) async -> FeatureClient {
    await withCheckedContinuation { continuation in
      // Not on a thread of tasks, because it waits for the file.
      DispatchQueue.global().async {
        continuation.resume(returning: FeatureClient(configuration, saved: saved))
      }
    }
  }

  /// Fetches recipes from the configured source and stores them as pending until
  /// ``applyPendingExperiments()``.
  ///
  /// Returns the problems in them; a recipe with an error is left out. If nothing changed since the
  /// last fetch, in this run or an earlier one, nothing is stored: the version of the recipes, such
  /// as an ETag, is saved with them.
  ///
  /// - Throws: ``FeatureClient/FetchFailure`` if nothing can be fetched, or what the source throws.
  ///   Recipes that are pending from an earlier fetch stay pending.
  @discardableResult
  public func fetchExperiments() async throws -> [Problem] {
    // A client with a hosting session uses the session's recipes.
    guard hostingSession == nil else { throw FetchFailure.sessionDecides }
    guard let source = configuration.recipeSource else { throw FetchFailure.noSource }
    let version = state.withLock { $0.recipesVersion }
    guard let fetched = try await source.fetchRecipes(since: version) else { return [] }
    // Bytes that are not UTF-8 become U+FFFD, instead of an error in the text.
    let text = String(decoding: fetched.text.bytes, as: UTF8.self)
    return setPending(SourceText(name: fetched.text.name, text: text), version: fetched.version)
  }

  /// When a client fetches recipes by itself.
  ///
  /// ```swift
  /// configuration.fetchPolicy = .init(atStart: true, interval: .seconds(30 * 60))
  /// ```
  ///
  /// Fetches run in the background, one at a time; ``FeatureClient/fetchFailure`` says why the last
  /// one failed. A client without a source, and one on a session, never fetches.
  public struct FetchPolicy: Hashable, Sendable {
    /// Whether to fetch when the client is created.
    public var atStart: Bool
    /// The time between two fetches while the client exists; nil fetches only on other occasions.
    public var interval: Duration?
    /// Whether to fetch when the app becomes active; see ``FeatureClient/appDidBecomeActive()``.
    public var whenActive: Bool
    /// Whether fetched recipes are applied at once; false keeps them pending, by default, so that
    /// nothing changes in front of the user.
    public var appliesAtOnce: Bool

    /// Creates a policy from its parts; without any, a client fetches only if the app asks for it.
    ///
    /// A nil `interval` fetches only on the other occasions: `atStart` and `whenActive`, each time
    /// the app becomes active. Without `appliesAtOnce`, fetched recipes stay pending.
    public init(
      atStart: Bool = false, interval: Duration? = nil, whenActive: Bool = false,
      appliesAtOnce: Bool = false
    ) {
      self.atStart = atStart
      self.interval = interval
      self.whenActive = whenActive
      self.appliesAtOnce = appliesAtOnce
    }
  }

  /// The fetches of the policy.
  struct Fetching {
    /// Whether a fetch runs.
    var isRunning = false
    /// Why the last one failed; nil if it succeeded.
    var failure: String?
  }

  /// Why the last fetch of the ``Configuration/fetchPolicy`` failed, or which recipes could not be
  /// read; nil if it succeeded, and before the first one.
  public var fetchFailure: String? { state.withLock { $0.fetching.failure } }

  /// Fetches recipes in the background if the ``Configuration/fetchPolicy`` wants that when the app
  /// becomes active.
  ///
  /// An app calls it then; with VirgaBundle, `followAppActivity()` does.
  public func appDidBecomeActive() {
    if configuration.fetchPolicy.whenActive { fetchInBackground() }
  }

  /// Begins to fetch as the policy says.
  func startFetching() {
    if configuration.fetchPolicy.atStart { fetchInBackground() }
    scheduleFetch()
  }

  private var canFetch: Bool { hostingSession == nil && configuration.recipeSource != nil }

  /// Fetches after the policy's interval, again and again, until this client is released.
  ///
  /// Never if the policy has no interval, if the client has no source of recipes, or if it has a
  /// hosting session, which supplies the recipes.
  private func scheduleFetch() {
    guard canFetch, let interval = configuration.fetchPolicy.interval else { return }
    DispatchQueue.global().asyncAfter(deadline: .now() + interval.forDispatch) { [weak self] in
      self?.fetchInBackground()
      self?.scheduleFetch()
    }
  }

  /// Fetches in the background, unless a fetch that was started in this way is still running; does
  /// nothing without a source of recipes, or with a hosting session, which supplies them.
  private func fetchInBackground() {
    guard canFetch else { return }
    let mustStart = state.withLock { state in
      guard !state.fetching.isRunning else { return false }
      state.fetching.isRunning = true
      return true
    }
    if mustStart { Task { await fetchOnce() } }
  }

  /// Fetches once, applies the recipes if the policy says so, and records the failure, nil if there
  /// is none; then another fetch may begin in the background.
  private func fetchOnce() async {
    var failure: String?
    do {
      let problems = try await fetchExperiments()
      // A recipe with an error was left out, which counts as a failure; the others are pending.
      failure = problems.first { $0.severity == .error }?.sentence
      if configuration.fetchPolicy.appliesAtOnce { applyPendingExperiments() }
    } catch {
      failure = "\(error)"
    }
    state.withLock { [failure] state in
      state.fetching.failure = failure
      state.fetching.isRunning = false
    }
  }
}

extension Duration {
  /// The duration for Dispatch, between a millisecond and about a year.
  ///
  /// The minimum keeps a wrong interval, such as 0, from occupying a processor; the maximum keeps
  /// the number from overflowing. On watches whose `Int` has 32 bits, it is 24 days.
  fileprivate var forDispatch: DispatchTimeInterval {
    let (seconds, attoseconds) = components
    let attosecondsPerMillisecond: Int64 = 1_000_000_000_000_000
    let millisecondsPerSecond: Int64 = 1_000
    let secondsPerYear: Int64 = 365 * 86_400
    let nonNegativeSeconds = max(seconds, 0)
    let wholeSeconds = min(nonNegativeSeconds, secondsPerYear)
    let millisecondsOfFraction = max(attoseconds, 0) / attosecondsPerMillisecond
    let milliseconds = wholeSeconds * millisecondsPerSecond + millisecondsOfFraction
    return .milliseconds(Int(clamping: max(milliseconds, 1)))
  }
}
