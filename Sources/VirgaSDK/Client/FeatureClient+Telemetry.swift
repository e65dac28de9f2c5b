public import VirgaExperiments
public import VirgaTargeting

extension FeatureClient {
  /// The events that this client records, as a stream: first those since `time`, then each new one.
  ///
  /// The closure ``Configuration/record`` gets them too.
  ///
  /// ```swift
  /// for await event in client.recordsFrom(.epoch) { send(event.name.rawValue, event.time) }
  /// ```
  ///
  /// With `.epoch` it begins with the start of the client, which records the status of enrollments;
  /// with the time of the last event that was handled, an interrupted reader continues there and
  /// gets that event again. The last 500 events are kept for that. A reader that lags by more than
  /// 10,000 events loses the oldest of them.
  ///
  /// The stream can be read in any task, and ends when that is cancelled or the client is released.
  public func recordsFrom(_ time: Instant) -> AsyncStream<TelemetryEvent> {
    telemetryLog.stream(from: time)
  }

  /// Records events now: passes them to the app's recorder, to streams and to the hosting session;
  /// activations, which say that a config was handed out, only if the app wants them.
  ///
  /// Never call it under the lock: it runs code of the app.
  func deliver(_ events: [TelemetryEvent]) {
    let wanted = events.filter { configuration.recordsActivation || $0.name != .activation }
    guard !wanted.isEmpty else { return }
    let now = configuration.clock()
    let recorded = wanted.map { $0.recorded(at: now) }
    for event in recorded { configuration.record(event) }
    telemetryLog.add(recorded)
    hostingSession?.record(recorded)
  }
}
