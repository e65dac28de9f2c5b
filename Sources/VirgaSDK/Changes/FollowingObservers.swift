import VirgaSource

/// Observers of a value that is read from sources, such as a feature's SDK, which may be replaced.
///
/// The sources are observed only while somebody observes the value.
final class FollowingObservers: Sendable {
  /// Has `action` called after changes of each of the current sources.
  typealias Subscribe = (_ action: @escaping @Sendable () -> Void) -> [ObserverToken]

  private struct State {
    var nextID = 0
    /// The ids of those who observe the value.
    var observerIDs: Set<Int> = []
    /// The tokens of the current sources; empty while nobody observes.
    var tokens: [ObserverToken] = []
    /// The number of times that following began, which is the turn of the last one.
    var turns = 0
    /// The turn that ``tokens`` belong to.
    var followedTurn = 0

    /// Stores the tokens of the sources that were observed in a turn, a call of
    /// `observeCurrentSources`; returns those to cancel.
    ///
    /// These are the earlier tokens, or the new ones if they are not needed: a later turn has
    /// stored its tokens already, or nobody observes the value any longer.
    mutating func replaceTokens(
      with newTokens: [ObserverToken], ofTurn turn: Int
    ) -> [ObserverToken] {
      let isOutdated = followedTurn > turn
      if isOutdated || observerIDs.isEmpty { return newTokens }
      followedTurn = turn
      let earlierTokens = tokens
      tokens = newTokens
      return earlierTokens
    }
  }

  private let observers = Observers()
  private let state = Locked(State())

  deinit { for token in state.withLock({ $0.tokens }) { token.cancel() } }

  /// Calls `action` after changes of the value, and follows the current sources.
  ///
  /// - Parameters:
  ///   - action: The observer.
  ///   - subscribe: Observes the sources from which the value is read now.
  func add(
    _ action: @escaping @Sendable () -> Void, following subscribe: Subscribe
  ) -> ObserverToken {
    let token = observers.add(action)
    // The sources stay observed until the last id is removed.
    let id = addObserverID()
    observeCurrentSources(subscribe)
    // Runs when the returned token is cancelled.
    return ObserverToken { [weak self] in
      token.cancel()
      self?.remove(id)
    }
  }

  /// Adds the id of a new observer to the state, and returns it.
  ///
  /// The ids only tell whether anybody observes the value: only then its sources are followed.
  private func addObserverID() -> Int {
    state.withLock { state in
      state.nextID += 1
      state.observerIDs.insert(state.nextID)
      return state.nextID
    }
  }

  /// Calls the observers on this thread.
  func notify() { observers.notify() }

  /// Follows the current sources instead of earlier ones, and calls the observers, because the
  /// value may have changed with them.
  ///
  /// Sources, such as the SDK of a feature, are followed only while somebody observes the value.
  ///
  /// - Parameter subscribe: Observes the sources from which the value is read now.
  func sourcesDidChange(_ subscribe: Subscribe) {
    let isObserved = state.withLock { !$0.observerIDs.isEmpty }
    guard isObserved else { return }
    observeCurrentSources(subscribe)
    notify()
  }

  /// Observes the current sources instead of earlier ones.
  ///
  /// If another thread calls this meanwhile, the sources of the later call stay observed.
  private func observeCurrentSources(_ subscribe: Subscribe) {
    // Numbers this call, to tell below whether a later one has set its tokens already.
    let turn = state.withLock { state in
      state.turns += 1
      return state.turns
    }
    // The sources are code of the app, so they run outside the lock.
    let tokens = subscribe { [weak observers = self.observers] in observers?.notify() }
    let unusedTokens = state.withLock { $0.replaceTokens(with: tokens, ofTurn: turn) }
    for token in unusedTokens { token.cancel() }
  }

  /// Removes an observer, and with the last one stops observing the sources of the value.
  private func remove(_ id: Int) {
    let unusedTokens = state.withLock { state -> [ObserverToken] in
      state.observerIDs.remove(id)
      guard state.observerIDs.isEmpty else { return [] }
      // The tokens are returned, then cleared.
      defer { state.tokens = [] }
      return state.tokens
    }
    for token in unusedTokens { token.cancel() }
  }
}
