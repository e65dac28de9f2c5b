import VirgaSource

/// The closures to call after a change, in the order in which they were added.
package final class Observers: Sendable {
  private struct State {
    var nextID = 0
    var actions: [(id: Int, action: @Sendable () -> Void)] = []
  }

  private let state = Locked(State())

  /// Creates an empty list of observers.
  package init() {}

  /// Adds an observer; it stays until its token is cancelled.
  package func add(_ action: @escaping @Sendable () -> Void) -> ObserverToken {
    let id = state.withLock { state in
      state.nextID += 1
      state.actions.append((state.nextID, action))
      return state.nextID
    }
    return ObserverToken { [weak self] in self?.remove(id) }
  }

  /// Calls all observers on this thread.
  ///
  /// Runs outside the lock, so that they can add and remove observers.
  package func notify() {
    for (_, action) in state.withLock({ $0.actions }) { action() }
  }

  /// A stream with one element for each change.
  ///
  /// A slow reader gets one element for several changes.
  package func stream() -> AsyncStream<Void> {
    AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
      let token = add { continuation.yield() }
      continuation.onTermination = { _ in token.cancel() }
    }
  }

  private func remove(_ id: Int) { state.withLock { $0.actions.removeAll { $0.id == id } } }
}

/// An observer that can be removed again.
///
/// Releasing the token does not remove the observer, so an app that observes for as long as it runs may ignore it.
public struct ObserverToken: Sendable {
  private let remove: @Sendable () -> Void

  init(_ remove: @escaping @Sendable () -> Void) { self.remove = remove }

  /// Removes the observer; calling it again does nothing.
  public func cancel() { remove() }
}
