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
  /// Refreshes at the same time are one. Changes by developers are discarded; draws and lock states
  /// are kept.
  public func refresh(_ completion: (@Sendable () -> Void)? = nil) {
    let isFirst = state.withLock { state in
      let turn = state.begin(isLoading: source != nil)
      defer { state.refresh = PendingRefresh(turn: turn, joining: state.refresh, completion) }
      return state.refresh == nil
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

  package func refreshWithData(_ data: [UInt8], completion: (@Sendable () -> Void)? = nil) {
    let turn = state.withLock { $0.begin(isLoading: source != nil) }
    let configuration = Result { () throws(FileFailure) in
      try reading.configuration(of: data, from: "data")
    }
    finish(apply(configuration, from: nil, turn))
    completion?()
  }

  /// Reads the configuration on this thread, without caching it.
  func readNow() {
    let turn = state.withLock { $0.begin(isLoading: source != nil) }
    _ = apply(read(source), from: source, turn)
  }

  /// Whether a refresh asks the web.
  var asksWeb: Bool {
    if case .web = source { return true }
    return state.withLock { $0.set.missingFallback != nil }
  }

  /// Applies the configuration as soon as it is there, and then a fallback that is still missing.
  private func readSources() {
    fetch(source) { [self] configuration in
      let refresh = endRefresh(configuration)
      guard let missing = state.withLock({ $0.set.missingFallback }) else {
        return refresh.complete()
      }
      fetch(missing) { [self] fallback in
        finish(apply(fallback: fallback))
        refresh.complete()
      }
    }
  }

  /// Reads a source and calls `completion` in the background, without tasks: an app may block the
  /// threads that those share.
  private func fetch(
    _ source: ConfigurationSource?,
    _ completion: @escaping @Sendable (Result<FlagConfiguration, FileFailure>) -> Void
  ) {
    guard case .web(let url) = source, let fetch = reading.fetch else {
      return queue.async { [self] in
        let configuration = read(source)
        DispatchQueue.global().async { completion(configuration) }
      }
    }
    fetch(url) { [self] bytes in
      DispatchQueue.global().async { [self] in completion(configuration(of: bytes, from: .web(url)))
      }
    }
  }

  private func configuration(
    of bytes: Result<[UInt8], FileFailure>, from source: ConfigurationSource
  ) -> Result<FlagConfiguration, FileFailure> {
    bytes.flatMap { bytes in
      Result { () throws(FileFailure) in
        try reading.configuration(of: bytes, from: source.description)
      }
    }
  }

  private func read(_ source: ConfigurationSource?) -> Result<FlagConfiguration, FileFailure> {
    guard let source else { return .failure(Self.noSource) }
    return Result { () throws(FileFailure) in try reading.configuration(at: source) }
  }

  private static let noSource = FileFailure(
    path: "configuration", reason: "the app has not set a source")

  /// Applies what a refresh has read, and returns the refresh; one that begins from now on reads
  /// again.
  private func endRefresh(_ configuration: Result<FlagConfiguration, FileFailure>) -> PendingRefresh
  {
    let refresh = state.withLock { state in
      let refresh = state.refresh ?? PendingRefresh(turn: state.startedReads, joining: nil, nil)
      state.refresh = nil
      return refresh
    }
    finish(apply(configuration, from: source, refresh.turn))
    return refresh
  }

  private func finish(_ isNew: Bool) {
    guard isNew else { return }
    keep()
    announce()
  }

  /// False if a later read was already applied.
  private func apply(
    _ configuration: Result<FlagConfiguration, FileFailure>, from source: ConfigurationSource?,
    _ turn: Int
  ) -> Bool {
    let time = clock()
    return update(turn) { set, random in
      set.apply(configuration, from: source, at: time, random: &random)
      return true
    }
  }

  private func apply(fallback: Result<FlagConfiguration, FileFailure>) -> Bool {
    update { set, random in
      set.apply(fallback: fallback, random: &random)
      return true
    }
  }

  /// Changes the flags outside the lock, because that runs the app's random generator; returns what
  /// `body` returns.
  ///
  /// If another thread changed them meanwhile, `body` runs again on the newer flags. With a `turn`,
  /// the flags of a later read stay, and choices by developers are discarded.
  func update(_ turn: Int? = nil, _ body: (inout LoadedFlags, inout any Generator) -> Bool) -> Bool
  {
    while true {
      let before = state.withLock { $0 }
      if let turn, turn <= before.appliedRead { return false }
      var (set, random) = (before.set, before.random)
      guard body(&set, &random) else { return false }
      let isStored = state.withLock { [set, random] state in
        guard state.changes == before.changes else { return false }
        (state.set, state.random) = (set, random)
        if let turn { state.finish(turn) }
        return true
      }
      if isStored { return true }
    }
  }

  typealias Generator = RandomNumberGenerator & Sendable

  /// A refresh that has not ended, with those that joined it.
  struct PendingRefresh {
    /// The turn of the last one that joined.
    let turn: Int
    private let completions: [@Sendable () -> Void]

    init(turn: Int, joining earlier: PendingRefresh?, _ completion: (@Sendable () -> Void)?) {
      self.turn = turn
      completions = (earlier?.completions ?? []) + [completion].compactMap(\.self)
    }

    func complete() { for completion in completions { completion() } }
  }
}

extension FeatureFlags.State {
  /// Starts a read, and returns its turn.
  mutating func begin(isLoading: Bool) -> Int {
    set.load.isLoading = isLoading
    startedReads += 1
    return startedReads
  }

  fileprivate mutating func finish(_ turn: Int) {
    appliedRead = turn
    toggles = [:]
    set.load.isLoading = startedReads > turn
  }
}
