import Dispatch
import VirgaFiles
public import VirgaFlags
import VirgaSource

extension FeatureFlags {
  /// Reads the configuration anew, elsewhere, and calls `completion` there once the new state is in place.
  ///
  /// What developers toggled is gone then; draws and lock states stay.
  public func refresh(_ completion: (@Sendable () -> Void)? = nil) {
    let turn = begin()
    DispatchQueue.global().async { [self] in
      finish(read(turn))
      completion?()
    }
  }

  /// Reads the configuration anew, and gives what became of it once the new state is in place.
  @discardableResult
  public func refreshed() async -> FlagLoad {
    await withCheckedContinuation { continuation in
      refresh { continuation.resume() }
    }
    return load
  }

  /// Takes bytes over as the configuration, for an app that fetched the file anyway; then calls `completion`.
  ///
  /// Bytes that are no configuration change nothing; ``load`` tells why.
  public func refreshWithData(_ data: [UInt8], completion: (@Sendable () -> Void)? = nil) {
    let turn = begin()
    let configuration = Result { () throws(FileFailure) in try reading.configuration(of: data, from: "data") }
    finish(take(configuration, from: nil, turn))
    completion?()
  }

  /// Reads the configuration on this thread, and keeps nothing.
  func readNow() { _ = read(begin()) }

  /// Keeps and announces what was taken over.
  private func finish(_ isNew: Bool) {
    guard isNew else { return }
    keep()
    announce()
  }

  private func begin() -> Int {
    state.withLock { state in
      state.set.load.isLoading = source != nil
      state.begun += 1
      return state.begun
    }
  }

  /// Reads the configuration; false if a later one was taken over meanwhile.
  private func read(_ turn: Int) -> Bool {
    guard let source else { return take(.failure(Self.noSource), from: nil, turn) }
    return take(Result { () throws(FileFailure) in try reading.configuration(at: source) }, from: source, turn)
  }

  private static let noSource = FileFailure(path: "configuration", reason: "the app names no source")

  private func take(
    _ configuration: Result<FlagConfiguration, FileFailure>, from source: ConfigurationSource?, _ turn: Int
  ) -> Bool {
    let time = clock()
    return state.withLock { state in
      guard turn > state.taken else { return false }
      state.taken = turn
      state.toggles = [:]
      state.set.take(configuration, from: source, at: time, random: &state.random)
      state.set.load.isLoading = state.begun > turn
      return true
    }
  }
}
