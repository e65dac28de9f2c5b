import VirgaExperiments
import VirgaSource
import VirgaTargeting

/// The last events that a client recorded, and the streams of those who read them.
final class TelemetryLog: Sendable {
  private struct State {
    var nextID = 0
    /// The last events, oldest first.
    var recent: [TelemetryEvent] = []
    var readers: [Int: AsyncStream<TelemetryEvent>.Continuation] = [:]
  }

  /// How many events are kept for streams that begin later.
  static let maxRecentEvents = 500
  /// How many events a stream keeps for a reader that lags behind.
  static let maxBufferedEvents = 10_000

  private let state = Locked(State())

  deinit { for reader in state.withLock({ $0.readers }).values { reader.finish() } }

  /// Adds events, and passes them to the readers.
  func add(_ events: [TelemetryEvent]) {
    let readers = state.withLock { state in
      state.recent += events
      // Removing the first events moves all others, so it waits until there are twice as many
      // as the limit.
      if state.recent.count > 2 * Self.maxRecentEvents {
        state.recent.removeFirst(state.recent.count - Self.maxRecentEvents)
      }
      return Array(state.readers.values)
    }
    for event in events {
      for reader in readers { reader.yield(event) }
    }
  }

  /// The kept events that were recorded at `time` or later, and then each new one.
  func stream(from time: Instant) -> AsyncStream<TelemetryEvent> {
    AsyncStream(bufferingPolicy: .bufferingNewest(Self.maxBufferedEvents)) { continuation in
      let id = state.withLock { state in
        // `add(_:)` lets more events accumulate than the limit. Nobody waits for the stream yet, so
        // this runs no code of the app under the lock.
        for event in state.recent.suffix(Self.maxRecentEvents) where event.time >= time {
          continuation.yield(event)
        }
        state.nextID += 1
        state.readers[state.nextID] = continuation
        return state.nextID
      }
      continuation.onTermination = { [weak self] _ in self?.remove(id) }
    }
  }

  /// Removes a reader whose stream has ended.
  private func remove(_ id: Int) {
    let reader = state.withLock { $0.readers.removeValue(forKey: id) }
    // Released outside the lock, because that may run code of the app.
    withExtendedLifetime(reader) {}
  }
}
