import Dispatch
import VirgaFiles
public import VirgaFlags
import VirgaSDK
import VirgaSource

// Reading the configuration again. No thread waits for the web, and no lock is held while anything
// is read.
extension FeatureFlags {
  /// Reads the configuration again in the background, and calls `completion` there once it is
  /// applied.
  ///
  /// Until then ``load`` says that the flags are being loaded, unless the app has set no source.
  ///
  /// A refresh during another one joins it. Changes by developers are discarded; the draws of
  /// tests are kept, and whether flags are unlocked.
  public func refresh(_ completion: (@Sendable () -> Void)? = nil) {
    let isFirst = state.withLock { state in
      // If an earlier refresh is still reading, this one reads nothing: what the earlier one reads
      // is applied for both. The joined refreshes get the number of a new read, so their result is
      // applied even if another read, such as of data that the app supplies, began and was applied
      // in between.
      let earlier = state.refresh
      let number = state.beginRead(isLoading: hasSource)
      state.refresh = PendingRefresh(readNumber: number, joining: earlier, completion)
      return earlier == nil
    }
    if isFirst { readSources() }
  }

  /// Reads the configuration again, and returns the result once it is applied.
  @discardableResult
  public func refreshed() async -> FlagLoadResult {
    await withCheckedContinuation { continuation in
      refresh { continuation.resume() }
    }
    return load
  }

  /// Applies bytes as the configuration on this thread, then calls `completion`.
  ///
  /// Until they are applied, the flags count as loading, but only in an app that has a source.
  package func refreshWithData(_ data: [UInt8], completion: (@Sendable () -> Void)? = nil) {
    // Counts as a read, so that an earlier one that ends later does not replace these flags.
    let number = state.withLock { $0.beginRead(isLoading: hasSource) }
    let configuration = Result { () throws(FileFailure) in
      try reading.configuration(of: data, from: "data")
    }
    // The bytes come from the app, not from one of the sources.
    let isApplied = apply(configuration, from: nil, readNumber: number)
    if isApplied { storeAndNotify() }
    completion?()
  }

  /// Whether the app has set a source; without one, flags never say that they are being loaded.
  private var hasSource: Bool { source != nil }

  /// Reads the configuration on this thread, without caching it.
  func readNow() {
    let number = state.withLock { $0.beginRead(isLoading: hasSource) }
    _ = apply(read(source), from: source, readNumber: number)
  }

  /// Whether a refresh reads from the web: the configuration, or a fallback that was not fetched
  /// yet.
  var readsWeb: Bool {
    if case .web = source { return true }
    return state.withLock { $0.loaded.unfetchedFallback != nil }
  }

  /// Reads the configuration and applies it, then does the same with a fallback on the web that was
  /// not fetched yet, and then completes the refresh.
  private func readSources() {
    fetch(source) { [self] configuration in
      let refresh = applyRefreshed(configuration)
      guard let unfetchedFallback = state.withLock({ $0.loaded.unfetchedFallback }) else {
        return refresh.complete()
      }
      fetch(unfetchedFallback) { [self] fallback in
        apply(fallback: fallback)
        storeAndNotify()
        refresh.complete()
      }
    }
  }

  /// Reads a source and calls `completion` in the background, on queues instead of in tasks: an app
  /// may block the few threads that all tasks share.
  ///
  /// `source` is nil if the app has set none; `completion` then gets a failure that says so.
  private func fetch(
    _ source: ConfigurationSource?,
    _ completion: @escaping @Sendable (Result<FlagConfiguration, FileFailure>) -> Void
  ) {
    // `reading.fetch` is nil if the app reads by a function that makes a thread wait.
    guard case .web(let url) = source, let fetchBytes = reading.fetch else {
      return readInBackground(source, completion)
    }
    fetchBytes(url) { [self] bytes in
      // On another queue, so that what the app does then does not hold up the next fetch.
      DispatchQueue.global().async { [self] in
        completion(configuration(of: bytes, from: .web(url)))
      }
    }
  }

  /// Reads a source on `queue`, where a read may wait, then calls `completion`.
  ///
  /// The source is a file, or on the web if the app has no function that fetches in the background.
  ///
  /// `source` is nil if the app has set none; `completion` then gets a failure that says so.
  private func readInBackground(
    _ source: ConfigurationSource?,
    _ completion: @escaping @Sendable (Result<FlagConfiguration, FileFailure>) -> Void
  ) {
    queue.async { [self] in
      let configuration = read(source)
      // On another queue, so that what the app does then does not hold up the next read.
      DispatchQueue.global().async { completion(configuration) }
    }
  }

  /// The configuration in fetched bytes, or why there is none; a failure names `source`.
  private func configuration(
    of bytes: Result<[UInt8], FileFailure>, from source: ConfigurationSource
  ) -> Result<FlagConfiguration, FileFailure> {
    bytes.flatMap { fetchedBytes in
      Result { () throws(FileFailure) in
        try reading.configuration(of: fetchedBytes, from: source.description)
      }
    }
  }

  /// Reads a source on this thread.
  private func read(_ source: ConfigurationSource?) -> Result<FlagConfiguration, FileFailure> {
    guard let source else { return .failure(Self.noSource) }
    return Result { () throws(FileFailure) in try reading.configuration(at: source) }
  }

  private static let noSource = FileFailure(
    path: "configuration", reason: "the app has not set a source")

  /// Applies the configuration that a refresh has read, and returns that refresh.
  ///
  /// Later calls of `refresh(_:)` no longer join it, but read again.
  private func applyRefreshed(
    _ configuration: Result<FlagConfiguration, FileFailure>
  ) -> PendingRefresh {
    let refresh = state.withLock { state in
      // Never nil: sources are only read for a pending refresh.
      let refresh =
        state.refresh ?? PendingRefresh(readNumber: state.startedReads, joining: nil, nil)
      state.refresh = nil
      return refresh
    }
    // False if a later read was applied before this one ended.
    let isApplied = apply(configuration, from: source, readNumber: refresh.readNumber)
    if isApplied { storeAndNotify() }
    return refresh
  }

  /// Stores the cache, and tells observers that flags may have changed.
  private func storeAndNotify() {
    storeCache()
    notifyObservers()
  }

  /// Applies the configuration of the read `readNumber`; returns false if a later read was already
  /// applied.
  ///
  /// `source` is nil for data that the app supplies, or if the app has set no source.
  private func apply(
    _ configuration: Result<FlagConfiguration, FileFailure>, from source: ConfigurationSource?,
    readNumber: Int
  ) -> Bool {
    let time = clock()
    return updateLoaded(readNumber: readNumber) { loaded, random in
      // `random` gives new tests a draw, the number that selects their variation.
      loaded.apply(configuration, from: source, at: time, random: &random)
      // Changes the flags each time; `updateLoaded` notices if a later read was applied.
      return true
    }
  }

  /// Applies a fetched fallback, or why it could not be fetched.
  private func apply(fallback: Result<FlagConfiguration, FileFailure>) {
    _ = updateLoaded { loaded, random in
      // `random` gives new tests a draw, the number that selects their variation.
      loaded.apply(fallback: fallback, random: &random)
      // Keeps the result, also that the fallback could not be fetched.
      return true
    }
  }

  /// Changes the flags; returns whether they were changed.
  ///
  /// `body` runs outside the lock, because it may run the app's random generator: for a new test,
  /// that draws the number that selects its variation. If another thread changed the flags
  /// meanwhile, `body` runs again on the newer ones.
  ///
  /// - Parameters:
  ///   - readNumber: The number of the read whose result `body` applies; nil for another change.
  ///     Storing a result also discards the developers' choices, which last until the next refresh;
  ///     if a later read was already applied, nothing is changed.
  ///   - body: Changes the flags; returns false to change nothing.
  func updateLoaded(
    readNumber: Int? = nil, _ body: (inout LoadedFlags, inout any Generator) -> Bool
  ) -> Bool {
    while true {
      let before = state.withLock { $0 }
      if let readNumber, readNumber <= before.lastAppliedRead { return false }
      var loaded = before.loaded
      var random = before.random
      guard body(&loaded, &random) else { return false }
      let isStored = state.withLock { [loaded, random] state in
        let isChangedByOtherThread = state.changeCount != before.changeCount
        if isChangedByOtherThread { return false }
        state.replace(loaded, random, readNumber: readNumber)
        return true
      }
      if isStored { return true }
    }
  }

  typealias Generator = RandomNumberGenerator & Sendable

  /// A refresh that is reading sources, and those that joined it.
  struct PendingRefresh {
    /// The number of the read; each refresh that joins gives it a new one.
    let readNumber: Int
    private let completions: [@Sendable () -> Void]

    /// A refresh that also completes those of `earlier`, which it joins; `completion` is nil for a
    /// caller that does not wait.
    init(
      readNumber: Int, joining earlier: PendingRefresh?, _ completion: (@Sendable () -> Void)?
    ) {
      self.readNumber = readNumber
      completions = (earlier?.completions ?? []) + [completion].compactMap(\.self)
    }

    func complete() { for completion in completions { completion() } }
  }
}

extension FeatureFlags.State {
  /// Begins a read and returns its number: 1 for the first read, 2 for the second.
  ///
  /// The number keeps a read that ends late from replacing a later one.
  ///
  /// - Parameter isLoading: Whether the flags say that they are being loaded; false without a
  ///   source to load them from.
  mutating func beginRead(isLoading: Bool) -> Int {
    loaded.loadResult.isLoading = isLoading
    startedReads += 1
    return startedReads
  }

  /// Replaces the flags and the random generator; with `readNumber` also ends that read, whose
  /// result the flags are.
  ///
  /// Setting ``loaded`` increments ``changeCount``, so that other threads notice the change.
  fileprivate mutating func replace(
    _ loaded: LoadedFlags, _ random: any FeatureFlags.Generator, readNumber: Int?
  ) {
    self.loaded = loaded
    self.random = random
    if let readNumber { endRead(readNumber) }
  }

  /// Ends the read `number`, whose result was applied.
  ///
  /// Discards the choices that developers made while the app ran, because they only last until the
  /// next refresh.
  ///
  /// A read that started later may still be loading.
  fileprivate mutating func endRead(_ number: Int) {
    lastAppliedRead = number
    developerChoices = [:]
    loaded.loadResult.isLoading = startedReads > number
  }
}
