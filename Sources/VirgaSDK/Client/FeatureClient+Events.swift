import VirgaExperiments
import VirgaSource
public import VirgaTargeting

// Behavioral events, which targeting expressions count. Source of the rules: SDK: Behavioural event store.
extension FeatureClient {
  /// Counts a behavioral event, which targeting expressions see at the next evaluation.
  public func recordEvent(_ event: String, count: UInt64 = 1) {
    let now = configuration.clock()
    if let host {
      try? host.count(event, count: count, secondsAgo: nil, at: now)
      return
    }
    state.withLock { $0.client.events.record(event, count: count, at: now) }
    save()
  }

  /// Counts a behavioral event that happened some seconds ago, to try out targeting.
  ///
  /// - Throws: `EventStore.Failure.invalidDuration` if `seconds` is negative, or longer ago than events are kept.
  public func recordPastEvent(
    _ event: String, secondsAgo seconds: Int64, count: UInt64 = 1
  ) throws(EventStore.Failure) {
    let now = configuration.clock()
    if let host { return try host.count(event, count: count, secondsAgo: seconds, at: now) }
    try state.withLock { state throws(EventStore.Failure) in
      try state.client.events.recordPast(event, secondsAgo: seconds, count: count, at: now)
    }
    save()
  }

  /// Moves the clock of behavioral events forward, to try out targeting; it then stands still until the next start.
  ///
  /// The clock of a client that lives on a session is the console's, and stays as it is.
  ///
  /// - Throws: `EventStore.Failure.invalidDuration` if `seconds` is negative.
  public func advanceEventTime(bySeconds seconds: Int64) throws(EventStore.Failure) {
    guard host == nil else { return }
    let now = configuration.clock()
    try state.withLock { state throws(EventStore.Failure) in
      try state.client.events.advanceTime(by: seconds, at: now)
    }
  }

  /// Forgets all behavioral events; those of a session stay, for the console clears them.
  public func clearEvents() {
    guard host == nil else { return }
    state.withLock { $0.client.events.clear() }
    save()
  }
}
