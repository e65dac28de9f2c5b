import CVirgaPlatform
import VirgaSource
package import VirgaTargeting

/// In debug builds, reports once what an app has not set up yet.
package final class SetupReminder: Sendable {
  /// Receives the sentence instead of standard error, for tests.
  @TaskLocal package static var listener: (@Sendable (String) -> Void)?

  private let wasReported = Locked(false)

  package init() {}

  /// Prints `sentence` on standard error, in debug builds and on the first call only.
  package func say(_ sentence: @autoclosure () -> String) {
    guard DebugBuild.isThisOne else { return }
    let isFirst = wasReported.withLock { wasReported in
      defer { wasReported = true }
      return !wasReported
    }
    guard isFirst else { return }
    if let listener = Self.listener { return listener(sentence()) }
    let line = Array("virga: \(sentence())\n".utf8)
    // Whether it could be written does not matter to the app.
    _ = line.withUnsafeBytes { bytes in write(STDERR_FILENO, bytes.baseAddress, bytes.count) }
  }
}

/// How this code was built.
package enum DebugBuild {
  /// Whether it was built for debugging.
  package static var isThisOne: Bool {
    #if DEBUG
      true
    #else
      false
    #endif
  }
}

/// The machine's clock.
package enum SystemClock {
  /// The current time in UTC.
  package static func now() -> Instant {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Instant(seconds: Int64(time.tv_sec), nanoseconds: Int32(time.tv_nsec))
  }
}

/// The closures to call after a change, in the order in which they were added.
package final class Observers: Sendable {
  private struct State {
    var nextID = 0
    var actions: [(id: Int, action: @Sendable () -> Void)] = []
  }

  private let state = Locked(State())

  package init() {}

  /// Adds a closure; the token removes it.
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

/// An observer that can be removed again; releasing the token does not remove it.
public struct ObserverToken: Sendable {
  private let remove: @Sendable () -> Void

  init(_ remove: @escaping @Sendable () -> Void) { self.remove = remove }

  /// Removes the observer; calling it again does nothing.
  public func cancel() { remove() }
}
