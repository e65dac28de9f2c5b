/// The closures to call after a change, in the order in which they were added.
package final class Observers: Sendable {
  private struct State {
    var nextID = 0
    var actions: [(id: Int, action: @Sendable () -> Void)] = []
  }

  private let state = Locked(State())

  package init() {}

  /// Adds a closure that ``notify()`` calls, until the token is cancelled.
  package func add(_ action: @escaping @Sendable () -> Void) -> ObserverToken {
    let id = state.withLock { state in
      state.nextID += 1
      state.actions.append((state.nextID, action))
      return state.nextID
    }
    return ObserverToken { [weak self] in self?.remove(id) }
  }

  /// Calls all observers on this thread; runs outside the lock, so that they can add and remove
  /// observers.
  package func notify() {
    let actions = state.withLock { $0.actions }
    for (_, action) in actions { action() }
  }

  /// A stream with one element for each change; a slow reader gets one element for several changes.
  package func stream() -> AsyncStream<Void> {
    AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
      let token = add { continuation.yield() }
      continuation.onTermination = { _ in token.cancel() }
    }
  }

  private func remove(_ id: Int) { state.withLock { $0.actions.removeAll { $0.id == id } } }
}
