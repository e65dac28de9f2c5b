package import VirgaExperiments
package import VirgaJSON
import VirgaSource
package import VirgaTargeting

/// What decides for a client in place of recipes of its own, and takes what the app records: a session.
package protocol ClientHost: Sendable {
  /// What the host says of a client about which it was told `context` and which was `client` so far.
  func state(of client: Client, context: JSONObject) -> HostedState

  /// Counts a behavioral event that happened `seconds` before `time`, or happens then if `seconds` is nil.
  ///
  /// - Throws: If `seconds` is negative, or longer ago than events are kept.
  func count(
    _ event: String, count: UInt64, secondsAgo seconds: Int64?, at time: Instant
  ) throws(EventStore.Failure)

  /// Keeps events that the app records.
  func record(_ events: [TelemetryEvent])

  /// Keeps an event that is not sent as telemetry, with the reason.
  func recordSuppressed(_ name: TelemetryEvent.Name, feature: String, slug: String?, reason: String)
}

/// A client as its host knows it, and what its features get.
package struct HostedState: Sendable {
  /// The client.
  package var client: Client
  /// What became of the recipes of the host.
  package var enrollments: EnrollmentState
  /// The partial config of a feature; nil if nothing configures it.
  package var configs: @Sendable (_ feature: String) -> JSONObject?

  /// The state with all its parts.
  package init(
    client: Client, enrollments: EnrollmentState, configs: @escaping @Sendable (_ feature: String) -> JSONObject?
  ) {
    self.client = client
    self.enrollments = enrollments
    self.configs = configs
  }
}

extension FeatureClient {
  /// Takes over what its host says now, and tells observers.
  package func takeHost() {
    guard let host else { return }
    let now = configuration.clock()
    state.withLock { $0.take(from: host, context: configuration.context, now: now) }
    announce(Outcome())
  }
}

extension FeatureClient.State {
  /// Takes over what a host says; attributes that only the app knows stay.
  ///
  /// The caller asks the clock, because that is the app's and must not run under the lock.
  mutating func take(from host: any ClientHost, context: JSONObject, now: Instant) {
    client.now = now
    let hosted = host.state(of: client, context: context)
    (client, enrollments, configs) = (hosted.client, hosted.enrollments, hosted.configs)
    refresh()
  }
}
