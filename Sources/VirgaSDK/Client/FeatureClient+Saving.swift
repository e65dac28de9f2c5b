import Dispatch
import VirgaExperiments
import VirgaSource
import VirgaTargeting

// The state that a client keeps in its store. Rule: VirgaSDK/Survival.
extension FeatureClient {
  struct Saving {
    /// Nothing is saved while this is set.
    var loadFailure: String?
    var saveFailure: String?
    /// What became of a corrupt state.
    var recovery: String?
    /// Whether a save is queued that has not read the state yet.
    var isQueued = false
    /// The number of saves that failed since the last one that did not.
    var failures = 0
    var hasRetry = false

    var failure: String? { loadFailure ?? saveFailure ?? recovery }

    mutating func load(from store: (any ClientStore)?) -> SavedClient? {
      guard let store else { return nil }
      do {
        return try store.load()
      } catch let failure as SavedClientFailure {
        return recover(from: failure, in: store)
      } catch {
        loadFailure = "\(error)"
        return nil
      }
    }

    private mutating func recover(
      from failure: SavedClientFailure, in store: any ClientStore
    ) -> SavedClient? {
      do {
        guard case .corrupt = failure else { throw failure }
        let previous = try store.recover(from: failure)
        let rest = previous == nil ? "starts fresh" : "continues with the previous one"
        recovery = "\(failure); it was set aside, and the client \(rest)"
        return previous
      } catch {
        loadFailure = "\(error)"
        return nil
      }
    }
  }

  /// The state to store for the next start; pass it to ``init(_:saved:)``.
  public var saved: SavedClient {
    state.withLock { state in
      var saved = SavedClient(
        clientID: state.client.attributes.clientID, enrollments: state.enrollments,
        events: state.client.events,
        pending: state.pending)
      (saved.appVersion, saved.updateDate) = state.app
      return saved
    }
  }

  /// Why the store could not be read or written, or what became of a corrupt state.
  ///
  /// A state that cannot be read is left alone until ``replaceStoredState()``; a corrupt one is set
  /// aside if the store can do that.
  public var storeFailure: String? { state.withLock { $0.saving.failure } }

  /// Overwrites an unreadable store with this client's state, and saves from now on.
  public func replaceStoredState() {
    state.withLock { state in
      state.saving.loadFailure = nil
      state.saving.recovery = nil
    }
    save()
  }

  /// Waits until all earlier changes are saved, and tries once more if that failed before; see
  /// ``storeFailure``.
  ///
  /// An app calls it before it is suspended. Within the save of any client's store it returns at
  /// once, because two clients whose stores flush each other would wait forever.
  public func flush() {
    guard let store = configuration.store, !Self.isSaving else { return }
    saveQueue.sync {
      if state.withLock({ $0.saving.saveFailure != nil }) { saveNow(in: store) }
    }
  }

  /// Saves the state in the background; several changes in a row may be saved together.
  func save() {
    guard let store = configuration.store else { return }
    let isNew = state.withLock { state in
      guard state.saving.loadFailure == nil, !state.saving.isQueued else { return false }
      state.saving.isQueued = true
      return true
    }
    if isNew { saveQueue.async { [self] in saveNow(in: store) } }
  }

  /// Whether a client's store is saving on this thread.
  @TaskLocal private static var isSaving = false

  // Runs on `saveQueue`.
  private func saveNow(in store: any ClientStore) {
    state.withLock { $0.saving.isQueued = false }
    do {
      try Self.$isSaving.withValue(true) { try store.save(saved) }
      state.withLock { state in
        state.saving.saveFailure = nil
        state.saving.failures = 0
      }
    } catch {
      let reason = "\(error)"
      if let pause = state.withLock({ $0.saving.fail(reason) }) { retry(in: store, after: pause) }
    }
  }

  private func retry(in store: any ClientStore, after pause: Int) {
    saveQueue.asyncAfter(deadline: .now() + .seconds(pause)) { [weak self] in
      guard let self else { return }
      let isFailing = state.withLock { state in
        state.saving.hasRetry = false
        return state.saving.saveFailure != nil
      }
      if isFailing { saveNow(in: store) }
    }
  }
}

extension FeatureClient.Saving {
  /// Records a failure; returns after how many seconds to try again, nil if that is scheduled
  /// already.
  mutating func fail(_ reason: String) -> Int? {
    saveFailure = reason
    failures += 1
    guard !hasRetry else { return nil }
    hasRetry = true
    return RetryPause.seconds(after: failures)
  }
}

/// The pauses between attempts to write what cannot be written.
package enum RetryPause {
  /// The pause after a number of failures in a row: 1, 2, 4 seconds, and so on up to a minute.
  package static func seconds(after failures: Int) -> Int {
    min(1 << min(max(failures - 1, 0), 6), 60)
  }
}
