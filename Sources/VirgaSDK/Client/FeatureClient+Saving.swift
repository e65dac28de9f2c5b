import Dispatch
import VirgaExperiments
import VirgaSource
import VirgaTargeting

// Loading the client's state from its store, and saving it there. Rule: VirgaSDK/Survival.
extension FeatureClient {
  /// What went wrong with the store, and which saves are scheduled.
  struct Saving {
    /// Why the state could not be loaded; while this is set, nothing is saved.
    var loadFailure: String?
    /// Why the last save failed; nil if it succeeded.
    var saveFailure: String?
    /// How a corrupt state was handled, as a sentence; nil if there was none.
    var recoveryMessage: String?
    /// Whether a save is queued that has not read the state yet.
    var isQueued = false
    /// The number of failed saves since the last successful one.
    var failureCount = 0
    /// Whether another attempt to save is scheduled.
    var isRetryScheduled = false

    /// The failure to report: of loading, else of saving, else the recovery; nil if none happened.
    var failure: String? { loadFailure ?? saveFailure ?? recoveryMessage }

    /// Loads the state, or the previous one if it is corrupt; nil if there is none.
    ///
    /// Also nil if the state cannot be used; ``loadFailure`` or ``recoveryMessage`` then says why.
    mutating func load(from store: (any ClientStore)?) -> SavedClient? {
      guard let store else { return nil }
      do {
        return try store.load()
      } catch let failure as SavedClient.Failure {
        return recover(from: failure, in: store)
      } catch {
        loadFailure = "\(error)"
        return nil
      }
    }

    /// Sets a corrupt state aside and returns the previous one; nil if there is none.
    ///
    /// Any other failure, such as a state of a newer version, is recorded and leaves the state
    /// alone.
    private mutating func recover(
      from failure: SavedClient.Failure, in store: any ClientStore
    ) -> SavedClient? {
      do {
        guard case .corrupt = failure else { throw failure }
        let previous = try store.recover(from: failure)
        let consequence = previous == nil ? "starts fresh" : "continues with the previous one"
        recoveryMessage = "\(failure); it was set aside, and the client \(consequence)"
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
        pending: state.pendingRecipes)
      saved.appVersion = state.appVersion
      saved.updateDate = state.updateDate
      saved.recipesVersion = state.recipesVersion
      // The next start compares its own attributes with those of the last evaluation.
      saved.context = state.evaluatedContext?.attributes
      return saved
    }
  }

  /// Why the store could not be read or written, or how a corrupt state was handled; nil if nothing
  /// went wrong.
  ///
  /// A state that cannot be read is left alone until ``replaceStoredState()``; a corrupt one is set
  /// aside if the store can do that.
  public var storeFailure: String? { state.withLock { $0.saving.failure } }

  /// Overwrites an unreadable store with this client's state, and saves from now on.
  public func replaceStoredState() {
    state.withLock { state in
      state.saving.loadFailure = nil
      // How a corrupt state was handled need not be reported any longer.
      state.saving.recoveryMessage = nil
    }
    save()
  }

  /// Waits until all earlier changes are saved, and tries once more if that failed before; see
  /// ``storeFailure``.
  ///
  /// An app calls it before it is suspended. Within the save of any client's store it returns at
  /// once, because two clients whose stores flush each other would wait forever.
  public func flush() {
    guard let store = configuration.store, !Self.isWithinStoreSave else { return }
    // The queue runs one save after the other, so this waits for those that were queued before.
    saveQueue.sync {
      let hasFailed = state.withLock { $0.saving.saveFailure != nil }
      if hasFailed { saveNow(in: store) }
    }
  }

  /// Saves the state in the background; several changes in a row may be saved together.
  ///
  /// After a failed load nothing is saved, because it would overwrite the state in the store.
  func save() {
    guard let store = configuration.store else { return }
    let mustQueue = state.withLock { state in
      guard state.saving.loadFailure == nil, !state.saving.isQueued else { return false }
      state.saving.isQueued = true
      return true
    }
    if mustQueue { saveQueue.async { [self] in saveNow(in: store) } }
  }

  /// Whether a client's store is saving on this thread.
  @TaskLocal private static var isWithinStoreSave = false

  /// Saves the current state, and schedules another attempt if that fails.
  ///
  /// Runs on ``saveQueue``.
  private func saveNow(in store: any ClientStore) {
    // Before the state is read, so that any change from now on queues another save.
    state.withLock { $0.saving.isQueued = false }
    do {
      // `saved` is the state now. If the store's `save` calls ``flush()``, the call must not wait
      // for this save.
      try Self.$isWithinStoreSave.withValue(true) { try store.save(saved) }
      state.withLock { state in
        state.saving.saveFailure = nil
        state.saving.failureCount = 0
      }
    } catch {
      let reason = "\(error)"
      // Nil if another attempt is scheduled already.
      let pause = state.withLock { $0.saving.recordFailure(reason) }
      if let pause { scheduleRetry(in: store, after: pause) }
    }
  }

  /// Saves again after a pause in seconds, unless another save succeeds before.
  private func scheduleRetry(in store: any ClientStore, after pause: Int) {
    saveQueue.asyncAfter(deadline: .now() + .seconds(pause)) { [weak self] in
      guard let self else { return }
      let isFailing = state.withLock { state in
        state.saving.isRetryScheduled = false
        return state.saving.saveFailure != nil
      }
      if isFailing { saveNow(in: store) }
    }
  }
}

extension FeatureClient.Saving {
  /// Records why a save failed; returns after how many seconds to try again, nil if another attempt
  /// is scheduled already.
  mutating func recordFailure(_ reason: String) -> Int? {
    saveFailure = reason
    failureCount += 1
    guard !isRetryScheduled else { return nil }
    isRetryScheduled = true
    return RetryPause.seconds(after: failureCount)
  }
}

/// The pauses between attempts to write what cannot be written.
package enum RetryPause {
  /// The pause after a number of failures in a row: 1, 2, 4, 8, 16, 32, and then 60 seconds.
  package static func seconds(after failures: Int) -> Int {
    let longest = 60
    // Six doublings exceed the longest pause; more would overflow in the end.
    let maxDoublings = 6
    let doublingsSoFar = max(failures - 1, 0)
    let doublings = min(doublingsSoFar, maxDoublings)
    return min(1 << doublings, longest)
  }
}
