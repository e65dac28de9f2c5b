import Dispatch
import VirgaExperiments
import VirgaSource
import VirgaTargeting

extension FeatureClient {
  /// Where the client stands with its store.
  struct Saving {
    /// Why the store could not be read; as long as it is set, nothing is saved.
    var loadFailure: String?
    /// Why the last state could not be written.
    var saveFailure: String?
    /// Whether a save is queued that has not read the state yet.
    var isQueued = false

    mutating func load(from store: (any ClientStore)?) -> SavedClient? {
      do {
        return try store?.load()
      } catch {
        loadFailure = "\(error)"
        return nil
      }
    }
  }

  /// What an app keeps for the next start; ``init(_:saved:)`` takes it back.
  public var saved: SavedClient {
    state.withLock { state in
      SavedClient(
        clientID: state.client.attributes.clientID, enrollments: state.enrollments, events: state.client.events,
        pending: state.pending)
    }
  }

  /// Why the store could not be read or written; nil while all is well.
  ///
  /// A store that could not be read is left alone until ``replaceStoredState()``.
  public var storeFailure: String? { state.withLock { $0.saving.loadFailure ?? $0.saving.saveFailure } }

  /// Overwrites a store that could not be read with the state of this client, and saves from now on.
  public func replaceStoredState() {
    state.withLock { $0.saving.loadFailure = nil }
    save()
  }

  /// Waits until everything that happened before this call is saved; an app calls it before it is suspended.
  public func flush() { saveQueue.sync {} }

  /// Saves the state in the background; several changes in a row may be saved as one.
  func save() {
    guard let store = configuration.store else { return }
    let isNew = state.withLock { state in
      guard state.saving.loadFailure == nil, !state.saving.isQueued else { return false }
      state.saving.isQueued = true
      return true
    }
    guard isNew else { return }
    saveQueue.async { [self] in
      state.withLock { $0.saving.isQueued = false }
      do {
        try store.save(saved)
        state.withLock { $0.saving.saveFailure = nil }
      } catch {
        state.withLock { $0.saving.saveFailure = "\(error)" }
      }
    }
  }
}
