package import VirgaExperiments
package import VirgaJSON
import VirgaSource
package import VirgaTargeting

/// A session that supplies a client's enrollments and configs and stores the app's events.
package protocol ClientHost: Sendable {
  /// Returns the host's state for a client whose app passes `context`; keeps the attributes of
  /// `context` that the host lacks. `client` is the client's current state.
  func state(of client: Client, context: JSONObject) -> HostedState

  /// Counts a behavioral event; it happened `seconds` before `time`, or at `time` if `seconds` is
  /// nil.
  ///
  /// - Throws: `EventStore.Failure.invalidDuration` if `seconds` is negative; nothing is counted
  ///   then.
  func count(
    _ event: String, count: UInt64, secondsAgo seconds: Int64?, at time: Instant
  ) throws(EventStore.Failure)

  /// Reports the manifest of connected code, for as long as the app has the host open.
  func report(_ manifest: ManifestIdentity)

  /// Stores events that the app records.
  func record(_ events: [TelemetryEvent])

  /// Stores an event that was not sent as telemetry, with the reason.
  func recordSuppressed(_ name: TelemetryEvent.Name, feature: String, slug: String?, reason: String)
}

/// The state that a host supplies to a client.
package struct HostedState: Sendable {
  /// The client with the host's attributes, events and id.
  package let client: Client
  /// The client's enrollments in the host's recipes.
  package let enrollments: EnrollmentState
  /// Returns the layers that configure a feature, edits included.
  package let layers: @Sendable (_ feature: String) -> FeatureLayers

  /// Creates a state for a client of the host; `layers` returns those that configure a feature.
  package init(
    client: Client, enrollments: EnrollmentState,
    layers: @escaping @Sendable (_ feature: String) -> FeatureLayers
  ) {
    self.client = client
    self.enrollments = enrollments
    self.layers = layers
  }
}

extension FeatureClient {
  /// Reads the hosting session's state again, so that features return their new values, and
  /// notifies observers; does nothing without such a session.
  package func updateFromHost() {
    guard let hostingSession else { return }
    let now = configuration.clock()
    state.withLock { state in
      state.update(from: hostingSession, context: configuration.context, now: now)
    }
    let withoutEvents = Outcome()
    recordSaveAndNotify(withoutEvents)
  }
}

extension FeatureClient.State {
  /// Replaces the client and its enrollments by those of `host`, the session that supplies them to
  /// an app with the attributes `context`.
  ///
  /// `now` is a parameter because the clock is code of the app, which must not run under the lock.
  mutating func update(from host: any ClientHost, context: JSONObject, now: Instant) {
    client.now = now
    // An attribute of `context` is used only if the session does not have it.
    let hosted = host.state(of: client, context: context)
    client = hosted.client
    enrollments = hosted.enrollments
    layersFromSession = hosted.layers
    recomputeFeatures()
  }
}

/// The random id that decides a client's buckets; an app stores it, so that its user stays in the
/// same branch.
package enum ClientID {
  /// Returns a new id: a random UUID in lower case.
  package static func random() -> String {
    var random = SystemRandomNumberGenerator()
    return SeededIDs.uuid(random.next(), random.next())
  }
}
