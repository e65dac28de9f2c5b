import VirgaSource

/// Observers of a value that is read from sources, such as a feature's SDK, which may be replaced.
///
/// The sources are observed once somebody observes the value.
final class FollowingObservers: Sendable {
  /// Has `action` called after changes of each of the current sources.
  typealias Subscribe = (_ action: @escaping @Sendable () -> Void) -> [ObserverToken]

  private struct State {
    var isFollowing = false
    /// The tokens of the current sources.
    var tokens: [ObserverToken] = []
  }

  private let observers = Observers()
  private let state = Locked(State())

  deinit { for token in state.withLock({ $0.tokens }) { token.cancel() } }

  /// Calls `action` after changes of the value, and follows the current sources.
  func add(
    _ action: @escaping @Sendable () -> Void, following subscribe: Subscribe
  ) -> ObserverToken {
    let token = observers.add(action)
    state.withLock { $0.isFollowing = true }
    follow(subscribe)
    return token
  }

  /// Calls the observers on this thread.
  func notify() { observers.notify() }

  /// Follows the current sources instead of earlier ones, and calls the observers.
  func sourcesDidChange(_ subscribe: Subscribe) {
    guard state.withLock({ $0.isFollowing }) else { return }
    follow(subscribe)
    notify()
  }

  /// Replaces the tokens of earlier sources by those of the current ones.
  private func follow(_ subscribe: Subscribe) {
    // The sources are code of the app, so they run outside the lock.
    let tokens = subscribe { [weak observers = self.observers] in observers?.notify() }
    let earlierTokens = state.withLock { state in
      defer { state.tokens = tokens }
      return state.tokens
    }
    for token in earlierTokens { token.cancel() }
  }
}
